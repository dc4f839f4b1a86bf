"""How likely counts stray so far from what was expected, by Pearson's test."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, lgamma, log
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

LEAST_EXPECTED = 5
"""Classes expected less often are taken together, as the approximation needs."""
CLOSE = 1e-15


@dataclass(frozen=True)
class ChiSquare:
    statistic: float
    freedom: int
    """Classes compared, less one."""

    @property
    def p(self) -> float:
        """The chance of a statistic so large or larger."""
        return upper_gamma(self.freedom / 2, self.statistic / 2) if self.freedom else 1.0


def compared(counts: Mapping[str, int], expected: Mapping[str, Fraction], total: int) -> ChiSquare:
    """Counts beside the chance of each class; what cannot be but was counted is beyond chance."""
    if any(name not in expected for name, number in counts.items() if number):
        return ChiSquare(float("inf"), max(1, len(expected) - 1))
    often = {name: chance for name, chance in expected.items() if chance * total >= LEAST_EXPECTED}
    rows = [(counts.get(name, 0), float(chance * total)) for name, chance in often.items()]
    seldom = float(total - sum(chance * total for chance in often.values()))
    if seldom > 0:
        rows.append((total - sum(number for number, _ in rows), seldom))
    told = [row for row in rows if row[1] >= LEAST_EXPECTED] or rows
    statistic = sum((number - mean) ** 2 / mean for number, mean in told)
    return ChiSquare(statistic, len(told) - 1)


def upper_gamma(a: float, x: float) -> float:
    """The regularised incomplete gamma function Q(a, x)."""
    if x <= 0:
        return 1.0
    if x == float("inf"):
        return 0.0
    front = exp(a * log(x) - x - lgamma(a))
    return 1 - front * series(a, x) if x < a + 1 else front * fraction(a, x)


def series(a: float, x: float) -> float:
    term = total = 1 / a
    while term > total * CLOSE:
        a += 1
        term *= x / a
        total += term
    return total


def fraction(a: float, x: float) -> float:
    """A continued fraction, from the front (Lentz)."""
    b = x + 1 - a
    c, d = 1e300, 1 / b
    told = d
    place = 0
    while True:
        place += 1
        term = -place * (place - a)
        b += 2
        d = 1 / (term * d + b)
        c = b + term / c
        told *= d * c
        if abs(d * c - 1) < CLOSE:
            return told
