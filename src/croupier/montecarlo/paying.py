"""What counted rounds come to: every cell settled by the rulebook, beside the exact odds."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING

from croupier.engine.bets import Pays
from croupier.lab.joint import Rounds
from croupier.lab.paytables import slug
from croupier.montecarlo.chi_square import compared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from croupier.cards import Hand
    from croupier.engine.outcome import Outcome
    from croupier.montecarlo.asking import Asked
    from croupier.montecarlo.chi_square import ChiSquare
    from croupier.montecarlo.counting import Counts
    from croupier.montecarlo.hands import Hands
    from croupier.montecarlo.shoes import Shoes

    Dealt = Iterable[tuple[Outcome, int]]


@dataclass(frozen=True)
class BetPaid:
    """A bet over all rounds, per unit of its stake, beside what it should come to."""

    bet: str
    mean: Fraction
    exact: Fraction
    standard_error: float

    @property
    def z(self) -> float:
        off = float(self.mean - self.exact)
        return off / self.standard_error if self.standard_error else 0.0


class Paid:
    """Counted hands under a game's pays, readings and policy."""

    def __init__(self, cells: Hands | Shoes, counts: Counts, asked: Asked) -> None:
        self.cells, self.counts, self.game = cells, counts, asked.game
        self.folds = asked.policy.folds if asked.policy else None
        self.exactly = Rounds(
            asked.game,
            decks=asked.decks,
            jackpot=asked.jackpot,
            meter_cents=asked.meter_cents,
            folds=asked.policy.folds_valued if asked.policy else None,
        )

    @cached_property
    def of_cells(self) -> dict[int, Outcome]:
        """What a round in each cell comes to; cells that no round can come to are left out."""
        examples = ((cell, self.cells.example(cell)) for cell in range(self.cells.cells.number))
        return {cell: self.outcome(*found) for cell, found in examples if found}

    @cached_property
    def outcomes(self) -> list[tuple[Outcome, int]]:
        """What was counted, as `ways`."""
        counted = self.counts.nonzero()[0].tolist()
        return self.ways((self.of_cells[cell], int(self.counts[cell])) for cell in counted)

    @cached_property
    def exact_outcomes(self) -> list[tuple[Outcome, int]]:
        return self.ways(self.exactly.outcomes)

    def ways(self, dealt: Dealt) -> list[tuple[Outcome, int]]:
        """An outcome for all that are settled by the same lines, and how many those are."""
        found: dict[tuple[int, ...], tuple[Outcome, int]] = {}
        bets = self.game.bets
        for outcome, number in dealt:
            lines = (outcome.folded, *[id(bet.settle(outcome)) for bet in bets])
            example, before = found.get(lines, (outcome, 0))
            found[lines] = example, before + number
        return list(found.values())

    def outcome(self, hand: Hand, against: Hand) -> Outcome:
        return self.game.outcome(hand, against, folded=bool(self.folds and self.folds(hand)))

    @cached_property
    def rounds(self) -> int:
        return int(self.counts.sum())

    @property
    def names(self) -> list[str]:
        return list(self.game.placeable)

    def bets(self) -> Iterator[BetPaid]:
        """Their errors by the exact variance, which rare awards do not fool."""
        for name in self.names:
            exact, variance = self.exact(name)
            mean, _ = moments(self.nets(name, self.outcomes))
            yield BetPaid(name, mean, exact, sqrt(variance / self.rounds))

    def exact(self, name: str) -> tuple[Fraction, Fraction]:
        """The mean and the variance that a bet should have."""
        return moments(self.nets(name, self.exact_outcomes))

    def nets(self, bet: str, dealt: Dealt) -> dict[Fraction, int]:
        found: dict[Fraction, int] = defaultdict(int)
        for outcome, number in dealt:
            found[self.exactly.net(bet, outcome)] += number
        return found

    def classes(self) -> dict[str, int]:
        """How often the bets together came out so."""
        return self.named(self.outcomes)

    def named(self, dealt: Dealt) -> dict[str, int]:
        found: dict[str, int] = defaultdict(int)
        for outcome, number in dealt:
            found[self.name(outcome)] += number
        return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))

    def name(self, outcome: Outcome) -> str:
        lines = ((bet, bet.settle(outcome)) for bet in self.game.bets)
        return " ".join(
            f"{bet.name}:{slug(line.event)}"
            for bet, line in lines
            if not bet.bonus_on or isinstance(line, Pays)
        )

    def chi_square(self) -> ChiSquare:
        exact = self.named(self.exact_outcomes)
        chances = {name: Fraction(number, self.exactly.total) for name, number in exact.items()}
        return compared(self.classes(), chances, self.rounds)


def moments(nets: Mapping[Fraction, int]) -> tuple[Fraction, Fraction]:
    """Mean and variance."""
    total = sum(nets.values())
    mean = sum((net * number for net, number in nets.items()), Fraction(0)) / total
    square = sum((net**2 * number for net, number in nets.items()), Fraction(0)) / total
    return mean, square - mean**2
