"""`croupier serve`."""

from __future__ import annotations

import signal
import ssl
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer
from msgspec.structs import replace

from croupier.cli.reading import path_of
from croupier.cli.verb import declared
from croupier.problems import BadInput, own_words
from croupier.server import logs
from croupier.server.housekeeping import write_default
from croupier.server.journal.place import CONFIGURATION
from croupier.wire.house import DEFAULT, plan_house
from croupier.wire.house_checks import wrong_serve, wrong_with

if TYPE_CHECKING:
    from collections.abc import Iterator
    from socket import socket

    from croupier.server.http.schooling import School
    from croupier.server.http.stopping import HouseServer
    from croupier.server.limits import Limits
    from croupier.server.nodes.terms import NodeTerms
    from croupier.server.opening import OpenHouse
    from croupier.wire.house import HousePlan
    from croupier.wire.house_sections import NodesIn, ServeIn

app = declared()
Database = Annotated[
    str | None, typer.Option(metavar="URL", help="postgresql://…, for several machines")
]
MessagesAt = Annotated[
    str | None, typer.Option(metavar="URL", help="nats://… or tls://…, between them")
]
AddressOf = Annotated[
    str | None, typer.Option(metavar="URL", help="where terminals reach this machine")
]
FILES = 100
"""That a house holds open itself, and those who read its journal."""


@app.command()
def run(
    *,
    folder: Annotated[
        str, typer.Option("--folder", "--house", help="where the house is kept")
    ] = "house",
    host: Annotated[str | None, typer.Option(help="the address to listen at")] = None,
    port: Annotated[int | None, typer.Option(help="0: any that is free")] = None,
    pace: Annotated[float | None, typer.Option(help="of automatic dealers; 0: at once")] = None,
    patience: Annotated[
        float | None, typer.Option(help="seconds for rounds in play when the house stops")
    ] = None,
    certificate: Annotated[str | None, typer.Option(help="a TLS certificate file")] = None,
    key: Annotated[str | None, typer.Option(help="its key file")] = None,
    log_level: Annotated[str | None, typer.Option(help="debug, info, warning or error")] = None,
    log_file: Annotated[str | None, typer.Option(help="else standard error")] = None,
    name: Annotated[
        list[str] | None, typer.Option(help="that the house is called by, besides its address")
    ] = None,
    behind: Annotated[
        list[str] | None, typer.Option(help="a proxy whose word on its clients is believed")
    ] = None,
    school: Annotated[bool | None, typer.Option("--school", help="train dealers there")] = None,
    database: Database = None,
    messages: MessagesAt = None,
    node: Annotated[str | None, typer.Option(help="this machine's name among them")] = None,
    address: AddressOf = None,
) -> None:
    """Open the house of a folder on the web, as its house.toml says; flags stand above it.

    In a new folder it founds the demonstration, with a table of each game, and writes that file.
    """
    flags: dict[str, Any] = {"host": host, "port": port, "pace": pace, "patience": patience}
    flags |= {"certificate": certificate, "key": key, "school": school}
    flags |= {"log_level": log_level, "log_file": log_file}
    flags |= {"names": tuple(name) if name else None, "proxies": tuple(behind) if behind else None}
    plan = planned(path_of(folder))
    shared = {"database": database, "messages": messages, "node": node, "address": address}
    given = {name: value for name, value in shared.items() if value is not None}
    nodes = replace(plan.file.nodes, **given)
    serve_house(folder, plan, chosen(plan.serve, Path(folder), flags), nodes)


def serve_house(folder: str, plan: HousePlan, serve: ServeIn, nodes: NodesIn) -> None:
    from croupier.server.http.schooling import FILE, School
    from croupier.server.listening import bound
    from croupier.server.nodes import joining

    for file in (serve.certificate, serve.key):
        if file and not Path(file).is_file():
            raise BadInput("there is no such file", file)
    check_certificate(serve.certificate, serve.key)
    listening = bound(serve.host, serve.port)
    house = None
    try:
        with in_one_line(folder):
            terms = nodes_of(folder, serve, nodes, listening)
            write_default(Path(folder))
            house = opened(folder, plan, serve, terms)
            if terms is not None:
                joining.refuse_namesake(cast("Any", house.store))
            trainees = School(Path(folder) / FILE) if serve.school else None
            told_before_opening(house)
    except BadInput:
        listening.close()
        if house is not None:
            house.close()
        raise
    server = server_for(house, serve, trainees)
    shown = serve.host if ":" not in serve.host else f"[{serve.host}]"
    scheme, port = "http" if serve.certificate is None else "https", listening.getsockname()[1]
    for one in (signal.SIGTERM, signal.SIGINT):  # from now on: who reads the line may stop it
        signal.signal(one, server.handle_exit)  # raised once more when the house has closed
    print(f"The house is open at {scheme}://{shown}:{port}/", flush=True)
    server.run(sockets=[listening])
    if not server.started:
        raise BadInput("the house could not open: see its log", folder)
    for line in house.left_in_play():
        print(f"left in play: {line}")


