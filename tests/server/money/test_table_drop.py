"""Drop at a table: the least money with which its players could have made their stakes there."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from croupier.server.money import kept_sums
from croupier.server.money.report import Asked, report_of
from croupier.server.money.sums import Brought
from tests.support.played_house import furnished
from tests.support.rigged import STAKE, Rigged

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.play.house import House

NOON = 1_800_000_000_000
HOUR = 3_600_000


def drop(house: House, since: int | None = None, until: int | None = None) -> int | None:
    [table] = report_of(house.store, Asked(since, until, "table")).groups
    return table.table_drop_cents


@pytest.mark.standard(40)
@pytest.mark.parametrize(
    ("results", "stakes"),
    [("w", 1), ("l", 1), ("ll", 2), ("lw", 2), ("lwl", 2), ("wl", 1), ("wll", 1), ("llwwlll", 3)],
)
def test_what_the_table_gave_is_staked_again_first(
    tmp_path: Path, results: str, stakes: int
) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    Rigged(house, NOON).play(results)
    found = report_of(house.store, Asked(by="table"))
    [table] = found.groups
    assert table.table_drop_cents == found.total.table_drop_cents == stakes * STAKE
    lost = results.count("l") - results.count("w")
    assert table.table_hold is not None
    assert table.table_hold * stakes == lost
    for what in ("game", "player"):
        told = {one.name: one for one in report_of(house.store, Asked(by=what)).groups}
        name = "three-pictures" if what == "game" else "p1"
        assert told[name].table_drop_cents == stakes * STAKE
    [dealer] = report_of(house.store, Asked(by="dealer")).groups
    assert dealer.table_drop_cents is None


def test_the_index_tells_the_same_and_a_part_begins_with_nothing(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    floor = Rigged(house, NOON)
    for results, at in (("lll", NOON), ("ww", NOON + HOUR), ("llll", NOON + 2 * HOUR)):
        floor.at = at
        floor.play(results)
    for _ in range(2):
        assert drop(house) == 5 * STAKE, "three and one, of which three come back, and one more"
        assert drop(house, NOON, NOON + 2 * HOUR) == 4 * STAKE
        assert drop(house, NOON + HOUR) == 2 * STAKE, "one, which becomes three, and one more"
        kept_sums.keep(house.store)
    assert list(kept_sums.faults(house.store)) == []


def test_stretches_are_put_together_in_any_grouping() -> None:
    """Of every way to cut 6 rounds in three, that one and the same comes out."""

    def all_of(stakes: list[tuple[int, int]]) -> Brought:
        found = Brought()
        for staked, lost in stakes:
            found.stake(staked, lost)
        return found

    rounds = [(10, 10), (30, -30), (5, 5), (60, 60), (20, -160), (90, 90)]
    whole = all_of(rounds)
    assert (whole.least, whole.lost) == (65, -25)
    for one in range(7):
        for other in range(one, 7):
            found = Brought()
            for first, last in pairwise((0, one, other, 6)):
                found.then(all_of(rounds[first:last]))
            assert found == whole
