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

    def by_rank(numbers: Mapping[Kind, int]) -> dict[Rank, int]:
        summed: dict[Rank, int] = defaultdict(int)
        for kind, number in numbers.items():
            summed[rank_of[kind]] += number
        return summed

    everything = by_rank(count)
    shared = {cards: by_rank(numbers) for cards, numbers in holding.items()}
    table: dict[Kind, dict[Rank, int]] = {}
    for kind, number in count.items():
        a, b, c = kind
        without = dict(everything)
        for one in ((a,), (b,), (c,)):
            for rank, less in shared[one].items():
                without[rank] -= less
        for two in ((a, b), (a, c), (b, c)):
            for rank, more in shared[two].items():
                without[rank] += more
        without[rank_of[kind]] -= 1
        table[kind] = {rank: number * left for rank, left in without.items() if left}
    return table


def outcomes(game: Game) -> Iterator[tuple[Outcome, int]]:
    """A bet sees the dealer's hand by its rank alone, so one dealer of each rank is enough."""
    hands = kinds()
    dealer = {game.ranking.rank(hand): hand for hand in hands.values()}
    for kind, by_rank in deals(game).items():
        hand = hands[kind]
        own = game.ranking.rank(hand)
        for rank, number in by_rank.items():
            yield Outcome(hand, dealer[rank], own, rank), number


def odds(game: Game) -> dict[str, BetOdds]:
    tally = Tally(game, PAIRS)
    for outcome, number in outcomes(game):
        for bet in game.bets:
            tally.add(bet, bet.settle(outcome), number)
    return tally.bets()
