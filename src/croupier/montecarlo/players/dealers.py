"""Rounds of an evening by the player's number: fresh ones, or of whole shoes one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from croupier.engine.deal import Tableau
from croupier.montecarlo.dealing import dealt, shuffled
from croupier.montecarlo.words import key_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.montecarlo.players.table import Table

    Numbers = NDArray[np.int64]
    Flags = NDArray[np.bool_]

ROUNDS_APART = 1 << 20
"""Between the first rounds of two players: each round of each player is a round of the seed."""
SHOES_APART = 1 << 20
"""A shoe has one round at least."""
AT_A_TIME = 2048
"""Shoes that are shuffled together."""
FEWEST_CARDS = 4
"""That a round takes."""


class Dealer(Protocol):
    """To players of one chunk, by their places in it."""

    def is_new(self, who: Numbers) -> Flags:
        """Whether the next round is the first of a shoe."""
        ...

    def cells(self, who: Numbers, number: int) -> Numbers:
        """Of each player's next round, which is that of this number."""
        ...


class FreshRounds:
    """A whole deck for each round."""

    def __init__(self, table: Table, first: int, players: int) -> None:
        self.of, self.key = table.cells, key_of(table.asked.table.seed)
        self.first = np.arange(first, first + players, dtype=np.uint64) * np.uint64(ROUNDS_APART)

    def is_new(self, who: Numbers) -> Flags:
        return np.zeros(len(who), bool)

    def cells(self, who: Numbers, number: int) -> Numbers:
        rounds = self.first[who] + np.uint64(number)
        return self.of.counted_in(dealt(self.key, rounds, self.of.draw))


class WholeShoes:
    """Shoes to the cut card; each player begins with a new one."""

    def __init__(self, table: Table, first: int, players: int) -> None:
        self.shoes = table.felt.shoes
        self.first = np.arange(first, first + players, dtype=np.uint64) * np.uint64(SHOES_APART)
        self.done = np.zeros(players, np.uint64)
        self.row, self.length = np.zeros((2, players), np.int64)
        self.rows = np.zeros((self.shoes.size // FEWEST_CARDS, players), np.uint16)
        """The cells of each player's shoe."""

    def is_new(self, who: Numbers) -> Flags:
        flags: Flags = self.row[who] == self.length[who]
        return flags

    def cells(self, who: Numbers, number: int) -> Numbers:
        del number
        ended = who[self.is_new(who)]
        for begin in range(0, len(ended), AT_A_TIME):
            self.begin_shoe(ended[begin : begin + AT_A_TIME])
        found: Numbers = self.rows[self.row[who], who].astype(np.int64)
        self.row[who] += 1
        return found

    def begin_shoe(self, who: Numbers) -> None:
        cards = shuffled(self.shoes.key, self.first[who] + self.done[who], self.shoes.draw)
        self.done[who] += np.uint64(1)
        self.row[who] = self.length[who] = 0
        for row, (going, cells) in enumerate(self.shoes.rounds(cards)):
            self.rows[row, who[going]] = cells
            self.length[who[going]] = row + 1


def dealer_of(table: Table, first: int, players: int) -> Dealer:
    shoes = isinstance(table.game.deal, Tableau)
    return (WholeShoes if shoes else FreshRounds)(table, first, players)
