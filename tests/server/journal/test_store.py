"""What every store must do: one suite, run on each kind."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from croupier.money import Posting
from croupier.problems import BadInput
from croupier.server.journal import open_store
from croupier.server.journal.keys import Keys
from croupier.server.journal.log import Log
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import (
    NONCE_BYTES,
    NOTHING_BEFORE,
    Answered,
    Conflict,
    Entry,
    New,
    Part,
    Short,
    Snapshot,
    Unavailable,
    Write,
    Written,
    hashed,
)
from croupier.server.streams import faults
from tests.support.attacked_house import unguarded

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.journal.store import Store


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "sqlite":
        where: Path | str = tmp_path / "house.db"
    else:
        where = request.getfixturevalue("postgres").fresh()
    made = open_store(where)
    yield made
    made.close()


def new(body: str, *postings: tuple[str, int]) -> New:
    return New(1, f'"{body}"'.encode(), tuple(Posting(*one) for one in postings))


def write(stream: str, expected: int, *entries: New, request: str | None = None) -> Write:
    return Write((Part(stream, expected, entries),), request, b'"answer"')


PAID_IN = new("paid in", ("cage", -500), ("player:p1", 500))
STAKED = new("staked", ("player:p1", -300), ("stakes:t1", 300))


def entry(number: int, of: New, previous: bytes, nonce: bytes) -> Entry:
    """The first stream's, where a position is a version."""
    return Entry(
        position=number,
        stream="table:t1",
        version=number,
        at=of.at,
        body=of.body,
        postings=of.postings,
        previous=previous,
        hash=hashed(previous, "table:t1", number, of, nonce),
        nonce=nonce,
    )


def test_what_is_written_is_there(store: Store) -> None:
    [outcome] = store.append([write("table:t1", 0, PAID_IN, STAKED)])
    assert outcome == Written((1, 2))
    first, second = store.read("table:t1")
    assert first == entry(1, PAID_IN, NOTHING_BEFORE, first.nonce)
    assert second == entry(2, STAKED, first.hash, second.nonce)
    assert len({first.nonce, second.nonce, bytes(NONCE_BYTES)}) == 3
    assert len(first.nonce) == len(second.nonce) == NONCE_BYTES
    assert store.balances() == {"cage": -500, "player:p1": 200, "stakes:t1": 300}
    assert (store.balance("player:p1"), store.balance("player:p9")) == (200, 0)
    assert (store.versions(), store.head("table:t1")) == ({"table:t1": 2}, (2, second.hash))


def test_only_the_end_of_a_stream_is_written_to(store: Store) -> None:
    store.append([write("table:t1", 0, PAID_IN)])
    late, next_, early = store.append(
        [write("table:t1", 0, STAKED), write("table:t1", 1, STAKED), write("table:t1", 5, STAKED)]
    )
    assert (late, next_, early) == (
        Conflict("table:t1", 1),
        Written((2,)),
        Conflict("table:t1", 2),
    )


@pytest.mark.standard(1)
def test_a_player_never_falls_below_nothing(store: Store) -> None:
    """Not even by two tables at the same instant; the write that fails leaves nothing behind."""
    store.append([write("cage", 0, PAID_IN)])
    other = new("staked", ("player:p1", -300), ("stakes:t2", 300))
    first, second = store.append([write("table:t1", 0, STAKED), write("table:t2", 0, other)])
    assert (first, second) == (Written((2,)), Short("player:p1", 200))
    assert store.versions() == {"cage": 1, "table:t1": 1}
    assert store.balances() == {"cage": -500, "player:p1": 200, "stakes:t1": 300}


def test_parts_of_a_write_stand_or_fall_together(store: Store) -> None:
    parts = (Part("table:t1", 0, (PAID_IN,)), Part("meter:m", 3, (new("fed"),)))
    [outcome] = store.append([Write(parts)])
    assert outcome == Conflict("meter:m", 0)
    assert (store.versions(), store.balances(), list(store.everything())) == ({}, {}, [])


def test_a_request_sent_again_is_answered_again(store: Store) -> None:
    store.append([write("cage", 0, PAID_IN, request="r1")])
    again = store.append([write("cage", 1, PAID_IN, request="r1")])
    assert again == [Answered(b'"answer"')]
    assert (store.versions(), store.answer_to("r1"), store.answer_to("r2")) == (
        {"cage": 1},
        b'"answer"',
        None,
    )


