"""How bets of a round move together, against the lab's own joint distributions."""

from __future__ import annotations

import pytest

from croupier.games import GAMES, game
from croupier.lab.covariances import bets_of, kept, key_of, moves, on_boxes, written
from croupier.lab.joint import Rounds
from croupier.lab.odds import odds


@pytest.mark.slow
def test_what_is_kept_is_what_is_counted() -> None:
    """The smallest game counted again; each other is held against its own figures below."""
    one = game("royal-three-pictures")
    assert kept()[key_of(one)] == on_boxes(one, bets_of(one))
    assert len(written(one)) == 2 * 6


def test_every_game_is_kept_and_agrees_with_its_odds() -> None:
    for one in GAMES:
        found, figures = moves(one), odds(one).bets
        for bet in bets_of(one):
            assert found.within[bet, bet] == figures[bet].variance
        assert (key_of(one) in kept()) == bool(found.across)


def test_two_bets_on_one_hand() -> None:
    one = game("baccarat")
    assert moves(one, 8).within["player", "banker"] == Rounds(one, decks=8).covariance(
        "player", "banker"
    )
