"""What a bet is settled on, and the conditions that every game shares."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from croupier.cards import Hand
    from croupier.engine.ranking import Rank


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """A hand, the hand against it (the dealer's; in baccarat the banker's), and the decision."""

    hand: Hand
    against: Hand
    rank: Rank
    against_rank: Rank
    folded: bool = False


Condition = Callable[[Outcome], bool]


def always(_: Outcome) -> bool:
    return True


def won(outcome: Outcome) -> bool:
    return outcome.rank > outcome.against_rank


def lost(outcome: Outcome) -> bool:
    return outcome.rank < outcome.against_rank


def stood_off(outcome: Outcome) -> bool:
    return outcome.rank == outcome.against_rank


def folded(outcome: Outcome) -> bool:
    return outcome.folded
