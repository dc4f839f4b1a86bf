"""Tables that fail: each told and recorded once, tried again with growing pauses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server import logs
from croupier.server.journal.acts import TableFailed, TableMended

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from croupier.server.journal.acts import AnyAct

FIRST_PAUSE, LONGEST_PAUSE = 0.25, 60.0
"""Seconds until a table that has failed is tried again, twice as many each time."""
WELL_AFTER = 60_000
"""Milliseconds without a fault after which a table counts as mended, also where nothing is due."""


async def nobody(_act: AnyAct) -> None:
    """Records nothing."""


class Faults:
    """What went wrong is for the log alone: its words may name a card."""

    def __init__(
        self, clock: Callable[[], int], record: Callable[[AnyAct], Awaitable[None]] = nobody
    ) -> None:
        self.clock, self.record = clock, record
        self.tables: dict[str, str] = {}
        """Those that have failed, and by what kind of fault."""
        self.tries: dict[str, int] = {}
        self.last: dict[str, int] = {}

    async def failed(self, table: str, fault: Exception) -> float:
        """Seconds to pause."""
        tries = self.tries[table] = self.tries.get(table, 0) + 1
        self.last[table] = self.clock()
        if table not in self.tables:
            self.tables[table] = type(fault).__name__
            logs.bug("at a table", fault, table=table)
            await self.record(TableFailed(at=self.clock(), table=table, says=self.tables[table]))
        return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(tries - 1, 20))

    async def went_well(self, table: str, *, acted: bool) -> None:
        if table not in self.tables:
            return
        if acted or self.clock() - self.last[table] >= WELL_AFTER:
            del self.tables[table], self.tries[table]
            logs.tell("table mended", table=table)
            await self.record(TableMended(at=self.clock(), table=table))
