"""`croupier serve`."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from croupier.problems import BadInput
from croupier.server import logs
from croupier.server.housekeeping import CONFIGURATION
from croupier.wire.house import DEFAULT, plan_house
from croupier.wire.house_checks import wrong_serve, wrong_with

if TYPE_CHECKING:
    from croupier.server.opening import OpenHouse
    from croupier.wire.house import HousePlan
    from croupier.wire.house_file import ServeIn


def run(folder: str, **flags: object) -> None:
    from croupier.server.app import application
    from croupier.server.floor.frames import served
    from croupier.server.http.stopping import HouseServer
    from croupier.server.listening import bound
    from croupier.server.opening import OpenHouse

    plan = planned(Path(folder))
    serve = chosen(plan.serve, Path(folder), flags)
    for file in (serve.certificate, serve.key):
        if file and not Path(file).is_file():
            raise BadInput("there is no such file", file)
    listening = bound(serve.host, serve.port)
    secure = serve.certificate is not None
    try:
        house = OpenHouse(
            Path(folder), plan=plan, pace=serve.pace, secure=secure, patience=serve.patience
        )
        logs.begin(serve.log_level, Path(serve.log_file) if serve.log_file else None)
    except OSError as error:
        raise BadInput(f"{error.strerror}", error.filename or folder) from None
    try:
        told_before_opening(house)
    except BadInput:
        listening.close()
        house.close()
        raise
    shown = serve.host if ":" not in serve.host else f"[{serve.host}]"
    port = listening.getsockname()[1]
    print(f"The house is open at {'https' if secure else 'http'}://{shown}:{port}/", flush=True)
    config = served(
        application(house),
        log_config=None,
        timeout_graceful_shutdown=5,
        ssl_certfile=serve.certificate,
        ssl_keyfile=serve.key,
    )
    server = HouseServer(config, house)
    for one in (signal.SIGTERM, signal.SIGINT):
        signal.signal(one, lambda *_: None)  # raised once more when the house has closed
    server.run(sockets=[listening])
    if not server.started:
        raise BadInput("the house could not open: see its log", folder)
    for line in house.left_in_play():
        print(f"left in play: {line}")


def planned(folder: Path) -> HousePlan:
    """As the folder's own file says; without one, the default house."""
    file = folder / CONFIGURATION
    try:
        data = file.read_bytes() if file.is_file() else DEFAULT.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror}", str(file)) from None
    wrong = list(wrong_with(data))
    if wrong:
        more = f", and {len(wrong) - 1} more: croupier house check {file}" if wrong[1:] else ""
        raise BadInput(f"{wrong[0]}{more}", str(file))
    return plan_house(data)


def chosen(serve: ServeIn, folder: Path, flags: dict[str, Any]) -> ServeIn:
    """Flags stand above the file, whose own files lie beside it."""
    beside = {
        name: str(folder / file)
        for name in ("certificate", "key", "log_file")
        if (file := getattr(serve, name)) is not None
    }
    given = {name: value for name, value in flags.items() if value is not None}
    found = replace(serve, **(beside | given))
    for wrong in wrong_serve(found):
        raise wrong
    return found


def told_before_opening(house: OpenHouse) -> None:
    for line in house.furnish():
        print(line)
    staff = house.people.first_staff(house.clock())
    if isinstance(staff, list):
        print("Staff of this house; each password is shown this once:")
        for name, role, password in staff:
            print(f"  {name}  {role:<15} {password}")
    for table, address in house.listening().items():
        print(f"{table} listens for its shoe at {address}")
