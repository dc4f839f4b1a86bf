"""Tests of cards as they come: each knows what chance gives, exactly, and how far it strays.

Cards are numbered by rank and within it by suit, `2c 2d 2h 2s 3c …`. Several cards of a shoe may
look alike; then they have one number, and `copies` says how many they are. Cards of one draw are
not independent of each other, draws are: what is expected comes from that alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb, exp, lgamma, log, perm
from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import RANKS, SUITS
from croupier.chance.collecting import at_random, collected, collections, in_turn
from croupier.chance.neighbours import neighbours
from croupier.chance.verdict import Measured, chi_square, never, normal, rare

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    Cards = NDArray[np.int64]
    Values = NDArray[np.float64]

FEWEST = 5
"""So often a class is expected at least, as Pearson's test needs."""
RED = [SUITS.index("d"), SUITS.index("h")]


@dataclass(frozen=True)
class Draws:
    """A row of cards for each shuffle or round."""

    cards: Cards
    kinds: int
    copies: int = 1

    @property
    def number(self) -> int:
        return len(self.cards)

    @property
    def drawn(self) -> int:
        return int(self.cards.shape[1])

    @property
    def size(self) -> int:
        """Of the pack or shoe."""
        return self.kinds * self.copies

    @cached_property
    def ranks(self) -> Cards:
        return self.cards // (self.kinds // len(RANKS))

    @cached_property
    def values(self) -> Values:
        """The numbers of the cards, with a mean of nothing."""
        return self.cards.astype(np.float64) - (self.kinds - 1) / 2

    @property
    def variance(self) -> float:
        return (self.kinds**2 - 1) / 12


def composition(draws: Draws) -> Measured:
    """How many draws hold a card too often, or are no whole packs: none may."""
    cards = np.sort(draws.cards, axis=1)
    if draws.drawn == draws.size:
        wrong = (cards != np.repeat(np.arange(draws.kinds), draws.copies)).any(axis=1)
    else:
        wrong = (cards[:, draws.copies :] == cards[:, : -draws.copies]).any(axis=1)
    return never(int(wrong.sum()), 0.0)


def positions(draws: Draws) -> Measured:
    """How often each card came at each place of the order."""
    places = np.arange(draws.drawn) * draws.kinds + draws.cards
    counts = np.bincount(places.ravel(), minlength=draws.drawn * draws.kinds)
    strayed = counts.reshape(draws.drawn, draws.kinds) - draws.number / draws.kinds
    everywhere = strayed.mean(axis=0)
    scale = draws.kinds * (draws.size - 1) / draws.number
    statistic = ((strayed - everywhere) ** 2).sum() * scale / draws.size
    freedom = (draws.drawn - 1) * (draws.kinds - 1)
    if left := draws.size - draws.drawn:  # else each card comes in each order just once
        statistic += draws.drawn * (everywhere**2).sum() * scale / left
        freedom += draws.kinds - 1
    return chi_square(float(statistic), freedom)


def pairs(draws: Draws) -> Measured:
    """Which two cards came first; their ranks, where there are too few draws for all cards."""
    most = draws.number * draws.copies * max(1, draws.copies - 1)
    enough = most >= FEWEST * draws.size * (draws.size - 1)
    kinds, cards = (draws.kinds, draws.cards) if enough else (len(RANKS), draws.ranks)
    alike = draws.size // kinds
    counts = np.bincount(cards[:, 0] * kinds + cards[:, 1], minlength=kinds**2)
    ways = alike * (alike - np.eye(kinds)).ravel()
    expected = ways[ways > 0] * draws.number / (draws.size * (draws.size - 1))
    if counts[ways == 0].any():  # one card came twice
        return Measured(float("inf"), 0.0)
    statistic = ((counts[ways > 0] - expected) ** 2 / expected).sum()
    return chi_square(float(statistic), len(expected) - 1)


def overlaps(draws: Draws) -> Measured:
    """Which card came after which, in all places, the first after the last."""
    pairs = draws.cards * draws.kinds + np.roll(draws.cards, -1, axis=1)
    counts = np.bincount(pairs.ravel(), minlength=draws.kinds**2)
    matrix = counts.reshape(draws.kinds, draws.kinds).astype(float)
    return chi_square(*neighbours(matrix, draws.copies, draws.number))


