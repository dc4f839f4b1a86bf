"""The house's clock: wall time when the house opened, and the time that has passed since.

It never goes back, and it is never before what the journal has: a machine whose clock is set
forward or back disturbs no countdown, and no entry is older than the one before it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.journal.store import Store

MILLISECOND = 1_000_000
"""In nanoseconds."""
JUMP_MS = 2000
"""By so much the machine's clock leaves the house's before it is a jump."""


class Clock:
    """Milliseconds since 1970, when called."""

    def __init__(
        self,
        not_before: int = 0,
        wall: Callable[[], int] = time.time_ns,
        monotonic: Callable[[], int] = time.monotonic_ns,
    ) -> None:
        self.wall, self.monotonic, self.not_before = wall, monotonic, not_before
        self.began = monotonic()
        self.opened = max(wall() // MILLISECOND, not_before)
        self.apart = 0
        """By how much the machine's clock was ahead of this one when last looked at."""

    def __call__(self) -> int:
        return self.opened + (self.monotonic() - self.began) // MILLISECOND

    def jump(self) -> int | None:
        """By how much the machine's clock was set since the last look; None: it was not."""
        apart = self.wall() // MILLISECOND - self()
        by = apart - self.apart
        if abs(by) < JUMP_MS:
            return None
        self.apart = apart
        return by


def newest(store: Store) -> int:
    """When the newest entry was written; in each stream that is the last one."""
    ends = [store.read(stream, version - 1) for stream, version in store.versions().items()]
    return max((entry.at for end in ends for entry in end), default=0)
