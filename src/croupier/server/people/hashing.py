"""Where passwords are hashed: off the loop, one at a time, with a bounded line."""

from __future__ import annotations

import asyncio
import os
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from croupier.engine.refusals import Policy, Refused, declined
from croupier.server.limits import one_less

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")
MOST_WAITING, MOST_OF_ONE = 64, 16
NICE = 5
"""Behind those who play."""
BUSY = declined(Policy.BUSY, "too many sign in at once: try again in a moment")


class Lane:
    """One thread: as much memory as one hash takes, however many ask."""

    def __init__(self, name: str) -> None:
        self.pool = ThreadPoolExecutor(1, name, behind_others)
        self.waiting: Counter[str] = Counter()

    async def run(
        self, of: str, work: Callable[P, T], *args: P.args, **named: P.kwargs
    ) -> T | Refused:
        if self.waiting.total() >= MOST_WAITING or self.waiting[of] >= MOST_OF_ONE:
            return BUSY
        self.waiting[of] += 1
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.pool, lambda: work(*args, **named))
        finally:
            one_less(self.waiting, of)


class Hashing:
    """Whoever has an open session does not wait for strangers."""

    def __init__(self) -> None:
        self.strangers, self.sessions = Lane("sign-in"), Lane("unlock")

    def close(self) -> None:
        for lane in (self.strangers, self.sessions):
            lane.pool.shutdown(wait=False)


def behind_others() -> None:
    """Of a thread, where the system knows that; it stays as it is elsewhere."""
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