def runs(draws: Draws) -> Measured:
    """How often numbers turned from rising to falling or back."""
    rises = np.diff(draws.cards, axis=1) > 0
    found = draws.number + int((rises[:, 1:] != rises[:, :-1]).sum())
    mean, variance = (2 * draws.drawn - 1) / 3, (16 * draws.drawn - 29) / 90
    return normal(found, draws.number * mean, draws.number * variance)


def colours(draws: Draws) -> Measured:
    """How many runs of one colour the orders have (Wald and Wolfowitz)."""
    red = np.isin(draws.cards % len(SUITS), RED)
    found = draws.number + int((red[:, 1:] != red[:, :-1]).sum())
    half, size = draws.size // 2, draws.size
    both = 2 * half * half
    variance = both * (both - size) / (size**2 * (size - 1))
    return normal(found, draws.number * (1 + both / size), draws.number * variance)


def serial_correlation(draws: Draws) -> Measured:
    """Of neighbours in an order, the first after the last (Wald and Wolfowitz)."""
    found = float((draws.values * np.roll(draws.values, -1, axis=1)).sum())
    one = np.arange(draws.kinds) - (draws.kinds - 1) / 2
    second, fourth = (draws.copies * float((one**power).sum()) for power in (2, 4))
    size = draws.size
    mean = -second / (size - 1)
    square = (second**2 - fourth) / (size - 1)
    square += (second**2 - 2 * fourth) / ((size - 1) * (size - 2))
    return normal(found, draws.number * mean, draws.number * (square - mean**2))


def following(draws: Draws) -> Measured:
    """Correlation of the same place in draws that follow each other."""
    found = float((draws.values[1:] * draws.values[:-1]).sum())
    together = draws.drawn + draws.drawn * (draws.drawn - 1) / (draws.size - 1) ** 2
    return normal(found, 0.0, (draws.number - 1) * together * draws.variance**2)


def coupons(draws: Draws) -> Measured:
    """How many cards of an order it takes to see every rank."""
    seen = [(draws.ranks == rank).argmax(axis=1) for rank in range(len(RANKS))]
    alike = draws.size // len(RANKS)
    return collected(np.max(seen, axis=0) + 1, in_turn(draws.size, alike))


def first_coupons(draws: Draws) -> Measured:
    """How many draws it takes until every rank was once the first card."""
    lengths = collections(draws.ranks[:, 0].tolist(), draws.number, len(RANKS))
    return collected(lengths, at_random(len(RANKS)))


def duplicates(draws: Draws) -> Measured:
    """How many draws begin with the same few cards, so few that some should."""
    few = next(few for few in range(1, draws.drawn + 1) if perm(draws.size, few) >= draws.number)
    begins = np.zeros(draws.number, np.int64)
    for place in range(few):
        begins = begins * draws.kinds + draws.cards[:, place]
    _, times = np.unique(begins, return_counts=True)
    found = int((times * (times - 1) // 2).sum())
    return rare(found, comb(draws.number, 2) / perm(draws.size, few))


def repeats(draws: Draws) -> Measured:
    """How many whole orders came before: none, in the age of the universe."""
    rows = np.ascontiguousarray(draws.cards.astype(np.int16))
    found = draws.number - len(set(map(bytes, rows)))
    same = draws.kinds * lgamma(draws.copies + 1) - lgamma(draws.size + 1)
    return never(found, exp(same + log(comb(draws.number, 2))))


Tests = dict[str, "Callable[[Draws], Measured]"]
EVERYWHERE: Tests = {"composition": composition, "positions": positions, "pairs": pairs}
IN_WHOLE_ORDERS: Tests = {
    "overlaps": overlaps,
    "runs of one colour": colours,
    "serial correlation": serial_correlation,
    "coupon collector": coupons,
    "repeated orders": repeats,
}
AMONG_SINGLE_CARDS: Tests = {
    "runs up and down": runs,
    "first cards collected": first_coupons,
    "duplicates": duplicates,
}
AFTERWARDS: Tests = {"correlation with the next": following}


def which_for(draws: Draws) -> Mapping[str, Callable[[Draws], Measured]]:
    whole = draws.drawn == draws.size
    return (
        EVERYWHERE
        | (IN_WHOLE_ORDERS if whole else {})
        | (AMONG_SINGLE_CARDS if draws.copies == 1 else {})
        | AFTERWARDS
    )
