"""How long a house takes to start, and its journal to be read, after a million events.

    python -m bench.journal [--events 1000000] [--folder FOLDER]

The journal is made by a real house: rounds at four tables, two of which share a jackpot, money paid
in, guests who arrive. With --folder it is kept there and used again. Every figure is of a
process of its own, the fastest of three, from its start.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table as Rows

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.server.journal import keyring
from croupier.server.journal.keys import key_places
from croupier.server.journal.log import FILE
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.cage import Cage
from croupier.server.people.people import DEMONSTRATION, People
from croupier.server.play.house import House
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = {
    "t1": "three-card-poker",
    "t2": "three-card-poker",
    "t3": "three-pictures",
    "t4": "baccarat",
}
PLAYERS = tuple(Who(f"p{number}", Role.PLAYER) for number in range(1, 5))
DEALER, SUPERVISOR = Who("d1", Role.DEALER), Who("s1", Role.PIT_SUPERVISOR)
HANDS = ("4c", "4d", "6h", "6c", "6d", "2c", "7c", "7d", "3c", "9h", "8h", "2h", "Qc", "8s", "3h")
BURNT = "5s"
SHOE = ("9h", "2c", "Kd", "3s")
SHOE_ROUNDS = 7
"""After which a shoe of eight packs has no more of these cards."""
TOGETHER = 4
"""Rounds of each table to a commit while the journal is made."""
TRIES = 3
READY = """
import resource, sys
from pathlib import Path
from croupier.server.opening import OpenHouse
house = OpenHouse(Path(sys.argv[1]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def a_round(game: str, number: int) -> Iterator[tuple[Who, asks.AnyCommand]]:
    """The same cards every time; what they decide is not what is measured."""
    if game == "baccarat" and number % SHOE_ROUNDS == 0:
        yield SUPERVISOR, asks.ReplaceShoe()
    yield DEALER, asks.OpenBetting()
    for box, who in enumerate(PLAYERS, 1):
        if game == "baccarat":
            yield who, asks.Place(who.name, "player", 2500)
        elif game == "three-pictures":
            yield who, asks.Place(who.name, "initial", 2500, box)
        else:
            yield who, asks.Place(who.name, "ante", 2500, box)
            yield who, asks.Place(who.name, "progressive", 500, box)
    yield DEALER, asks.CloseBetting()
    cards = {"baccarat": SHOE, "three-card-poker": (BURNT, *HANDS)}.get(game, HANDS)
    yield from ((DEALER, asks.Deal(card)) for card in cards)
    if game == "three-card-poker":
        for box, who in enumerate(PLAYERS, 1):
            yield who, asks.Decide(who.name, box, Choice.FOLD)
    if game != "baccarat":
        yield DEALER, asks.ExposeDealer()
    yield DEALER, asks.Settle(2_000_000)


def rounds(at: int) -> Iterator[list[Request]]:
    """A commit each: some rounds at every table, from their openings to their settlements."""
    for first in count(0, TOGETHER):
        asked = []
        for number in range(first, first + TOGETHER):
            for table, game in GAMES.items():
                for who, command in a_round(game, number):
                    at += 100
                    asked.append(Request(table, who, command, at, f"{table}/{at}"))
        yield asked


def made(folder: Path, events: int, console: Console) -> None:
    """A house with so many events; one that is there is used."""
    folder.mkdir(parents=True, exist_ok=True)
    store = SqliteStore(folder / "house.db")
    keys = keyring.opened(key_places(folder), store).signing
    keys.unlock(store)
    house = House(store, keys, folder / FILE)
    house.store.set_meta(DEMONSTRATION, "yes")
    people, cage = People(store.another()), Cage(house.store, house.balances, house.own_play)
    for name, game in GAMES.items():
        if name not in house.tables:
            house.add_table(name, setup_of(game), "m1", 0)
    length = sum(house.store.versions().values())
    if length >= events:
        return
    asked = rounds(last_at(house))
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=events)
        while length < events:
            some = next(asked)
            at = some[0].at
            for who in PLAYERS:
                cage.buy_in(who.name, 1_000_000, "c1", at)
            people.guest(at)
            replies = house.submit(some)
            refused = [reply for reply in replies if not isinstance(reply, Carried)]
            assert not refused, refused[0]
            length = sum(house.store.versions().values())
            bar.update(task, completed=length)
    people.store.close()
    house.store.close()


def last_at(house: House) -> int:
    return max(live.table.since for live in house.tables.values())


def measured(*command: str) -> tuple[float, str]:
    """The fastest of some processes, in seconds, and what it printed."""
    found = []
    for _ in range(TRIES):
        started = time.perf_counter()
        done = subprocess.run(
            [sys.executable, *command], check=True, capture_output=True, text=True
        )
        found.append((time.perf_counter() - started, done.stdout))
    return min(found)


def main() -> None:
    asked = argparse.ArgumentParser(description="start-up and audit of a long journal")
    asked.add_argument("--events", type=int, default=1_000_000)
    asked.add_argument("--folder", type=Path, help="where the journal is kept for the next time")
    given = asked.parse_args()
    console = Console()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        made(folder, given.events, console)
        console.print(figures(folder))


def figures(folder: Path) -> Rows:
    program, db = str(Path(sys.executable).with_name("croupier")), str(folder / "house.db")
    store = SqliteStore(folder / "house.db")
    events = sum(store.versions().values())
    rounds = max(store.versions()["table:t1"] // 30, 1)
    store.close()
    size = (folder / "house.db").stat().st_size
    rows = Rows("measure", "figure", title=f"{events:,} events, {size / 1e6:,.0f} MB")
    ready, memory = measured("-c", READY, str(folder))
    rows.add_row("a house ready, from the start of its process", f"{ready:.2f} s")
    rows.add_row("its memory", f"{int(memory) / 1024:,.0f} MB")
    for name, arguments in {
        "croupier house status": ("house", "status", db),
        "croupier audit recall of a player": ("audit", "recall", db, "p1"),
        "croupier audit replay of an early round": ("audit", "replay", db, "t1", "3"),
        "croupier audit replay of a round in the middle": (
            "audit",
            "replay",
            db,
            "t1",
            str(rounds // 2),
        ),
    }.items():
        seconds, _ = measured(program, *arguments)
        rows.add_row(name, f"{seconds:.2f} s")
    started = time.perf_counter()
    subprocess.run([sys.executable, program, "audit", "verify", db], check=True)
    seconds = time.perf_counter() - started
    rows.add_row("croupier audit verify", f"{seconds:.0f} s, {events / seconds:,.0f} events/s")
    return rows


if __name__ == "__main__":
    main()
