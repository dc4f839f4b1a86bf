"""The weights of a shoe: how many deals of six cards end in each class."""

from __future__ import annotations

from math import perm
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.lab.compiled import compiled
from croupier.lab.tableau import SIX_CARDS

if TYPE_CHECKING:
    from croupier.lab.compiled import Real, Whole


MOST_CARDS = max(cards for cards in range(1000) if perm(cards, SIX_CARDS) < 2**53)
"""Up to here every number of deals is exact in floating point."""


class Tables(NamedTuple):
    """What a game said, for `six_cards` and what follows from it."""

    value: Whole
    """Of a card of each rank."""
    halves: Whole
    rows: Whole
    orders: Real
    lines: Whole
    """For each class of ends the line of each bet, counted through all bets; or -1."""
    nets: Real
    """Of each line."""


HEAD = 5
"""Sizes before the tables that are handed over in one piece: three arrays cost less than seven."""


def packed(tables: Tables) -> Whole:
    parts = (tables.value, tables.halves, tables.rows, tables.lines)
    sizes = [len(tables.nets), len(tables.halves), len(tables.rows), *tables.lines.shape]
    return np.concatenate([sizes, *(part.ravel() for part in parts)])


@compiled
def six_cards(shoe: Whole, tables: Tables, told: Real) -> None:
    """The ordered deals of six cards by class; the weight of a deal is that of its six values.

    It is the product of two halves, of five values each. A row of the table belongs to one half
    and runs over all that complete it; the last class is what the others leave of all deals.
    """
    halves, rows = tables.halves, tables.rows
    left = np.zeros(10)
    for rank in range(len(shoe)):
        left[tables.value[rank]] += shoe[rank]
    ways = np.empty((2, 5 * 7))
    for one in range(10):
        side, at = one // 5, 7 * (one % 5)
        ways[side, at] = 1.0
        for times in range(6):
            ways[side, at + times + 1] = ways[side, at + times] * (left[one] - times)
    weights = np.ones((2, len(halves)))
    for half in range(1, len(halves)):
        before, more = halves[half, 0], halves[half, 1]
        weights[0, half] = weights[0, before] * ways[0, more]
        weights[1, half] = weights[1, before] * ways[1, more]
    at, last = 0, len(told) - 1
    for one in range(last):
        told[one] = 0.0
    for row in range(len(rows)):
        side, first, number = rows[row, 0], rows[row, 2], rows[row, 3]
        weight, others = weights[side, rows[row, 1]], weights[1 - side, first : first + number]
        for one in range(last):
            orders = tables.orders[at : at + number]
            beside = 0.0
            for other in range(number):
                beside += others[other] * orders[other]
            told[one] += weight * beside
            at += number
    told[last] = deals(shoe)
    for one in range(last):
        told[last] -= told[one]


@compiled
def deals(shoe: Whole) -> float:
    """Of six cards in order."""
    cards = 0.0
    for number in shoe:
        cards += number
    return cards * (cards - 1) * (cards - 2) * (cards - 3) * (cards - 4) * (cards - 5)


@compiled
def is_countable(shoe: Whole) -> bool:
    cards = 0
    for number in shoe:
        if number < 0 or number > MOST_CARDS:
            return False
        cards += number
    return SIX_CARDS <= cards <= MOST_CARDS


@compiled
def first_pairs(shoe: Whole, told: Real) -> None:
    """The same deals by whether banker (1) and player (2) begin with two cards of one rank."""
    cards = pair = both = 0.0
    for number in shoe:
        of_rank = float(number * (number - 1))
        cards += number
        pair += of_rank
        both += of_rank * ((number - 2) * (number - 3) - of_rank)
    after_four = (cards - 4) * (cards - 5)
    told[3] = (both + pair * pair) * after_four
    told[1] = told[2] = pair * (cards - 2) * (cards - 3) * after_four - told[3]
    told[0] = deals(shoe) - told[1] - told[2] - told[3]


@compiled
def lines_of_shoe(shoe: Whole, whole: Whole, orders: Real) -> Whole:
    """The deals that each line settles, from tables in one piece: `packed`.

    Nothing is told of a shoe that cannot be, or whose deals are no exact floating point.
    """
    number, halves, rows, classes, bets = whole[0], whole[1], whole[2], whole[3], whole[4]
    ranks = len(shoe)
    a = HEAD + ranks
    b = a + 2 * halves
    c = b + 4 * rows
    lines = whole[c:].reshape(classes, bets)
    tables = Tables(
        whole[HEAD:a],
        whole[a:b].reshape(halves, 2),
        whole[b:c].reshape(rows, 4),
        orders,
        lines,
        orders[:number],
    )
    if not is_countable(shoe):
        return np.zeros(0, np.int64)
    by_class = np.empty(len(lines))
    six_cards(shoe, tables, by_class[:-4])
    first_pairs(shoe, by_class[-4:])
    told = np.zeros(number, np.int64)
    for one in range(len(lines)):
        for bet in range(lines.shape[1]):
            if lines[one, bet] >= 0:
                told[lines[one, bet]] += np.int64(by_class[one])
    return told


@compiled
def edges_of_shoes(shoes: Whole, tables: Tables) -> Real:
    """The house edge of each bet, to print."""
    lines = tables.lines
    edges = np.empty((len(shoes), lines.shape[1]))
    by_class = np.empty(len(lines))
    for place in range(len(shoes)):
        shoe = shoes[place]
        six_cards(shoe, tables, by_class[:-4])
        first_pairs(shoe, by_class[-4:])
        for bet in range(lines.shape[1]):
            lost = 0.0
            for one in range(len(lines)):
                if lines[one, bet] >= 0:
                    lost -= tables.nets[lines[one, bet]] * by_class[one]
            edges[place, bet] = lost / deals(shoe)
    return edges
