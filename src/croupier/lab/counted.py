"""A second method for games of three-card hands: compiled counting over the game's own answers."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from croupier.cards import RANKS
from croupier.engine.outcome import Outcome
from croupier.lab import pictures
from croupier.lab.hands import (
    DEALERS,
    PAIRS,
    Sort,
    holding_one,
    holding_two,
    sort_of,
    sorts_of_two,
    up_to_suits,
)
from croupier.lab.kernels import Hands, Kinds, best_play, lines_of_two
from croupier.lab.lines import AllLines
from croupier.lab.poker import Lab
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.cards import Hand
    from croupier.engine.game import Game
    from croupier.lab.compiled import Whole
    from croupier.lab.figures import BetOdds
    from croupier.lab.poker import Settled

Cards = str | Sort
"""A rank, or the sort of two cards; of none nothing."""
LANES = 8
"""Rows of a whole number of these are counted fastest."""
FULL = dict.fromkeys(RANKS, pictures.OF_A_RANK)


class Pictures:
    """A game without a decision, from what is left of one deck."""

    def __init__(self, game: Game) -> None:
        self.row = AllLines(game)
        hands, look_of = pictures.kinds(), pictures.looks(game)
        looks = list(dict.fromkeys(look_of.values()))
        ranks = sorted({rank for rank, _ in looks})
        example = {look: hands[kind] for kind, look in look_of.items()}
        dealer = {rank: hand for (rank, _), hand in example.items()}
        settled = [
            [
                bet.lines.index(bet.settle(Outcome(example[look], dealer[rank], look[0], rank)))
                for bet in game.bets
            ]
            for look in looks
            for rank in ranks
        ]
        lines, ends = np.unique(np.array(settled), axis=0, return_inverse=True)
        width = -len(ranks) % LANES
        self.tables = Kinds(
            by_places({kind: ranks.index(rank) for kind, (rank, _) in look_of.items()}),
            by_places({kind: looks.index(look) for kind, look in look_of.items()}),
            np.pad(ends.reshape(len(looks), len(ranks)), ((0, 0), (0, width))),
            lines + np.array(self.row.begins),
            len(self.row.nets),
        )

    def counts(self, left: Mapping[str, int] = FULL) -> dict[str, list[int]]:
        return self.row.by_bet(self.lines(left))

    def lines(self, left: Mapping[str, int]) -> list[int]:
        if any(left[rank] not in range(FULL[rank] + 1) for rank in RANKS):
            raise BadInput("of each rank a deck has 0 to 4 cards left")
        cards = np.array([left[rank] for rank in RANKS], np.int64)
        told: list[int] = lines_of_two(cards, *self.tables).tolist()
        return told

    def odds(self) -> dict[str, BetOdds]:
        return self.row.odds(self.lines(FULL), PAIRS)


def by_places(said: Mapping[pictures.Kind, int]) -> Whole:
    """What is said of each kind of hand, by the places of its ranks in any order."""
    told = np.empty((len(RANKS),) * 3, np.int64)
    for kind, one in said.items():
        for places in permutations(map(RANKS.index, kind)):
            told[places] = one
    return told


class Poker:
    """A game with a decision, at best play."""

    def __init__(self, game: Game) -> None:
        self.lab = Lab(game)
        self.ways = list(dict.fromkeys(way for row in self.settled() for way in row))
        self.parts_of_an_ante = lcm(*(way.net.denominator for way in self.ways))
        held = {key: place for place, key in enumerate(("", *RANKS, *sorts_of_two()))}
        self.tables = Hands(
            np.array([(held[cards], *counted) for cards, *counted in self.holding()]),
            np.array([(*self.places(hand, held), alike) for hand, alike in up_to_suits()]),
            np.array([[self.ways.index(way) for way in row] for row in self.settled()]),
            np.array([int(way.net * self.parts_of_an_ante) for way in self.ways]),
            len(held),
            self.lab.least,
        )

    def settled(self) -> Iterator[list[Settled]]:
        """Each strength folded, then against the dealers that the lines can tell apart."""
        strengths, least = range(len(self.lab.dealers.ranks)), self.lab.least
        for own in strengths:
            sorts = (None, least - 1, least, own, strengths[-1])
            yield [self.lab.settled(own, dealer) for dealer in sorts]

    def holding(self) -> Iterator[tuple[Cards, int, int]]:
        """How many hands of each strength hold no given card, one, or two."""
        dealers = self.lab.dealers
        for sort, number in dealers.sorts.items():
            yield "", dealers.strength[sort], number
        for rank in RANKS:
            for sort, number in holding_one(dealers.sorts, rank):
                yield rank, dealers.strength[sort], number
        for two in sorts_of_two():
            for sort, number in holding_two(two):
                yield two, dealers.strength[sort], number

    def places(self, hand: Hand, held: Mapping[Cards, int]) -> list[int]:
        ones = [held[card.rank] for card in hand]
        twos = [held[sort_of(*two)] for two in combinations(hand, 2)]
        return [self.lab.dealers.of(hand), *ones, *twos]

    def entry(self) -> BetOdds:
        """The ante with its play bet and bonus."""
        numbers = best_play(self.tables)[0].tolist()
        counts = {way: number for way, number in zip(self.ways, numbers, strict=True) if number}
        return self.lab.entry_odds(counts)

    def values(self) -> dict[Hand, Fraction]:
        """What it is worth to play each hand, one for all that differ by an exchange of suits."""
        of = self.parts_of_an_ante * DEALERS
        worth = best_play(self.tables)[1].tolist()
        return {
            hand: Fraction(value, of) for (hand, _), value in zip(up_to_suits(), worth, strict=True)
        }
