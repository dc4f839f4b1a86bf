"""What bets can tell of a player and a banker hand from a fresh shoe, asked of the game.

The table of play is asked once about every total and third card. A round is counted by its totals,
by how many cards each hand has, and by what else bets see of the first two cards.
"""

from __future__ import annotations

from functools import cache, cached_property
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.cards import RANKS, SUITS, Card, Hand
from croupier.engine.deal import Side, Tableau
from croupier.montecarlo.dealing import Draw
from croupier.montecarlo.deciding_lines import DecidingLines
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.engine.game import Game
    from croupier.montecarlo.dealing import Cards

    Table = NDArray[np.uint32]
    Numbers = NDArray[np.int64]

SIX, TWO = 6, 2
POINTS = range(10)
WIDE = 4
"""Bits for a rank where two make an index."""
INDEXES = 1 << 2 * WIDE
REFUSED = INDEXES - 1
"""No two ranks have this index; it stands for the draw that is refused."""
BEYOND = 16
"""Bits for where an end stands; above them is what else is seen of first cards."""
FAR = (1 << BEYOND) - 1
ENDS = 4 * len(POINTS) ** 2
Pair = tuple[str, ...]


class Start(NamedTuple):
    """Of the first two cards: their points, and a number for whatever else bets see."""

    points: int
    more: int


class Cells(NamedTuple):
    player: Table
    """By the index of the first two cards: points by thousands, and above what else is seen."""
    banker: Table
    """The same, points by hundreds."""
    rest: Table
    """By the index of the next two cards: the value of one by tens, of the other by ones."""
    ends: Table
    """By the sum of these: the first cell of what comes of it."""
    number: int


class Shoes:
    """Each round from a fresh shoe."""

    def __init__(self, game: Game, decks: int) -> None:
        assert isinstance(game.deal, Tableau)
        self.game, self.decks, self.table = game, decks, game.deal
        self.told, self.points = DecidingLines(game), game.deal.points
        self.draw = of_a_fresh_shoe(decks)
        self.value = [self.points(Hand([Card(rank, "s")])) for rank in RANKS]
        self.third = {value: Card(rank, "s") for rank, value in zip(RANKS, self.value, strict=True)}
        pairs = sorted(product(RANKS, repeat=TWO), key=lambda pair: pair[0] == pair[1])
        two = {pair: Hand(map(Card, pair, "cd")) for pair in pairs}
        self.two = {self.points(hand): hand for (one, other), hand in two.items() if one != other}
        self.starts = {side: self.started(side, two) for side in Side}
        self.mores = 1 + max(one.more for of in self.starts.values() for one in of.values())
        if self.mores > TWO:
            what = "a bet tells more of two cards than their points and whether they are a pair"
            raise BadInput(f"{what}: it cannot be simulated", game.name)

    def started(self, side: Side, two: Mapping[Pair, Hand]) -> dict[Pair, Start]:
        """What is seen of the first two cards of a side, against each total of the other."""
        numbers: dict[int, dict[str, int]] = {points: {} for points in POINTS}
        starts = {}
        for pair, hand in two.items():
            hands = [
                (hand, one) if side is Side.PLAYER else (one, hand) for one in self.two.values()
            ]
            alike = numbers[self.points(hand)]
            told = repr([self.told(*both) for both in hands])
            starts[pair] = Start(self.points(hand), alike.setdefault(told, len(alike)))
        return starts

    def with_third(self, points: int, value: int) -> Hand:
        return Hand((*self.two[points], self.third[value]))

    @cached_property
    def ends(self) -> Numbers:
        """By both totals and the values of the two next cards: both totals then, and draws."""
        told = np.zeros((10, 10, 10, 10), np.int64)
        drawn = {both: self.points(self.with_third(*both)) for both in product(POINTS, repeat=TWO)}
        for player, banker in product(POINTS, repeat=TWO):
            hands = self.two[player], self.two[banker]
            first = self.table.draws(*hands)
            for value in POINTS:
                to = told[player, banker, value]
                if first is None:
                    to[:] = ended(player, banker)
                elif first is Side.BANKER:
                    to[:] = ended(player, drawn[banker, value], bankers=1)
                elif self.table.draws(self.with_third(player, value), hands[1]) is None:
                    to[:] = ended(drawn[player, value], banker, players=1)
                else:
                    to[:] = [
                        ended(drawn[player, value], drawn[banker, last], 1, 1) for last in POINTS
                    ]
        return told.reshape(-1)

    @cached_property
    def cells(self) -> Cells:
        apart = self.mores**2
        player, banker, rest = np.zeros((3, INDEXES), np.uint32)
        for one, other in product(range(len(RANKS)), repeat=TWO):
            index, pair = one << WIDE | other, (RANKS[one], RANKS[other])
            first, second = self.starts[Side.PLAYER][pair], self.starts[Side.BANKER][pair]
            player[index] = first.points * 1000 + (first.more * self.mores << BEYOND)
            banker[index] = second.points * 100 + (second.more << BEYOND)
            rest[index] = self.value[one] * 10 + self.value[other]
        number = ENDS * apart
        player[REFUSED] = len(self.ends)
        ends = np.full(len(self.ends) + 1000, number, np.uint32)
        ends[: len(self.ends)] = self.ends * apart
        return Cells(player, banker, rest, ends, number)

    def counted_in(self, cards: Cards) -> Cards:
        """The cell of each round, by its cards in the order drawn."""
        rank = cards // (len(SUITS) * self.decks)
        pairs = ((0, 2), (1, 3), (4, 5))
        indexes = [rank[:, one] << WIDE | rank[:, other] for one, other in pairs]
        tables = self.cells.player, self.cells.banker, self.cells.rest
        player, banker, rest = (
            table[index].astype(np.int64) for table, index in zip(tables, indexes, strict=True)
        )
        seen = player + banker + rest
        told: Cards = self.cells.ends[seen & FAR] + (seen >> BEYOND)
        return told

    def example(self, cell: int) -> tuple[Hand, Hand] | None:
        """Two hands that are counted there, if there are."""
        end, more = divmod(cell, self.mores**2)
        totals, drawn = divmod(end, 4)
        player, banker = divmod(totals, len(POINTS))
        first = self.example_of(Side.PLAYER, player, drawn // 2, more // self.mores)
        second = self.example_of(Side.BANKER, banker, drawn % 2, more % self.mores)
        return (first, second) if first and second else None

    @cache  # noqa: B019 - as long as the cells themselves
    def example_of(self, side: Side, points: int, drawn: int, more: int) -> Hand | None:
        for pair, start in self.starts[side].items():
            first = Hand(map(Card, pair, "cd"))
            thirds = self.third.values() if drawn else [None]
            for third in thirds:
                hand = first if third is None else Hand((*first, third))
                if start.more == more and self.points(hand) == points:
                    return hand
        return None


def of_a_fresh_shoe(decks: int) -> Draw:
    return Draw(len(RANKS) * len(SUITS) * decks, SIX, TWO)


def ended(player: int, banker: int, players: int = 0, bankers: int = 0) -> int:
    """Both totals, and whether each side has drawn."""
    return (player * len(POINTS) + banker) * 4 + players * 2 + bankers
