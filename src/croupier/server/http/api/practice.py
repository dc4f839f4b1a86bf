"""Operations for practice rounds: dealt and settled in memory, beside the house.

They touch no table, no journal, no shoe and no money.
"""

from __future__ import annotations

from random import SystemRandom
from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.engine.refusals import Policy, Refused, declined
from croupier.games import game
from croupier.guide.practice import Answer, PracticeRound, asked, over, practise
from croupier.problems import BadInput
from croupier.said import BAD_TEXT, Sentence
from croupier.server.http.operation import (
    ANYBODY,
    TOO_OFTEN_WAIT_A_MOMENT,
    Name,
    OfGame,
    Operation,
    Strict,
    not_found,
)

if TYPE_CHECKING:
    from croupier.server.http.operation import Call

HOW_MANY_BETS = Sentence("how-many-practice-bets", "a practice round has 1 to {most} bets")
PRACTICE_IS_OVER = Sentence("practice-is-over", "that practice round is over: begin another")
ANSWER_ONE_OF = Sentence("answer-one-of", "answer {answers:events}")
MOST_WAGERS = 8
Chips = Annotated[int, msgspec.Meta(ge=1_00, le=5_000_00)]


class PracticeWager(Strict, frozen=True):
    bet: Name
    cents: Chips


class PracticeBets(Strict, frozen=True):
    wagers: tuple[PracticeWager, ...]


class PracticeAnswer(Strict, frozen=True):
    number: Name
    answer: Answer


async def begin(call: Call[PracticeBets, None, OfGame]) -> PracticeRound | Refused:
    of = game(call.place.game)
    waiting = call.desk.practice
    if not waiting.rate_limit.allows(call.sender.address):
        return declined(Policy.TOO_OFTEN, TOO_OFTEN_WAIT_A_MOMENT())
    if not 1 <= len(call.given.wagers) <= MOST_WAGERS:
        return declined(Policy.UNREADABLE, HOW_MANY_BETS(most=MOST_WAGERS))
    stakes: dict[str, int] = {}
    for wager in call.given.wagers:
        stakes[wager.bet] = stakes.get(wager.bet, 0) + wager.cents
    try:
        practice = practise(of, stakes, SystemRandom())
    except BadInput as wrong:
        return declined(Policy.UNREADABLE, BAD_TEXT(text=str(wrong)))
    if not practice.answers:
        return over(practice, None)
    return asked(practice, waiting.keep(practice))


async def answer(call: Call[PracticeAnswer, None, OfGame]) -> PracticeRound | Refused:
    of, given = game(call.place.game), call.given
    rounds = call.desk.practice.rounds
    practice = rounds.get(given.number)
    if practice is None or practice.game is not of:
        return not_found(PRACTICE_IS_OVER())
    if given.answer not in practice.answers:
        return declined(Policy.UNREADABLE, ANSWER_ONE_OF(answers=list(practice.answers)))
    told = over(practice, given.answer)
    del rounds[given.number]
    return told


OPERATIONS = (
    Operation(
        "POST",
        "/api/games/{game}/practice",
        "Deals a practice round: by the rulebook, beside the house, without money or record.",
        begin,
        PracticeRound,
        may=ANYBODY,
        takes=PracticeBets,
        place=OfGame,
        counted=True,
    ),
    Operation(
        "POST",
        "/api/games/{game}/practice/answer",
        "Opens, plays or folds the hand of a practice round, and settles it.",
        answer,
        PracticeRound,
        may=ANYBODY,
        takes=PracticeAnswer,
        place=OfGame,
    ),
)
