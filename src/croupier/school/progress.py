"""How a trainee comes on: day by day, by kind of drill, and at the school's table."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime
from statistics import median
from typing import TYPE_CHECKING

import msgspec

from croupier.school.report import TraineeReport, report
from croupier.school.sheets import NOTHING, DrillKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from croupier.school.marking import Mark
    from croupier.school.records import Kept

BAR_PERCENT = 98
"""Of the answers in a game that are right when a trainee is ready for it."""
ENOUGH_DRILLS = 20
"""In a game, before that is said."""
RECENT_MS = 7 * 24 * 3600 * 1000
MOST_DAYS = 14


class Day(msgspec.Struct, frozen=True, kw_only=True):
    day: str
    """As 2026-11-16, in UTC."""
    answers: int
    right: int
    median_seconds: float


class Pace(msgspec.Struct, frozen=True, kw_only=True):
    """Of one kind of drill: on its first day, and in the last seven days."""

    kind: DrillKind
    drills: int
    all_right: int
    median_seconds: float
    first_seconds: float


class AtTable(msgspec.Struct, frozen=True, kw_only=True):
    errors: int
    noticed: int
    median_seconds: float | None
    """From when an error was put in until it was reported; null: none was."""
    without_cause: int
    questions: int
    answered: int


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    report: TraineeReport
    days: tuple[Day, ...]
    """The last on which anything was drilled."""
    days_in_all: int
    recent_answers: int
    recent_right: int
    """Of the last seven days."""
    paces: tuple[Pace, ...]
    at_table: AtTable
    bar_percent: int
    ready: tuple[str, ...]
    """Games in which the trainee reaches the bar."""
    not_yet: tuple[str, ...]


def progress(trainee: str, kept: Sequence[Kept], now: int) -> Progress:
    marks = [one.mark for one in kept]
    recent = [one for one in kept if one.at > now - RECENT_MS]
    by_day = grouped(kept)
    ready, not_yet = readiness(marks)
    return Progress(
        report=report(trainee, marks),
        days=tuple(day_of(day, group) for day, group in list(by_day.items())[-MOST_DAYS:]),
        days_in_all=len(by_day),
        recent_answers=answers(one.mark for one in recent),
        recent_right=sum(one.mark.right for one in recent),
        paces=tuple(pace(kind, kept, recent) for kind in DrillKind if of_kind(recent, kind)),
        at_table=at_table(marks),
        bar_percent=BAR_PERCENT,
        ready=ready,
        not_yet=not_yet,
    )


def grouped(kept: Iterable[Kept]) -> dict[str, list[Mark]]:
    found = defaultdict[str, list["Mark"]](list)
    for one in sorted(kept, key=lambda one: one.at):
        found[datetime.fromtimestamp(one.at / 1000, UTC).date().isoformat()].append(one.mark)
    return found


def day_of(day: str, marks: list[Mark]) -> Day:
    return Day(
        day=day,
        answers=answers(marks),
        right=sum(one.right for one in marks),
        median_seconds=middle(marks),
    )


def answers(marks: Iterable[Mark]) -> int:
    return sum(len(one.parts) for one in marks)


def middle(marks: Iterable[Mark]) -> float:
    return round(median(one.seconds for one in marks), 1)


def of_kind(kept: Iterable[Kept], kind: DrillKind) -> list[Kept]:
    return [one for one in kept if one.mark.kind is kind]


def pace(kind: DrillKind, kept: Sequence[Kept], recent: Sequence[Kept]) -> Pace:
    lately = [one.mark for one in of_kind(recent, kind)]
    first = next(iter(grouped(of_kind(kept, kind)).values()))
    return Pace(
        kind=kind,
        drills=len(lately),
        all_right=sum(one.is_right for one in lately),
        median_seconds=middle(lately),
        first_seconds=middle(first),
    )


def at_table(marks: Iterable[Mark]) -> AtTable:
    told = [one for one in marks if one.kind is DrillKind.TABLE]
    errors = [one for one in told if one.parts[0].right != NOTHING]
    noticed = [one for one in errors if one.parts[0].given is not None]
    asked = [one for one in marks if one.kind is DrillKind.QUESTION]
    return AtTable(
        errors=len(errors),
        noticed=len(noticed),
        median_seconds=middle(noticed) if noticed else None,
        without_cause=len(told) - len(errors),
        questions=len(asked),
        answered=sum(one.is_right for one in asked),
    )


def readiness(marks: Iterable[Mark]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Games that reach the bar, and those that do not or have too few drills."""
    games = defaultdict[str, list["Mark"]](list)
    for one in marks:
        games[one.game].append(one)
    ready = tuple(game for game, group in games.items() if reaches_the_bar(group))
    return ready, tuple(game for game in games if game not in ready)


def reaches_the_bar(marks: list[Mark]) -> bool:
    right = sum(one.right for one in marks)
    return len(marks) >= ENOUGH_DRILLS and 100 * right >= BAR_PERCENT * answers(marks)
