"""A practice round: the real rulebook on cards from any deck, beside the house and its record.

The learner sees what a player would see, when a player would see it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from croupier.cards import DECK
from croupier.engine.decisions import Choice
from croupier.guide.taught import (
    MOST_CARDS,
    Dealt,
    TaughtHand,
    TaughtLine,
    ThirdCard,
    check_placeable,
    deal,
    settled,
    shown,
)
from croupier.problems import BadInput

if TYPE_CHECKING:
    from random import Random

    from croupier.engine.game import Game


class Answer(StrEnum):
    OPEN = "open"
    PLAY = "play"
    FOLD = "fold"


class Practice(msgspec.Struct, frozen=True):
    """A deal with its stakes, before it is told how it came out."""

    game: Game
    dealt: Dealt
    stakes: dict[str, int]

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What the learner is asked; nothing where cards lie open as they are drawn."""
        decision = self.game.decision
        if decision and decision.entry in self.stakes:
            return (Answer.PLAY, Answer.FOLD)
        return () if self.game.cards_open else (Answer.OPEN,)


class PracticeRound(msgspec.Struct, frozen=True, kw_only=True):
    number: str
    """By which it is answered; empty when it is over."""
    answers: tuple[Answer, ...]
    hand: TaughtHand
    against: TaughtHand | None
    """Null while a player would not see it."""
    thirds: tuple[ThirdCard, ...]
    lines: tuple[TaughtLine, ...]


def practise(game: Game, stakes: dict[str, int], chance: Random) -> Practice:
    check_placeable(game, stakes)
    if game.jackpot and game.jackpot.bet in stakes:
        raise BadInput("a practice round has no jackpot", clauses=game.jackpot.prescribed.numbers)
    cards = chance.sample(DECK * game.packs.most, MOST_CARDS)
    return Practice(game, deal(game, iter(cards)), stakes)


def asked(practice: Practice, number: str) -> PracticeRound:
    """What the learner may see before answering."""
    game, dealt = practice.game, practice.dealt
    return PracticeRound(
        number=number,
        answers=practice.answers,
        hand=shown(game, dealt.hand),
        against=None,
        thirds=(),
        lines=(),
    )


def over(practice: Practice, answer: Answer | None) -> PracticeRound:
    game, dealt = practice.game, practice.dealt
    assert answer in (practice.answers or (None,)), (
        "whoever asks has looked which answers there are"
    )
    choice = None if answer in {None, Answer.OPEN} else Choice(str(answer))
    return PracticeRound(
        number="",
        answers=(),
        hand=shown(game, dealt.hand),
        against=shown(game, dealt.against, dealers=True),
        thirds=dealt.thirds,
        lines=settled(game, dealt, practice.stakes, choice),
    )
