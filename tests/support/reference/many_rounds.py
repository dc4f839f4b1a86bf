"""The distribution of many rounds a second time: a power of a polynomial, in long decimals.

The coefficients of a power follow from those before them, so no transform and no tilt is needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from itertools import accumulate, count
from math import comb, gcd, lcm

DIGITS = 60
Nets = Mapping[Fraction, Fraction]


def long(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / value.denominator


def step_of(nets: Nets) -> Fraction:
    gaps = [net - min(nets) for net in nets]
    parts = lcm(*(gap.denominator for gap in gaps))
    return Fraction(gcd(*(int(gap * parts) for gap in gaps)), parts)


def chances(nets: Nets, rounds: int) -> Iterator[Decimal]:
    """Of the lowest result, of one step more, and so on."""
    low, step = min(nets), step_of(nets)
    moves = [(int((net - low) / step), long(chance)) for net, chance in nets.items() if net != low]
    first = long(nets[low])
    so_far = [first**rounds]
    yield so_far[0]
    for place in count(1):
        more = sum(
            (
                (move * (rounds + 1) - place) * chance * so_far[place - move]
                for move, chance in moves
                if move <= place
            ),
            Decimal(0),
        )
        so_far.append(more / (place * first))
        yield so_far[-1]


def at_most(nets: Nets, rounds: int, places: int) -> list[Decimal]:
    """The chance of no more than so many steps above the lowest result."""
    with localcontext(Context(prec=DIGITS, Emin=-(10**12))):
        told = chances(nets, rounds)
        return list(accumulate(next(told) for _ in range(places)))


def return_after(nets: Nets, rounds: int) -> tuple[Fraction, Fraction]:
    """The largest r with P(return < r) <= 5 %, and the smallest with P(return > r) <= 5 %."""
    with localcontext(Context(prec=DIGITS, Emin=-(10**12))):
        five, low, below = Decimal(1) / 20, None, Decimal(0)
        for place, chance in enumerate(chances(nets, rounds)):
            below += chance
            here = 1 + min(nets) + place * step_of(nets) / rounds
            if low is None and below > five:
                low = here
            if 1 - below <= five:
                assert low is not None
                return low, here
    raise AssertionError


def with_a_jackpot(nets: Nets, rounds: int, most: int) -> list[tuple[Fraction, Decimal]]:
    """Results with their chances where the highest award comes at most so often."""
    top = max(nets)
    rest = {net: chance / (1 - nets[top]) for net, chance in nets.items() if net != top}
    told = []
    with localcontext(Context(prec=DIGITS, Emin=-(10**12))):
        hit, miss = long(nets[top]), long(1 - nets[top])
        for hits in range(most + 1):
            others = rounds - hits
            often = comb(rounds, hits) * hit**hits * miss**others
            start = hits * top + others * min(rest)
            step = step_of(rest)
            for place, chance in zip(range(rounds), chances(rest, others), strict=False):
                told.append((start + place * step, often * chance))
    return sorted(told)
