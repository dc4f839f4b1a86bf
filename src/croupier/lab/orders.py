"""The orders in which six values can lie, by how the two hands then end.

The weight of a deal in a shoe depends on its six values alone, not on their order. So what a table
of play makes of each order is counted once, for every multiset of six values; and as the values
fall into two halves of five, a multiset's weight is a product of two.
"""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from croupier.engine.deal import Side
from croupier.lab.tableau import POINTS, SIX_CARDS

if TYPE_CHECKING:
    from croupier.lab.compiled import Real, Whole
    from croupier.lab.tableau import Play

FIVE = len(POINTS) // 2
HALVES = sorted(
    (half for half in product(range(SIX_CARDS + 1), repeat=FIVE) if sum(half) <= SIX_CARDS),
    key=sum,
)
"""How often each of five values is among six cards."""
SIDES = (None, Side.PLAYER, Side.BANKER)


def orders(play: Play, class_of: Whole) -> Whole:
    """For each class of ends and each two halves: how many orders of those values end in it."""
    total = np.array([[play.total[a, b] for b in POINTS] for a in POINTS])
    first = np.array([[SIDES.index(play.first[p, b]) for b in POINTS] for p in POINTS])
    after = np.array([[play.after.get((b, third), False) for third in POINTS] for b in POINTS])
    a, b, c, d, e, f = six = np.ogrid[(slice(len(POINTS)),) * SIX_CARDS]
    player, banker = total[a, c], total[b, d]
    side = first[player, banker]
    drew = side == SIDES.index(Side.PLAYER)
    draws = np.where(drew, after[banker, e], side == SIDES.index(Side.BANKER))
    ended = class_of[
        np.where(drew, total[player, e], player),
        np.where(draws, total[banker, np.where(drew, f, e)], banker),
    ]
    digits = (SIX_CARDS + 1) ** np.arange(len(POINTS))
    high, low = np.divmod(sum(digits[value] for value in six), digits[FIVE])
    place = np.zeros(digits[FIVE], np.int64)
    place[np.array(HALVES) @ digits[:FIVE]] = np.arange(len(HALVES))
    shape = (class_of.max() + 1, len(HALVES), len(HALVES))
    found = np.ravel_multi_index((ended, place[low], place[high]), shape)
    return np.bincount(found.ravel(), minlength=prod(shape)).reshape(shape)


def halves() -> Whole:
    """For each half: the half without the last of its values, and which value that is how often."""
    found = [(0, 0)]
    for half in HALVES[1:]:
        last = max(value for value in range(FIVE) if half[value])
        before = HALVES.index((*half[:last], *[0] * (FIVE - last)))
        found.append((before, (SIX_CARDS + 1) * last + half[last]))
    return np.array(found)


def rows(found: Whole) -> tuple[Whole, Real]:
    """The orders row by row: side and half, where the halves beside it begin and how many they are.

    Of two sides the one with fewer halves has the rows, so that they are few and long. The last
    class is left out: it is what the others leave of all deals.
    """
    begins = [sum(sum(half) < size for half in HALVES) for size in range(SIX_CARDS + 2)]
    told, table = [], []
    for size in range(SIX_CARDS + 1):
        side = int(2 * size > SIX_CARDS)
        mine, other = (SIX_CARDS - size, size) if side else (size, SIX_CARDS - size)
        beside = slice(begins[other], begins[other + 1])
        for half in range(begins[mine], begins[mine + 1]):
            told.append((side, half, beside.start, beside.stop - beside.start))
            table.append(found[:-1, beside, half] if side else found[:-1, half, beside])
    return np.array(told), np.concatenate([row.ravel() for row in table]).astype(float)
