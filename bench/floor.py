"""What the floor carries: broadcast, echo, memory and whole rounds with many terminals.

    python -m bench.floor [--terminals 5000]

Everything goes over loopback between this process, which holds the terminals, and a server process.
The broadcast's reference is `send.c`, a loop of send() over as many sockets, in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import statistics
import tempfile
import time
from pathlib import Path

import uvloop
from rich.console import Console
from rich.table import Table as Rows

from bench.ending import ended
from bench.floor_broadcast import CONNECTIONS, MESSAGE, broadcast, drain
from bench.floor_server import Server, serve
from bench.floor_terminals import ROUNDS, Socket, connect, whole_rounds

ECHOES, EVERY = 20_000, 0.0005


async def echo(sockets: list[Socket]) -> list[float]:
    """From a ping on one of the connections to its pong, one at a time, all connections open."""
    took: list[float] = []
    rng = random.Random(1)
    for _ in range(ECHOES // 10):
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


async def measure(terminals: int, rows: Rows) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "house")
        try:
            await of_connections(server, rows)
            await of_broadcast(server, rows)
            if terminals:
                await of_rounds(server, terminals, rows)
        finally:
            server.stop()


async def of_connections(server: Server, rows: Rows) -> None:
    await connect(server.port, [""] * 50)
    before = server.ask("memory")
    sockets = await connect(server.port, [""] * CONNECTIONS)
    await asyncio.sleep(1)
    each = (server.ask("memory") - before) / CONNECTIONS
    rows.add_row("memory of a connection, kB", f"{each / 1000:.1f}", "≤ 32, 20")
    took = await echo(sockets)
    rows.add_row(
        f"echo among {CONNECTIONS:,} connections, ms: median, p99",
        f"{statistics.median(took) * 1e3:.2f}, {nth(took, 0.99) * 1e3:.2f}",
        "p99 ≤ 1, 0.3",
    )
    for one in sockets:
        one.transport.abort()
    while server.ask("connections") > CONNECTIONS // 2:  # noqa: ASYNC110
        await asyncio.sleep(0.1)


async def of_broadcast(server: Server, rows: Rows) -> None:
    floor, plain = await broadcast(server)
    rows.add_row(
        f"broadcast of {MESSAGE} B, messages a second ÷ send.c",
        f"{floor:,.0f} ÷ {plain:,.0f} = {floor / plain:.2f}",
        "≥ 0.35, 0.8",
    )


async def of_rounds(server: Server, terminals: int, rows: Rows) -> None:
    players = await whole_rounds(server, terminals)
    took = [each for player in players for each in player.took]
    late = sum(player.refused for player in players)
    lost = sum(player.is_lost for player in players)
    rows.add_row(
        f"{terminals:,} terminals, {ROUNDS} rounds: wagers, refused, terminals lost",
        f"{sum(player.acknowledged for player in players):,}, {late}, {lost}",
        "none refused, none lost",
    )
    rows.add_row(
        "from tap to durable, ms: median, p99",
        f"{statistics.median(took) * 1e3:.0f}, {nth(took, 0.99) * 1e3:.0f}",
        "",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="What the floor carries.")
    parser.add_argument("--terminals", type=int, default=5000)
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--drain", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        uvloop.run(serve(Path(given.serve)))
    elif given.drain:
        uvloop.run(drain(int(given.drain[0]), given.drain[1]))
    else:
        rows = Rows("measure", "here", "floor, goal", title=f"{os.cpu_count()} cores")
        uvloop.run(measure(given.terminals, rows))
        Console().print(rows)


if __name__ == "__main__":
    ended(main)
