"""A start from what was kept is a start from everything; what is unreliable is passed over."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import pytest

from croupier.server.journal import snapshots
from croupier.server.journal.meta import DEMONSTRATION
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import Unreadable
from croupier.server.money.books import TicketIssued
from croupier.server.money.cage import Cage
from croupier.server.past.played import moments, played_round
from croupier.server.past.recall import last_rounds
from croupier.server.people.passwords import LIGHT
from croupier.server.people.people import People
from croupier.server.play.house import House
from croupier.server.streams import faults
from croupier.table import saved
from croupier.table.pool import fed
from tests.support.played_house import KEYS, Floor, furnished

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Entry
    from croupier.server.money.books import Books
    from croupier.server.money.jackpots import LiveMeter
    from croupier.server.people.accounts import Account, Open
    from croupier.table.state import Table

KINDS = ("table:t1", "table:t2", "meter:three-card-poker", "cage", "people")


class Reading(SqliteStore):
    """Counts the entries that are read."""

    entries_read = 0

    def entries(self, where: str, given: tuple[object, ...]) -> Iterator[Entry]:
        for entry in super().entries(where, given):
            self.entries_read += 1
            yield entry


class Known(NamedTuple):
    """All that a house knows after a start."""

    tables: dict[str, tuple[Table, int]]
    meters: dict[str, LiveMeter]
    cage: Books
    accounts: dict[str, Account]
    sessions: dict[str, Open]
    guests: int


def known(path: Path) -> tuple[Known, int]:
    store = Reading(path)
    house, people = House(store, KEYS), People(store, profile=LIGHT)
    cage = Cage(house.store, house.balances, house.own_play)
    told = Known(
        {name: (live.table, live.version) for name, live in house.tables.items()},
        house.meters.now(),
        cage.books,
        people.accounts,
        people.sessions,
        people.register.guests,
    )
    store.close()
    return told, store.entries_read


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A house in which every stream has snapshots, and something after the last one."""
    file = tmp_path_factory.mktemp("made") / "house.db"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("croupier.server.journal.snapshots.EVERY", 5)
        play(file)
    return file


@pytest.fixture
def path(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(made, tmp_path))


def play(file: Path) -> None:
    house = furnished(file, "three-card-poker", "three-card-poker")
    house.store.set_meta(DEMONSTRATION, "yes")
    people, cage = (
        People(SqliteStore(file), profile=LIGHT),
        Cage(house.store, house.balances, house.own_play),
    )
    floors = [Floor(house, name) for name in ("t1", "t2")]
    for at in range(8):
        for floor in floors:
            floor.round()
        people.guest(at)
        ticket = cage.cash_out("p1", 1000, "c1", at)
        assert isinstance(ticket, TicketIssued)
        if at % 3:
            cage.redeem(ticket.shown, "c1", at)
    floors[0].open()
    floors[0].bet()
    house.store.close()
    people.store.close()


def changed(path: Path, statement: str, *given: object) -> None:
    with sqlite3.connect(path) as raw:
        assert raw.execute(statement, given).rowcount
    raw.close()


def test_a_house_started_from_snapshots_is_the_house_started_from_all_events(path: Path) -> None:
    store = SqliteStore(path)
    assert all(store.snapshot(stream) for stream in KINDS)
    assert list(faults(store, KEYS.public)) == []
    store.close()
    quick, few = known(path)
    changed(path, "DELETE FROM snapshots")
    slow, all_ = known(path)
    assert quick == slow
    assert few < all_ / 4


def newest(path: Path, stream: str) -> tuple[int, snapshots.Kept]:
    store = SqliteStore(path)
    found = store.snapshot(stream)
    store.close()
    assert found is not None
    kept = snapshots.opened(found)
    assert kept is not None
    return found.version, kept


def put(path: Path, stream: str, version: int, kept: snapshots.Kept) -> None:
    """As somebody would who knows how a snapshot is made."""
    made = msgspec.structs.replace(kept, digest=snapshots.digest(stream, version, kept))
    changed(
        path,
        "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)",
        stream,
        version,
        msgspec.msgpack.encode(made),
    )


