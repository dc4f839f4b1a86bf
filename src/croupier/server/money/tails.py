"""How improbable a result is where bets are few, of different sizes, or pay long odds.

A normal distribution knows the variance alone, and cries at every hit of a long shot. Here the
whole pay table counts: by Chernoff's bound chance alone goes so far off with a probability of
`exp(-r)` at most, and what is told is the normal deviation `sqrt(2 r)` with the same bound.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from croupier.server.money.sums import SPLIT
from croupier.server.money.theory import figures_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

    from croupier.server.money.sums import PlaySums
    from croupier.wire.report import Terms

FARTHEST = 99.0
"""Beyond which nothing is told apart: no way of the cards gives such a result."""
STEPS = 60
Nets = tuple[tuple[float, float], ...]
"""What a bet can bring beyond its mean, per unit, and how likely."""


class Wagers(NamedTuple):
    """So many of one bet, of one size, with the same sums of stakes and of their squares."""

    number: float
    size: float
    nets: Nets


@lru_cache(maxsize=1024)
def nets_of(terms: Terms, bet: str) -> Nets:
    figure = figures_of(terms)[bet]
    return tuple((float(net - figure.ev), float(chance)) for net, chance in figure.nets.items())


def wagers_of(terms: Terms, sums: PlaySums, only: str | None = None) -> Iterable[Wagers]:
    for bet, one in sums.bets.items():
        pair = f"{bet}{SPLIT}{bet}"
        squares = sums.within.get(pair, 0) + sums.across.get(pair, 0)
        if bet != terms.jackpot_bet and only in {None, bet} and one.base > 0 < squares:
            yield Wagers(one.base**2 / squares, squares / one.base, nets_of(terms, bet))


def adjusted(z: Fraction | float, wagers: Iterable[Wagers]) -> float:
    """The z of a house's win, allowing for how its wagers really scatter."""
    some, side = list(wagers), -1.0 if z > 0 else 1.0
    spread = math.sqrt(
        sum(
            one.number * one.size**2 * sum(chance * net**2 for net, chance in one.nets)
            for one in some
        )
    )
    if not spread:
        return 0.0
    units = [Wagers(one.number, side * one.size / spread, one.nets) for one in some]
    rate = most_likely(abs(float(z)), units)
    return -side * min(FARTHEST, math.sqrt(2 * max(0.0, rate)))


def most_likely(off: float, units: list[Wagers]) -> float:
    """The best of all bounds of that kind, found where their slope is nothing."""
    low, high = 0.0, 1.0
    while tilted(high, units)[1] < off:
        low, high = high, 2 * high
        if high > FARTHEST**2:
            return FARTHEST**2
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if tilted(middle, units)[1] < off else (low, middle)
    return low * off - tilted(low, units)[0]


def tilted(by: float, units: list[Wagers]) -> tuple[float, float]:
    """The logarithm of the mean of exp(by * sum), and its slope."""
    total = slope = 0.0
    for number, size, nets in units:
        most = max(by * size * net for net, _ in nets)
        weights = [(net, chance * math.exp(by * size * net - most)) for net, chance in nets]
        mass = sum(weight for _, weight in weights)
        total += number * (most + math.log(mass))
        slope += number * size * sum(net * weight for net, weight in weights) / mass
    return total, slope
