"""How far counts of neighbours stray, where one card's neighbours bind another's.

In a shuffled order that closes to a ring each card has one neighbour on either side. What is left
to chance are two parts of the table of counts that do not depend on each other: how much more often
two cards stood together than others, whichever came first, and how much more often one came first.
Each part strays equally in all its directions; how much follows from four cards and from three.
"""

from __future__ import annotations

from itertools import permutations, product
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Table = NDArray[np.float64]
    Pair = tuple[int, int]

TOGETHER: Mapping[Pair, int] = {
    pair: 1 if one % 2 == other % 2 else -1
    for one, other in product((0, 1), (2, 3))
    for pair in ((one, other), (other, one))
}
"""Cards 0 and 1 told apart by how often each stands beside 2 and 3."""
FIRST: Mapping[Pair, int] = {
    (one, other): 1 if other == (one + 1) % 3 else -1 for one, other in permutations(range(3), 2)
}
"""0 before 1, 1 before 2, 2 before 0, against the other way."""


def neighbours(counts: Table, copies: int, orders: int) -> tuple[float, int]:
    """The statistic, and its degrees of freedom; pairs of two like cards are left out."""
    kinds = len(counts)
    found = counts.copy()
    np.fill_diagonal(found, 0.0)
    found -= found.sum() / (kinds * (kinds - 1))
    np.fill_diagonal(found, 0.0)
    together, first = (found + found.T) / 2, (found - found.T) / 2
    beside = together.sum(axis=1)
    together -= (beside[:, None] + beside[None, :]) / (kinds - 2)
    np.fill_diagonal(together, 0.0)
    before = first.sum(axis=1)
    first -= (before[:, None] - before[None, :]) / kinds
    strayed = [(together**2).sum() / spread(TOGETHER, kinds, copies)]
    strayed.append((first**2).sum() / spread(FIRST, kinds, copies))
    return float(sum(strayed)) / orders, kinds**2 - 3 * kinds + 1


def spread(part: Mapping[Pair, int], kinds: int, copies: int) -> float:
    """The variance in one order, in each direction of a part."""
    squared = sum(
        sign * other_sign * both(pair, other, kinds * copies, copies)
        for (pair, sign), (other, other_sign) in product(part.items(), repeat=2)
    )
    return squared / len(part)


def both(pair: Pair, other: Pair, size: int, copies: int) -> float:
    """How many places two pairs of neighbours have together, in the mean of all orders."""
    (a, b), (c, d) = pair, other
    found = size * (size - 3) * chance((a, b, c, d), size, copies)
    if pair == other:
        found += size * chance(pair, size, copies)
    if b == c:
        found += size * chance((a, b, d), size, copies)
    if d == a:
        found += size * chance((c, d, b), size, copies)
    return found


def chance(cards: tuple[int, ...], size: int, copies: int) -> float:
    """Of these cards in places that are given."""
    likely = 1.0
    for place, card in enumerate(cards):
        likely *= (copies - cards[:place].count(card)) / (size - place)
    return likely
