"""What the house notices of itself: told in its log and in the pit, and recorded."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from anyio import to_thread

from croupier import digest
from croupier.server import logs
from croupier.server.journal.acts import (
    ClockJumped,
    ConfigurationChanged,
    HouseOpened,
    ProgramChanged,
    last_opening,
)
from croupier.server.journal.store import Unreadable

if TYPE_CHECKING:
    from croupier.server.journal.acts import Acts, AnyAct
    from croupier.server.play.clock import Clock
    from croupier.server.play.queue import CommandQueue

LOOK_EVERY = 1.0
"""Seconds."""
A_DAY = 24 * 60 * 60
"""Looks, after which the program's files are looked at."""
READ_EVERY = 5
"""Looks, after which it is tried whether the journal can still be read."""


def changed_controls(before: HouseOpened, now: HouseOpened) -> dict[str, tuple[str, str]]:
    """What people may do alone, and how they prove who they are: as it was, and as it is."""
    names = sorted(before.controls.keys() | now.controls.keys())
    both = {name: (before.controls.get(name, ""), now.controls.get(name, "")) for name in names}
    return {name: one for name, one in both.items() if one[0] != one[1] and before.controls}


class Noticing:
    def __init__(self, queue: CommandQueue, acts: Acts, clock: Clock) -> None:
        self.queue, self.acts, self.clock = queue, acts, clock
        self.program = digest.software_digest()
        self.unreadable: str | None = None
        """Why the journal cannot be read, where it cannot."""

    async def record(self, act: AnyAct) -> None:
        """What cannot be written now stays told in the log."""
        try:
            await self.queue.on_disk(lambda: self.acts.record(act))
        except Exception as fault:  # noqa: BLE001 - whoever notices goes on
            logs.bug("recording what was noticed", fault)

    def opened(self, now: HouseOpened, tables: int) -> None:
        """By which program; before the queue runs, so that nothing comes before it."""
        logs.tell(
            "house opened",
            version=now.version,
            program=now.program,
            configuration=now.configuration,
            tables=tables,
        )
        before = last_opening(self.queue.play.store)
        if before is None:
            self.acts.record(now)
            return
        if before.program != now.program:
            logs.warn("another program than at the last opening", before=before.program)
        changed = changed_controls(before, now)
        if changed:
            logs.warn("other controls than at the last opening", changed=", ".join(changed))
        if before.configuration != now.configuration:
            logs.warn("another configuration than at the last opening")
            self.acts.record(now, ConfigurationChanged(at=now.at, controls=changed))
        else:
            self.acts.record(now)

    async def run(self) -> None:
        looks = 0
        while True:
            await self.look_at_clock()
            if looks % READ_EVERY == 0:
                await self.look_at_journal()
            looks += 1
            if looks % A_DAY == 0:
                await self.look_at_program()
            await asyncio.sleep(LOOK_EVERY)

    async def look_at_program(self) -> None:
        """In a thread: some hundred files are read."""
        now = await to_thread.run_sync(digest.digest_now)
        if now != self.program:
            self.program = now
            logs.warn("the program's files have changed", program=now)
            await self.record(ProgramChanged(at=self.clock(), program=now))

    async def look_at_clock(self) -> None:
        """Countdowns go by the house's own, which does not jump."""
        by = self.clock.jump()
        if by is not None:
            logs.warn("the machine's clock jumped", by_ms=by)
            await self.record(ClockJumped(at=self.clock(), by_ms=by))

    async def look_at_journal(self) -> None:
        store, loop = self.queue.play.store, asyncio.get_running_loop()

        def read() -> None:
            store.refuse_moved()
            store.versions()

        try:
            await loop.run_in_executor(self.queue.disk, read)
        except Unreadable as error:
            self.unreadable = str(error)
        else:
            self.unreadable = None
