"""How often each whole number came, so that quantiles and moments are exact."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]


class Tally:
    """Values in order, each with its count."""

    __slots__ = ("counts", "values")

    def __init__(self, values: Numbers | None = None) -> None:
        given = np.zeros(0, np.int64) if values is None else values
        self.values, self.counts = np.unique(given, return_counts=True)

    def add(self, other: Tally) -> None:
        values = np.concatenate([self.values, other.values])
        counts = np.concatenate([self.counts, other.counts])
        if not len(values):
            return
        order = np.argsort(values, kind="stable")
        values, counts = values[order], counts[order]
        starts = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
        self.values, self.counts = values[starts], np.add.reduceat(counts, starts)

    @property
    def total(self) -> int:
        return int(self.counts.sum())

    def below(self, value: int) -> int:
        return int(self.counts[: np.searchsorted(self.values, value)].sum())

    def quantile(self, chance: float) -> int:
        """The least value that is not exceeded so often."""
        place = int(np.searchsorted(np.cumsum(self.counts), chance * self.total))
        return int(self.values[min(place, len(self.values) - 1)])

    @property
    def mean(self) -> Fraction:
        return Fraction(self.sum_of_powers(1), self.total)

    @property
    def variance(self) -> Fraction:
        return Fraction(self.sum_of_powers(2), self.total) - self.mean**2

    @property
    def sd(self) -> float:
        return sqrt(self.variance)

    def sum_of_powers(self, power: int) -> int:
        pairs = zip(self.values.tolist(), self.counts.tolist(), strict=True)
        return sum(value**power * count for value, count in pairs)
