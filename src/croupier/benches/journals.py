"""A journal made by a real house, and what it takes to verify it.

Rounds at four tables, two of which share a jackpot, money paid in, guests who arrive.
"""

from __future__ import annotations

import tempfile
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.benches.figures import Figure, processor_seconds
from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.server.journal import keyring
from croupier.server.journal.backup import journal
from croupier.server.journal.keys import key_places
from croupier.server.journal.log import FILE
from croupier.server.journal.meta import DEMONSTRATION, YES
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.cage import Cage
from croupier.server.people.people import People
from croupier.server.play.house import House
from croupier.server.play.requests import Carried, Request
from croupier.server.streams import faults
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

EVENTS = 6_000
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


def made(folder: Path, events: int, progress: Callable[[int], object] = lambda _: None) -> None:
    """A house with so many events; one that is there is used."""
    folder.mkdir(parents=True, exist_ok=True)
    store = SqliteStore(folder / "house.db")
    keys = keyring.opened(key_places(folder), store).signing
    keys.unlock(store)
    house = House(store, keys, folder / FILE)
    house.store.set_meta(DEMONSTRATION, YES)
    people, cage = People(store.another()), Cage(house.store, house.balances, house.own_play)
    for name, game in GAMES.items():
        if name not in house.tables:
            house.add_table(name, setup_of(game), "m1", 0)
    length = sum(house.store.versions().values())
    if length >= events:
        return
    asked = rounds(last_at(house))
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
        progress(length)
    people.store.close()
    house.store.close()


def last_at(house: House) -> int:
    return max(live.table.since for live in house.tables.values())


def measured() -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        made(folder, EVENTS)
        with journal(folder / "house.db") as store:
            entries = store.tree_size()
            found: list[str] = []
            seconds = processor_seconds(lambda: found.extend(faults(store)))
            assert not found, found[0]
    yield Figure(
        measure=f"audit verify of {entries:,} entries, each",
        value=seconds / entries * 1e6,
        unit="µs",
        goal="10 µs",
    )
