"""Where passwords are hashed: off the loop, one at a time, addresses in turn."""

from __future__ import annotations

import asyncio
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.turns import Full, Turns

if TYPE_CHECKING:
    from collections.abc import Callable

TOO_MANY_SIGN_IN_AT_ONCE = Sentence(
    "too-many-sign-in-at-once", "too many sign in at once: try again in a moment"
)

P = ParamSpec("P")
T = TypeVar("T")
MOST_WAITING, MOST_OF_ONE = 64, 4
NICE = 5
"""Behind those who play."""
BUSY = declined(Policy.BUSY, TOO_MANY_SIGN_IN_AT_ONCE())


class Lane:
    """One thread: as much memory as one hash takes, however many ask."""

    def __init__(self, name: str) -> None:
        self.pool = ThreadPoolExecutor(1, name, behind_others)
        self.turns = Turns(1, MOST_WAITING, MOST_OF_ONE)

    async def run(
        self, of: str, work: Callable[P, T], *args: P.args, **named: P.kwargs
    ) -> T | Refused:
        loop = asyncio.get_running_loop()
        try:
            async with self.turns.turn(of):
                return await loop.run_in_executor(self.pool, lambda: work(*args, **named))
        except Full:
            return BUSY

    async def after(self, work: Callable[[], T]) -> T:
        """What follows from one that was hashed: briefly, and never refused."""
        return await asyncio.get_running_loop().run_in_executor(self.pool, work)


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
