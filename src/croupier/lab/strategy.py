"""Play or fold: where the line runs, and what other policies cost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.cards import RANKS, Card, Hand
from croupier.engine.bets import Result
from croupier.lab.poker import HandValue, Lab, best

if TYPE_CHECKING:
    from fractions import Fraction

    from croupier.engine.bets import Bet
    from croupier.engine.game import Game
    from croupier.lab.figures import BetOdds


Folds = Callable[[HandValue], bool]


@dataclass(frozen=True)
class Policy:
    name: str
    odds: BetOdds

    @property
    def staked(self) -> Fraction:
        """Ante and play together, on average, per ante."""
        return self.odds.staked

    @property
    def element_of_risk(self) -> Fraction:
        return self.odds.element_of_risk


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

    def lost_by_folding(self, bet: Bet) -> int:
        """How many hands that best play folds would have won a bet on the own hand."""
        return sum(
            value.alike
            for value in self.lab.hands
            if value.best_is_fold and self.wins(bet, value.hand)
        )

    def wins(self, bet: Bet, hand: Hand) -> bool:
        return bet.settle(self.lab.game.outcome(hand, self.lab.weak)).result is Result.WIN

    def chart(self) -> dict[str, dict[str, str]]:
        """Odd cards with the highest card of the line: play or fold by the other two."""
        high = max((card.rank for card in self.weakest_played), key=RANKS.index)
        below = RANKS[: RANKS.index(high)][::-1]
        grid: dict[str, dict[str, str]] = {}
        for middle in below:
            for low in below[below.index(middle) + 1 :]:
                hand = Hand((Card(high, "c"), Card(middle, "d"), Card(low, "h")))
                if self.lab.dealers.of(hand) < self.lab.first_not_odd:
                    choice = "fold" if self.value(hand).best_is_fold else "play"
                    grid.setdefault(middle, {})[low] = choice
        return grid


def strategy(game: Game) -> Strategy:
    lab = Lab(game)
    played = [value.hand for value in lab.hands if not best(value)]
    folded = [value.hand for value in lab.hands if best(value)]
    qualifies = game.qualifies
    assert qualifies is not None
    policies: dict[str, Folds] = {
        "best play": best,
        "play what would qualify": lambda value: not qualifies.when(value.hand),
        "always play, as blind": lambda _: False,
    }
    return Strategy(
        lab,
        min(played, key=lab.dealers.of),
        max(folded, key=lab.dealers.of),
        tuple(Policy(name, lab.entry(folds)) for name, folds in policies.items()),
    )