def test_what_a_request_was_is_kept_with_its_answer(store: Store) -> None:
    parts = (Part("cage", 0, (PAID_IN,)),)
    kept = Answered(b"1", b"asked")
    asked, other = Write(parts, "r1", b"1", b"asked"), Write(parts, "r1", b"2", b"other")
    assert store.append([asked, other]) == [Written((1,)), kept]
    assert (store.append([other]), store.answers_to(["r1", "r2"])) == ([kept], {"r1": kept})
    assert [kept.is_of(one) for one in (b"asked", b"other", b"")] == [True, False, True]


def test_a_refused_request_may_be_sent_again(store: Store) -> None:
    [short] = store.append([write("table:t1", 0, STAKED, request="r1")])
    assert isinstance(short, Short)
    store.append([write("cage", 0, PAID_IN)])
    assert store.append([write("table:t1", 0, STAKED, request="r1")]) == [Written((2,))]


def test_what_another_connection_wrote_counts(store: Store) -> None:
    """Also where this one has just looked, and has written the balance itself."""
    store.append([write("cage", 0, PAID_IN)])
    assert store.answers_to(["r1"]) == {}
    other = store.another()
    assert other.append([write("table:t1", 0, STAKED, request="r1")]) == [Written((2,))]
    other.close()
    [again] = store.append([write("table:t1", 1, STAKED, request="r1")])
    assert again == Answered(b'"answer"')
    [short] = store.append([write("table:t1", 1, STAKED, request="r2")])
    assert short == Short("player:p1", store.balance("player:p1"))


def test_what_was_not_written_is_not_known(store: Store) -> None:
    """A request that was looked up, and then written, is there."""
    assert store.answers_to(["r1", "r2"]) == {}
    store.append([write("cage", 0, PAID_IN, request="r1")])
    assert store.answers_to(["r1", "r2"]) == {"r1": Answered(b'"answer"')}
    assert store.append([write("cage", 1, PAID_IN, request="r1")]) == [Answered(b'"answer"')]


MANY = [
    write("cage", one, new(f"{one}", ("a", -1), (f"player:p{one}", 1)), request=f"r{one}")
    for one in range(150)
]


def test_many_writes_of_one_commit(store: Store) -> None:
    store.append([write("table:t1", 0, new("opened"))])
    assert store.append(MANY) == [Written((number + 2,)) for number in range(150)]
    assert store.append(MANY[-1:]) == [Answered(b'"answer"')]
    kept = list(store.read("cage"))
    assert [one.body for one in kept] == [f'"{number}"'.encode() for number in range(150)]
    assert [one.postings[1].account for one in kept] == [f"player:p{one}" for one in range(150)]
    assert store.balances() == store.posted()
    assert (store.balances()["a"], store.versions()["cage"]) == (-150, 150)
    assert all(one.previous == before.hash for before, one in pairwise(kept))
    assert len({one.nonce for one in kept}) == 150


def test_a_commit_of_which_one_row_is_refused(tmp_path: Path) -> None:
    """Nothing of it is there, and the next one begins anew."""
    store = SqliteStore(tmp_path / "house.db")
    with closing(sqlite3.connect(tmp_path / "house.db", isolation_level=None)) as raw:
        raw.execute("INSERT INTO postings VALUES (100, 0, 'x', 0)")
        assert {type(one) for one in store.append(MANY)} == {Unavailable}
        assert (list(store.everything()), store.balances(), store.versions()) == ([], {}, {})
        with unguarded(raw):
            raw.execute("DELETE FROM postings")
    assert store.append(MANY) == [Written((number + 1,)) for number in range(150)]
    assert store.balances() == store.posted()


def test_snapshots_and_meta(store: Store) -> None:
    store.append([write("table:t1", 0, PAID_IN)])
    store.save_snapshot(Snapshot("table:t1", 1, b"x"))
    store.save_snapshot(Snapshot("table:t1", 2, b"y"))
    assert store.snapshot("table:t1") == Snapshot("table:t1", 2, b"y")
    assert store.snapshot("table:t2") is None
    store.set_meta("name", "one")
    store.set_meta("name", "two")
    assert store.meta() == {"name": "two"}


def test_a_whole_journal_has_no_faults(store: Store) -> None:
    store.append([write("cage", 0, PAID_IN), write("table:t1", 0, STAKED)])
    Log(store, Keys.new()).checkpoint(1)
    assert list(faults(store)) == []


# SQLite alone

