"""What several nodes on one PostgreSQL take in wagers, and what terminals see of one that is gone.

    python -m tests.bench.nodes

Each node is a process with the tables that it holds, 64 players at each, who ask again as soon as
the last wager is acknowledged. The server syncs every commit to the disk. The reference is plain
psycopg, one connection that inserts one small row a commit. Terminals bet by real sockets.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.console import Console
from rich.table import Table as Rows

from croupier.engine.irregularities import Role
from croupier.server.nodes.alone import NoMessages
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import Who
from tests.bench.ending import ended
from tests.bench.postgres import raw_commits
from tests.support import postgres_server
from tests.support.node_processes import TABLES, house_file, processes
from tests.support.node_terminals import Crowd
from tests.support.server_process import until
from tests.support.several_nodes import DEALER, PERSON, joined, queue_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    from croupier.server.nodes.holdings import Holdings
    from croupier.server.opening import OpenHouse
    from tests.support.node_processes import Processes

PLAYERS, SECONDS, TERMINALS = 64, 5.0, 60
LONG = 3600


class Done(NamedTuple):
    """By one node."""

    wagers: int
    commits: int
    processor: float


class Lines:
    """Where a test has an exchange: these nodes have nothing to say to each other."""

    def messages(self, node: str) -> NoMessages:
        return NoMessages(node)


def text() -> str:
    tables = house_file(TABLES, LONG).replace('game = "baccarat"', f'game = "baccarat"\n{PERSON}')
    return tables.replace("5000.00", "500000.00")


def node(line: Connection, folder: Path, name: str, database: str, nodes: int) -> None:
    asyncio.run(at_work(line, joined(folder, Lines(), name, text(), database), nodes))  # type: ignore[arg-type]


async def at_work(line: Connection, house: OpenHouse, nodes: int) -> None:
    async with house.in_motion():
        line.send("open")
        queue = queue_of(house)
        while not is_settled(queue.holdings, nodes):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        held = [one for one in queue.holdings.held if one in TABLES]
        await prepare(house, held)
        line.send("ready")
        await asyncio.to_thread(line.recv)
        begun, commits, worked = queue.carried, queue.commits, time.process_time()
        over = time.monotonic() + SECONDS
        await asyncio.gather(
            *(plays(house, table, n, over) for table in held for n in range(PLAYERS))
        )
        line.send(
            Done(queue.carried - begun, queue.commits - commits, time.process_time() - worked)
        )
        await asyncio.to_thread(line.recv)


def is_settled(holdings: Holdings, nodes: int) -> bool:
    """Each node has its part, and nothing is on its way to another."""
    leases = holdings.leases.values()
    loads = Counter(one.node for one in leases if one.run and one.left_ms > 0)
    fair = len(loads) == nodes and max(loads.values()) - min(loads.values()) <= 1
    return fair and sum(loads.values()) > len(TABLES) and not holdings.wanted


async def prepare(house: OpenHouse, tables: list[str]) -> None:
    for table in tables:
        for number in range(PLAYERS):
            name, now = f"{table}-{number}", house.clock()
            await house.queue.on_disk(
                lambda name=name, now=now: house.cage.buy_in(name, 10**9, "house", now)  # type: ignore[misc]
            )
        opened = Request(table, DEALER, asks.OpenBetting(), house.clock(), f"d1/{table}")
        assert isinstance(await house.queue.ask(opened), Carried)


async def plays(house: OpenHouse, table: str, number: int, over: float) -> None:
    who, turn = Who(f"{table}-{number}", Role.PLAYER), 0
    while time.monotonic() < over:
        bet = ("player", "banker", "tie")[turn % 3]
        command = asks.Place(who.name, bet, 100)
        request = Request(table, who, command, house.clock(), f"{who.name}/{turn}")
        reply = await house.queue.ask(request)
        assert isinstance(reply, Carried), reply
        turn += 1


def measured(nodes: int, database: str) -> list[Done]:
    context = multiprocessing.get_context("spawn")
    with tempfile.TemporaryDirectory() as folder:
        lines, started = [], []
        for number in range(1, nodes + 1):
            near, far = context.Pipe()
            given = (far, Path(folder), f"n{number}", database, nodes)
            one = context.Process(target=node, args=given)
            one.start()
            assert near.recv() == "open"
            lines.append(near)
            started.append(one)
        for line in lines:
            assert line.recv() == "ready"
        for line in lines:
            line.send("go")
        found = [line.recv() for line in lines]
        for line in lines:
            line.send("over")
        for one in started:
            one.join(60)
    return found


def seen(floor: Processes, crowd: Crowd, what: str, trouble: Callable[[], object]) -> list[str]:
    crowd.forget()
    time.sleep(1)
    trouble()
    time.sleep(6)
    gaps = crowd.gaps()
    floor.restore()
    times = [gaps.silent, gaps.silent_median, gaps.waited, gaps.waited_median]
    return [what, *(f"{one:.1f} s" for one in times)]


def hand_over(floor: Processes) -> None:
    table, holder = TABLES[0], floor.holder(TABLES[0])
    other = next(name for name in floor.nodes if name != holder.name)
    floor.ask("house", "hand-over", table, other, "--database", floor.address())
    until(lambda: floor.holders().get(table) == other)


def terminals() -> Rows:
    rows = Rows("terminals", "longest silence", "median", "longest wait of a wager", "median")
    with processes() as floor:
        crowd = Crowd(floor, TERMINALS, pause=1.0)
        first = floor.nodes["n1"]
        for what, trouble in (
            ("nothing happens", lambda: None),
            ("a table is handed over", lambda: hand_over(floor)),
            ("a node is stopped", first.stop),
            ("a node is killed", lambda: first.stop(signal.SIGKILL)),
        ):
            rows.add_row(*seen(floor, crowd, what, trouble))
        crowd.leave()
    return rows


def main() -> None:
    if not postgres_server.FOLDER:
        raise SystemExit(postgres_server.SKIPPED)
    rows = Rows("measure", "a second", "÷ raw", "to a commit", "processor, ms a wager")
    with postgres_server.running(durable=True) as server:
        raw = raw_commits(server.address())
        rows.add_row("raw commits of one small row", f"{raw:,.0f}", "1.00", "", "")
        for nodes in (1, 2, 3):
            found = measured(nodes, server.fresh())
            wagers = sum(one.wagers for one in found)
            commits, worked = sum(one.commits for one in found), sum(one.processor for one in found)
            rows.add_row(
                f"wagers at {len(TABLES)} tables, nodes: {nodes}",
                f"{wagers / SECONDS:,.0f}",
                f"{wagers / SECONDS / raw:.2f}",
                f"{wagers / max(1, commits):.0f}",
                f"{1000 * worked / max(1, wagers):.2f}",
            )
    console = Console()
    console.print(rows)
    console.print(terminals())


if __name__ == "__main__":
    ended(main)
