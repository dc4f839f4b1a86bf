"""The arithmetic of baccarat's player and banker hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.outcome import lost
from croupier.engine.vocabulary import BANKER, NO_OR_YES, of_other, of_player

if TYPE_CHECKING:
    from croupier.cards import Hand
    from croupier.engine.outcome import Outcome

ON_SIX = (6,)


def banker_won_on_six(outcome: Outcome) -> bool:
    """Hands rank by their points alone."""
    return outcome.against_rank == ON_SIX and lost(outcome)


def is_pair(hand: Hand) -> bool:
    """The first two cards are of one rank."""
    return hand[0].rank == hand[1].rank


def player_pair(outcome: Outcome) -> bool:
    return is_pair(outcome.hand)


def banker_pair(outcome: Outcome) -> bool:
    return is_pair(outcome.against)


WORDS = (of_player("pair", NO_OR_YES, is_pair), of_other(BANKER, "pair", NO_OR_YES, is_pair))
