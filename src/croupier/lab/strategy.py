"""Play or fold: where the line runs, and what other policies cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.lab.hands import HANDS
from croupier.lab.poker import HandValue, Lab, best

if TYPE_CHECKING:
    from croupier.cards import Hand
    from croupier.engine.game import Game
    from croupier.lab.figures import BetOdds


Folds = Callable[[HandValue], bool]


@dataclass(frozen=True)
class Policy:
    name: str
    odds: BetOdds
    staked: Fraction
    """Ante and play together, on average, per ante."""

    @property
    def element_of_risk(self) -> Fraction:
        return self.odds.house_edge / self.staked


@dataclass(frozen=True)
class Strategy:
    """Best play of a game, beside other ways to play it."""

    lab: Lab
    weakest_played: Hand
    strongest_folded: Hand
    policies: tuple[Policy, ...]

    @property
    def best(self) -> Policy:
        return self.policies[0]

    def value(self, hand: Hand) -> HandValue:
        return self.lab.value(hand)


def strategy(game: Game) -> Strategy:
    lab = Lab(game)
    played = [value.hand for value in lab.hands if not best(value)]
    folded = [value.hand for value in lab.hands if best(value)]
    qualifies = game.qualifies
    assert qualifies is not None
    policies: dict[str, Folds] = {
        "best play": best,
        "play what would qualify": lambda value: not qualifies.when(value.hand),
        "always play": lambda _: False,
    }
    return Strategy(
        lab,
        min(played, key=lab.dealers.of),
        max(folded, key=lab.dealers.of),
        tuple(policy(lab, name, folds) for name, folds in policies.items()),
    )


def policy(lab: Lab, name: str, folds: Folds) -> Policy:
    odds = lab.entry(folds)
    played = sum(value.alike for value in lab.hands if not folds(value))
    return Policy(name, odds, 1 + Fraction(played, HANDS))
