"""A player's own limits: a lower one holds at once, a higher one or none a day after it was asked.

Amounts are cents, times minutes. The reminder's interval is a limit as the others are.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from croupier.wire.gaming_days import day_at, next_day, utc_day

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.wire.gaming_days import Day

UTC, MIDNIGHT = "UTC", "00:00"


class LimitKind(StrEnum):
    LOSS_DAY = "loss-day"
    LOSS_WEEK = "loss-week"
    LOSS_MONTH = "loss-month"
    STAKED_DAY = "staked-day"
    DEPOSIT_DAY = "deposit-day"
    SINGLE_BET = "single-bet"
    TIME_DAY = "time-day"
    REMINDER = "reminder"

    @property
    def is_money(self) -> bool:
        return self not in MINUTES


MINUTES = frozenset({LimitKind.TIME_DAY, LimitKind.REMINDER})
REMINDERS = (15, 30, 60)
"""Minutes of play from which a player chooses."""


class Later(msgspec.Struct, frozen=True):
    """What was asked for, and from when on it holds."""

    value: int | None
    asked: int
    holds: int


class Limit(msgspec.Struct, frozen=True):
    value: int | None = None
    later: Later | None = None

    def at(self, now: int) -> Limit:
        """As it stands: what was to hold later holds."""
        if self.later is not None and now >= self.later.holds:
            return Limit(self.later.value)
        return self


NONE = Limit()


def is_tighter(value: int | None, now: int | None) -> bool:
    return value is not None and (now is None or value < now)


def changed(limit: Limit, value: int | None, at: int, holds: int) -> Limit:
    """One that holds later leaves in force what is."""
    if holds <= at:
        return Limit(value)
    return Limit(limit.at(at).value, Later(value, at, holds))


def strictest(*values: int | None) -> int | None:
    return min((one for one in values if one is not None), default=None)


class Terms(msgspec.Struct, frozen=True):
    """The house's own maximums, and where help is found: its configuration."""

    most: Mapping[LimitKind, int] = {}
    helpline: str = ""
    time_zone: str = UTC
    gaming_day: str = MIDNIGHT
    """When a day of the house begins, by the clock of its time zone."""

    @property
    def are_of_utc(self) -> bool:
        """Whether its days are those of the calendar, which need not be told."""
        return (self.time_zone, self.gaming_day) == (UTC, MIDNIGHT)

    def day(self, at: int) -> Day:
        return utc_day(at) if self.are_of_utc else day_at(self.time_zone, self.gaming_day, at)

    def next_day(self, at: int) -> int:
        return next_day(self.time_zone, self.gaming_day, at)
