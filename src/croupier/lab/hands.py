"""All 22,100 hands of three cards, and how many of them miss the cards of a given hand."""

from __future__ import annotations

from functools import cache
from itertools import accumulate, combinations
from math import comb
from typing import TYPE_CHECKING

from croupier.cards import DECK, RANKS, Card, Hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.engine.ranking import Rank

HANDS = comb(52, 3)
DEALERS = comb(49, 3)
PAIRS = HANDS * DEALERS
"""Deals of a player's hand and a dealer's: 407,170,400."""

PATTERNS = {  # suits of three cards from high to low, with how many hands are like it
    3: (("ccc", 4), ("ccd", 12), ("cdc", 12), ("dcc", 12), ("cdh", 24)),
    2: (("cdc", 12), ("cdh", 12)),
    1: (("cdh", 4),),
}
"""By the number of different ranks; of a pair the two cards stand first."""


@cache
def up_to_suits() -> tuple[tuple[Hand, int], ...]:
    """One hand for all that differ by an exchange of suits only, with how many they are."""
    return tuple(
        (Hand(map(Card, ranks, suits)), count)
        for ranks in ranks_of_three()
        for suits, count in PATTERNS[len(set(ranks))]
    )


def ranks_of_three() -> Iterator[tuple[str, ...]]:
    yield from combinations(RANKS, 3)
    for pair in RANKS:
        yield from ((pair, pair, other) for other in RANKS if other != pair)
        yield pair, pair, pair


Sort = tuple[str, bool]
"""Ranks in order, and whether the suits are one: all that a ranking can see of a hand."""


def sort_of(*cards: Card) -> Sort:
    ranks = sorted([rank for rank, _ in cards])
    return "".join(ranks), len({suit for _, suit in cards}) == 1


class Dealers:
    """How many hands rank below a strength and share no card with a hand.

    Those that hold one or two of its cards are taken off and put back; by the exchange of suits a
    count for one card, or two, serves for all of their ranks.
    """

    def __init__(self, rank: Callable[[Hand], Rank]) -> None:
        classes = up_to_suits()
        ranked = {sort_of(*hand): rank(hand) for hand, _ in classes}
        self.ranks = sorted(set(ranked.values()))
        place = {rank: index for index, rank in enumerate(self.ranks)}
        self.strength = {sort: place[rank] for sort, rank in ranked.items()}
        self.example = {self.strength[sort_of(*hand)]: hand for hand, _ in classes}
        self.everything = self.cumulated(
            (self.strength[sort_of(*hand)], count) for hand, count in classes
        )
        self.with_one = {card.rank: self.holding(card) for card in DECK[:13]}
        self.with_two = {
            sort_of(one, other): self.holding(one, other)
            for one in DECK[:13]
            for other in (*DECK[:13], *DECK[13:26])
            if one != other
        }

    def of(self, hand: Hand) -> int:
        return self.strength[sort_of(*hand)]

    def holding(self, *cards: Card) -> list[int]:
        others = [card for card in DECK if card not in cards]
        hands = ((*cards, *more) for more in combinations(others, 3 - len(cards)))
        return self.cumulated((self.strength[sort_of(*hand)], 1) for hand in hands)

    def cumulated(self, counts: Iterator[tuple[int, int]]) -> list[int]:
        summed = [0] * len(self.ranks)
        for strength, count in counts:
            summed[strength] += count
        return [0, *accumulate(summed)]

    def below(self, hand: Hand, strength: int) -> int:
        singles = sum([self.with_one[card.rank][strength] for card in hand])
        pairs = sum([self.with_two[sort_of(*two)][strength] for two in combinations(hand, 2)])
        itself = self.of(hand) < strength
        return self.everything[strength] - singles + pairs - itself
