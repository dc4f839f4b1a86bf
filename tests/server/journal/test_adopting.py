"""Journals from before there were checkpoints: adopted once, when their seals hold."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from croupier.cli.main import run
from croupier.problems import BadInput
from croupier.server.housekeeping import found_house
from croupier.server.journal.acts import JournalAdopted
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.server.streams import faults
from tests.support.attacked_house import opened
from tests.support.folders import ROOT
from tests.support.played_rounds import tampered

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return shutil.copytree(ROOT / "tests" / "data" / "house-0.1" / "house", tmp_path / "old")


ADOPT = "croupier audit adopt FOLDER --by NAME"


def adopted(folder: Path) -> int:
    return run(["audit", "adopt", str(folder), "--by", "m1"])


def test_a_journal_from_before_is_adopted_once(old: Path) -> None:
    assert adopted(old) == 0
    for _ in range(2):
        house = OpenHouse(old, profile=LIGHT)
        told = [one for one in house.acts.last if isinstance(one, JournalAdopted)]
        assert [(one.entries, one.by) for one in told] == [(464, "m1")]
        assert list(faults(house.store, house.keys.public)) == []
        house.close()
    assert adopted(old) == 2


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ("DELETE FROM seals WHERE stream = 'table:t1'", "has no seal of table:t1"),
        ("UPDATE seals SET signature = zeroblob(64)", "was not made with the house's key"),
        ("UPDATE accounts SET cents = 7 WHERE account = 'player:p1'", "holds 7"),
    ],
)
def test_a_journal_from_before_that_is_not_whole_is_not_adopted(
    old: Path, statement: str, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    tampered(old / "house.db", statement)
    assert adopted(old) == 2
    told = capsys.readouterr().err
    assert says in told
    assert "croupier audit verify tells more" in told


@pytest.mark.threat("T66")
def test_nothing_is_adopted_by_opening(old: Path) -> None:
    """Else a journal that was stripped of its checkpoints would be."""
    with pytest.raises(BadInput, match="is from before there were checkpoints") as refused:
        OpenHouse(old, profile=LIGHT)
    assert ADOPT in str(refused.value)


def without(folder: Path, *names: str) -> None:
    for name in names:
        for file in folder.glob(f"{name}*"):
            file.unlink()


@pytest.mark.parametrize(
    "gone", [("house.db", "checkpoint"), ("house.db", "checkpoint", "signing.pub")]
)
def test_a_new_journal_beside_old_keys_is_a_recorded_act(
    folder: Path, gone: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    without(folder, *gone)
    with pytest.raises(BadInput):
        opened(folder)
    assert run(["serve", "--folder", str(folder), "--port", "0"]) == 2
    said = capsys.readouterr().err
    assert "its journal is empty beside keys of a house" in said
    assert ADOPT in said
    assert said.count("\n") == 1
    without(folder, "house.db")
    assert adopted(folder) == 0
    house = opened(folder)
    [act, *_] = house.acts.last
    assert isinstance(act, JournalAdopted)
    assert (act.by, act.entries) == ("m1", 0)
    house.close()


def test_a_journal_of_nothing_is_not_begun_again(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    found_house(folder)
    without(folder, "house.db")
    with pytest.raises(BadInput, match="is not in its journal"):
        opened(folder)


def test_a_journal_with_checkpoints_is_not_adopted(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert adopted(folder) == 2
    assert "there were checkpoints of its journal" in capsys.readouterr().err
    without(folder, "house.db")
    assert adopted(folder) == 2
    assert "there were checkpoints of its journal" in capsys.readouterr().err


def test_only_a_house_with_keys_adopts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert adopted(tmp_path) == 2
    assert "there is no signing key of a house" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())
