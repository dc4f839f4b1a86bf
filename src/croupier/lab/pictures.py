"""Exact odds where a hand of ranks meets a dealer's hand and there is nothing to decide."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import TYPE_CHECKING

from croupier.cards import DECK, RANKS, SUITS, Card, Hand
from croupier.engine.deal import Deal
from croupier.engine.outcome import Outcome
from croupier.lab.lines import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.engine.game import Game
    from croupier.engine.ranking import Rank
    from croupier.lab.figures import BetOdds

OF_A_RANK, PACK = len(SUITS), len(DECK)
Kind = tuple[str, ...]
"""The ranks of a hand, whatever the suits."""


@cache
def kinds(size: int = 3) -> Mapping[Kind, Hand]:
    """The kinds of hand of so many cards, each with one such hand; of three cards they are 455."""
    return {
        kind: Hand(Card(rank, SUITS[kind[:place].count(rank)]) for place, rank in enumerate(kind))
        for kind in combinations_with_replacement(RANKS, size)
    }


def size_of(game: Game) -> int:
    """Of the hands that the game deals."""
    assert isinstance(game.deal, Deal)
    return game.deal.cards


def total(game: Game) -> int:
    """Deals of a player's hand and a dealer's."""
    size = size_of(game)
    return comb(PACK, size) * comb(PACK - size, size)


def ways(kind: Kind, held: Kind) -> int:
    """Hands of a kind that hold given cards of it."""
    return prod(
        [
            comb(OF_A_RANK - held.count(rank), kind.count(rank) - held.count(rank))
            for rank in set(kind)
        ]
    )


@cache
def by_shared(size: int = 3) -> tuple[dict[Kind, int], dict[Kind, dict[Kind, int]]]:
    """How many hands are of a kind, and how many of those hold given cards, fewer than all."""
    holding: dict[Kind, dict[Kind, int]] = defaultdict(dict)
    for kind in kinds(size):
        for held in {held for fewer in range(size) for held in combinations(kind, fewer)}:
            holding[held][kind] = ways(kind, held)
    return holding[()], holding


def deals(game: Game) -> Mapping[Kind, Mapping[Rank, int]]:
    """For each kind of hand, the deals in which the dealer's hand has each rank.

    Of the dealer's hands those that share a card are taken off, those that share two put back.
    """
    size = size_of(game)
    count, holding = by_shared(size)
    rank_of = {kind: game.ranking.rank(hand) for kind, hand in kinds(size).items()}
    ranks = sorted(set(rank_of.values()))
    place = {kind: ranks.index(rank) for kind, rank in rank_of.items()}

    def by_rank(numbers: Mapping[Kind, int]) -> list[int]:
        summed = [0] * len(ranks)
        for kind, number in numbers.items():
            summed[place[kind]] += number
        return summed

    shared = {cards: by_rank(numbers) for cards, numbers in holding.items()}
    nothing = [0] * len(ranks)
    table: dict[Kind, dict[Rank, int]] = {}
    for kind, number in count.items():
        on, off = (
            [shared[held] for fewer in range(first, size, 2) for held in combinations(kind, fewer)]
            for first in (0, 1)
        )
        rows = zip(zip(*on, strict=True), zip(*off, nothing, strict=True), strict=True)
        apart = [number * (sum(more) - sum(less)) for more, less in rows]
        apart[place[kind]] += (-1) ** size * number
        table[kind] = dict(zip(ranks, apart, strict=True))
    return table


Look = tuple["Rank", Kind]
"""A hand's rank, and those of its cards that the ranking holds equal: what a bet sees of it."""


def looks(game: Game) -> Mapping[Kind, Look]:
    size = size_of(game)
    rank_of = {kind: game.ranking.rank(hand) for kind, hand in kinds(size).items()}
    others = list(combinations_with_replacement(RANKS, size - 1))

    def beside_others(rank: str) -> list[Rank]:
        return [rank_of[tuple(sorted((rank, *rest), key=RANKS.index))] for rest in others]

    seen = {rank: beside_others(rank) for rank in RANKS}
    equal = {rank for rank in RANKS if list(seen.values()).count(seen[rank]) > 1}
    return {
        kind: (rank, tuple(card for card in kind if card in equal))
        for kind, rank in rank_of.items()
    }


def outcomes(game: Game) -> Iterator[tuple[Outcome, int]]:
    """One outcome for all that a bet cannot tell apart; of the dealer's hand it sees the rank."""
    hands, look_of = kinds(size_of(game)), looks(game)
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
    tally = Tally(game, total(game))
    tally.settle(outcomes(game))
    return tally.bets()
