"""A journal in PostgreSQL: many writers, the same entries, a schema of its own."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

import psycopg
import pytest

from croupier.problems import BadInput
from croupier.server.journal import open_store
from croupier.server.journal.keys import Keys
from croupier.server.journal.log import Log
from croupier.server.journal.postgres import PostgresStore
from croupier.server.journal.postgres_address import Address
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import (
    Checkpoint,
    Conflict,
    Selection,
    Short,
    Unavailable,
    Written,
)
from croupier.server.journal.tree import root_of
from croupier.server.streams import faults
from tests.support.postgres_writes import PAID_IN, new, opened, write

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.postgres_server import Server


# Many writers


def test_many_add_and_a_follower_misses_nothing(address: str) -> None:
    """Positions have no gap, and nothing appears behind what was already read."""
    stores = [opened(address) for _ in range(5)]
    *writers, follower = stores
    done, seen = threading.Event(), list[int]()

    def follow() -> None:
        while True:
            last = done.is_set()
            seen.extend(one.position for one in follower.told(seen[-1] if seen else 0))
            if last:
                return

    def add(number: int) -> list[int]:
        found: list[int] = []
        for version in range(40):
            [outcome] = writers[number].append([write(f"table:t{number}", version, new("dealt"))])
            assert isinstance(outcome, Written)
            found += outcome.positions
        return found

    with ThreadPoolExecutor(5) as pool:
        following = pool.submit(follow)
        placed = list(pool.map(add, range(4)))
        done.set()
        following.result()
    assert sorted(position for some in placed for position in some) == list(range(1, 161))
    assert all(some == sorted(some) for some in placed)
    assert seen == list(range(1, 161))
    assert follower.has_no_gap()
    for one in stores:
        one.close()


def test_opposite_transfers_never_wait_for_each_other(address: str) -> None:
    first, second = opened(address), opened(address)
    first.append([write("cage", 0, PAID_IN, new("paid-in", ("cage", -500), ("player:p2", 500)))])

    def move(store: PostgresStore, name: str, one: str, other: str) -> None:
        for version in range(30):
            moved = new("moved", (one, -1), (other, 1))
            [outcome] = store.append([write(name, version, moved)])
            assert isinstance(outcome, Written), outcome

    with ThreadPoolExecutor(2) as pool:
        one = pool.submit(move, first, "table:t1", "player:p1", "player:p2")
        other = pool.submit(move, second, "table:t2", "player:p2", "player:p1")
        one.result(), other.result()
    assert first.balances() == first.posted() == {"cage": -1000, "player:p1": 500, "player:p2": 500}
    first.close()
    second.close()


def test_a_balance_is_spent_once(address: str) -> None:
    stores = [opened(address) for _ in range(4)]
    stores[0].append([write("cage", 0, PAID_IN)])

    def spend(number: int) -> object:
        taken = new("staked", ("player:p1", -500), (f"stakes:t{number}", 500))
        [outcome] = stores[number].append([write(f"table:t{number}", 0, taken)])
        return outcome

    with ThreadPoolExecutor(4) as pool:
        outcomes = list(pool.map(spend, range(4)))
    assert outcomes.count(Written((2,))) == 1
    assert outcomes.count(Short("player:p1", 0)) == 3
    for one in stores:
        one.close()


def test_one_of_two_takes_the_end_of_a_stream(address: str) -> None:
    first, second = opened(address), opened(address)
    assert first.append([write("table:t1", 0, new("dealt"))]) == [Written((1,))]
    assert second.append([write("table:t1", 0, new("dealt"))]) == [Conflict("table:t1", 1)]
    again = write("cage", 0, PAID_IN, request="r1")
    assert [one.append([again])[0] == Written((2,)) for one in (first, second)] == [True, False]
    first.close()
    second.close()


def test_two_nodes_sign_one_log(address: str) -> None:
    first, second = opened(address), opened(address)
    keys = Keys.new()
    logs = Log(first, keys), Log(second, keys)
    for version in range(4):
        first.append([write("table:t1", version, new("dealt"))])
        assert [one.checkpoint(version) for one in logs] == [None, None]
        second.append([write("table:t2", version, new("dealt"))])
        assert [one.checkpoint(version) for one in reversed(logs)] == [None, None]
    assert [one.size for one in first.checkpoints()] == list(range(1, 9))
    assert list(faults(second, keys.public)) == []
    last = first.last_checkpoint()
    assert last is not None
    for late in (Checkpoint(8, b"other", "other", 9), Checkpoint(3, b"other", "other", 9)):
        assert second.save_checkpoint(late) is None
    assert (first.last_checkpoint(), len(list(first.checkpoints()))) == (last, 8)
    first.close()
    second.close()


# The same journal


def test_the_same_entries_have_the_same_root(
    stored: PostgresStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.journal.batch.os.urandom", bytes)
    other, keys = SqliteStore(tmp_path / "house.db"), Keys.new()
    for one in (stored, other):
        for version in range(3):
            some = [new("dealt", ("a", -number), ("b", number)) for number in range(100)]
            one.append([write("table:t1", version * 100, *some)])
            assert Log(one, keys).checkpoint(version) is None
    assert list(stored.everything()) == list(other.everything())
    assert list(stored.checkpoints()) == list(other.checkpoints())
    assert list(stored.nodes()) == list(other.nodes()) != []
    assert root_of(stored.tree_node, 300) == root_of(other.tree_node, 300)
    asked = Selection(event="dealt", before=250)
    assert [one.position for one in stored.select(asked)] == list(range(249, 0, -1))
    stored.back_up(tmp_path / "copy.db")
    with closing(SqliteStore(tmp_path / "copy.db")) as copy:
        assert list(copy.everything()) == list(stored.everything())
        assert (copy.balances(), copy.meta()) == (stored.balances(), stored.meta())
        assert list(faults(copy, keys.public)) == []
    other.close()


def test_a_reader_stays_at_its_moment(stored: PostgresStore) -> None:
    stored.append([write("cage", 0, PAID_IN)])
    with closing(stored.reader()) as reader:
        stored.append([write("cage", 1, *[new("dealt")] * 300)])
        assert (reader.tree_size(), len(list(reader.everything()))) == (1, 1)
        assert (stored.tree_size(), len(list(stored.everything()))) == (301, 301)
        again = stored.everything()
        assert next(again).position == 1
        stored.append([write("cage", 301, PAID_IN)])
        assert [one.position for one in again] == list(range(2, 302))


def test_ids_may_hold_anything(stored: PostgresStore) -> None:
    asked = write("cage", 0, PAID_IN, request="a\0b")
    assert stored.append([asked, write("table:t1", 0, new("dealt"))]) == [
        Written((1,)),
        Written((2,)),
    ]
    assert stored.answer_to("a\0b") == b'"answer"'


# Addresses and schemas


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("postgresql://u:secret@127.0.0.1:1/db", "cannot be opened as a house's journal: the"),
        ("postgresql://u:secret@127.0.0.1/db?schema=A-b", "a schema is named in small letters"),
        ("postgresql://u:secret@127.0.0.1/db?nonsense=1", "is no address of a database"),
        ("postgresql://u:secret@[::1/db", "is no address of a database"),
        ("postgresql://u:se/secret@127.0.0.1/db", "signs of a password are written like %40"),
        ("postgresql://u:se#secret@127.0.0.1/db", "signs of a password are written like %40"),
    ],
)
def test_addresses_that_lead_nowhere(url: str, says: str) -> None:
    with pytest.raises(BadInput) as raised:
        open_store(url)
    told = str(raised.value)
    assert says in told
    assert "secret" not in told
    assert "\n" not in told


def test_the_password_is_never_shown(stored: PostgresStore) -> None:
    assert "secret" not in f"{stored.where}{stored.address!r}"


def test_a_missing_driver_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(BadInput) as raised:
        open_store("postgresql://127.0.0.1/db")
    assert (
        str(raised.value)
        == "postgresql://127.0.0.1/db: needs croupier[postgres]: pip install 'croupier[postgres]'"
    )


def test_schemas_that_are_no_journal(postgres: Server) -> None:
    with pytest.raises(BadInput, match="is no house's journal"):
        open_store(postgres.fresh(), make=False)
    other = Address.of(postgres.fresh())
    postgres.ask_sql(f"CREATE SCHEMA {other.schema}")
    postgres.ask_sql(f"CREATE TABLE {other.schema}.entries (position BIGINT)")
    with pytest.raises(BadInput, match="the journal has no format number"):
        PostgresStore(other)
    more = Address.of(postgres.fresh())
    postgres.ask_sql(f"CREATE SCHEMA {more.schema}")
    postgres.ask_sql(f"CREATE TABLE {more.schema}.songs (title TEXT)")
    with pytest.raises(BadInput, match="is no house's journal, and not empty"):
        PostgresStore(more)
    with pytest.raises(BadInput, match="is no house's journal"):
        PostgresStore(more, make=False)


ATTACKS = {
    "trigger once_more": "CREATE TRIGGER once_more BEFORE INSERT ON {}.requests"
    " FOR EACH ROW EXECUTE FUNCTION {}.refuse('no')",
    "trigger entries_stay": "DROP TRIGGER entries_stay ON {}.entries",
    "trigger postings_stay": "ALTER TABLE {}.postings DISABLE TRIGGER postings_stay",
    "index postings_of_accounts": "DROP INDEX {}.postings_of_accounts",
    "table accounts": "ALTER TABLE {}.accounts ALTER COLUMN cents DROP NOT NULL",
    "table entries": "ALTER TABLE {}.entries ADD COLUMN other TEXT",
    "table other": "CREATE VIEW {}.other AS SELECT 1",
    "rule once_more": "CREATE RULE once_more AS ON INSERT TO {}.requests DO INSTEAD NOTHING",
    "function refuse": "CREATE OR REPLACE FUNCTION {}.refuse() RETURNS trigger"
    " LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
}


@pytest.mark.threat("T128")
@pytest.mark.parametrize("changed", ATTACKS)
def test_a_changed_schema_is_noticed(stored: PostgresStore, postgres: Server, changed: str) -> None:
    assert list(stored.wrong_schema()) == []
    postgres.ask_sql(ATTACKS[changed].replace("{}", stored.address.schema))
    wrong = f"its database is not as this program makes it: {changed}"
    assert wrong in list(stored.wrong_schema())


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {}.entries SET at = 2",
        "UPDATE {}.entries SET body = ''",
        "DELETE FROM {}.entries",
        "TRUNCATE {}.entries",
        "UPDATE {}.postings SET cents = 0",
        "DELETE FROM {}.postings",
        "UPDATE {}.accounts SET cents = -1 WHERE account = 'player:p1'",
        "INSERT INTO {}.checkpoints VALUES (0, '', '', 0)",
    ],
)
def test_the_database_itself_refuses_edits(
    stored: PostgresStore, postgres: Server, statement: str
) -> None:
    stored.append([write("cage", 0, PAID_IN)])
    Log(stored, Keys.new()).checkpoint(1)
    with pytest.raises(psycopg.errors.IntegrityError):
        postgres.ask_sql(statement.replace("{}", stored.address.schema))


@pytest.mark.threat("T127")
def test_what_another_put_in_is_refused(stored: PostgresStore, postgres: Server) -> None:
    Keys.new().unlock(stored)
    stored.append([write("cage", 0, PAID_IN)])
    schema = stored.address.schema
    postgres.ask_sql(
        f"INSERT INTO {schema}.entries VALUES (2, 'cage', 2, 1, 'x', 'x', 'x', 'x', NULL)"
    )
    [past] = stored.append([write("table:t1", 0, new("dealt"))])
    assert past == Unavailable("its log says 1 entries, and there are 2")
    postgres.ask_sql(f"UPDATE {schema}.log SET size = 2")
    [foreign] = stored.append([write("table:t1", 0, new("dealt"))])
    assert foreign == Unavailable("cage entry 2 (position 2) was not written by this house")
