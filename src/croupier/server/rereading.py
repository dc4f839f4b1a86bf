"""The running house reads its whole journal again and again, slowly, and tells what is wrong.

In a thread and on a connection of its own: commands wait for none of it. It takes a small share of
the time, and rests when it is done until the house's file asks for the next pass.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import closing
from typing import TYPE_CHECKING, TypeVar

import msgspec
from anyio import CapacityLimiter
from anyio.to_thread import run_sync

from croupier.server import logs
from croupier.server.exposition import gauge
from croupier.server.journal.check_acts import JournalFaulty, JournalRead
from croupier.server.journal.rereading import Rereading
from croupier.server.journal.store import Unreadable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from croupier.server.exposition import Family
    from croupier.server.journal.acts import AnyAct, Last
    from croupier.server.journal.keychain import KeyChain
    from croupier.server.play.queue import CommandQueue

FIRST_AFTER = 60.0
"""Seconds after the opening at which the first pass begins."""
SHARE = 0.05
"""Of the time, while a pass is under way."""
LEAST_REST = 60.0
"""Seconds from a pass to the next, also where it took longer than it may."""
MOST_NAMED, MOST_HELD = 10, 1000
HOUR = 3600
T = TypeVar("T")


def rest_after(seconds: float) -> float:
    """So that what was done is no more than its share."""
    return seconds * (1 / SHARE - 1)


class JournalReading(msgspec.Struct, frozen=True, kw_only=True):
    """How far the journal was read again, for whoever looks after the house."""

    position: int
    """Up to which the pass under way has read."""
    entries: int
    """That it had to read when it began."""
    whole_at: int | None
    """When a pass last came to its end."""
    whole_entries: int
    faults: tuple[str, ...]
    """The first of them, as the last passes have found them."""
    count: int
    unread: str | None
    """Why the last pass did not come to its end."""


class JournalCheck:
    def __init__(
        self,
        queue: CommandQueue,
        record: Callable[[AnyAct], Awaitable[None]],
        keys: KeyChain,
        *,
        hours: float,
        before: Last = (),
    ) -> None:
        self.queue, self.record, self.keys, self.hours = queue, record, keys, hours
        self.limiter = CapacityLimiter(1)
        done = [one for one in before if isinstance(one, JournalRead)]
        self.whole = done[-1] if done else None
        self.position = self.entries = 0
        self.faults: dict[str, None] = {}
        """Of this pass and the last one, each once, in the order in which they were found."""
        self.told: set[str] = set()
        self.unread: str | None = None

    @property
    def standing(self) -> JournalReading:
        return JournalReading(
            position=self.position,
            entries=self.entries,
            whole_at=self.whole.at if self.whole else None,
            whole_entries=self.whole.entries if self.whole else 0,
            faults=tuple(self.faults)[:MOST_NAMED],
            count=len(self.faults),
            unread=self.unread,
        )

    async def run(self) -> None:
        await asyncio.sleep(FIRST_AFTER)
        while True:
            began = time.monotonic()
            try:
                await self.read()
            except Exception as fault:  # noqa: BLE001 - whoever looks goes on
                logs.bug("reading the journal again", fault)
            spent = time.monotonic() - began
            await asyncio.sleep(max(LEAST_REST, self.hours * HOUR - spent))

    async def read(self) -> None:
        """One pass; what it finds is told when it is found."""
        since, play = self.queue.clock(), self.queue.play
        known = [play.log.filed] if play.log.filed else []
        found: dict[str, None] = {}
        try:
            with closing(await self.aside(play.store.another)) as store:
                reading = await self.aside(lambda: Rereading(store, self.keys, known))
                self.entries = reading.size
                while not reading.is_near_end:
                    await self.take(found, reading.step, reading)
                await self.take(found, reading.finish, reading)
        except Unreadable as error:
            self.unread = str(error)
            logs.warn("the journal could not be read again", says=self.unread)
            return
        self.unread, self.faults = None, found
        self.told &= found.keys()
        at = self.queue.clock()
        self.whole = JournalRead(
            at=at,
            entries=reading.position,
            checkpoints=reading.checkpoints,
            since=since,
            faults=len(found),
        )
        await self.record(self.whole)

    async def take(
        self, found: dict[str, None], work: Callable[[], list[str]], reading: Rereading
    ) -> None:
        """What is read at once, and a pause so that it takes no more than its share."""
        began = time.perf_counter()
        wrong = await self.aside(work)
        self.position = reading.position
        found |= dict.fromkeys(wrong[: max(0, MOST_HELD - len(found))])
        self.faults |= found
        if new := [one for one in found if one not in self.told]:
            self.told |= set(new)
            logs.warn("the journal is not as it was written", count=len(new), first=new[0])
            some = tuple(new[:MOST_NAMED])
            await self.record(JournalFaulty(at=self.queue.clock(), faults=some, count=len(new)))
        await asyncio.sleep(rest_after(time.perf_counter() - began))

    async def aside(self, work: Callable[[], T]) -> T:
        return await run_sync(work, limiter=self.limiter)

    def remarks(self) -> list[str]:
        if self.unread is None:
            return []
        return [f"the journal could not be read again as a whole: {self.unread}"]

    def figures(self) -> Iterator[Family]:
        says = "Entries that the pass over the whole journal has read."
        yield gauge("journal_reread_entries", says, self.position)
        says = "When the whole journal was last read again, in seconds since 1970; 0: never."
        yield gauge("journal_reread_at_seconds", says, self.whole.at / 1000 if self.whole else 0)
        says = "What is not as it was written, as the last pass has found it."
        yield gauge("journal_faults", says, len(self.faults))
