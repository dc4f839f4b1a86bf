"""Pings to all connections, each in its turn: two timers in all, none for each.

Whoever has not answered a ping in time is gone, also where nothing else says so.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.floor.frames import Direct


class Turns:
    """What is to be done so many seconds after each has come, in the order in which they came."""

    def __init__(self, seconds: float, act: Callable[[Direct, bytes], None]) -> None:
        self.seconds, self.act = seconds, act
        self.due: deque[tuple[float, Direct, bytes]] = deque()

    def add(self, line: Direct, content: bytes) -> None:
        loop = asyncio.get_running_loop()
        self.due.append((loop.time() + self.seconds, line, content))
        if len(self.due) == 1:
            loop.call_at(self.due[0][0], self.go)

    def go(self) -> None:
        """One at a time, so that nobody waits while thousands are pinged."""
        _, line, content = self.due[0]
        try:
            if line.terminal is not None:
                self.act(line, content)
        finally:
            self.due.popleft()
            if self.due:
                asyncio.get_running_loop().call_at(self.due[0][0], self.go)


class Pulse:
    def __init__(self, every: float | None, within: float | None) -> None:
        self.pings = Turns(every, self.ping) if every else None
        self.deadlines = Turns(within, self.look) if within else None

    def add(self, line: Direct) -> None:
        if self.pings is not None:
            self.pings.add(line, b"")

    def ping(self, line: Direct, _: bytes) -> None:
        assert self.pings is not None
        if line.pinged is None:
            content = os.urandom(4)  # tells its answer from that to another
            line.ping(content)
            if self.deadlines is not None:
                self.deadlines.add(line, content)
            else:
                line.pinged = None
        self.pings.add(line, b"")

    def look(self, line: Direct, content: bytes) -> None:
        if line.pinged == content:
            line.unanswered()
