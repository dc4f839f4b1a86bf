"""What the house notices of itself: told in its log and in the pit, and recorded."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from anyio import to_thread
from msgspec.structs import replace

from croupier import digest
from croupier.server import logs
from croupier.server.journal.acts import (
    ClockJumped,
    ConfigurationChanged,
    ContributionNoticed,
    HouseOpened,
    ProgramChanged,
    last_opening,
)
from croupier.server.journal.check_acts import ProgramDiffers, ProgramVerified
from croupier.server.journal.store import Unreadable
from croupier.server.program import Verdict
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.journal.acts import Acts, AnyAct
    from croupier.server.play.clock import Clock
    from croupier.server.play.queue import CommandQueue

LOOK_EVERY = 1.0
"""Seconds."""
A_DAY = 24 * 60 * 60
"""Looks, after which the program's files are looked at."""
ITSELF = "house"
"""Who looks each day."""
READ_EVERY = 5
"""Looks, after which it is tried whether the journal can still be read."""


def changed_controls(before: HouseOpened, now: HouseOpened) -> dict[str, tuple[str, str]]:
    """What people may do alone, and how they prove who they are: as it was, and as it is."""
    names = sorted(before.controls)
    both = {name: (before.controls.get(name, ""), now.controls.get(name, "")) for name in names}
    return {name: one for name, one in both.items() if one[0] != one[1]}


class Noticing:
    def __init__(self, queue: CommandQueue, acts: Acts, clock: Clock) -> None:
        self.queue, self.acts, self.clock = queue, acts, clock
        self.program = digest.software_digest()
        self.unreadable: str | None = None
        """Why the journal cannot be read, where it cannot."""
        self.verdict = Verdict(program=self.program, version=__version__, accepted=None)
        """Of the last look at the program's files."""
        self.verified_at: int | None = None
        self.looking = asyncio.Lock()
        self.verify: Callable[[], Verdict] = self.as_it_is

    @staticmethod
    def as_it_is() -> Verdict:
        """Where nobody has said which program should run."""
        return Verdict(program=digest.digest_now(), version=__version__, accepted=None)

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
        store = self.queue.play.store
        before = last_opening(store)
        if before is None:
            self.acts.record(now)
            return
        own = last_opening(store, now.node) or before  # each machine's file is a little different
        if own.program != now.program:
            logs.warn("another program than at the last opening", before=own.program)
        changed = changed_controls(before, now)
        if changed:
            logs.warn("other controls than at the last opening", changed=", ".join(changed))
        if own.configuration != now.configuration or (changed and own is not before):
            logs.warn("another configuration than at the last opening")
            self.acts.record(now, ConfigurationChanged(at=now.at, controls=changed))
        else:
            self.acts.record(now)

    async def run(self) -> None:
        looks = 0
        while True:
            try:
                await self.look(looks)
            except Exception as fault:  # noqa: BLE001 - whoever looks goes on
                logs.bug("looking at the house itself", fault)
            looks += 1
            await asyncio.sleep(LOOK_EVERY)

    async def look(self, before: int) -> None:
        """After so many looks before it."""
        await self.look_at_clock()
        await self.look_at_meters()
        if before % READ_EVERY == 0:
            await self.look_at_journal()
        if (before + 1) % A_DAY == 0:
            await self.look_at_program()

    async def look_at_program(self, by: str = ITSELF) -> Verdict:
        """It is recorded, whatever is found."""
        async with self.looking:
            return await self.looked_at_program(by)

    async def looked_at_program(self, by: str) -> Verdict:
        """In a thread: some thousand files are read."""
        before, self.verdict = self.verdict, await to_thread.run_sync(self.verify)
        now, at = self.verdict, self.clock()
        self.verified_at = at
        if now.program != self.program:
            self.program = now.program
            logs.warn("the program's files have changed", program=now.program)
            await self.record(ProgramChanged(at=at, program=now.program))
        if now.count and now != before:
            logs.warn("another program than the accepted one", differs=now.says)
            await self.record(self.differs())
        await self.record(
            ProgramVerified(
                at=at,
                by=by,
                program=now.program,
                accepted=now.accepted,
                differs=now.differs,
                count=now.count,
            )
        )
        return now

    def differs(self) -> ProgramDiffers:
        """From what was accepted, as it was last looked at."""
        now = self.verdict
        return ProgramDiffers(
            at=self.clock(),
            program=now.program,
            accepted=now.accepted,
            differs=now.differs,
            count=now.count,
        )

    def refused(self) -> None:
        """An opening that is not to be; tried again and again, it is said once."""
        told = self.differs()
        last = self.acts.last[-1] if self.acts.last else None
        if not isinstance(last, ProgramDiffers) or replace(last, at=told.at) != told:
            self.acts.record(told)

    async def look_at_clock(self) -> None:
        """Countdowns go by the house's own, which does not jump."""
        by = self.clock.jump()
        if by is not None:
            logs.warn("the machine's clock jumped", by_ms=by)
            await self.record(ClockJumped(at=self.clock(), by_ms=by))

    async def look_at_meters(self) -> None:
        """Contributions that no bets explain; the meter was not fed by them."""
        play = self.queue.play
        found, play.senseless = play.senseless, []
        for one in found:
            logs.warn(
                "a contribution to a jackpot that no bets explain", table=one.table, round=one.round
            )
            act = ContributionNoticed(
                at=self.clock(),
                table=one.table,
                round=one.round,
                bets_cents=one.bets_cents,
                explained_cents=one.explained_cents,
            )
            await self.record(act)

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
