"""Cards of a round out of its words: several unbiased digits of each half word, made distinct.

A half word of 32 bits is multiplied by the number of cards left, which gives the next card's place
above 32 bits and what is left for the card after it below (Brackett-Rozinsky and Lemire). Where the
rest is one of the few that would make some cards more likely, the whole round is drawn anew.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from croupier.montecarlo.words import words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.montecarlo.words import Words

    Cards = NDArray[np.int64]

HALF = 32
LOW = (1 << HALF) - 1


@dataclass(frozen=True)
class Draw:
    """So many cards out of a deck or shoe, each half word giving some of them."""

    deck: int
    cards: int
    a_half: int

    @cached_property
    def halves(self) -> tuple[tuple[int, ...], ...]:
        """How many cards are left before each card."""
        left = range(self.deck, self.deck - self.cards, -1)
        return tuple(
            tuple(left[first : first + self.a_half]) for first in range(0, self.cards, self.a_half)
        )

    @cached_property
    def thresholds(self) -> tuple[int, ...]:
        """Below which the rest of a half word is refused."""
        return tuple((1 << HALF) % prod(half) for half in self.halves)

    @property
    def words(self) -> int:
        """That one attempt takes."""
        return (len(self.halves) + 1) // 2


def dealt(key: int, rounds: Words, draw: Draw, attempt: int = 0) -> Cards:
    """The cards of each round, by their places in the deck, in the order drawn."""
    cards, fair = attempted(key, rounds, draw, attempt)
    if not fair.all():
        cards[~fair] = dealt(key, rounds[~fair], draw, attempt + 1)
    return cards


def attempted(key: int, rounds: Words, draw: Draw, attempt: int) -> tuple[Cards, NDArray[np.bool_]]:
    places, fair = drawn(key, rounds, draw, attempt)
    return distinct(places).T, fair


def drawn(key: int, rounds: Words, draw: Draw, attempt: int) -> tuple[Cards, NDArray[np.bool_]]:
    """Each card's place among those left, a row for each card; and whether the draw is fair."""
    places = np.empty((draw.cards, len(rounds)), np.int64)
    fair = np.ones(len(rounds), bool)
    filled = 0
    for half, (sizes, threshold) in enumerate(zip(draw.halves, draw.thresholds, strict=True)):
        if half % 2 == 0:
            word = words(key, rounds, attempt * draw.words + half // 2)
        rest = word >> np.uint64(HALF) if half % 2 else word & np.uint64(LOW)
        for size in sizes:
            product = rest * np.uint64(size)
            places[filled] = product >> np.uint64(HALF)
            rest = product & np.uint64(LOW)
            filled += 1
        fair &= rest >= np.uint64(threshold)
    return places, fair


def shuffled(key: int, shoes: Words, draw: Draw, attempt: int = 0) -> Cards:
    """Whole shoes, a column each: every card in turn changes places with one of those left."""
    places, fair = drawn(key, shoes, draw, attempt)
    size = len(shoes)
    places += np.arange(draw.deck)[:, None]
    flat = np.repeat(np.arange(draw.deck), size)
    for row, place in enumerate(places * size + np.arange(size)):
        here = slice(row * size, (row + 1) * size)
        there = flat[place]
        flat[place] = flat[here]
        flat[here] = there
    cards = flat.reshape(draw.deck, size)
    if not fair.all():
        cards[:, ~fair] = shuffled(key, shoes[~fair], draw, attempt + 1)
    return cards


def distinct(places: Cards) -> Cards:
    """Places among the cards left, as places in the whole deck: each steps over those before it."""
    taken: list[Cards] = []
    for row, place in enumerate(places):
        card = place.copy()
        for one in taken:
            card += card >= one
        places[row] = moved = card
        risen = []
        for one in taken:
            risen.append(np.minimum(one, moved))
            moved = np.maximum(one, moved)
        taken = [*risen, moved]
    return places
