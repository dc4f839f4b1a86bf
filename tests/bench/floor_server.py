"""The server's side of `tests.bench.floor`: a house of terminals in a process of its own."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
from msgspec.structs import replace

from croupier.server.app import application
from croupier.server.floor.door import served
from croupier.server.floor.frames import frame
from croupier.server.floor.watcher import send_all
from croupier.server.limits import Limits
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

TABLES, BETTING_SECONDS = 5, 10


MANY = Limits(
    sockets=20_000, sockets_per_address=20_000, strangers=9_000, strangers_per_address=9_000
)
"""All terminals of a bench have one address."""


def house_of_terminals(folder: Path, limits: Limits) -> OpenHouse:
    house = OpenHouse(folder, pace=0.2, profile=LIGHT, limits=limits)
    house.store.set_meta("demonstration", "yes")
    for number in range(TABLES):
        setup = replace(setup_of("baccarat"), betting_seconds=BETTING_SECONDS)
        house.play.add_table(f"t{number}", setup, "house", 0)
    return house


async def memory(_house: OpenHouse) -> int:
    return resident()


async def connections(house: OpenHouse) -> int:
    return len(house.floor.watchers)


async def tokens(house: OpenHouse, count: int) -> list[tuple[str, str]]:
    """Of guests who have bought in; that they are written is not what is measured."""
    disk = house.store.connection
    [(kept,)] = disk.execute("PRAGMA synchronous").fetchall()
    disk.execute("PRAGMA synchronous=OFF")
    found = [house.people.guest(house.queue.clock()) for _ in range(count)]
    made = [one for one in found if isinstance(one, tuple)]
    now = house.queue.clock()

    def pay() -> None:
        for who, _token in made:
            house.cage.buy_in(who.name, 1_000_000, "house", now)

    await house.queue.on_disk(pay)
    disk.execute(f"PRAGMA synchronous={kept}")
    return [(who.name, token) for who, token in made]


async def send_to_all(house: OpenHouse, size: int, turns: int, at_once: int) -> list[float]:
    """Seconds by the clock, and of processor time; what goes out at once is joined here, too."""
    data = frame(b"x" * size)
    started, worked = time.perf_counter(), time.thread_time()
    for _ in range(turns):
        send_all(house.floor.watchers, b"".join([data] * at_once))
        await asyncio.sleep(0)
    return [time.perf_counter() - started, time.thread_time() - worked]


async def processor(_house: OpenHouse) -> float:
    return time.process_time()


ORDERS: dict[str, Callable[..., Awaitable[object]]] = {
    "memory": memory,
    "connections": connections,
    "tokens": tokens,
    "broadcast": send_to_all,
    "processor": processor,
}


async def serve(folder: Path, limits: Limits = MANY) -> None:
    """A house of terminals; commands of the bench come on standard input."""
    house = house_of_terminals(folder, limits)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(4096)
    server = uvicorn.Server(served(application(house), log_level="error"))
    running = asyncio.create_task(server.serve([listening]))
    say(listening.getsockname()[1])
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin
    )
    while order := (await lines.readline()).decode().split():
        say(await ORDERS[order[0]](house, *map(int, order[1:])))
    server.should_exit = True
    await running


def say(what: object) -> None:
    print(json.dumps(what), flush=True)


def resident() -> int:
    for line in Path("/proc/self/status").read_text("ascii").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


class Server:
    def __init__(self, folder: Path, bench: str = "tests.bench.floor") -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", bench, "--serve", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port: int = self.heard()

    def heard(self) -> Any:  # noqa: ANN401 - as said
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ask(self, order: str) -> Any:  # noqa: ANN401 - as said
        assert self.process.stdin is not None
        self.process.stdin.write(order + "\n")
        self.process.stdin.flush()
        return self.heard()

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(60)
