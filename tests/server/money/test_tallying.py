"""The index of reports in a house that deals."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING

from croupier.server import tallying
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money import kept_sums
from croupier.server.money.report import Asked, report_of
from croupier.server.streams import faults
from tests.support.http_callers import founded, serving
from tests.support.played_house import Floor, furnished
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_a_house_keeps_it_while_it_deals(tmp_path: Path) -> None:
    founded(tmp_path, rounds=2)
    with serving(tmp_path) as server:
        store = server.house.store
        wait_until(
            lambda: kept_sums.get(store, kept_sums.CURSOR, kept_sums.Cursor), "the index is kept"
        )
        assert server.as_("s1").get("/api/report")[1]["rounds"] >= 2
    with closing(SqliteStore(tmp_path / "house.db")) as store:
        found = report_of(store, Asked())
        assert found.read < store.tree_size()
        assert list(faults(store)) == []
        store.ask("DELETE FROM snapshots WHERE stream LIKE 'report-%'")
        anew = report_of(store, Asked())
        assert anew.read == store.tree_size()
        assert (anew.total, anew.rows) == (found.total, found.rows)


def test_one_that_is_far_behind_catches_up_a_little_at_a_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    floor = Floor(house)
    for _ in range(3):
        floor.round()
    before = report_of(house.store, Asked(by="player"))
    monkeypatch.setattr(tallying, "MOST", 7)
    size, looks = house.store.tree_size(), 0
    while tallying.keep_some(house.store):
        looks += 1
        now = report_of(house.store, Asked(by="player"))
        assert (now.rows, now.groups, now.read) == (
            before.rows,
            before.groups,
            max(0, size - 7 * looks),
        )
    assert looks == -(-size // 7)
