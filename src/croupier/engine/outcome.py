"""What a bet is settled on, and the conditions that every game shares."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec

import msgspec
from msgspec.structs import replace

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

    @property
    def unfolded(self) -> Outcome:
        """As it is by the cards alone."""
        return replace(self, folded=False) if self.folded else self


Condition = Callable[[Outcome], bool]
P = ParamSpec("P")


def named(factory: Callable[P, Condition]) -> Callable[P, Condition]:
    """Conditions that a function makes, each found again under a name, so that copies find it."""

    @wraps(factory)
    def make(*args: P.args, **facts: P.kwargs) -> Condition:
        name = "_".join(["of", *map(str, (*args, *facts.values()))])
        if name not in vars(make):
            condition = factory(*args, **facts)
            condition.__qualname__ = f"{factory.__qualname__}.{name}"
            setattr(make, name, condition)
        found: Condition = vars(make)[name]
        return found

    return make


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
