"""To whom the options of a dealing error are offered, and who may let a player out of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import IRREGULARITIES, OfferedTo, Remedy, Role
from croupier.engine.rulings import ruling
from croupier.games import game
from tests.support.agreed_irregularities import every_combination

if TYPE_CHECKING:
    from croupier.engine.rulings import Ruling

TO_ALL = {"5.9", "5.14.1"}
"""Which say all players at the table; 5.10 itself says those who are affected."""
OF_THE_DEALER = {"dealer-hand-miscounted"}
"""The dealer's hand is everybody's."""


def every_ruling(name: str) -> list[Ruling]:
    asked = [(one, facts) for one in IRREGULARITIES for facts in every_combination(one)]
    return [ruling(game(name), irregularity, facts) for irregularity, facts in asked]


def offering(name: str) -> list[Ruling]:
    return [one for one in every_ruling(name) if Remedy.OFFER_OPTIONS in one.remedies]


@pytest.mark.clause(
    "three-card-poker",
    "5.10",
    "5.10.1",
    "5.10.2",
    "5.10.3",
    "5.9",
    "5.14.1",
    title="Affected players are those whose boxes the error touched",
)
def test_affected_players_are_those_whose_boxes_the_error_touched() -> None:
    found = offering("three-card-poker")
    assert found
    for one in found:
        whole_table = TO_ALL & set(one.clauses) or one.irregularity in OF_THE_DEALER
        wanted = OfferedTo.ALL if whole_table else OfferedTo.AFFECTED
        assert (one.irregularity, one.offered_to) == (one.irregularity, wanted), one.facts


@pytest.mark.clause(
    "three-pictures",
    "5.6",
    "5.6.1",
    "5.6.3",
    "5.8",
    "5.8.1",
    title="When a hand is removed, those who remain are asked",
)
@pytest.mark.clause(
    "lucky-three-pictures",
    "5.6",
    "5.6.1",
    "5.6.3",
    "5.8",
    "5.8.1",
    title="When a hand is removed, those who remain are asked",
)
@pytest.mark.parametrize("name", ["three-pictures", "lucky-three-pictures"])
def test_when_a_hand_is_removed_those_who_remain_are_asked(name: str) -> None:
    for one in offering(name):
        removed = Remedy.REMOVE_HAND in one.remedies
        wanted = OfferedTo.REMAINING if removed else OfferedTo.ALL
        assert (one.irregularity, one.offered_to) == (one.irregularity, wanted), one.facts
        assert ("the remaining players" in one.says) == removed


@pytest.mark.clause(
    "royal-three-pictures", "5.5", "5.6", "5.7", title="By 5.7 a dissatisfied player may be let out"
)
def test_by_5_7_a_dissatisfied_player_may_be_let_out() -> None:
    found = [one for one in every_ruling("royal-three-pictures") if {"5.5", "5.6"} & {*one.clauses}]
    assert {one.irregularity for one in found} == {"misdealt", "player-hand-miscounted"}
    for one in found:
        assert "5.7" in one.clauses
        assert one.withdrawal_by is Role.PIT_SUPERVISOR
        assert "dissatisfied" in one.says
