"""A trainee's speed and errors: by game and kind of drill, and by the clauses to repeat."""

from __future__ import annotations

from collections import Counter, defaultdict
from statistics import median
from typing import TYPE_CHECKING

import msgspec

from croupier.school.marking import ClauseSaid, Mark, MarkedPart
from croupier.school.sheets import DrillKind

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_TO_REPEAT = 5


class Drilled(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    kind: DrillKind
    drills: int
    all_right: int
    """Drills without an error."""
    answers: int
    answers_right: int
    median_seconds: float
    """Of a drill."""


class ToRepeat(msgspec.Struct, frozen=True, kw_only=True):
    """What rests on the same clauses, where it was answered wrongly."""

    game: str
    clauses: tuple[ClauseSaid, ...]
    wrong: int
    answers: int
    typed: str | None
    """The commonest wrong answer; null: none that could be read."""
    right: str
    """What was right when it was given."""


class TraineeReport(msgspec.Struct, frozen=True, kw_only=True, tag="report"):
    trainee: str
    drills: int
    answers: int
    answers_right: int
    by_kind: tuple[Drilled, ...]
    to_repeat: tuple[ToRepeat, ...]
    """The clauses with the most errors, most first."""


def report(trainee: str, marks: Sequence[Mark]) -> TraineeReport:
    return TraineeReport(
        trainee=trainee,
        drills=len(marks),
        answers=sum(len(one.parts) for one in marks),
        answers_right=sum(one.right for one in marks),
        by_kind=by_kind(marks),
        to_repeat=to_repeat(marks),
    )


def by_kind(marks: Sequence[Mark]) -> tuple[Drilled, ...]:
    groups = defaultdict[tuple[str, DrillKind], list[Mark]](list)
    for one in marks:
        groups[one.game, one.kind].append(one)
    return tuple(
        Drilled(
            game=game,
            kind=kind,
            drills=len(group),
            all_right=sum(one.is_right for one in group),
            answers=sum(len(one.parts) for one in group),
            answers_right=sum(one.right for one in group),
            median_seconds=round(median(one.seconds for one in group), 1),
        )
        for (game, kind), group in sorted(groups.items())
    )


def to_repeat(marks: Sequence[Mark]) -> tuple[ToRepeat, ...]:
    groups = defaultdict[tuple[str, tuple[ClauseSaid, ...]], list[MarkedPart]](list)
    for one in marks:
        for part in one.parts:
            groups[one.game, part.clauses].append(part)
    found = [
        errors(game, clauses, parts)
        for (game, clauses), parts in groups.items()
        if not all(part.is_right for part in parts)
    ]
    return tuple(sorted(found, key=lambda one: -one.wrong)[:MOST_TO_REPEAT])


def errors(game: str, clauses: tuple[ClauseSaid, ...], parts: list[MarkedPart]) -> ToRepeat:
    wrong = [part for part in parts if not part.is_right]
    [((typed, right), _)] = Counter((one.given, one.right) for one in wrong).most_common(1)
    return ToRepeat(
        game=game,
        clauses=clauses,
        wrong=len(wrong),
        answers=len(parts),
        typed=typed,
        right=right,
    )
