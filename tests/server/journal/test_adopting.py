"""Journals from before there were checkpoints: adopted once, when their seals hold."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from croupier.problems import BadInput
from croupier.server.journal.acts import JournalAdopted
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.server.streams import faults
from tests.support.folders import ROOT
from tests.support.played_rounds import tampered

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return shutil.copytree(ROOT / "tests" / "data" / "house-0.1" / "house", tmp_path / "old")


def test_a_journal_from_before_is_adopted_once(old: Path) -> None:
    for _ in range(2):
        house = OpenHouse(old, profile=LIGHT)
        adopted = [one for one in house.acts.last if isinstance(one, JournalAdopted)]
        assert [one.entries for one in adopted] == [464]
        assert list(faults(house.store, house.keys.public)) == []
        house.close()


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("DELETE FROM seals WHERE stream = 'table:t1'", "has no seal of table:t1"),
        ("UPDATE seals SET signature = zeroblob(64)", "was not made with the house's key"),
        ("UPDATE accounts SET cents = 7 WHERE account = 'player:p1'", "holds 7"),
    ],
)
def test_a_journal_from_before_that_is_not_whole_is_not_adopted(
    old: Path, statement: str, says: str
) -> None:
    tampered(old / "house.db", statement)
    with pytest.raises(BadInput) as refused:
        OpenHouse(old, profile=LIGHT)
    assert says in str(refused.value)
    assert "croupier audit verify tells more" in str(refused.value)
