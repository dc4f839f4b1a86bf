"""How long a seated player's command takes while four sockets flood the house, in one run.

    python -m tests.bench.flood [--seconds 6]

The house, the player and the flood each are a process of their own, on loopback. The flood sends as
fast as it is let: pings, texts of one byte, unreadable bytes, or commands of a guest; where it is
closed it comes back at once.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import uvloop
from rich.console import Console
from rich.table import Table as Rows

from croupier.server.limits import Limits
from tests.bench.ending import ended
from tests.bench.floor import nth
from tests.bench.floor_server import Server, serve
from tests.bench.floor_terminals import Socket, connect

SOCKETS, EVERY, PART, STUCK = 4, 0.05, 1 << 16, 400
COMMAND = json.dumps(
    {
        "type": "ask",
        "id": "r1",
        "table": "t0",
        "command": {"command": "place", "player": "g1", "bet": "tie", "cents": 100},
    }
).encode()


def masked(first: int, data: bytes) -> bytes:
    """As a client sends it, masked with nothing."""
    long = len(data) > 125
    size = b"\xfe" + len(data).to_bytes(2) if long else bytes([0x80 | len(data)])
    return bytes([first]) + size + bytes(4) + data


FLOODS = {
    "pings": masked(0x89, b""),
    "texts of one byte": masked(0x81, b"x"),
    "unreadable bytes": masked(0x82, b"\xff\xfe"),
    "commands": masked(0x81, COMMAND),
}


async def flood(port: int, what: str, token: str) -> None:
    """Until it is ended."""
    data = FLOODS[what]
    part = data * (PART // len(data))

    async def one() -> None:
        while True:
            try:
                [socket] = await connect(port, [token])
                while not socket.transport.is_closing():
                    socket.transport.write(part)
                    while socket.transport.get_write_buffer_size() > PART:  # noqa: ASYNC110
                        await asyncio.sleep(0.001)
                    await asyncio.sleep(0)
            except OSError:
                await asyncio.sleep(0.001)

    await asyncio.gather(*(one() for _ in range(SOCKETS)))


class Player:
    """Asks twenty times a second, whether or not it was answered."""

    def __init__(self, name: str, socket: Socket) -> None:
        self.name, self.socket = name, socket
        self.waits: dict[str, float] = {}
        self.took: list[float] = []
        self.asked = 0
        socket.hear = self.hear

    def hear(self, data: bytes) -> None:
        if data[9:13] in {b"ackn", b"refu"}:
            asked = self.waits.pop(json.loads(data)["id"], None)
            if asked is not None:
                self.took.append(time.perf_counter() - asked)

    def ask(self) -> None:
        self.asked += 1
        name = f"{time.monotonic_ns()}"
        self.waits[name] = time.perf_counter()
        bet = ("player", "banker")[self.asked % 2]
        command = {"command": "place", "player": self.name, "bet": bet, "cents": 2500}
        self.socket.send(type="ask", id=name, table="t1", command=command)

    async def play(self, seconds: float) -> tuple[list[float], int]:
        """What each answer took, and how many never came."""
        self.took, self.waits = [], {}
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.ask()
            await asyncio.sleep(EVERY)
        late = time.monotonic() + 5
        while self.waits and time.monotonic() < late:  # noqa: ASYNC110
            await asyncio.sleep(EVERY)
        return self.took, len(self.waits)


async def measured(
    server: Server, what: str, seconds: float, guests: list[list[str]]
) -> tuple[list[float], int]:
    (name, own), (_, token) = guests
    [socket] = await connect(server.port, [own])
    player = Player(name, socket)
    if not what:
        return await player.play(seconds)
    flooding = subprocess.Popen(  # noqa: ASYNC220
        [sys.executable, "-m", "tests.bench.flood", "--flood", str(server.port), what, f"={token}"]
    )
    try:
        await asyncio.sleep(1.5)
        took = await player.play(seconds)
        assert flooding.poll() is None, "the flood has ended by itself"
        return took
    finally:
        flooding.kill()
        flooding.wait()
        socket.transport.abort()
        await asyncio.sleep(2)


async def stuck(server: Server, token: str, rows: Rows) -> None:
    """Memory of the house with readers that take nothing, and when they have gone."""
    before = server.ask("memory")
    sockets = await connect(server.port, [token] * STUCK)
    for one in sockets:
        one.transport.pause_reading()
    most = before
    for _ in range(20):
        server.ask("broadcast 65536 2 1")
        most = max(most, server.ask("memory"))
    for one in sockets:
        one.transport.abort()
    while server.ask("connections"):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    told = f"{before / 1e6:.0f}, {most / 1e6:.0f}, {server.ask('memory') / 1e6:.0f}"
    rows.add_row(f"{STUCK} stuck readers: MB before, at most, after", told, "", "")


async def measure(seconds: float, rows: Rows) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "house", "tests.bench.flood")
        try:
            guests = server.ask("tokens 2")
            await stuck(server, guests[1][1], rows)
            await asyncio.sleep(5)
            for what in ("", *FLOODS, ""):
                took, lost = await measured(server, what, seconds, guests)
                told = "nobody is answered"
                if took:
                    told = f"{statistics.median(took) * 1e3:.1f}, {nth(took, 0.99) * 1e3:.1f}"
                rows.add_row(what or "none", told, str(lost), "p99 ≤ 250")
        finally:
            server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description="A player beside a flood.")
    parser.add_argument("--seconds", type=float, default=6)
    parser.add_argument("--flood", nargs=3, help=argparse.SUPPRESS)
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        uvloop.run(serve(Path(given.serve), Limits()))
    elif given.flood:
        port, what, token = given.flood
        uvloop.run(flood(int(port), what, token.removeprefix("=")))  # which may begin with a dash
    else:
        title = f"{SOCKETS} sockets, {os.cpu_count()} cores"
        rows = Rows("flood of", "answered in ms: median, p99", "unanswered", "goal", title=title)
        uvloop.run(measure(given.seconds, rows))
        Console().print(rows)


if __name__ == "__main__":
    ended(main)
