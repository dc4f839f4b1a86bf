"""A trainee's progress: days, paces, the bar at, below and above."""

from __future__ import annotations

import pytest

from croupier.school.marking import Mark, MarkedPart
from croupier.school.progress import (
    ENOUGH_DRILLS,
    RECENT_MS,
    AtTable,
    Day,
    Pace,
    progress,
    reaches_the_bar,
)
from croupier.school.records import Kept
from croupier.school.sheets import NOTHING, DrillKind
from croupier.school.standing import MarkStanding, standing

DAY = 24 * 3600 * 1000
START = 1_800_000_000_000


def part(given: str | None, right: str = "a") -> MarkedPart:
    return MarkedPart(name="one", given=given, right=right, because=None, clauses=())


def made(
    *given: str | None, kind: DrillKind = DrillKind.PAY, seconds: float = 2, right: str = "a"
) -> Mark:
    parts = tuple(part(one, right) for one in given)
    return Mark(game="baccarat", kind=kind, number=1, seconds=seconds, parts=parts)


def test_days_paces_and_the_table() -> None:
    kept = [
        Kept("d9", START, made("a", "b", seconds=70)),
        Kept("d9", START + 9 * DAY, made("a", "a", seconds=40)),
        Kept("d9", START + 9 * DAY, made("a", kind=DrillKind.TABLE, seconds=6.2)),
        Kept("d9", START + 9 * DAY, made(None, kind=DrillKind.TABLE, seconds=30)),
        Kept("d9", START + 9 * DAY, made("x", kind=DrillKind.TABLE, seconds=0, right=NOTHING)),
        Kept("d9", START + 9 * DAY, made("a", kind=DrillKind.QUESTION, seconds=8)),
    ]
    found = progress("d9", kept, START + 9 * DAY)
    assert found.days == (
        Day(day="2027-01-15", answers=2, right=1, median_seconds=70.0),
        Day(day="2027-01-24", answers=6, right=4, median_seconds=8.0),
    )
    assert (found.days_in_all, found.recent_answers, found.recent_right) == (2, 6, 4)
    assert found.paces[0] == Pace(
        kind=DrillKind.PAY, drills=1, all_right=1, median_seconds=40.0, first_seconds=70.0
    )
    assert found.at_table == AtTable(
        errors=2, noticed=1, median_seconds=6.2, without_cause=1, questions=1, answered=1
    )
    assert (found.ready, found.not_yet) == ((), ("baccarat",))


def test_nothing_was_drilled_yet() -> None:
    found = progress("d9", [], START)
    assert (found.days, found.paces, found.ready, found.not_yet) == ((), (), (), ())
    assert found.at_table.median_seconds is None


def test_seven_days_ago_is_no_longer_lately() -> None:
    kept = [Kept("d9", START - RECENT_MS, made("a")), Kept("d9", START - RECENT_MS + 1, made("a"))]
    assert progress("d9", kept, START).recent_answers == 1


@pytest.mark.parametrize(
    ("right", "wrong", "ready"),
    [(49, 1, True), (48, 2, False), (50, 0, True), (ENOUGH_DRILLS, 0, True)],
)
def test_the_bar_at_below_and_above(right: int, wrong: int, *, ready: bool) -> None:
    assert reaches_the_bar([made("a")] * right + [made("b")] * wrong) is ready


def test_too_few_drills_say_nothing() -> None:
    assert not reaches_the_bar([made("a")] * (ENOUGH_DRILLS - 1))


def test_a_mark_stands_among_those_before_it() -> None:
    marks = [made("b", seconds=9), made("a", seconds=3), made("a", seconds=1)]
    assert standing(marks[-1], marks) == MarkStanding(
        median_seconds=3.0, in_a_row=2, clauses=(), wrong=0, answers=0
    )
    wrong = [*marks, made("b", seconds=5)]
    assert standing(wrong[-1], wrong) == MarkStanding(
        median_seconds=4.0, in_a_row=0, clauses=(), wrong=2, answers=4
    )
