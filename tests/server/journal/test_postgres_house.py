"""A whole house whose journal lies in PostgreSQL: played in, opened again, forgotten."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from croupier.server.journal import open_store
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import (
    Beside,
    New,
    Part,
    Snapshot,
    Write,
    Written,
)
from croupier.server.streams import faults
from tests.support import attacked_house
from tests.support.postgres_writes import new, write

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest

    from croupier.server.journal.postgres import PostgresStore
    from tests.support.played_rounds import Asked


def test_a_house_is_played_in_and_opened_again(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ask: Callable[..., Asked]
) -> None:
    folder = tmp_path / "house"
    monkeypatch.setattr("croupier.server.opening.open_store", lambda _path: open_store(address))
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
