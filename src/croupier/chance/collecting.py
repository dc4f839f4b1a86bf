"""The coupon collector: how long it takes to have seen every kind."""

from __future__ import annotations

from fractions import Fraction
from math import comb, sqrt
from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import RANKS
from croupier.chance.verdict import chi_square

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.chance.verdict import Measured

SELDOM = Fraction(1, 1_000_000)
"""Longer than all but so few collections is one class."""
FEWEST = 8
"""So often a class of lengths is expected at least."""
SPREAD = 2.5
"""Collections that are not waited for, in roots of their number, so that the draws suffice."""


def collected(lengths: Sequence[int], by: Iterable[Fraction]) -> Measured:
    """Lengths beside the chance that all was seen by then, from a length of none on."""
    until = [float(chance) for chance in by]
    ends, shares = classes(until, len(lengths))
    counts = np.bincount(np.searchsorted(ends, lengths), minlength=len(shares))
    expected = np.array(shares) * len(lengths)
    return chi_square(float(((counts - expected) ** 2 / expected).sum()), len(shares) - 1)


def classes(until: Sequence[float], number: int) -> tuple[list[int], list[float]]:
    """Neighbouring lengths taken together, until each class is expected often enough."""
    ends: list[int] = []
    shares: list[float] = []
    before = 0.0
    for length, here in enumerate(until):
        if min(here - before, 1 - here) * number >= FEWEST:
            ends.append(length)
            shares.append(here - before)
            before = here
    return ends, [*shares, 1 - before]


def in_turn(size: int, alike: int, kinds: int = len(RANKS)) -> Iterator[Fraction]:
    """The chance that so many cards of a shuffled pack hold every rank."""
    for cards in range(size + 1):
        ways = sum(
            (-1) ** missing * comb(kinds, missing) * comb(size - alike * missing, cards)
            for missing in range(kinds + 1)
        )
        yield Fraction(ways, comb(size, cards))


def at_random(kinds: int) -> Iterator[Fraction]:
    """The chance that so many independent draws hold every kind, until it is all but certain."""
    draws, seen = 0, Fraction(0)
    while 1 - seen > SELDOM:
        ways = sum(
            (-1) ** missing * comb(kinds, missing) * (kinds - missing) ** draws
            for missing in range(kinds + 1)
        )
        yield (seen := Fraction(ways, kinds**draws))
        draws += 1


def collections(drawn: Iterable[int], number: int, kinds: int) -> list[int]:
    """Lengths of as many as so many draws are sure to hold: the last one would be a short one."""
    mean = kinds * sum(1 / one for one in range(1, kinds + 1))
    most = int(number / mean - SPREAD * sqrt(number / mean))
    lengths: list[int] = []
    seen: set[int] = set()
    length = 0
    for one in drawn:
        seen.add(one)
        length += 1
        if len(seen) == kinds:
            lengths.append(length)
            if len(lengths) == most:
                break
            seen, length = set(), 0
    return lengths