def check_certificate(certificate: str | None, key: str | None) -> None:
    """Before the house opens: a pair that TLS takes."""
    if certificate is None:
        return
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(certificate, key)
    except (OSError, ValueError):
        raise BadInput(f"and {key} are no certificate and its key", certificate) from None


@contextmanager
def in_one_line(folder: str) -> Iterator[None]:
    """Whatever is the matter with its disk or its journal."""
    from croupier.server.journal.store import Unreadable

    try:
        yield
    except OSError as error:
        raise BadInput(f"{own_words(error)}", error.filename or folder) from None
    except Unreadable as error:
        raise BadInput(f"its journal cannot be read: {error}", folder) from None


def nodes_of(folder: str, serve: ServeIn, nodes: NodesIn, listening: socket) -> NodeTerms | None:
    from croupier.server.nodes.terms import terms_of

    scheme, port = "http" if serve.certificate is None else "https", listening.getsockname()[1]
    return terms_of(nodes, Path(folder), nodes.address or f"{scheme}://{serve.host}:{port}")


def opened(
    folder: str, plan: HousePlan, serve: ServeIn, nodes: NodeTerms | None = None
) -> OpenHouse:
    from croupier.server.opening import OpenHouse

    house = OpenHouse(
        Path(folder),
        plan=plan,
        pace=serve.pace,
        secure=serve.certificate is not None,
        patience=serve.patience,
        limits=limits_of(serve),
        nodes=nodes,
    )
    logs.begin(serve.log_level, Path(serve.log_file) if serve.log_file else None)
    return house


def limits_of(serve: ServeIn) -> Limits:
    """As the file says, and no more than the system gives files to hold open."""
    from croupier.server.limits import Limits
    from croupier.server.listening import most_open

    sockets = min(serve.sockets, max(1, most_open() // 2 - FILES))
    return Limits(
        sockets=sockets,
        sockets_per_address=min(sockets, serve.sockets_per_address),
        strangers=max(1, sockets // 5),
        strangers_per_address=max(1, min(sockets, serve.sockets_per_address) // 5),
        guests_an_hour=serve.guests_per_hour,
        guests_an_hour_per_address=max(1, serve.guests_per_hour // 10),
    )


def server_for(house: OpenHouse, serve: ServeIn, trainees: School | None = None) -> HouseServer:
    from croupier.server.app import application
    from croupier.server.floor.door import served
    from croupier.server.http.stopping import HouseServer

    config = served(
        application(house, names=(*serve.names, serve.host), trainees=trainees),
        proxies=serve.proxies,
        log_config=None,
        timeout_graceful_shutdown=5,
        ssl_certfile=serve.certificate,
        ssl_keyfile=serve.key,
    )
    return HouseServer(config, house)


def planned(folder: Path) -> HousePlan:
    """As the folder's own file says; without one, the default house."""
    file = folder / CONFIGURATION
    try:
        data = file.read_bytes() if file.is_file() else DEFAULT.read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {own_words(error)}", str(file)) from None
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
    told_to_staff(house)
    for table, address in house.listening().items():
        print(f"{table} listens for its shoe at {address}")


def told_to_staff(house: OpenHouse) -> None:
    """Of a house that has nobody yet: in a real one the managers, each on a sheet."""
    from croupier.cli.house_init import sheets
    from croupier.server.journal.meta import DEMONSTRATION, YES

    if house.store.meta()[DEMONSTRATION] == YES:
        staff = house.people.first_staff(house.clock())
        if isinstance(staff, list):
            print("Staff of this house; each password is shown this once:")
            for name, role, password in staff:
                print(f"  {name}  {role:<15} {password}")
        return
    managers = house.people.first_managers(house.clock())
    if isinstance(managers, list):
        assert house.plan is not None
        print(sheets(managers, house.plan.file.name))
