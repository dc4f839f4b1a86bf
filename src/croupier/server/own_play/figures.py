"""Time and money of play. Time is counted from wager to wager, and no longer than two minutes."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.wire.gaming_days import DAY, EPOCH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.wire.gaming_days import Day

IDLE = 120_000
"""Milliseconds without a wager after which time is no longer counted."""
SESSION_GAP = 3_600_000
"""Milliseconds without a wager after which another session begins."""
GRAIN = 10_000
"""A wager so soon after one that was noted needs no note of its own."""
KEPT_DAYS = 32


class Sums(msgspec.Struct, frozen=True):
    played: int = 0
    """Milliseconds, up to the last wager that was noted."""
    staked: int = 0
    net: int = 0
    rounds: int = 0
    paid_in: int = 0

    def plus(self, other: Sums) -> Sums:
        return Sums(
            played=self.played + other.played,
            staked=self.staked + other.staked,
            net=self.net + other.net,
            rounds=self.rounds + other.rounds,
            paid_in=self.paid_in + other.paid_in,
        )


class Session(msgspec.Struct, frozen=True):
    number: int
    began: int
    sums: Sums = Sums()
    ended: int | None = None

    def with_more(self, more: Sums) -> Session:
        return replace(self, sums=self.sums.plus(more))


Days = dict[int, Sums]
"""By gaming day; older ones than a month are forgotten."""


def week_of(day: int) -> int:
    """Its Monday."""
    return day - (day + 3) % 7


def month_of(day: int) -> int:
    """Its first."""
    return date.fromordinal(EPOCH + day).replace(day=1).toordinal() - EPOCH


def over(days: Days, first: int, last: int) -> Sums:
    total = Sums()
    for day, sums in days.items():
        if first <= day <= last:
            total = total.plus(sums)
    return total


def tail(mark: int | None, now: int) -> int:
    """Until when play counts that began with the last wager."""
    return now if mark is None else min(max(now, mark), mark + IDLE)


def by_day(start: int, end: int, day: Day) -> Iterator[tuple[int, int]]:
    """The milliseconds of each gaming day between two moments, the last of which is of a day."""
    while start < end:
        number = day.of(start)
        night = day.began + (number - day.number + 1) * DAY if number < day.number else end
        yield number, min(end, night) - start
        start = min(end, night)


def added(days: Days, day: int, more: Sums) -> Days:
    recent = {one: sums for one, sums in days.items() if one > day - KEPT_DAYS}
    return recent | {day: days.get(day, Sums()).plus(more)}
