"""Stretches of time that reports are of: gaming days, their months and years, earlier shifts."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from croupier.problems import BadInput
from croupier.server.money.counting import QUARTER, Counting
from croupier.server.money.kept_sums import DAY
from croupier.server.money.sums import Bucket, added
from croupier.wire.gaming_days import GamingDays
from croupier.wire.house_terms import check_gaming_day, zone_named

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Told
    from croupier.server.money.kept_sums import Index
    from croupier.wire.report import Heading

FAR = 2**62
SHIFT, SHIFTS = 8 * 3_600_000, 3
"""Milliseconds of a shift, and how many a gaming day has."""
WITHIN = {"before": 0, "day": 1, "week": 7}
"""With which earlier span one is compared: that right before it, or the same so many days ago."""


class Span(NamedTuple):
    since: int
    until: int

    def holds(self, at: int) -> bool:
        return self.since <= at < self.until


class Calendar(GamingDays):
    """Of a report, by the house that it is headed by."""

    def __init__(self, heading: Heading) -> None:
        try:
            zone = zone_named(heading.time_zone)
        except BadInput as wrong:
            raise wrong.at("time zone") from None
        try:
            check_gaming_day(heading.gaming_day)
        except BadInput as wrong:
            raise wrong.at("day") from None
        super().__init__(zone, heading.gaming_day)

    def earlier(self, at: int, days: int) -> int:
        """By the clock; seconds stay."""
        shown = self.local(at).replace(tzinfo=None)
        return self.at(shown - timedelta(days=days))

    def shift(self, at: int) -> int:
        """When the shift of a moment began: a day has three, the last as long as the day is."""
        began = self.starts(self.gaming_day(at))
        return began + min(SHIFTS - 1, (at - began) // SHIFT) * SHIFT

    def hour(self, at: int) -> str:
        return self.local(at).strftime("%Y-%m-%dT%H:00%z")

    def day(self, at: int) -> str:
        return self.gaming_day(at).strftime("%Y-%m-%d")

    def to_date(self, until: int) -> dict[str, Span]:
        day = self.gaming_day(until - 1)
        starts = {"day": day, "month": day.replace(day=1), "year": day.replace(month=1, day=1)}
        return {name: Span(self.starts(one), until) for name, one in starts.items()}


def check_compared(how: str) -> None:
    if how not in WITHIN:
        raise BadInput(f"{how[:20]!r} is not one of {', '.join(WITHIN)}", "compare")


def earlier(calendar: Calendar, span: Span, how: str) -> Span:
    if days := WITHIN[how]:
        return Span(calendar.earlier(span.since, days), calendar.earlier(span.until, days))
    return Span(span.since - (span.until - span.since), span.since)


def pieces(index: Index, span: Span) -> Iterator[tuple[int, Bucket]]:
    """Buckets of quarters, each with the moment at which it begins; the edges as far as they go."""
    first, last = span.since // QUARTER, -(-span.until // QUARTER)
    for quarter, bucket in index.span(first, last):
        at = quarter * QUARTER
        if span.holds(at) and at + QUARTER <= span.until:
            yield at, bucket
        else:
            yield at, part(index, span, quarter, bucket)


def part(index: Index, span: Span, quarter: int, bucket: Bucket) -> Bucket:
    """Of a quarter that begins before the span or ends after it."""
    at = quarter * QUARTER
    own = Span(max(span.since, at), min(span.until, at + QUARTER))
    if own not in index.parts:
        found = index.parts[own] = Bucket()

        def into(told: Told) -> Bucket | None:
            return found if own.holds(told.at) else None

        counting = Counting(index.store, into, bucket.first - 1, bucket.last)
        index.entries += counting.read()
    return index.parts[own]


def whole(index: Index, span: Span) -> Bucket:
    """All of a span: whole days by their totals, the rest by quarters."""
    first, last = -(-span.since // (DAY * QUARTER)), span.until // (DAY * QUARTER)
    if first >= last:
        return added(one for _, one in pieces(index, span))
    at, until = first * DAY * QUARTER, last * DAY * QUARTER
    days = [index.total(day) for day in index.all_days() if first <= day < last]
    before = (one for _, one in pieces(index, Span(span.since, at)))
    after = (one for _, one in pieces(index, Span(until, span.until)))
    return added([*before, *days, *after])
