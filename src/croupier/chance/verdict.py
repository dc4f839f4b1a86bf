"""How far a statistic strays from chance, and whether so many of them together do."""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, sqrt
from typing import TYPE_CHECKING, NamedTuple

from croupier.montecarlo.chi_square import ChiSquare, upper_gamma

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LEVEL = "0.99"
MAY_ERR = 0.01
"""So often good sources are found wanting, all tests taken together."""


class Measured(NamedTuple):
    statistic: float
    p: float
    """How likely chance strays so far or farther, to either side."""


def chi_square(statistic: float, freedom: int) -> Measured:
    """Too near to what is expected is found as well as too far from it."""
    above = ChiSquare(statistic, freedom).p
    return Measured(statistic, min(1.0, 2 * max(0.0, min(above, 1 - above))))


def normal(found: float, mean: float, variance: float) -> Measured:
    z = (found - mean) / sqrt(variance)
    return Measured(z, erfc(abs(z) / sqrt(2)))


def rare(found: int, mean: float) -> Measured:
    """A number of things each of which is unlikely (Poisson)."""
    as_many = 1 - upper_gamma(found, mean) if found else 1.0
    as_few = upper_gamma(found + 1, mean)
    return Measured(found, min(1.0, 2 * max(0.0, min(as_many, as_few))))


def never(found: int, mean: float) -> Measured:
    """A number of things that are not seen at all, unless something is wrong."""
    return Measured(found, min(1.0, mean) if found else 1.0)


@dataclass(frozen=True)
class Finding:
    """One test of one sample of one source."""

    source: str
    sample: str
    test: str
    statistic: float
    p: float
    adjusted: float
    """By Holm, for all tests together; below the share that may err it is a finding."""

    @property
    def passed(self) -> bool:
        return self.adjusted > MAY_ERR


def holm(chances: Sequence[float]) -> list[float]:
    """Each adjusted for how many were asked: the least by all, the next by one less (Holm)."""
    adjusted, most = [0.0] * len(chances), 0.0
    for place, index in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        most = max(most, min(1.0, (len(chances) - place) * chances[index]))
        adjusted[index] = most
    return adjusted


def judged(measured: Iterable[tuple[str, str, str, Measured]]) -> list[Finding]:
    """All of them together, in the order in which they were taken."""
    rows = list(measured)
    adjusted = holm([one.p for *_, one in rows])
    return [
        Finding(source, sample, test, *one, sure)
        for (source, sample, test, one), sure in zip(rows, adjusted, strict=True)
    ]
