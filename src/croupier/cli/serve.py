"""`croupier serve`."""

from __future__ import annotations

import socket
from pathlib import Path

from croupier.problems import BadInput

PATIENCE = 45
"""Seconds that rounds in play are given when the house is told to stop."""


def run(folder: str, host: str, port: int, pace: float, tls: tuple[str, str] | None) -> None:
    import uvicorn

    from croupier.server.direct import served
    from croupier.server.open_house import OpenHouse, by_the_clock
    from croupier.server.web import application

    if not 0 <= port <= 65535:  # noqa: PLR2004 - as ports go
        raise BadInput("a port is a number from 0 to 65535", "port")
    if not 0 <= pace <= 10:  # noqa: PLR2004 - slower than that nobody waits
        raise BadInput("a pace is a number from 0 to 10", "pace")
    for file in tls or ():
        if not Path(file).is_file():
            raise BadInput("there is no such file", file)
    listening = bound(host, port)
    try:
        house = OpenHouse(Path(folder), pace=pace, secure=tls is not None, patience=PATIENCE)
    except OSError as error:
        raise BadInput(f"{error.strerror}", folder) from None
    house.furnish()
    staff = house.people.first_staff(by_the_clock())
    if isinstance(staff, list):
        print("Staff of this house; each password is shown this once:")
        for name, role, password in staff:
            print(f"  {name}  {role:<15} {password}")
    scheme = "https" if tls else "http"
    shown = host if ":" not in host else f"[{host}]"
    print(f"The house is open at {scheme}://{shown}:{listening.getsockname()[1]}/", flush=True)
    config = served(
        application(house),
        timeout_graceful_shutdown=5,
        ssl_certfile=tls[0] if tls else None,
        ssl_keyfile=tls[1] if tls else None,
    )
    uvicorn.Server(config).run(sockets=[listening])


def bound(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        raise BadInput(f"cannot listen at {host}:{port}: {error.strerror}") from None
    return listening
