"""A house that was played in and closed, and what whoever holds its database does to it."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.server.journal.keys import Keys
from croupier.server.journal.log import FILE
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.cage import Cage
from croupier.server.opening import OpenHouse
from croupier.server.people.accounts import RoleChanged
from croupier.server.people.passwords import LIGHT
from croupier.server.people.people import People
from croupier.server.play.house import House
from croupier.wire.house import plan_house
from tests.support.configured_house import written
from tests.support.played_house import Floor

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PLAN = plan_house(written("baccarat", more='dealer = "person"').encode())
GUARDS = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"


def opened(folder: Path) -> OpenHouse:
    house = OpenHouse(folder, plan=PLAN, pace=0, profile=LIGHT)
    house.furnish()
    return house


def played_house(folder: Path) -> Path:
    """With people, money and a few hundred entries, closed."""
    house = opened(folder)
    house.acts.record(house.opened())
    house.people.first_staff(1)
    for name in ("p1", "p2"):
        house.cage.buy_in(name, 100_000, "c1", 2)
    floor = Floor(house.play, "baccarat", at=house.clock())
    for _ in range(16):
        floor.round()
    house.play.checkpoint(house.clock())
    house.close()
    return folder


@contextmanager
def unguarded(raw: sqlite3.Connection) -> Iterator[None]:
    """By somebody who knows the triggers, and puts them back."""
    guards = list(raw.execute(GUARDS))
    for name, _ in guards:
        raw.execute(f"DROP TRIGGER {name}")
    yield
    for _, guard in guards:
        raw.execute(guard)


def edited(folder: Path, *statements: str) -> None:
    raw = sqlite3.connect(folder / "house.db")
    with raw, unguarded(raw):
        for statement in statements:
            raw.execute(statement)
    raw.close()


CUT = """
    DELETE FROM beside WHERE position > {end};
    DELETE FROM postings WHERE position > {end};
    DELETE FROM entries WHERE position > {end};
    DELETE FROM snapshots;
    DELETE FROM heads;
    INSERT INTO heads SELECT stream, MAX(version), hash FROM entries GROUP BY stream;
    DELETE FROM accounts;
    INSERT INTO accounts SELECT account, SUM(cents) FROM postings GROUP BY account"""
"""The end of the journal dropped, with all that was ever said of it."""


def put_back(folder: Path, size: int) -> None:
    """To an old checkpoint, which the database itself keeps."""
    raw = sqlite3.connect(folder / "house.db")
    [(size, note)] = raw.execute(
        "SELECT size, note FROM checkpoints WHERE size >= ? ORDER BY size LIMIT 1", (size,)
    )
    raw.close()
    more = f"DELETE FROM checkpoints WHERE size > {size}", "DELETE FROM nodes"  # noqa: S608
    edited(folder, *CUT.format(end=size).split(";"), *more)
    (folder / FILE).write_text(note)


def forged(folder: Path) -> None:
    """Money and a role, well chained, by the program itself and without a key."""
    store = SqliteStore(folder / "house.db")
    at = max(entry.at for entry in store.everything()) + 1
    people, house = People(store, profile=LIGHT), House(store, Keys.new())
    people.write(RoleChanged(at=at, by="f1", name="d1", role=Role.SHIFT_MANAGER))
    paid = Cage(store, house.balances, house.own_play).buy_in("p1", 77_700_000, "c1", at)
    assert not isinstance(paid, Refused)
    store.close()