@pytest.mark.parametrize("stream", KINDS)
@pytest.mark.parametrize(
    "how", ["no data", "noise", "a byte", "state", "shape", "chain", "version"]
)
def test_a_snapshot_that_cannot_be_relied_on_is_passed_over(
    path: Path, stream: str, how: str
) -> None:
    expected, _ = known(path)
    version, kept = newest(path, stream)
    replace = msgspec.structs.replace
    data = msgspec.msgpack.encode(kept)
    broken = {
        "no data": b"",
        "noise": b"\xff" * 40,
        "a byte": data[:-3] + bytes([data[-3] ^ 1]) + data[-2:],
        "state": msgspec.msgpack.encode(replace(kept, state=b"")),
    }
    if how in broken:
        changed(
            path,
            "UPDATE snapshots SET data = ? WHERE stream = ? AND version = ?",
            broken[how],
            stream,
            version,
        )
    elif how == "shape":  # of another program, whose struct was another
        put(path, stream, version, replace(kept, shape="0" * 16, state=b"\x90"))
    elif how == "chain":  # of another house
        put(path, stream, version, replace(kept, entry=bytes(32)))
    else:  # of entries that are not there
        put(path, stream, version + 10_000, kept)
    found, _ = known(path)
    assert found == expected


def test_the_audit_says_which_snapshot_is_not_what_the_journal_says(path: Path) -> None:
    """Also one that a start would trust, which only whoever has the file can make."""
    for stream, state in {
        "table:t1": saved.save,
        "meter:three-card-poker": saved.save_jackpot,
    }.items():
        version, kept = newest(path, stream)
        older = moments(SqliteStore(path), "t1") if stream == "table:t1" else None
        if older is not None:
            table = next(one.after for one in older if one.after.round.number == 1)
            forged = state(table)  # type: ignore[operator]
        else:
            jackpot = saved.load_jackpot(kept.state)
            richer = msgspec.structs.replace(jackpot, pool=fed(jackpot.pool, ("t9", 1), 500))
            forged = saved.save_jackpot(richer)
        put(path, stream, version, msgspec.structs.replace(kept, state=forged))
        said = f"the snapshot of {stream} at entry {version} is not what the journal says"
        assert said in list(faults(SqliteStore(path), KEYS.public))


def test_one_of_another_program_s_shape_is_no_fault(path: Path) -> None:
    version, kept = newest(path, "table:t1")
    put(path, "table:t1", version, msgspec.structs.replace(kept, shape="0" * 16))
    assert list(faults(SqliteStore(path), KEYS.public)) == []


class Inner(msgspec.Struct):
    cents: int


class Longer(msgspec.Struct, tag="Inner"):
    cents: int
    more: int = 0


class One(msgspec.Struct):
    held: dict[str, Inner]


class Two(msgspec.Struct):
    held: dict[str, Longer]


def test_a_shape_is_of_the_fields_and_all_that_they_hold() -> None:
    kinds = (Inner, Longer, One, Two, saved.Saved, saved.SavedJackpot)
    assert len({snapshots.shape_of(kind) for kind in kinds}) == len(kinds)


def test_a_shape_is_the_same_in_every_process() -> None:
    """Whatever order Python gives its sets there."""
    asked = "from croupier.server.journal import snapshots; from croupier.table import saved; "
    asked += "print(*map(snapshots.shape_of, (saved.Saved, saved.SavedJackpot)))"
    told = {
        subprocess.run(
            [sys.executable, "-c", asked],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }
    here = " ".join(map(snapshots.shape_of, (saved.Saved, saved.SavedJackpot)))
    assert told == {here}


# Rounds of long ago


def test_a_round_is_told_the_same_without_reading_all(path: Path) -> None:
    store = Reading(path)
    total = sum(store.versions().values())
    told = {}
    for number in (1, 4, 8, 9):
        store.entries_read = 0
        told[number] = played_round(store, "t1", number)
        assert store.entries_read < total / 2
    recalled = last_rounds(store, "p1")
    store.close()
    changed(path, "DELETE FROM snapshots")
    again = SqliteStore(path)
    for number, found in told.items():
        assert played_round(again, "t1", number) == found
    assert last_rounds(again, "p1") == recalled
    assert [one.round for one in recalled] == [9, 8, 8, 7, 7, 6, 6, 5, 5, 4]
    again.close()


class Unread(SqliteStore):
    """The disk fails for whoever reads."""

    is_away = False

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        if self.is_away:
            raise Unreadable("disk I/O error")
        return super().read(stream, after)


def test_what_was_written_stands_though_no_snapshot_can_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 1)
    store = Unread(tmp_path / "house.db")
    house = House(store, KEYS)
    cage = Cage(store, house.balances, house.own_play)
    store.is_away = True
    made = cage.buy_in("p1", 10_000, "c1", 0)
    assert getattr(made, "cents", None) == 10_000
    assert store.snapshot("cage") is None
    store.is_away = False
    cage.buy_in("p1", 10_000, "c1", 1)
    assert getattr(store.snapshot("cage"), "version", None) == 2
