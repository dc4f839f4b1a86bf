"""What bets tell of hands is kept for the next simulation, and changes nothing that is counted."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest

from croupier.mathematics import variant
from croupier.montecarlo.cache_files import DIGEST
from croupier.montecarlo.hands import Hands
from croupier.montecarlo.options import asked_of
from croupier.montecarlo.simulation import cells_of, simulate

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.montecarlo.asking import Asked

NAMES = ("three-pictures", "lucky-three-pictures", "royal-three-pictures", "three-card-poker")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "croupier"


def looks(cache: Path) -> list[Path]:
    return sorted(cache.glob("*.json"))


def hands(asked: Asked) -> Hands:
    found = cells_of(asked)
    assert isinstance(found, Hands)
    return found


@pytest.mark.parametrize("name", NAMES)
def test_kept_and_made_anew_are_the_same(cache: Path, name: str) -> None:
    asked = asked_of(name)
    made = hands(asked)
    [file] = looks(cache)
    again = hands(asked)
    plain = Hands(asked.game, asked.policy.folds if asked.policy else None)
    for one in (made, again):
        assert (one.looks, one.dealers) == (plain.looks, plain.dealers)
        assert one.cells.number == plain.cells.number
    assert looks(cache) == [file]


def test_they_are_read_and_not_asked_for_again(cache: Path) -> None:
    """Exchanged for others, those are believed: they decide where rounds are counted, never pay."""
    asked = asked_of("three-pictures")
    made = hands(asked)
    [file] = looks(cache)
    players, dealers = json.loads(file.read_bytes()[DIGEST:])
    other = json.dumps([[0] * len(players), dealers]).encode()
    file.write_bytes(sha256(other).digest() + other)
    assert set(hands(asked).looks.values()) == {0} != set(made.looks.values())


@pytest.mark.parametrize("damage", [b"", b"x" * DIGEST, b"\0" * 4000])
def test_damaged_they_are_made_anew(cache: Path, damage: bytes) -> None:
    asked = asked_of("royal-three-pictures")
    made = hands(asked)
    [file] = looks(cache)
    whole = file.read_bytes()
    file.write_bytes(damage)
    assert hands(asked).looks == made.looks
    assert file.read_bytes() == whole


def test_a_policy_folds_the_same_hands_whoever_made_them(cache: Path) -> None:
    one, other = (asked_of("three-card-poker", strategy=how) for how in ("always", "qualify"))
    assert simulate(one).outcomes != simulate(other).outcomes
    assert len(looks(cache)) == 1


def test_another_program_finds_nothing(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hands(asked_of("three-pictures"))
    monkeypatch.setattr("croupier.montecarlo.simulation.own_code", lambda: "another")
    hands(asked_of("three-pictures"))
    assert len(looks(cache)) == 2


def test_each_reading_has_its_own(cache: Path) -> None:
    for value in ("forfeited", "kept"):
        hands(asked_of("three-card-poker", interpretations={"envy-after-fold": value}))
    assert len(looks(cache)) == 2


def test_bets_of_no_document_are_not_kept(cache: Path) -> None:
    seven = (
        'game = "three-pictures"\nside-bets = ["Sevens"]\n[[line]]\nbet = "sevens"\n'
        'event = "A seven"\nwhen = { player-points = 7 }\npays = "3:1"\n'
    )
    hands(asked_of("three-pictures", pays=[variant(seven)]))
    assert not looks(cache)
