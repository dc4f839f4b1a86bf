"""Tables that fail: each told and recorded once, tried again, put out of use after some times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server import logs
from croupier.server.journal.acts import TableDisabled, TableFailed, TableMended
from croupier.server.journal.store import Unreadable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from croupier.server.journal.acts import AnyAct

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 60.0
"""Seconds until a table that has failed is tried again, twice as many each time."""
WELL_AFTER = 60_000
"""Milliseconds without a fault after which a table counts as mended, also where nothing is due."""

TOO_OFTEN, WITHIN = 5, 3_600_000
"""Faults in so many milliseconds after which a table is put out of use."""
ROUNDS_LOST = 3
"""In a row, void because play could not go on."""


async def is_there() -> bool:
    return False


async def nobody(_act: AnyAct) -> None:
    """Records nothing."""


class Faults:
    """What went wrong is for the log alone: its words may name a card."""

    def __init__(
        self, clock: Callable[[], int], record: Callable[[AnyAct], Awaitable[None]] = nobody
    ) -> None:
        self.clock, self.record = clock, record
        self.is_away: Callable[[], Awaitable[bool]] = is_there
        """Whether the whole house pauses because its journal cannot be had."""
        self.tables: dict[str, str] = {}
        """Those that have failed, and by what kind of fault."""
        self.unread: set[str] = set()
        """Those that could not read the journal when they last tried."""
        self.tries: dict[str, int] = {}
        self.last: dict[str, int] = {}
        self.recent: dict[str, list[int]] = {}
        """When each failed, of late."""
        self.lost: dict[str, int] = {}
        """Rounds of each that were lost in a row."""
        self.disabled: dict[str, int] = {}
        """Those put out of use until the pit opens them, and after how many times."""

    async def failed(self, table: str, fault: Exception) -> float:
        """Seconds to pause; that the journal cannot be had is no fault of a table's.

        Nor that it could not be had, when it is back before anybody looks: once in a row.
        """
        if isinstance(fault, Unreadable) and (await self.is_away() or table not in self.unread):
            self.unread.add(table)
            return FIRST_PAUSE
        tries = self.tries[table] = self.tries.get(table, 0) + 1
        now = self.last[table] = self.clock()
        late = [at for at in self.recent.get(table, ()) if now - at < WITHIN]
        self.recent[table] = [*late, now]
        if table not in self.tables:
            self.tables[table] = type(fault).__name__
            logs.bug("at a table", fault, table=table)
            await self.record(TableFailed(at=self.clock(), table=table, says=self.tables[table]))
        return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(tries - 1, 20))

    async def went_well(self, table: str, *, acted: bool) -> None:
        self.unread.discard(table)
        if table not in self.tables:
            return
        if acted or self.clock() - self.last[table] >= WELL_AFTER:
            del self.tables[table], self.tries[table]
            logs.tell("table mended", table=table)
            await self.record(TableMended(at=self.clock(), table=table))

    def ended(self, table: str, *, lost: bool) -> None:
        """A round: one that could not go on counts, any other ends the row."""
        self.lost[table] = self.lost.get(table, 0) + 1 if lost else 0

    def opened(self, table: str) -> None:
        """By the pit, which takes it upon itself."""
        for kept in (self.disabled, self.recent, self.lost):
            kept.pop(table, None)

    async def look(self, table: str) -> None:
        """A table that may fail again is put out of use; said once."""
        failed, lost = len(self.recent.get(table, ())), self.lost.get(table, 0)
        if table in self.disabled or (failed < TOO_OFTEN and lost < ROUNDS_LOST):
            return
        self.disabled[table] = times = failed if failed >= TOO_OFTEN else lost
        logs.warn("table disabled", table=table, times=times)
        await self.record(TableDisabled(at=self.clock(), table=table, times=times))
