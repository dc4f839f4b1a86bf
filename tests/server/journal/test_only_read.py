"""A journal that an older version left is read as it is: only who owns the house upgrades it."""

from __future__ import annotations

from contextlib import closing
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from croupier import digest
from croupier.cli.main import run
from croupier.problems import BadInput
from croupier.server.journal import database, open_store, postgres_schema
from croupier.server.journal.postgres_address import Address
from croupier.server.journal.postgres_line import opened
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.wire.house import plan_house
from tests.support.left_houses import left_by, schema_of, verified

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from tests.support.postgres_server import Server

READERS = (
    ["house", "status", "{}"],
    ["house", "check", "{}"],
    ["house", "verify-program", "{}"],
    ["house", "keys", "{}"],
    ["audit", "verify", "{}"],
    ["audit", "replay", "{}", "baccarat", "1"],
    ["report", "{}"],
)


@pytest.mark.slow
@pytest.mark.parametrize("schema", [5, 7])
def test_whoever_reads_leaves_a_file_as_it_was(
    schema: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = left_by(schema, tmp_path / "house")
    before = sha256((house / "house.db").read_bytes()).digest()
    for words in READERS:
        assert run([word.format(house) for word in words]) in {0, 1}, capsys.readouterr()
    assert verified(house) == 0, capsys.readouterr()
    assert sha256((house / "house.db").read_bytes()).digest() == before
    assert schema_of(house) == schema


def test_whoever_owns_it_upgrades_it(tmp_path: Path) -> None:
    house = left_by(7, tmp_path / "house")
    with closing(SqliteStore(house / "house.db", reading=True)) as reads:
        size = reads.tree_size()
    assert run(["house", "unlock", str(house), "nobody"]) == 2
    assert schema_of(house) == 8
    with closing(SqliteStore(house / "house.db")) as store:
        assert store.tree_size() == size


def version_in(url: str) -> int | None:
    address = Address.of(url)
    with closing(opened(address, writing=False)) as line:
        return postgres_schema.version_in(line, address.schema)


def test_whoever_reads_leaves_a_database_as_it_was(
    tmp_path: Path,
    postgres: Server,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    house, url = left_by(7, tmp_path / "house"), postgres.fresh()
    monkeypatch.setattr(postgres_schema, "MIGRATIONS", ("0001.sql",))
    assert run(["house", "move", str(house), url]) == 0, capsys.readouterr()
    assert schema_of(house) == 7
    monkeypatch.undo()
    assert run(["house", "status", url]) == 0
    assert "tickets not yet redeemed: 50.00" in capsys.readouterr().out
    verify = ["audit", "verify", url, "--key", str(house / "signing.pub")]
    assert run(verify) == 0, capsys.readouterr()
    capsys.readouterr()
    assert run(["house", "nodes", "--database", url]) == 2
    told = capsys.readouterr().err
    assert told == f"{Address.of(url).shown}: {postgres_schema.OLDER}\n"
    assert version_in(url) == 1
    open_store(url).close()
    assert version_in(url) == len(postgres_schema.MIGRATIONS)
    assert run(verify) == 0, capsys.readouterr()
    assert run(["house", "nodes", "--database", url]) == 0


def test_one_that_cannot_be_read_as_it_is_says_what_to_do(
    postgres: Server, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    url = postgres.fresh()
    open_store(url).close()
    newer = (*postgres_schema.MIGRATIONS, "0003.sql")
    monkeypatch.setattr(postgres_schema, "MIGRATIONS", newer)
    monkeypatch.setattr(postgres_schema.prepare, "__kwdefaults__", {"reads_from": len(newer)})
    assert run(["house", "status", url]) == 2
    assert capsys.readouterr().err == f"{Address.of(url).shown}: {postgres_schema.OLDER}\n"
    assert version_in(url) == len(newer) - 1


def one_more(connection: sqlite3.Connection, _version: int) -> None:
    """What the next version will change."""
    connection.execute(f"PRAGMA user_version = {len(database.MIGRATIONS)}")


@pytest.mark.slow
def test_a_program_that_was_not_accepted_upgrades_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = left_by(7, tmp_path / "house")
    assert run(["house", "accept-program", str(house)]) == 0
    assert schema_of(house) == len(database.MIGRATIONS)
    monkeypatch.setattr(digest, "lines_now", lambda *_: ("server/app.py " + "e" * 64,))
    monkeypatch.setattr(database, "MIGRATIONS", (*database.MIGRATIONS, "0009.sql"))
    monkeypatch.setattr(database, "migrate", one_more)
    text = (house / "house.toml").read_bytes()
    with pytest.raises(BadInput, match="is not the one that was accepted"):
        OpenHouse(house, plan=plan_house(text), profile=LIGHT)
    assert schema_of(house) == len(database.MIGRATIONS) - 1