TAMPERED = {
    "a body changed": "UPDATE entries SET body = CAST('x' AS BLOB) WHERE position = 2",
    "a body emptied": "UPDATE entries SET body = X'' WHERE position = 2",
    "a time changed": "UPDATE entries SET at = 2 WHERE position = 2",
    "an entry removed": "DELETE FROM entries WHERE position = 2",
    "the last entry removed": "DELETE FROM entries WHERE position = 3",
    "entries exchanged": "UPDATE entries SET version = 5 - version WHERE stream = 'table:t1'",
    "a posting changed": "UPDATE postings SET cents = cents * 2 WHERE position = 2",
    "a posting removed": "DELETE FROM postings WHERE position = 2 AND line = 0",
    "a balance changed": "UPDATE accounts SET cents = cents + 1 WHERE account = 'player:p1'",
    "an entry inserted": "INSERT INTO entries (stream, version, at, body, previous, hash, nonce)"
    " VALUES ('table:t1', 3, 1, CAST('x' AS BLOB), zeroblob(32), zeroblob(32), zeroblob(16))",
    "a checkpoint forged": "UPDATE checkpoints SET note = replace(note, 'croupier', 'somebody')",
    "a checkpoint removed": "DELETE FROM checkpoints",
    "a node changed": "INSERT INTO nodes VALUES (8, 0, zeroblob(32))",
}


@pytest.mark.threat("T81")
@pytest.mark.parametrize("tampering", TAMPERED)
def test_tampering_is_found(tmp_path: Path, tampering: str) -> None:
    path, keys = tmp_path / "house.db", Keys.new()
    store = SqliteStore(path)
    store.append([write("cage", 0, PAID_IN), write("table:t1", 0, STAKED, new("dealt"))])
    assert Log(store, keys).checkpoint(1) is None
    assert list(faults(store, keys.public)) == []
    store.close()
    raw = sqlite3.connect(path)
    with raw, unguarded(raw):
        raw.execute("PRAGMA ignore_check_constraints = ON")
        for statement in TAMPERED[tampering].split(";"):
            raw.execute(statement)
    raw.close()
    assert list(faults(SqliteStore(path), keys.public)) != []


@pytest.mark.threat("T81")
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE entries SET at = 2",
        "UPDATE entries SET body = X''",
        "DELETE FROM entries",
        "UPDATE postings SET cents = 0",
        "DELETE FROM postings",
        "UPDATE accounts SET cents = -1 WHERE account = 'player:p1'",
    ],
)
def test_the_file_itself_refuses_edits(tmp_path: Path, statement: str) -> None:
    store = SqliteStore(tmp_path / "house.db")
    store.append([write("cage", 0, PAID_IN)])
    with pytest.raises(sqlite3.IntegrityError):
        store.connection.execute(statement)


def test_a_locked_file_pauses_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    store, other = SqliteStore(path), sqlite3.connect(path, isolation_level=None)
    store.connection.execute("PRAGMA busy_timeout = 10")
    store.append([write("cage", 0, PAID_IN)])
    other.execute("BEGIN IMMEDIATE")
    assert store.append([write("table:t1", 0, STAKED)]) == [Unavailable("database is locked")]
    other.execute("ROLLBACK")
    assert store.append([write("table:t1", 0, STAKED)]) == [Written((2,))]
    other.close()


def test_a_full_disk_pauses_and_loses_nothing(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    store.append([write("cage", 0, PAID_IN)])
    [pages] = store.connection.execute("PRAGMA page_count").fetchone()
    store.connection.execute(f"PRAGMA max_page_count = {pages}")
    big = New(1, b'"' + b"x" * 100_000 + b'"')
    assert store.append([write("table:t1", 0, big)]) == [Unavailable("database or disk is full")]
    store.connection.execute("PRAGMA max_page_count = 100000")
    assert store.append([write("table:t1", 0, big)]) == [Written((2,))]
    Log(store, Keys.new()).checkpoint(1)
    assert list(faults(store)) == []


def test_a_backup_is_the_house(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "house.db")
    store.append([write("cage", 0, PAID_IN), write("table:t1", 0, STAKED)])
    Log(store, Keys.new()).checkpoint(1)
    store.back_up(tmp_path / "copy.db")
    copy = SqliteStore(tmp_path / "copy.db")
    assert list(copy.everything()) == list(store.everything())
    assert (copy.balances(), list(faults(copy))) == (store.balances(), [])
    with pytest.raises(BadInput, match="is there already"):
        store.back_up(tmp_path / "copy.db")


def test_files_that_are_no_journal(tmp_path: Path) -> None:
    bad = tmp_path / "bad.db"
    bad.write_bytes(b"this is no database, and long enough to look at" * 10)
    with pytest.raises(BadInput, match="cannot be opened as a house's journal"):
        SqliteStore(bad)
    newer = tmp_path / "newer.db"
    with sqlite3.connect(newer) as raw:
        raw.execute("PRAGMA user_version = 99")
    raw.close()
    with pytest.raises(BadInput, match="has format 99, from a newer version of croupier"):
        SqliteStore(newer)
