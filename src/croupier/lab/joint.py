"""Several bets on one hand: what a round brings altogether, and how the bets move together."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from croupier.engine.bets import Awards, Pays
from croupier.engine.deal import Tableau
from croupier.lab import pictures, tableau
from croupier.lab.jackpot import own_net
from croupier.lab.lines import net_of
from croupier.lab.poker import Lab
from croupier.problems import BadInput, among

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.engine.configuration import JackpotTerms
    from croupier.engine.game import Game
    from croupier.engine.outcome import Outcome
    from croupier.lab.poker import HandValue

Nets = dict[Fraction, Fraction]
"""What a round can bring, and how likely."""
Stakes = Mapping[str, int | Fraction]
"""By bet, all in one unit."""


class Rounds:
    """The outcomes of one round of a game, each with its weight; a decision as told, else best."""

    def __init__(
        self,
        game: Game,
        *,
        decks: int | None = None,
        jackpot: JackpotTerms | None = None,
        meter_cents: int | None = None,
        folds: Callable[[HandValue], bool] | None = None,
    ) -> None:
        self.game, self.decks, self.jackpot, self.folds = game, decks, jackpot, folds
        self.meter_cents = jackpot.seed_cents if jackpot and meter_cents is None else meter_cents
        self.lab = Lab(game) if game.decision else None

    @cached_property
    def outcomes(self) -> list[tuple[Outcome, int]]:
        if isinstance(self.game.deal, Tableau):
            shoe = tableau.full_shoe(self.decks or self.game.packs.most)
            return list(tableau.outcomes(self.game, shoe))
        if self.lab is not None:
            return list(self.lab.outcomes(self.folds))
        return list(pictures.outcomes(self.game))

    @cached_property
    def total(self) -> int:
        return sum(number for _, number in self.outcomes)

    def nets(self, stakes: Stakes) -> Nets:
        """What a round brings with these stakes on one hand, in their unit."""
        self.check(stakes)
        weights: dict[Fraction, int] = {}
        for outcome, number in self.outcomes:
            net = self.brings(stakes, outcome)
            weights[net] = weights.get(net, 0) + number
        return {net: Fraction(number, self.total) for net, number in sorted(weights.items())}

    def check(self, stakes: Stakes) -> None:
        offered = self.game.placeable
        for bet, stake in stakes.items():
            if bet not in offered:
                raise BadInput(f"no bet is called {bet[:40]!r}; {among(bet, offered)}")
            if not isinstance(stake, int | Fraction):
                raise BadInput(f"a stake is a whole number or a fraction, not {stake!r}", bet)
            if stake <= 0:
                raise BadInput("a stake is more than 0", bet)
        if not stakes:
            raise BadInput("a round needs a bet")

    def staked(self, stakes: Stakes) -> int | Fraction:
        """In one round at most: the entry bet once more if played."""
        entry = self.game.decision.entry if self.game.decision else ""
        return sum(stakes.values()) + stakes.get(entry, 0)

    def brings(self, stakes: Stakes, outcome: Outcome) -> Fraction:
        """All the bets of one outcome."""
        return sum((stake * self.net(bet, outcome) for bet, stake in stakes.items()), Fraction(0))

    def net(self, name: str, outcome: Outcome) -> Fraction:
        """One bet of one outcome; the entry bet with its play bet and bonus."""
        bet = self.game.bet[name]
        line = bet.settle(outcome)
        if isinstance(line, Awards):
            assert self.jackpot is not None
            assert self.lab is not None
            return own_net(self.lab, line, self.meter_cents or 0, self.jackpot.bet_cents)
        net = net_of(line)
        decision = self.game.decision
        if decision is None or name != decision.entry:
            return net
        bonus = self.game.bonus[name].settle(outcome)
        net += net_of(bonus) if isinstance(bonus, Pays) else 0
        if not outcome.folded:
            net += net_of(self.game.bet[decision.play].settle(outcome))
        return net

    def covariance(self, one: str, other: str) -> Fraction:
        """Of the nets of two bets on the same hand."""
        both = first = second = Fraction(0)
        for outcome, number in self.outcomes:
            x, y = self.net(one, outcome), self.net(other, outcome)
            both += x * y * number
            first += x * number
            second += y * number
        return both / self.total - first * second / self.total**2
