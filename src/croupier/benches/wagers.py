"""Durable wagers, singly and of many players at once, beside plain commits of one small row."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from uvicorn.loops.auto import auto_loop_factory

from croupier.benches.figures import Figure
from croupier.engine.irregularities import Role
from croupier.server.journal import open_store
from croupier.server.journal.keys import Keys
from croupier.server.money.cage import Cage
from croupier.server.play.house import House
from croupier.server.play.queue import CommandQueue
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

REFERENCE = "plain commits of one small row, each on the disk"
WAGERS, PLAYERS, TABLES, TRIES = 1000, 64, 5, 2
BETS = ("player", "banker", "tie", "player-pair", "banker-pair")
DEALER = Who("d1", Role.DEALER)


def raw_commits(path: Path, rows: int) -> float:
    """Commits a second of one row each, every one on disk."""
    store = open_store(path)
    started = time.perf_counter()
    for number in range(rows):
        store.set_meta("row", f"{number:200}")
    seconds = time.perf_counter() - started
    store.close()
    return rows / seconds


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
    cents = 2500 if turn < len(BETS) else 100
    command = asks.Place(name, BETS[turn % len(BETS)], cents)
    return Request(f"t{number % TABLES}", Who(name, Role.PLAYER), command, 2, f"{name}/{turn}")


def singly(where: Path | str, wagers: int) -> float:
    """A second, each acknowledged before the next."""
    house = house_at(where)
    started = time.perf_counter()
    for number in range(wagers):
        [reply] = house.submit([wager(number % PLAYERS, number // PLAYERS)])
        assert isinstance(reply, Carried), reply
    return wagers / (time.perf_counter() - started)


class Together(NamedTuple):
    a_second: float
    shared: float
    """Of how many a commit was."""
    microseconds: float
    """Of processor time, in this process, for each wager."""


async def together(where: Path | str, wagers: int) -> Together:
    """Each player asks again as soon as the last wager is acknowledged."""
    house = house_at(where)
    turns = range(wagers // PLAYERS)
    wishes = [[wager(number, turn) for turn in turns] for number in range(PLAYERS * TABLES)]
    async with CommandQueue(house, lambda: 2) as live:

        async def player(wishes: list[Request]) -> None:
            for wish in wishes:
                reply = await live.ask(wish)
                assert isinstance(reply, Carried), reply

        started, worked = time.perf_counter(), time.process_time()
        await asyncio.gather(*map(player, wishes))
        seconds, worked = time.perf_counter() - started, time.process_time() - worked
        return Together(
            live.carried / seconds, live.carried / live.commits, worked / live.carried * 1e6
        )


def in_its_loop(measured: Coroutine[Any, Any, Together]) -> Together:
    """In the event loop that serves a house."""
    with asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        return runner.run(measured)


def measured() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        raw = raw_commits(Path(folder) / "raw.db", WAGERS)
        single = singly(Path(folder) / "single.db", WAGERS)
        runs = [in_its_loop(together(Path(folder) / f"{one}.db", WAGERS)) for one in range(TRIES)]
    group, least = max(runs), min(run.microseconds for run in runs)
    of_many = f"wagers of {PLAYERS} players at each of {TABLES} tables"
    yield Figure(measure="plain commits", value=raw, unit="a second", reference=raw)
    yield Figure(
        measure="wagers acknowledged singly",
        value=single,
        unit="a second",
        reference=raw,
        goal="ratio 0.9",
    )
    yield Figure(
        measure=f"{of_many}, {group.shared:.0f} to a commit",
        value=group.a_second,
        unit="a second",
        reference=raw,
        goal="ratio 8",
    )
    yield Figure(measure="processor time of each of these", value=least, unit="µs", goal="20 µs")
