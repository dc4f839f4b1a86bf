"""Which rounds are ordinary, so that what was said of their kind holds, and which kind that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import SUITS
from croupier.columns.cards import NONE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.columns.cards import Places
    from croupier.columns.settling import Asked
    from croupier.columns.tables import Numbers

    Mask = NDArray[np.bool_]

MOST_STAKE_CENTS = 10**12
"""More than any house takes, and its largest pay is still a number of 64 bits."""


def cells_of_usual(asked: Asked) -> tuple[Numbers, Mask]:
    """The cell of each round, and whether its cards can have been dealt so."""
    if asked.tables.game.drawn_by_tableau:
        return of_shoe(asked)
    cards = np.hstack([asked.hand, asked.dealer])
    whole = (cards >= 0).all(axis=1)
    bits = np.left_shift(np.uint64(1), np.maximum(cards, 0).astype(np.uint64))
    whole &= np.bitwise_count(np.bitwise_or.reduce(bits, axis=1)) == cards.shape[1]
    some = np.where(whole[:, None], cards, np.arange(cards.shape[1]))
    return asked.tables.cells.counted_in(some), whole


def of_shoe(asked: Asked) -> tuple[Numbers, Mask]:
    cards = asked.hand
    there = cards != NONE
    number = there.sum(axis=1)
    readable = (cards >= NONE).all(axis=1) & (there[:, :-1] >= there[:, 1:]).all(axis=1)
    readable &= ~repeated(cards, asked.decks)
    known = np.maximum(cards, 0)
    rank, suit = np.divmod(known, len(SUITS))
    cells = asked.tables.cells.counted_in(rank * len(SUITS) * asked.decks + suit)
    return cells, readable & (number == asked.tables.drawn(cells))


def repeated(cards: Places, decks: int) -> Mask:
    """Whether a card lies there more often than it is in the shoe."""
    if decks >= cards.shape[1]:
        return np.zeros(len(cards), bool)
    ordered = np.sort(cards, axis=1)
    again = (ordered[:, decks:] == ordered[:, :-decks]) & (ordered[:, decks:] != NONE)
    found: Mask = again.any(axis=1)
    return found


def ordinary_stakes(asked: Asked) -> Mask:
    """Within the limits, and a play bet of the size of its ante: nothing is cut."""
    usual = np.ones(len(asked), bool)
    for bet, stakes in asked.stakes.items():
        low, high = asked.limits.get(bet, (0, MOST_STAKE_CENTS))
        usual &= (stakes == 0) | ((stakes >= low) & (stakes <= min(high, MOST_STAKE_CENTS)))
    decision = asked.tables.game.decision
    if decision is not None and {decision.entry, decision.play} <= asked.stakes.keys():
        entry, play = asked.stakes[decision.entry], asked.stakes[decision.play]
        usual &= (play == 0) | (play == entry)
    return usual
