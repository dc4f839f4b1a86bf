"""`ruling`: the answer as JSON, and what can be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine.irregularities import IRREGULARITIES, Value

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.engine.rulings import Ruling


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    irregularity: str
    facts: dict[str, Value]
    remedies: tuple[str, ...]
    decided_by: str
    clauses: tuple[str, ...]
    says: str


class Question(msgspec.Struct, frozen=True):
    irregularity: str
    facts: dict[str, Value]
    """Each with what it is when left out."""
    clauses: tuple[str, ...]
    """That can decide it."""


def answer(ruling: Ruling) -> Answer:
    return Answer(
        game=ruling.game,
        irregularity=ruling.irregularity,
        facts=dict(ruling.facts),
        remedies=ruling.remedies,
        decided_by=ruling.decided_by,
        clauses=ruling.clauses,
        says=ruling.says,
    )


def questions(game: Game) -> list[Question]:
    return [
        Question(name, {fact.name: fact.default for fact in facts}, clauses_for(game, name))
        for name, facts in IRREGULARITIES.items()
    ]


def clauses_for(game: Game, irregularity: str) -> tuple[str, ...]:
    cases = [case for case in game.irregularities if case.irregularity == irregularity]
    cited = {number for case in cases for number in case.cite.numbers}
    return tuple(number for number in game.document.clauses if number in cited) or (
        game.last_word.cite.numbers
    )
