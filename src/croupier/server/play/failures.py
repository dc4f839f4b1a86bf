"""Faults of the program while something was carried out: each in the journal, and counted.

The words of a fault may name a card or a secret and are in the log alone; the journal has its kind,
and a code that is the same in both. One that comes again and again is told once a minute.
"""

from __future__ import annotations

import asyncio
import traceback
from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from croupier.server import logs
from croupier.server.journal.check_acts import CommandFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from croupier.server.journal.acts import AnyAct

AGAIN_AFTER = 60_000
"""Milliseconds until the same fault is told again."""
MOST_KEYS = 400
NOBODY = "nobody"


class Key(NamedTuple):
    by: str
    table: str | None
    asked: str
    fault: str
    code: str


def code_of(fault: BaseException) -> str:
    """By its kind and where in the program it came from, and not by what it says."""
    frames = traceback.extract_tb(fault.__traceback__)
    where = frames[-1] if frames else None
    place = f"{where.filename.rpartition('/')[2]} {where.name}" if where else ""
    return sha256(f"{type(fault).__name__} {place}".encode()).hexdigest()[:8]


class Failures:
    def __init__(
        self, clock: Callable[[], int], record: Callable[[AnyAct], Coroutine[None, None, None]]
    ) -> None:
        self.clock, self.record = clock, record
        self.count = 0
        self.last: BaseException | None = None
        self.told: dict[Key, int] = {}
        """When each was last told."""
        self.since: Counter[Key] = Counter()
        self.tasks: set[asyncio.Task[object]] = set()

    def note(
        self, fault: BaseException, asked: str, *, by: str = NOBODY, table: str | None = None
    ) -> None:
        """Recorded as soon as whoever writes now is done."""
        key = Key(by, table, asked[:60], type(fault).__name__, code_of(fault))
        if fault is self.last:
            return  # on its way up
        self.last = fault
        self.count += 1
        logs.bug("carrying out a command", fault, table=table, asked=key.asked, code=key.code)
        now = self.clock()
        if key not in self.told and len(self.told) >= MOST_KEYS:
            self.told = {one: at for one, at in self.told.items() if now - at < AGAIN_AFTER}
            if len(self.told) >= MOST_KEYS:
                return  # the log has it, and it is counted
        self.since[key] += 1
        if key in self.told and now - self.told[key] < AGAIN_AFTER:
            return
        self.told[key] = now
        act = CommandFailed(at=now, **key._asdict(), count=self.since.pop(key))
        self.begin(self.record(act))

    def begin(self, work: Coroutine[None, None, object]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def write(self) -> None:
        """All that waits to be recorded."""
        await asyncio.gather(*self.tasks, return_exceptions=True)
