"""Answers read and marked against the key, each mark with the clauses behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.games import game as game_named
from croupier.money import format_amount, read_amount
from croupier.problems import BadInput
from croupier.said import Said  # noqa: TC001 - msgspec reads it
from croupier.school.sheets import GOES_BACK, DrillKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.school.sheets import Drill, Other, Part, Right


class ClauseSaid(msgspec.Struct, frozen=True):
    number: str
    gist: str


class WhyNot(msgspec.Struct, frozen=True):
    """When the answer given would be right."""

    because: Said
    clauses: tuple[ClauseSaid, ...]


class MarkedPart(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    given: str | None
    """Null: no answer that could be read."""
    right: str
    because: Said | None
    clauses: tuple[ClauseSaid, ...]
    why_not: WhyNot | None = None

    @property
    def is_right(self) -> bool:
        return self.given == self.right


class Mark(msgspec.Struct, frozen=True, kw_only=True, tag="marked"):
    game: str
    kind: DrillKind
    number: int
    seconds: float
    parts: tuple[MarkedPart, ...]
    source: str = ""

    @property
    def right(self) -> int:
        return sum(part.is_right for part in self.parts)

    @property
    def is_right(self) -> bool:
        """Every part of it."""
        return self.right == len(self.parts)


def read_answer(part: Part, typed: str) -> str:
    """What was meant: an amount or R; or a choice, by its number or its code."""
    text = " ".join(typed.split())
    if part.choices:
        return choice_of(part, text)
    if text.upper() == GOES_BACK:
        return GOES_BACK
    try:
        return format_amount(read_amount(text))
    except BadInput:
        what = f"{text[:30]!r} is no amount like 25, 25.00 or 1,000"
        raise BadInput(f"{what}; 0 is a bet taken, R one that goes back") from None


def choice_of(part: Part, text: str) -> str:
    for number, choice in enumerate(part.choices, 1):
        if text.lower() in {str(number), choice.code}:
            return choice.code
    raise BadInput(f"{text[:30]!r} is none of the answers 1 to {len(part.choices)}")


def mark(drill: Drill, answers: Sequence[str | None], seconds: float) -> Mark:
    """Answers as `read_answer` has read them, one for each part; None where there is none."""
    sheet = drill.sheet
    if len(answers) != len(sheet.parts):
        raise BadInput(f"{len(answers)} answers, and {len(sheet.parts)} are asked for", "answers")
    return Mark(
        game=sheet.game,
        kind=sheet.kind,
        number=sheet.number,
        seconds=seconds,
        parts=tuple(
            marked(sheet.game, part, given, right)
            for part, given, right in zip(sheet.parts, answers, drill.key, strict=True)
        ),
        source=drill.source,
    )


def marked(game: str, part: Part, given: str | None, right: Right) -> MarkedPart:
    wrong = given is not None and given != right.answer
    other = right.others.get(given or "") if wrong else None
    return MarkedPart(
        name=part.name,
        given=given,
        right=right.answer,
        because=right.because,
        clauses=said(game, right.clauses),
        why_not=None if other is None else why_not(game, other),
    )


def why_not(game: str, other: Other) -> WhyNot:
    return WhyNot(other.because, said(game, other.clauses))


def said(game: str, numbers: Iterable[str]) -> tuple[ClauseSaid, ...]:
    clauses = game_named(game).document.clauses
    return tuple(ClauseSaid(number, clauses[number].gist) for number in numbers)
