"""All 22,100 hands of three cards, and how many of them miss the cards of a given hand."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import accumulate, combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING

from croupier.cards import RANKS, SUITS, Card, Hand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

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


@lru_cache(maxsize=1 << 15)
def sort_of(*cards: Card) -> Sort:
    ranks = sorted([rank for rank, _ in cards])
    return "".join(ranks), len({suit for _, suit in cards}) == 1


class Dealers:
    """How many hands rank below a strength and share no card with a hand.

    Those that hold one or two of its cards are taken off and put back; by the exchange of suits a
    count for one card, or two, serves for all of their ranks.
    """

    def __init__(self, rank: Callable[[Hand], Rank]) -> None:
        self.sorts: dict[Sort, int] = {}
        hands: dict[Sort, Hand] = {}
        for hand, alike in up_to_suits():
            sort = sort_of(*hand)
            self.sorts[sort] = self.sorts.get(sort, 0) + alike
            hands[sort] = hand
        ranked = {sort: rank(hand) for sort, hand in hands.items()}
        self.ranks = sorted(set(ranked.values()))
        place = {rank: index for index, rank in enumerate(self.ranks)}
        self.strength = {sort: place[rank] for sort, rank in ranked.items()}
        self.example = {self.strength[sort]: hand for sort, hand in hands.items()}
        self.everything = self.cumulated(self.sorts.items())
        self.with_one = {rank: self.cumulated(holding_one(self.sorts, rank)) for rank in RANKS}
        self.with_two = {two: self.cumulated(holding_two(two)) for two in sorts_of_two()}

    def of(self, hand: Hand) -> int:
        return self.strength[sort_of(*hand)]

    def cumulated(self, counts: Iterable[tuple[Sort, int]]) -> list[int]:
        summed = [0] * len(self.ranks)
        for sort, count in counts:
            summed[self.strength[sort]] += count
        return [0, *accumulate(summed)]

    def below(self, hand: Hand, strength: int) -> int:
        return self.missing(hand)(strength)

    def missing(self, hand: Hand) -> Callable[[int], int]:
        """For one hand: how many that share no card with it rank below a strength."""
        (a, _), (b, _), (c, _) = one, other, another = hand
        x, y, z = self.with_one[a], self.with_one[b], self.with_one[c]
        xy, xz, yz = (
            self.with_two[sort_of(*two)] for two in ((one, other), (one, another), (other, another))
        )
        every, own = self.everything, self.of(hand)
        return lambda strength: (
            every[strength]
            - (x[strength] + y[strength] + z[strength])
            + (xy[strength] + xz[strength] + yz[strength])
            - (own < strength)
        )


def sorts_of_two() -> Iterator[Sort]:
    for one, other in combinations_with_replacement(sorted(RANKS), 2):
        yield one + other, False
        if one != other:
            yield one + other, True


def holding_one(sorts: Mapping[Sort, int], rank: str) -> Iterator[tuple[Sort, int]]:
    """Of each sort, the hands with one given card: the cards of a rank have equal shares."""
    for (ranks, suited), number in sorts.items():
        if rank in ranks:
            yield (ranks, suited), number * ranks.count(rank) // len(SUITS)


def holding_two(two: Sort) -> Iterator[tuple[Sort, int]]:
    """Of each sort, the hands with two given cards: by the third card."""
    held, suited = two
    for rank in RANKS:
        ranks = "".join(sorted(held + rank))
        of_one_suit = suited and rank not in held
        if of_one_suit:
            yield (ranks, True), 1
        yield (ranks, False), len(SUITS) - held.count(rank) - of_one_suit
