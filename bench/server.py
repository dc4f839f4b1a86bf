"""What a durable wager costs, against the store alone, in one run.

    python -m bench.server

Single: one commit for each wager, acknowledged before the next. Together: the wagers of 64 players
at each of five tables; those that arrive while the disk is busy share a commit. The reference is a
file of the same kind written to with plain sqlite3, one small event a commit.
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table as Rows

from croupier.engine.irregularities import Role
from croupier.server.journal import open_store
from croupier.server.journal.checkpoints import Keys
from croupier.server.money.cage import Cage
from croupier.server.play.house import House
from croupier.server.play.queue import CommandQueue
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.wire.house import setup_of

WAGERS, PLAYERS, TABLES = 2000, 64, 5
DEALER = Who("d1", Role.DEALER)


def raw_commits(path: Path) -> float:
    """Commits a second of one row each, every one on disk."""
    with sqlite3.connect(path, isolation_level=None) as raw:
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute("PRAGMA synchronous=FULL")
        raw.execute("CREATE TABLE events (position INTEGER PRIMARY KEY, body BLOB)")
        body = b"x" * 200
        started = time.perf_counter()
        for _ in range(WAGERS):
            raw.execute("INSERT INTO events (body) VALUES (?)", (body,))
        return WAGERS / (time.perf_counter() - started)


def house_at(where: Path | str) -> House:
    house = House(open_store(where), Keys.new())
    for table in range(TABLES):
        house.add_table(f"t{table}", setup_of("baccarat"), "m1", 0)
    cage = Cage(house.store, house.balances, house.own_play)
    for number in range(PLAYERS * TABLES):
        cage.buy_in(f"p{number}", 100_000_000, "c1", 0)
    for table in range(TABLES):
        house.submit([Request(f"t{table}", DEALER, asks.OpenBetting(), 1)])
    return house


def wager(number: int, turn: int) -> Request:
    """Small ones, so that no limit is reached."""
    name = f"p{number}"
    bet = ("player", "banker", "tie", "player-pair", "banker-pair")[turn % 5]
    cents = 2500 if turn < 5 else 100
    command = asks.Place(name, bet, cents)
    return Request(f"t{number % TABLES}", Who(name, Role.PLAYER), command, 2, f"{name}/{turn}")


def singly(where: Path | str) -> float:
    house = house_at(where)
    started = time.perf_counter()
    for number in range(WAGERS):
        [reply] = house.submit([wager(number % PLAYERS, number // PLAYERS)])
        assert isinstance(reply, Carried), reply
    return WAGERS / (time.perf_counter() - started)


async def together(where: Path | str) -> tuple[float, float]:
    """Each player asks again as soon as the last wager is acknowledged."""
    house = house_at(where)
    async with CommandQueue(house, lambda: 2) as live:

        async def player(number: int) -> None:
            for turn in range(WAGERS // PLAYERS):
                reply = await live.ask(wager(number, turn))
                assert isinstance(reply, Carried), reply

        started = time.perf_counter()
        await asyncio.gather(*(player(number) for number in range(PLAYERS * TABLES)))
        seconds = time.perf_counter() - started
        return live.carried / seconds, live.carried / live.commits


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        raw = raw_commits(Path(folder) / "raw.db")
        single = singly(Path(folder) / "single.db")
        group, shared = asyncio.run(together(Path(folder) / "group.db"))
    rows = Rows("measure", "a second", "÷ raw", "floor, goal")
    rows.add_row("raw commits of one small row", f"{raw:,.0f}", "1.00", "")
    rows.add_row("wagers acknowledged singly", f"{single:,.0f}", f"{single / raw:.2f}", "0.5, 0.9")
    rows.add_row(
        f"wagers of {PLAYERS} players at each of {TABLES} tables, {shared:.0f} to a commit",
        f"{group:,.0f}",
        f"{group / raw:.2f}",
        "8",
    )
    Console().print(rows)


if __name__ == "__main__":
    main()
