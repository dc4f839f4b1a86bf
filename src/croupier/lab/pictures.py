"""Exact odds where a hand of ranks meets a dealer's hand and there is nothing to decide."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import TYPE_CHECKING

from croupier.cards import RANKS, SUITS, Card, Hand
from croupier.engine.outcome import Outcome
from croupier.lab.hands import PAIRS
from croupier.lab.lines import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.engine.game import Game
    from croupier.engine.ranking import Rank
    from croupier.lab.figures import BetOdds

OF_A_RANK = len(SUITS)
Kind = tuple[str, ...]
"""The ranks of a hand, whatever the suits."""


@cache
def kinds() -> Mapping[Kind, Hand]:
    """The 455 kinds of hand, each with one such hand."""
    return {
        kind: Hand(Card(rank, SUITS[kind[:place].count(rank)]) for place, rank in enumerate(kind))
        for kind in combinations_with_replacement(RANKS, 3)
    }


def ways(kind: Kind, left: Mapping[str, int]) -> int:
    return prod([comb(left[rank], kind.count(rank)) for rank in set(kind)])


@cache
def by_shared() -> tuple[dict[Kind, int], dict[Kind, dict[Kind, int]]]:
    """How many hands are of a kind, and how many of those hold one or two given cards."""
    full = dict.fromkeys(RANKS, OF_A_RANK)
    count = {kind: ways(kind, full) for kind in kinds()}
    holding: dict[Kind, dict[Kind, int]] = defaultdict(dict)
    for kind, number in count.items():
        for rank in set(kind):
            times = kind.count(rank)
            holding[(rank,)][kind] = number * times // OF_A_RANK
            if times > 1:
                both = number * times * (times - 1) // (OF_A_RANK * (OF_A_RANK - 1))
                holding[(rank, rank)][kind] = both
            for other in set(kind) - {rank}:
                both = number * times * kind.count(other) // OF_A_RANK**2
                holding[(rank, other)][kind] = both
    return count, holding


def deals(game: Game) -> Mapping[Kind, Mapping[Rank, int]]:
    """For each kind of hand, the deals in which the dealer's hand has each rank."""
    count, holding = by_shared()
    rank_of = {kind: game.ranking.rank(hand) for kind, hand in kinds().items()}
    ranks = sorted(set(rank_of.values()))
    place = {kind: ranks.index(rank) for kind, rank in rank_of.items()}

    def by_rank(numbers: Mapping[Kind, int]) -> list[int]:
        summed = [0] * len(ranks)
        for kind, number in numbers.items():
            summed[place[kind]] += number
        return summed

    everything = by_rank(count)
    shared = {cards: by_rank(numbers) for cards, numbers in holding.items()}
    table: dict[Kind, dict[Rank, int]] = {}
    for kind, number in count.items():
        a, b, c = kind
        ones = shared[(a,)], shared[(b,)], shared[(c,)]
        twos = shared[a, b], shared[a, c], shared[b, c]
        without = [
            number * (every - x - y - z + xy + xz + yz)
            for every, x, y, z, xy, xz, yz in zip(everything, *ones, *twos, strict=True)
        ]
        without[place[kind]] -= number
        table[kind] = dict(zip(ranks, without, strict=True))
    return table


Look = tuple["Rank", Kind]
"""A hand's rank, and those of its cards that the ranking holds equal: what a bet sees of it."""


def looks(game: Game) -> Mapping[Kind, Look]:
    rank_of = {kind: game.ranking.rank(hand) for kind, hand in kinds().items()}
    others = list(combinations_with_replacement(RANKS, 2))

    def beside_others(rank: str) -> list[Rank]:
        return [rank_of[tuple(sorted((rank, *two), key=RANKS.index))] for two in others]

    seen = {rank: beside_others(rank) for rank in RANKS}
    equal = {rank for rank in RANKS if list(seen.values()).count(seen[rank]) > 1}
    return {
        kind: (rank, tuple(card for card in kind if card in equal))
        for kind, rank in rank_of.items()
    }


def outcomes(game: Game) -> Iterator[tuple[Outcome, int]]:
    """One outcome for all that a bet cannot tell apart; of the dealer's hand it sees the rank."""
    hands, look_of = kinds(), looks(game)
    example = {look: hands[kind] for kind, look in look_of.items()}
    dealer = {rank: hand for (rank, _), hand in example.items()}
    numbers: dict[Look, dict[Rank, int]] = {look: dict.fromkeys(dealer, 0) for look in example}
    for kind, by_rank in deals(game).items():
        summed = numbers[look_of[kind]]
        for rank, number in by_rank.items():
            summed[rank] += number
    for look, by_rank in numbers.items():
        for rank, number in by_rank.items():
            if number:
                yield Outcome(example[look], dealer[rank], look[0], rank), number


def odds(game: Game) -> dict[str, BetOdds]:
    tally = Tally(game, PAIRS)
    tally.settle(outcomes(game))
    return tally.bets()
