"""Whether the house's clock is right: told and recorded once when it is not, and when it is again.

It stops nothing: rounds go on by a clock that does not jump, and whoever looks after the house sets
the machine's clock right.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from croupier.server import logs, time_sources
from croupier.server.exposition import gauge
from croupier.server.journal.check_acts import ClockRight, ClockWrong
from croupier.server.play.clock import MILLISECOND
from croupier.version import RELEASED_MS

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from croupier.server.exposition import Family
    from croupier.server.journal.acts import AnyAct
    from croupier.server.play.clock import Clock
    from croupier.server.time_sources import Kernel
    from croupier.wire.house_sections import ChecksIn

FIRST_AFTER, EVERY = 60.0, 300.0
"""Seconds."""
OFFSET, UNSYNCHRONISED, TOO_EARLY = "offset", "unsynchronised", "too-early"
MACHINE = "this machine"


class Wrong(NamedTuple):
    says: str
    by_ms: int | None = None
    reference: str = ""


class Timekeeping:
    def __init__(
        self,
        clock: Clock,
        record: Callable[[AnyAct], Awaitable[None]],
        checks: ChecksIn,
        kernel: Callable[[], Kernel | None] = time_sources.kernel,
    ) -> None:
        self.clock, self.record, self.kernel = clock, record, kernel
        self.bound_ms = checks.clock_seconds * 1000
        self.wrong: dict[str, Wrong] = {}
        """By what is wrong, until it is right again."""
        self.offset_ms: float | None = None
        """The house's clock less the machine's, while something keeps the machine's right."""

    async def run(self) -> None:
        await self.note(dict(self.too_early()))
        await asyncio.sleep(FIRST_AFTER)
        while True:
            try:
                await self.look()
            except Exception as fault:  # noqa: BLE001 - whoever looks goes on
                logs.bug("looking at the clock", fault)
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        self.offset_ms = None
        told = self.kernel()
        found = dict(self.too_early())
        if told is not None and (not told.synchronised or told.error_ms > self.bound_ms):
            found[UNSYNCHRONISED] = Wrong("no time server keeps the machine's clock right")
        elif told is not None:
            self.offset_ms = self.clock() - self.clock.wall() / MILLISECOND
        if self.offset_ms is not None and abs(self.offset_ms) > self.bound_ms:
            ahead = round(self.offset_ms)
            says = f"the house's clock is {ahead / 1000:+} s off, by {MACHINE}"
            found[OFFSET] = Wrong(says, ahead, MACHINE)
        await self.note(found)

    def too_early(self) -> Iterator[tuple[str, Wrong]]:
        """A year that cannot be: before the program was made, or before what is written."""
        wall = self.clock.wall() // MILLISECOND
        if wall < RELEASED_MS:
            yield TOO_EARLY, Wrong("the machine's clock shows a time before this program was made")
        elif wall < self.clock.not_before:
            says = "the machine's clock shows a time before the newest entry of the journal"
            yield TOO_EARLY, Wrong(says, wall - self.clock.not_before)

    async def note(self, found: dict[str, Wrong]) -> None:
        """Each once, when it begins and when it ends."""
        before, self.wrong = self.wrong, found
        for why, one in found.items():
            if why not in before:
                logs.warn("the clock is wrong", why=why, says=one.says, by_ms=one.by_ms)
                await self.record(
                    ClockWrong(at=self.clock(), why=why, by_ms=one.by_ms, reference=one.reference)
                )
        for why in before.keys() - found.keys():
            logs.tell("the clock is right again", why=why)
            await self.record(ClockRight(at=self.clock(), why=why))

    def remarks(self) -> list[str]:
        """The clock is off by what was measured when it was last looked at."""
        return [one.says for one in self.wrong.values()]

    def figures(self) -> Iterator[Family]:
        if self.offset_ms is not None:
            says = "The house's clock less the reference, in seconds."
            yield gauge("clock_offset_seconds", says, self.offset_ms / 1000)
        says = "1 while the house's clock is known to be wrong."
        yield gauge("clock_wrong", says, int(bool(self.wrong)))
