"""What the record of a player's round has besides its cards and money: id, state, end, share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.server.past.recall import last_rounds
from croupier.table import commands as asks
from croupier.table.commands import CLOCK
from tests.support.jackpot_tables import D1, ODD, Pit

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.past.recall import Recalled

BY_JACKPOT, WITHOUT = "t1p1", "t1p2"


@pytest.fixture
def pit(tmp_path: Path) -> Pit:
    return Pit(tmp_path / "house.db", rate="1/7")


def record(pit: Pit, player: str = BY_JACKPOT) -> Recalled:
    return last_rounds(pit.house.store, player)[0]


def told(one: Recalled) -> tuple[str, str, int | None, str]:
    return one.id, one.state, one.ended_at, one.to_jackpot


@pytest.mark.standard(13)
def test_a_round_from_its_first_bet_to_its_end(pit: Pit) -> None:
    pit.open("t1")
    assert told(record(pit)) == ("t1-1", "in-play", None, "0"), "bets may still be taken back"
    pit.carry("t1", asks.CloseBetting())
    assert told(record(pit)) == ("t1-1", "in-play", None, "500/7")
    assert record(pit, WITHOUT).to_jackpot == "0"
    pit.deal("t1", ODD)
    pit.decide("t1")
    pit.carry("t1", asks.Settle(), D1)
    assert told(record(pit)) == ("t1-1", "complete", pit.at, "500/7")
    ended = pit.at
    pit.open("t1")
    first = last_rounds(pit.house.store, BY_JACKPOT)[1]
    assert told(first) == ("t1-1", "complete", ended, "500/7")
    assert record(pit).id == "t1-2"


@pytest.mark.standard(13)
def test_a_round_that_is_interrupted_and_then_void(pit: Pit) -> None:
    pit.open("t1")
    pit.carry("t1", asks.CloseBetting())
    pit.ask("t1", asks.Interrupt(), CLOCK)
    assert told(record(pit)) == ("t1-1", "interrupted", None, "500/7")
    pit.ask("t1", asks.Resume(), CLOCK)
    assert told(record(pit)) == ("t1-1", "cancelled", pit.at, "0")


def test_rounds_of_two_tables_have_two_ids(pit: Pit) -> None:
    for name in ("t1", "t2"):
        pit.open(name)
    assert [record(pit, f"{name}p1").id for name in ("t1", "t2")] == ["t1-1", "t2-1"]
