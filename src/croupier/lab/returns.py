"""The return after many rounds: where at least nine in ten lie, by the exact distribution."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

from croupier.lab.sessions import MOST_ROUNDS
from croupier.lab.sums import OutOfReachError, Sums
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.lab.joint import Nets
    from croupier.lab.sums import Chance

LEVEL = Fraction(9, 10)
TAIL = (1 - LEVEL) / 2
LOW, HIGH = float(TAIL), float(1 - TAIL)
KEPT = 4096


class Method(StrEnum):
    EXACT = "exact"
    """No numerical error can move either end."""
    FLOATING_POINT = "floating point"
    """A chance lies so near to 5 % that rounding may have taken the next result for an end."""
    NORMAL = "normal approximation"
    """The results lie too densely to tell apart."""


@dataclass(frozen=True, slots=True)
class Range:
    """The largest `low` that 5 % at most are below; the smallest `high` that 5 % are above."""

    rounds: int
    low: Fraction
    high: Fraction
    method: Method


class End(NamedTuple):
    result: Fraction
    is_certain: bool


def return_after(nets: Nets, rounds: int) -> Range:
    """What comes back for each unit of the bet on so many rounds alike, that unit included."""
    if isinstance(rounds, bool) or not isinstance(rounds, int):
        raise BadInput(f"a whole number is needed, not {rounds!r}", "rounds")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(f"from 1 to {MOST_ROUNDS:,} are told", "rounds")
    likely = {net: chance for net, chance in sorted(nets.items()) if chance}
    return kept(tuple(likely.items()), rounds)


@lru_cache(maxsize=KEPT)
def kept(items: tuple[tuple[Fraction, Fraction], ...], rounds: int) -> Range:
    nets = dict(items)
    if len(nets) == 1:
        only = 1 + min(nets)
        return Range(rounds, only, only, Method.EXACT)
    mean = rounds * sum((net * chance for net, chance in items), Fraction(0))
    square = rounds * sum((net**2 * chance for net, chance in items), Fraction(0))
    variance = square - mean**2 / rounds
    sums = summed(nets, rounds)
    if sums is None:
        low, high = (
            1 + (mean + Fraction(NormalDist().inv_cdf(chance) * sqrt(variance))) / rounds
            for chance in (LOW, HIGH)
        )
        return Range(rounds, low, high, Method.NORMAL)
    ends = lowest(sums, mean, variance), highest(sums, mean, variance)
    low, high = (1 + end.result / rounds for end in ends)
    certain = all(end.is_certain for end in ends)
    return Range(rounds, low, high, Method.EXACT if certain else Method.FLOATING_POINT)


def summed(nets: Nets, rounds: int) -> Sums | None:
    """Far awards are counted apart only where the results lie too densely otherwise."""
    for splits in (False, True):
        try:
            return Sums(nets, rounds, splits=splits)
        except OutOfReachError:
            continue
    return None


def lowest(sums: Sums, mean: Fraction, variance: Fraction) -> End:
    """The first result that is not exceeded from below in more than 5 % of cases."""
    at = least(sums, lambda chance: chance.value > LOW, guess(mean, variance, LOW), variance)
    here, below = sums.at_most(at), sums.at_most(at - 1)
    sure = here.value - here.error > LOW and below.value + below.error <= LOW
    return End(sums.result(at), sure)


def highest(sums: Sums, mean: Fraction, variance: Fraction) -> End:
    at = least(sums, lambda chance: chance.value >= HIGH, guess(mean, variance, HIGH), variance)
    here, below = sums.at_most(at), sums.at_most(at - 1)
    sure = here.value - here.error >= HIGH and below.value + below.error < HIGH
    return End(sums.result(at), sure)


def guess(mean: Fraction, variance: Fraction, chance: float) -> Fraction:
    return mean + Fraction(NormalDist().inv_cdf(chance) * sqrt(variance))


def least(sums: Sums, holds: Callable[[Chance], bool], near: Fraction, variance: Fraction) -> int:
    """The least place whose chance holds: fenced in around a guess, then halved."""
    width = 1 + int(Fraction(sqrt(variance)) / sums.lattice.step) // 64
    low = high = sums.place(near)
    more = width
    while holds(sums.at_most(low)):
        low, more = low - more, 2 * more
    more = width
    while not holds(sums.at_most(high)):
        high, more = high + more, 2 * more
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(sums.at_most(middle)) else (middle, high)
    return high
