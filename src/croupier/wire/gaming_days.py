"""Gaming days by a house's own clock: when each begins, and which one a moment belongs to."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from croupier.wire.house_terms import zone_named

if TYPE_CHECKING:
    from datetime import tzinfo

EPOCH = date(1970, 1, 1).toordinal()
DAY, QUARTER = 86_400_000, 900_000
"""In milliseconds; a day of a house begins with a quarter of an hour."""


class GamingDays:
    def __init__(self, zone: tzinfo, begins: str) -> None:
        self.zone = zone
        said = time.fromisoformat(begins)
        self.begins = timedelta(hours=said.hour, minutes=said.minute)

    def local(self, at: int) -> datetime:
        return datetime.fromtimestamp(at / 1000, UTC).astimezone(self.zone)

    def gaming_day(self, at: int) -> datetime:
        """The midnight of the date that a moment's gaming day is called by."""
        today = datetime.combine(self.local(at), time())
        return today if at >= self.starts(today) else today - timedelta(days=1)

    def starts(self, day: datetime) -> int:
        """Once a day, also where its clock shows that time twice or not at all."""
        return self.at(day + self.begins)

    def at(self, shown: datetime) -> int:
        """When the clock first shows that; where it is put forward over it, so much later."""
        return int(shown.replace(tzinfo=self.zone).timestamp() * 1000)


class Day(NamedTuple):
    """A gaming day: its number since 1970, and when it began."""

    number: int
    began: int

    def of(self, moment: int) -> int:
        """The number of the day of an earlier moment; to the hour where clocks were changed."""
        return self.number + min(0, (moment - self.began) // DAY)


def utc_day(at: int) -> Day:
    return Day(at // DAY, at // DAY * DAY)


def day_at(time_zone: str, begins: str, at: int) -> Day:
    return known_day(time_zone, begins, at // QUARTER)[0]


def next_day(time_zone: str, begins: str, at: int) -> int:
    """When the next gaming day begins."""
    return known_day(time_zone, begins, at // QUARTER)[1]


@lru_cache(maxsize=256)
def known_day(time_zone: str, begins: str, quarter: int) -> tuple[Day, int]:
    days = GamingDays(zone_named(time_zone), begins)
    day = days.gaming_day(quarter * QUARTER)
    number = day.toordinal() - EPOCH
    return Day(number, days.starts(day)), days.starts(day + timedelta(days=1))
