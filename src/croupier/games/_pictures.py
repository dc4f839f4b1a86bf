"""The arithmetic of the Three Pictures games; it cites nothing, as three documents share it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING

from croupier.cards import ranks_of
from croupier.engine.interpretations import OpenPoint
from croupier.engine.outcome import lost, named, stood_off, won
from croupier.engine.vocabulary import DEALER, of_other, of_player
from croupier.games._points import points
from croupier.said import DIGITS, Said, Sentence, phrase

if TYPE_CHECKING:
    from croupier.cards import Hand
    from croupier.engine.outcome import Condition, Outcome


class PointsOfThreePictures(StrEnum):
    """Whether Three Pictures have a point total."""

    ZERO = "zero"
    NONE = "none"


THREE_PICTURES_POINTS = OpenPoint("three-pictures-points", PointsOfThreePictures)
PICTURES = "JQK"
NONE_TO_THREE = (0, 1, 2, 3)


@lru_cache(maxsize=1 << 15)
def picture_count(hand: Hand) -> int:
    return sum([rank in PICTURES for rank, _ in hand])


def is_three_pictures(hand: Hand) -> bool:
    return picture_count(hand) == len(PICTURES)


def points_but_of_three_pictures(hand: Hand) -> int | None:
    """The point total, of which Three Pictures by this reading has none."""
    return None if is_three_pictures(hand) else points(hand)


@dataclass(frozen=True, slots=True)
class Names:
    """What a document calls a hand, by its pictures; `{}` stands for the points in words."""

    three: str
    double: str
    single: str
    plain: str
    written: tuple[tuple[str, ...], ...] = field(init=False, repr=False)
    """By pictures and points."""

    def __post_init__(self) -> None:
        for name in self.by_pictures:
            sentence_of(name)
        written = tuple(tuple(map(name.format, DIGITS)) for name in self.by_pictures)
        object.__setattr__(self, "written", written)

    @property
    def by_pictures(self) -> tuple[str, ...]:
        return (self.plain, self.single, self.double, self.three)

    def __call__(self, hand: Hand) -> str:
        return self.written[picture_count(hand)][points(hand)]

    def said(self, hand: Hand) -> Said:
        sentence = sentence_of(self.by_pictures[picture_count(hand)])
        return sentence(points=points(hand)) if sentence.slots else sentence()


def sentence_of(name: str) -> Sentence:
    return phrase(name.replace("{}", "{points:digit}"))


KEYS = (is_three_pictures, points, picture_count)
"""What hands of these games rank by; the conditions below read it off the rank."""
THREE, POINTS, COUNT = range(len(KEYS))


def same_points(outcome: Outcome) -> bool:
    return outcome.rank[POINTS] == outcome.against_rank[POINTS]


def same_points_but_of_three_pictures(outcome: Outcome) -> bool:
    """Of two hands that have points, or of two that have none."""
    return same_points(outcome) and outcome.rank[THREE] == outcome.against_rank[THREE]


def both_three_pictures(outcome: Outcome) -> bool:
    return bool(outcome.rank[THREE] and outcome.against_rank[THREE])


def three_pictures(outcome: Outcome) -> bool:
    return bool(outcome.rank[THREE])


def won_on_six(outcome: Outcome) -> bool:
    return outcome.rank[POINTS] == SIX and won(outcome)


def stood_off_on_eight_or_nine(outcome: Outcome) -> bool:
    return outcome.rank[POINTS] in EIGHT_OR_NINE and stood_off(outcome)


def same_eight_or_nine(outcome: Outcome) -> bool:
    return outcome.rank[POINTS] in EIGHT_OR_NINE and same_points(outcome)


@named
def player_wins_on_six_with(pictures: int) -> Condition:
    def player_lucky_six(outcome: Outcome) -> bool:
        return won_on_six(outcome) and outcome.rank[COUNT] == pictures

    return player_lucky_six


@named
def dealer_wins_on_six_with(pictures: int) -> Condition:
    def dealer_lucky_six(outcome: Outcome) -> bool:
        on_six = outcome.against_rank[POINTS] == SIX and lost(outcome)
        return on_six and outcome.against_rank[COUNT] == pictures

    return dealer_lucky_six


@named
def pictures_together(pictures: int) -> Condition:
    shares = {(mine, pictures - mine) for mine in NONE_TO_THREE}

    def lucky_pictures(outcome: Outcome) -> bool:
        return (outcome.rank[COUNT], outcome.against_rank[COUNT]) in shares

    return lucky_pictures


def pictures_of(hand: Hand) -> list[str]:
    return [rank for rank, _ in hand if rank in PICTURES]


@named
def three_of(rank: str) -> Condition:
    alike = (rank, rank, rank)

    def three_alike(outcome: Outcome) -> bool:
        return outcome.hand[0].rank == rank and ranks_of(outcome.hand) == alike

    return three_alike


def any_picture_pair(outcome: Outcome) -> bool:
    """Two pictures alike and a card that is no picture."""
    return outcome.rank[COUNT] == PAIR and len(set(pictures_of(outcome.hand))) == 1


def one_king_alone(outcome: Outcome) -> bool:
    """One king and two cards that are no pictures."""
    return outcome.rank[COUNT] == 1 and "K" in pictures_of(outcome.hand)


@named
def king_with(other: str) -> Condition:
    def king_beside(outcome: Outcome) -> bool:
        return outcome.rank[COUNT] == PAIR and set(pictures_of(outcome.hand)) == {"K", other}

    return king_beside


@dataclass(frozen=True)
class NumberOf:
    """How many cards of a rank a hand has; a value, so that it can be copied."""

    rank: str

    def __call__(self, hand: Hand) -> int:
        return sum([card.rank == self.rank for card in hand])


SIX = 6
EIGHT_OR_NINE = (8, 9)
PAIR = 2
WORDS = (
    of_player("pictures", NONE_TO_THREE, picture_count),
    of_other(DEALER, "pictures", NONE_TO_THREE, picture_count),
    of_player("kings", NONE_TO_THREE, NumberOf("K")),
    of_player("queens", NONE_TO_THREE, NumberOf("Q")),
    of_player("jacks", NONE_TO_THREE, NumberOf("J")),
)
