"""Whether the house has a backup that was proven lately: whoever makes one leaves a note of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from anyio import to_thread

from croupier.server import logs
from croupier.server.exposition import gauge
from croupier.server.journal import durable
from croupier.server.journal.check_acts import BackupOverdue, BackupProven

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator
    from pathlib import Path

    from croupier.server.exposition import Family
    from croupier.server.journal.acts import AnyAct, Last
    from croupier.server.play.clock import Clock

FILE = "backup.json"
"""In the house's folder: the last backup that was restored on trial and found whole."""
FIRST_AFTER = EVERY = 60.0
"""Seconds."""
HOUR = 3_600_000
LONGEST = 4096


class Proven(msgspec.Struct, frozen=True, kw_only=True):
    made: int
    """Milliseconds since 1970."""
    file: str
    entries: int


decoder = msgspec.json.Decoder(Proven)


def leave_note(folder: Path, proven: Proven) -> None:
    durable.replace(folder / FILE, msgspec.json.encode(proven) + b"\n")


def note_in(folder: Path) -> Proven | None:
    """None where there is none, or it is no note."""
    try:
        with (folder / FILE).open("rb") as file:
            return decoder.decode(file.read(LONGEST))
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return None


class ProvenBackups:
    """In a demonstration house nobody waits for one."""

    def __init__(  # noqa: PLR0913 - where, by which clock, and what is asked of it
        self,
        folder: Path,
        clock: Clock,
        record: Callable[[AnyAct], Awaitable[None]],
        size: Callable[[], int],
        *,
        hours: int,
        before: Last = (),
    ) -> None:
        self.folder, self.clock, self.record, self.size = folder, clock, record, size
        self.hours = hours
        told = [one for one in before if isinstance(one, BackupProven)]
        self.last: BackupProven | None = told[-1] if told else None
        self.overdue = False

    async def run(self) -> None:
        await asyncio.sleep(FIRST_AFTER)
        while True:
            try:
                await self.look()
            except Exception as fault:  # noqa: BLE001 - whoever looks goes on
                logs.bug("looking for backups", fault)
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        """A new one is recorded; of fewer entries than the last, or too many, it is of another."""
        found, now = await to_thread.run_sync(note_in, self.folder), self.clock()
        made, least = (self.last.made, self.last.entries) if self.last else (-1, 1)
        if found and made < found.made <= now and least <= found.entries <= self.size():
            self.last = BackupProven(
                at=now, made=found.made, file=found.file[:200], entries=found.entries
            )
            await self.record(self.last)
        last = self.last.made if self.last else None
        late = bool(self.hours) and now - (last or 0) > self.hours * HOUR
        if late and not self.overdue:
            logs.warn("the last proven backup is too old", made=last)
            await self.record(BackupOverdue(at=now, made=last, at_most_hours=self.hours))
        self.overdue = late

    def remarks(self) -> list[str]:
        if not self.overdue:
            return []
        if self.last is None:
            return ["no backup of this house was ever proven"]
        age = (self.clock() - self.last.made) // HOUR
        return [f"the last proven backup is {age} hours old, {self.hours} are allowed"]

    def figures(self) -> Iterator[Family]:
        says = "When the last proven backup was made, in seconds since 1970; 0: never."
        yield gauge("backup_proven_at_seconds", says, self.last.made / 1000 if self.last else 0)
        says = "1 while it is older than the house's file allows."
        yield gauge("backup_overdue", says, int(self.overdue))
