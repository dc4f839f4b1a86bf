"""Results watched by the house itself, against what the rules give: told, recorded, escalated.

It looks by the house's own clock at the sums that reports read, never through the journal.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, cast

from anyio.to_thread import run_sync

from croupier.engine.refusals import Refused
from croupier.server import logs
from croupier.server.exposition import Family, Sample, gauge
from croupier.server.journal.store import UNREADABLE
from croupier.server.money.counting import QUARTER
from croupier.server.money.kept_sums import DAY, with_index
from croupier.server.money.spans import FAR, Calendar, Span, whole
from croupier.server.money.subjects import played, seen
from croupier.server.money.sums import Bucket, added
from croupier.server.money.watch import LEVELS, Limits, Watch
from croupier.server.money.watch_events import InvestigationOpened, Place, ReturnAbnormal
from croupier.wire.report import Heading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Store
    from croupier.server.money.kept_sums import Index
    from croupier.server.money.subjects import Seen
    from croupier.server.money.watch import Excursion
    from croupier.server.money.watch_events import AnyWatchEvent, SpanName
    from croupier.server.play.queue import CommandQueue
    from croupier.wire.house_sections import WatchIn
    from croupier.wire.house_terms import HouseTerms

EVERY = 30.0
"""Seconds between two looks."""
Found = list[tuple[Place, "Seen"]]


class Past(NamedTuple):
    """Days that are over, added up once: those of them, and up to which entries."""

    days: dict[int, int]
    sums: Bucket


class Looking:
    """A look at the results of each span that is watched; what has not changed is not counted."""

    def __init__(self, calendar: Calendar, spans: tuple[SpanName, ...]) -> None:
        self.calendar, self.spans = calendar, spans
        self.past = Past({}, Bucket())
        self.size = 0
        """Entries of the journal at the last look."""

    def look(self, store: Store, at: int) -> Found:
        size = store.tree_size()
        if size == self.size:
            return []
        found = with_index(store, lambda index: list(self.results(index, at)))
        self.size = size
        return found

    def results(self, index: Index, at: int) -> Iterator[tuple[Place, Seen]]:
        """Of those who have played today; a span that says nothing but a shorter one is left."""
        since = self.since(at)
        day = whole(index, Span(since["day"], FAR))
        sums = {"day": day}
        if "shift" in self.spans:
            sums["shift"] = whole(index, Span(since["shift"], FAR))
        if "life" in self.spans:
            sums["life"] = self.life(index, at)
        recent = played(day).keys()
        told: dict[object, object] = {}
        for span in (name for name in since if name in self.spans):
            by_subject = played(sums[span])
            for about in recent & by_subject.keys():
                one = seen(about, by_subject[about])
                if one is not None and told.get(about) != one.figures:
                    told[about] = one.figures
                    yield Place(about, span, since[span]), one

    def since(self, at: int) -> dict[str, int]:
        """When each span of now began, the shortest first."""
        today = self.calendar.starts(self.calendar.gaming_day(at))
        return {"shift": self.calendar.shift(at), "day": today, "life": 0}

    def life(self, index: Index, at: int) -> Bucket:
        newest = at // QUARTER // DAY - 1
        days = {day: index.days[day] for day in index.days if day < newest}
        if days != self.past.days:
            self.past = Past(days, added(index.total(day) for day in sorted(days)))
        rest = [day for day in index.all_days() if day not in days]
        return added([self.past.sums, *(index.total(day) for day in rest)])


class Watching:
    def __init__(self, queue: CommandQueue, terms: HouseTerms, given: WatchIn) -> None:
        self.queue, self.watch = queue, Watch(queue.play.store)
        self.limits = Limits(given.notice, given.alarm, given.rounds)
        heading = Heading(time_zone=terms.time_zone, gaming_day=terms.gaming_day)
        self.calendar = Calendar(heading)
        self.looking = Looking(self.calendar, cast("tuple[SpanName, ...]", given.spans))
        self.told: Counter[str] = Counter()
        """Since the house was opened, by how grave it was."""

    async def run(self) -> None:
        while self.looking.spans:
            try:
                await self.look()
            except UNREADABLE as error:
                logs.warn("watch over results", says=f"it cannot look: {error}")
            except Exception as fault:  # noqa: BLE001 - whoever watches goes on
                logs.bug("watching results", fault)
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        at = self.queue.clock()
        found = await run_sync(self.find, at)
        if not found:
            return
        said = await self.queue.on_disk(lambda: self.watch.looked(found, self.limits, at))
        if isinstance(said, Refused):
            logs.warn("watch over results", says=f"it cannot be written: {said.says}")
            self.looking.size = 0
        else:
            self.tell(said)

    def find(self, at: int) -> Found:
        store = self.queue.play.store.reader()
        try:
            return self.looking.look(store, at)
        finally:
            store.close()

    def tell(self, said: tuple[AnyWatchEvent, ...]) -> None:
        for event in said:
            if isinstance(event, ReturnAbnormal):
                self.told[event.level] += 1
                logs.warn(
                    "abnormal return",
                    level=event.level,
                    kind=event.place.about.kind,
                    name=event.place.about.name,
                    span=event.place.span,
                    z=event.figures.z,
                    adjusted=event.figures.adjusted,
                    rounds=event.figures.rounds,
                )
            elif isinstance(event, InvestigationOpened):
                logs.warn("investigation opened", number=event.number)

    def abnormal(self) -> list[Excursion]:
        """Of the shift, the day and the life of now; the newest first."""
        at = self.queue.clock()
        since = self.looking.since(at)
        said = self.watch.said.values()
        now = [one for one in said if since.get(one.place.span) == one.place.since]
        return sorted(now, key=lambda one: -one.at)

    def families(self) -> Iterator[Family]:
        """No label names a person."""
        told = tuple(Sample(self.told[level], {"level": level}) for level in LEVELS)
        says = "Returns that were found abnormal, by how grave."
        yield Family("abnormal_returns_total", "counter", says, told)
        says = "Returns that are abnormal now."
        yield gauge("abnormal_returns", says, len(self.abnormal()))
        waiting = sum(one.is_open for one in self.watch.investigations.values())
        yield gauge("investigations_open", "Investigations that are open.", waiting)
