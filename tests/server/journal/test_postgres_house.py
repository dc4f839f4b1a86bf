"""A whole house whose journal lies in PostgreSQL: played in, opened again, archived, forgotten."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from croupier.server.journal import open_store
from croupier.server.journal.archive import ArchiveFile
from croupier.server.journal.keys import Keys
from croupier.server.journal.log import Log
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import (
    ArchivingWrite,
    Beside,
    New,
    Part,
    Snapshot,
    Unreadable,
    Write,
    Written,
)
from croupier.server.streams import faults
from tests.support import attacked_house
from tests.support.postgres_writes import PAID_IN, new, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.server.journal.postgres import PostgresStore
    from tests.support.played_rounds import Asked


def test_a_house_is_played_in_and_opened_again(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ask: Callable[..., Asked]
) -> None:
    folder = tmp_path / "house"
    monkeypatch.setattr(
        "croupier.server.opening.open_store", lambda _path: open_store(address, beside=folder)
    )
    attacked_house.played_house(folder)
    key = folder / "signing.pub"
    for _ in range(2):
        house = attacked_house.opened(folder)
        size, money = house.store.tree_size(), house.store.balances()
        assert list(faults(house.store, house.keys.public)) == []
        house.close()
    assert size > 300
    assert ask("audit", "verify", address, "--key", key).status == 0
    with closing(open_store(address)) as store:
        assert (store.tree_size() >= size, store.balances()) == (True, money)
        store.back_up(tmp_path / "copy.db")
    with closing(SqliteStore(tmp_path / "copy.db")) as copy:
        assert list(faults(copy, key.read_text("ascii").strip())) == []


def test_a_private_value_is_gone_for_good(stored: PostgresStore) -> None:
    private = Beside("password", b"salt", b'"value"')
    kept = New(1, b'{"event":"account-made","password":"digest:00"}', (), (private,))
    stored.append([write("people", 0, kept)])
    stored.save_snapshot(Snapshot("people", 1, b"value"))
    assert [one.beside for one in stored.everything()] == [(private,)]
    erasing = Write((Part("house", 0, (new("private-erased"),)),), erases=((1, "password"),))
    assert stored.forget(erasing) == Written((2,))
    [erased, _] = stored.everything()
    assert erased.beside == (Beside("password", None, None),)
    assert (list(stored.erased()), stored.snapshot("people")) == ([(1, "password")], None)


def test_an_entry_loses_its_body_to_a_file_alone(stored: PostgresStore) -> None:
    stored.append([write("table:t1", 0, *[PAID_IN] * 3)])
    file = ArchiveFile("entries-1-2.jsonl", 1, 2, 2, bytes(32))
    parts = (Part("house", 0, (new("entries-archived"),)),)
    [beyond] = stored.append([ArchivingWrite(parts, file=file, empties=(1, 3))])
    assert getattr(beyond, "reason", "") == "the database refuses what breaks its rules"
    assert stored.append([ArchivingWrite(parts, file=file, empties=(1, 2))]) == [Written((4,))]
    assert stored.archives() == [file]
    stored.shrink()
    with pytest.raises(Unreadable, match="which cannot be read"):
        list(stored.everything())
    assert [one.position for one in stored.everything(2)] == [3, 4]
    Log(stored, Keys.new()).checkpoint(1)
    assert list(stored.wrong_schema()) == []
