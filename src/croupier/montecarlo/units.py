"""Nets of bets by the cell of a round, as whole numbers of one small unit."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm, sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.montecarlo.paying import Paid


@dataclass(frozen=True)
class Units:
    """What a bet brings in each cell, in parts of its stake."""

    parts: int
    """Of a stake: the least number that makes every net whole."""
    of_cell: NDArray[np.int64]

    def net(self, units: int) -> Fraction:
        return Fraction(units, self.parts)


def by_cell(paid: Paid, bet: str, divisible: int = 1) -> Units:
    """A cell that no round can come to brings nothing."""
    nets = {cell: paid.exactly.net(bet, outcome) for cell, outcome in paid.of_cells.items()}
    parts = lcm(divisible, *[net.denominator for net in nets.values()])
    told = np.zeros(paid.cells.cells.number, np.int64)
    for cell, net in nets.items():
        told[cell] = int(net * parts)
    return Units(parts, told)


@dataclass
class Spread:
    """What stands for a mean's error when rounds hang together: sums over groups of rounds."""

    groups: int = 0
    rounds: int = 0
    units: int = 0
    squares: int = 0
    products: int = 0
    """Of a group's units and its rounds."""
    rounds_squared: int = 0

    def add(self, units: NDArray[np.int64], rounds: NDArray[np.int64]) -> None:
        """Groups, each with what it brought in how many rounds."""
        self.groups += len(units)
        self.rounds += int(rounds.sum())
        self.units += int(units.sum())
        wide = units.astype(object) if abs(units).max(initial=0) > FITS else units
        self.squares += int((wide * wide).sum())
        self.products += int((wide * rounds).sum())
        self.rounds_squared += int((rounds * rounds).sum())

    def error(self) -> float:
        """Of the mean of a round: the ratio of two sums over groups, by the delta method."""
        if self.groups < 2:  # noqa: PLR2004 - one group says nothing of how groups differ
            return 0.0
        mean = Fraction(self.units, self.rounds)
        squares = self.squares - 2 * mean * self.products + mean**2 * self.rounds_squared
        variance = squares / (self.groups - 1) * self.groups
        return sqrt(variance) / self.rounds

    def mean(self) -> Fraction:
        return Fraction(self.units, self.rounds)


FITS = 1 << 22
"""So many units squared, and a chunk of them summed, fit 64 bits."""


def merged(spreads: Mapping[str, Spread], other: Mapping[str, Spread]) -> None:
    """One added to by another."""
    for bet, spread in spreads.items():
        for name, value in vars(other[bet]).items():
            setattr(spread, name, getattr(spread, name) + value)
