"""Counting deals of two hands of three cards, from tables that were asked of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.lab.compiled import compiled
from croupier.lab.hands import DEALERS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.lab.compiled import Table, Whole

    Deals = NDArray[np.int32]


class Kinds(NamedTuple):
    """Of hands of three cards, by the places of their ranks: what a game and its bets say."""

    rank_of: Whole
    look_of: Whole
    ends: Whole
    """For each look of a hand and rank of the dealer's: the class that no bet tells apart."""
    lines: Whole
    """For each class the line of each bet, counted through all bets."""
    number: int
    """Of lines."""


@compiled
def deals_of_two(left: Whole, kinds: Kinds) -> Deals:
    """The deals of two hands from at most one deck, by the look of one and the other's rank.

    Hands that share a card with the first are taken off, those that share two put back.
    """
    size, (looks, ranks) = len(left), kinds.ends.shape
    every, one, two = holding(left, kinds.rank_of, ranks)
    told = np.zeros((looks, ranks), np.int32)
    missing = np.empty(ranks, np.int32)
    for a in range(size):
        for b in range(a, size):
            for rank in range(ranks):
                missing[rank] = every[rank] - one[a, rank] - one[b, rank] + two[a, b, rank]
            for c in range(b, size):
                ways = np.int32(hands_of(left, a, b, c))
                row, z, xz, yz = told[kinds.look_of[a, b, c]], one[c], two[a, c], two[b, c]
                for rank in range(ranks):
                    row[rank] += ways * (missing[rank] - z[rank] + xz[rank] + yz[rank])
                row[kinds.rank_of[a, b, c]] -= ways
    return told


@compiled
def holding(left: Whole, rank_of: Whole, ranks: int) -> tuple[Deals, Deals, Deals]:
    """The hands of each rank: all, those with one given card, those with two."""
    size = len(left)
    every = np.zeros(ranks, np.int32)
    one = np.zeros((size, ranks), np.int32)
    two = np.zeros((size, size, ranks), np.int32)
    for a in range(size):
        for b in range(a, size):
            both = two[a, b]
            for c in range(size):
                both[rank_of[a, b, c]] += np.int32(left[c] - (c == a) - (c == b))
            for rank in range(ranks):
                two[b, a, rank] = both[rank]
    for a in range(size):
        for b in range(size):
            both, others = two[a, b], np.int32(left[b] - (a == b))
            for rank in range(ranks):
                one[a, rank] += others * both[rank]
        for rank in range(ranks):
            one[a, rank] >>= 1
            every[rank] += np.int32(left[a]) * one[a, rank]
    for rank in range(ranks):
        every[rank] //= np.int32(3)
    return every, one, two


@compiled
def hands_of(left: Whole, a: int, b: int, c: int) -> int:
    """With cards of these ranks, in their order."""
    if a == c:
        ways: int = left[a] * (left[a] - 1) * (left[a] - 2) // 6
    elif a == b:
        ways = left[a] * (left[a] - 1) // 2 * left[c]
    elif b == c:
        ways = left[a] * (left[b] * (left[b] - 1) // 2)
    else:
        ways = left[a] * left[b] * left[c]
    return ways


@compiled
def lines_of_two(left: Whole, *apart: Table) -> Whole:
    """The deals that each line settles; tables are handed over faster one by one."""
    kinds = Kinds(*apart)
    dealt, ends, lines = deals_of_two(left, kinds), kinds.ends, kinds.lines
    by_class = np.zeros(len(lines), np.int64)
    for look in range(ends.shape[0]):
        for rank in range(ends.shape[1]):
            by_class[ends[look, rank]] += dealt[look, rank]
    told = np.zeros(kinds.number, np.int64)
    for one in range(lines.shape[0]):
        for bet in range(lines.shape[1]):
            told[lines[one, bet]] += by_class[one]
    return told


class Hands(NamedTuple):
    """Hands of three cards from a whole deck against a dealer's, for `best_play`."""

    holding: Whole
    """Which cards, how strong a hand and in how many ways: hands that hold none, one or two."""
    hands: Whole
    """Strength; the places in `holding` of each card and of each two; how many hands are alike."""
    settled: Whole
    """For each strength the way it is settled when folded, and against four sorts of dealers."""
    worth: Whole
    """Of each way to be settled, in parts of an ante."""
    held: int
    least: int
    """The strength from which the dealer qualifies."""


@compiled
def best_play(table: Hands) -> tuple[Whole, Whole]:
    """In how many deals each way settles, and what it is worth to play each hand."""
    strengths, least = len(table.settled), table.least
    below = np.zeros((strengths + 1, table.held), np.int16)
    for one in range(len(table.holding)):
        held, strength = table.holding[one, 0], table.holding[one, 1]
        below[strength + 1, held] += np.int16(table.holding[one, 2])
    for strength in range(strengths):
        for held in range(table.held):
            below[strength + 1, held] += below[strength, held]
    told = np.zeros(len(table.worth), np.int64)
    values = np.empty(len(table.hands), np.int64)
    met = np.empty(5, np.int64)
    for one in range(len(table.hands)):
        hand = table.hands[one]
        own = hand[0]
        met[1] = missed(below[least], hand) - (own < least)
        met[2] = met[3] = 0
        if own >= least:
            met[2] = missed(below[own], hand) - met[1]
            met[3] = missed(below[own + 1], hand) - 1 - met[2] - met[1]
        met[4] = DEALERS - met[1] - met[2] - met[3]
        ways = table.settled[own]
        values[one] = 0
        for sort in range(1, 5):
            values[one] += met[sort] * table.worth[ways[sort]]
        if DEALERS * table.worth[ways[0]] > values[one]:
            told[ways[0]] += DEALERS * hand[7]
        else:
            for sort in range(1, 5):
                told[ways[sort]] += met[sort] * hand[7]
    return told, values


@compiled
def missed(below: Whole, hand: Whole) -> int:
    """The hands counted that share no card with this one, itself not taken off."""
    ones = below[hand[1]] + below[hand[2]] + below[hand[3]]
    number: int = below[0] - ones + below[hand[4]] + below[hand[5]] + below[hand[6]]
    return number
