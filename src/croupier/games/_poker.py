"""The arithmetic of three-card poker hands."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from croupier.cards import RANKS, Card, Hand, ranks_of
from croupier.engine.outcome import named
from croupier.engine.vocabulary import of_player
from croupier.said import Said, phrase

if TYPE_CHECKING:
    from croupier.engine.outcome import Condition, Outcome
    from croupier.engine.ranking import Rank

ORDER = {rank: index for index, rank in enumerate(RANKS, start=2)}
ACE, QUEEN = ORDER["A"], ORDER["Q"]
ACE_LOW = (ACE, 3, 2)


class Category(IntEnum):
    THREE_ODD_CARDS = 0
    ONE_PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


NAMES = {
    Category.STRAIGHT_FLUSH: "Straight Flush",
    Category.THREE_OF_A_KIND: "Three of a Kind",
    Category.STRAIGHT: "Straight",
    Category.FLUSH: "Flush",
    Category.ONE_PAIR: "One Pair",
    Category.THREE_ODD_CARDS: "Three Odd Cards",
}


BY_RANKS = {1: Category.THREE_OF_A_KIND, 2: Category.ONE_PAIR, 3: Category.THREE_ODD_CARDS}
"""Of how many ranks a hand is that is neither a flush nor a straight."""


def is_suited(hand: Hand) -> bool:
    return hand[0].suit == hand[1].suit == hand[2].suit


def ranks_and_suited(hand: Hand) -> tuple[tuple[str, ...], bool]:
    return ranks_of(hand), is_suited(hand)


def high_to_low(hand: Hand) -> tuple[int, ...]:
    return tuple(sorted([ORDER[rank] for rank, _ in hand], reverse=True))


def in_sequence(order: tuple[int, ...]) -> bool:
    high, middle, low = order
    return high == middle + 1 == low + 2 or order == ACE_LOW


@lru_cache(maxsize=1 << 15)
def category(hand: Hand) -> Category:
    order = high_to_low(hand)
    suited = is_suited(hand)
    if in_sequence(order):
        return Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT
    if suited:
        return Category.FLUSH
    return BY_RANKS[len(set(order))]


def name(hand: Hand) -> str:
    return NAMES[category(hand)]


SENTENCES = {category: phrase(name) for category, name in NAMES.items()}


def said(hand: Hand) -> Said:
    return SENTENCES[category(hand)]()


@lru_cache(maxsize=1 << 15)
def within_category(hand: Hand) -> tuple[int, ...]:
    """The pair first and then what is beside it; an ace in 3-2-A below the two."""
    order = high_to_low(hand)
    if order == ACE_LOW:
        return (3, 2, 1)
    high, middle, low = order
    return (middle, low, high) if middle == low else order


LEAST_QUALIFYING: Rank = (Category.THREE_ODD_CARDS, (QUEEN,))


def is_qualifying(hand: Hand) -> bool:
    return (category(hand), within_category(hand)) >= LEAST_QUALIFYING


def dealer_does_not_qualify(outcome: Outcome) -> bool:
    return outcome.against_rank < LEAST_QUALIFYING


@named
def has(wanted: Category) -> Condition:
    """Of the category that leads the ranking."""

    def has_category(outcome: Outcome) -> bool:
        return outcome.rank[0] == wanted

    return has_category


@named
def ace_king_queen_of(suits: str) -> Condition:
    wanted = [{Card(rank, suit) for rank in "AKQ"} for suit in suits]
    has_straight_flush = has(Category.STRAIGHT_FLUSH)

    def ace_king_queen(outcome: Outcome) -> bool:
        return has_straight_flush(outcome) and set(outcome.hand) in wanted

    return ace_king_queen


def highest(hand: Hand) -> str:
    """The card that the hand is first compared by: of a pair the pair, of 3-2-A the three."""
    return RANKS[within_category(hand)[0] - ORDER["2"]]


WORDS = (
    of_player("hand", tuple(NAMES.values()), name),
    of_player("highest", tuple(RANKS), highest),
)
