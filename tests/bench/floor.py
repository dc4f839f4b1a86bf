"""What the floor carries: broadcast, echo, memory and whole rounds with many terminals.

    python -m tests.bench.floor [memory] [echo] [broadcast] [rounds] [--terminals 5000]

Everything goes over loopback between this process, which holds the terminals, and a server process.
The broadcast's reference is `send.c`, a loop of send() over as many sockets, in the same run; both
by turns, the best of several tries counts, by the clock and in processor time of the thread that
sends.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import uvloop
from rich.console import Console
from rich.table import Table as Rows

from tests.bench.ending import ended
from tests.bench.floor_broadcast import CONNECTIONS, GATHERED, MESSAGE, broadcast, drain
from tests.bench.floor_server import Server, serve
from tests.bench.floor_terminals import ROUNDS, Socket, connect, whole_rounds

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

ECHOES, EVERY, TRIES = 2000, 0.0005, 3


async def echo(sockets: list[Socket]) -> list[float]:
    """From a ping on one of the connections to its pong, one at a time, all connections open."""
    took: list[float] = []
    rng = random.Random(1)
    for _ in range(ECHOES):
        one = rng.choice(sockets)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def heard(data: bytes, done: asyncio.Future[None] = done) -> None:
            if data.startswith(b'{"type":"pong"') and not done.done():
                done.set_result(None)

        one.hear = heard
        started = time.perf_counter()
        one.send(type="ping")
        await done
        took.append(time.perf_counter() - started)
        one.hear = None
        await asyncio.sleep(EVERY)
    return took


def nth(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


async def leave(server: Server, sockets: list[Socket]) -> None:
    for one in sockets:
        one.transport.abort()
    while server.ask("connections"):  # noqa: ASYNC110
        await asyncio.sleep(0.1)


async def of_memory(server: Server, rows: Rows, _: int) -> None:
    sockets = await connect(server.port, [""] * 50)
    before = server.ask("memory")
    sockets += await connect(server.port, [""] * CONNECTIONS)
    await asyncio.sleep(1)
    each = (server.ask("memory") - before) / CONNECTIONS
    rows.add_row("memory of a connection, kB", f"{each / 1000:.1f}", "≤ 32, 20")
    await leave(server, sockets)


async def of_echo(server: Server, rows: Rows, _: int) -> None:
    sockets = await connect(server.port, [""] * CONNECTIONS)
    tries = [await echo(sockets) for _ in range(TRIES)]
    took = min(tries, key=lambda one: nth(one, 0.99))
    rows.add_row(
        f"echo among {CONNECTIONS:,} connections, ms: median, p90, p99",
        ", ".join(f"{nth(took, share) * 1e3:.2f}" for share in (0.5, 0.9, 0.99)),
        "p99 ≤ 1, 0.3",
    )
    await leave(server, sockets)


async def of_broadcast(server: Server, rows: Rows, _: int) -> None:
    floor, gathered, plain = await broadcast(server)
    told = f"broadcast of {MESSAGE} B, messages a second ÷ send.c"
    for name, found, goal in (("", floor, "≥ 0.35, 0.8"), (f", {GATHERED} at once", gathered, "5")):
        for how, one, other in zip(
            ("by the clock", "in processor time"), found, plain, strict=True
        ):
            rows.add_row(
                f"{told}{name}, {how}", f"{one:,.0f} ÷ {other:,.0f} = {one / other:.2f}", goal
            )


async def of_rounds(server: Server, rows: Rows, terminals: int) -> None:
    players, share = await whole_rounds(server, terminals)
    took = [each for player in players for each in player.took]
    late = sum(player.refused for player in players)
    lost = sum(player.is_lost for player in players)
    rows.add_row(
        f"{terminals:,} terminals, {ROUNDS} rounds: wagers, refused, terminals lost",
        f"{sum(player.acknowledged for player in players):,}, {late}, {lost}",
        "none refused, none lost",
    )
    rows.add_row(
        "from tap to durable, ms: median, p90, p99",
        ", ".join(f"{nth(took, share) * 1e3:.0f}" for share in (0.5, 0.9, 0.99)),
        "p99 300",
    )
    rows.add_row("processor time of the house meanwhile, of one core", f"{share:.0%}", "")


PARTS: dict[str, Callable[[Server, Rows, int], Awaitable[None]]] = {
    "memory": of_memory,
    "echo": of_echo,
    "broadcast": of_broadcast,
    "rounds": of_rounds,
}


async def measure(parts: list[str], terminals: int, rows: Rows) -> None:
    """Each in a house of its own."""
    for part in parts:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder) / "house")
            try:
                await PARTS[part](server, rows, terminals)
            finally:
                server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description="What the floor carries.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--terminals", type=int, default=5000)
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--drain", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if unknown := set(given.parts) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    if given.serve:
        uvloop.run(serve(Path(given.serve)))
    elif given.drain:
        uvloop.run(drain(int(given.drain[0]), given.drain[1]))
    else:
        title = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
        rows = Rows("measure", "here", "floor, goal", title=title)
        uvloop.run(measure(given.parts or [*PARTS], given.terminals, rows))
        Console().print(rows)


if __name__ == "__main__":
    ended(main)
