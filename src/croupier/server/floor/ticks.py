"""When what has changed is shown: gathered over a short tick, over a longer one for a crowd.

A frame goes to everybody who watches a table. Thousands of them fifty times a second would leave no
time to hear what they ask; so the more were shown something, the longer until the next time, and
whatever has arrived meanwhile is heard after each part of a crowd, which is a few milliseconds.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.floor.floor import Floor

TICK = 0.02
"""Seconds over which changes are gathered into one message."""
A_SECOND = 25_000
"""Watchers who are shown a table within a second, each as often as they are: a third of what one
core can send, so that asking and writing have the rest."""
AT_A_TIME, A_PART = 500, 0.004
"""Watchers, and seconds, after which others have their turn."""
DONE = object()


class Ticks:
    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.ticking = False
        """Whether something is to be shown, or is being shown."""
        self.stirred = False
        """Whether something has changed since this tick began."""
        self.due: list[str] = []
        """Tables that are still to be shown in this tick."""
        self.showing: Iterator[None] = iter(())
        """The table that is being shown, part by part."""
        self.shown, self.rested_at = 0, 0.0

    def stir(self) -> None:
        self.stirred = True
        if not self.ticking:
            self.ticking = True
            loop = asyncio.get_running_loop()
            loop.call_later(max(TICK, self.rested_at - loop.time()), self.tick)

    def tick(self) -> None:
        floor, self.shown, self.stirred = self.floor, 0, False
        try:
            floor.look_around()
            self.showing = iter(())
            self.due = [*dict.fromkeys((*floor.changed, *floor.newcomers))]
            self.go_on()
        except BaseException:
            self.ticking = False  # what could not be shown holds up nothing else
            raise

    def go_on(self) -> None:
        """The next part; and the next tables, each with whatever has changed by now."""
        until, late = self.shown + AT_A_TIME, time.monotonic() + A_PART
        while True:
            if next(self.showing, DONE) is DONE:
                if not self.due:
                    self.finish()
                    return
                self.begin(self.due.pop())
            if self.shown >= until or time.monotonic() >= late:
                break
        asyncio.get_running_loop().call_soon(self.next_part)

    def begin(self, name: str) -> None:
        floor = self.floor
        newcomers = floor.newcomers.pop(name, {})
        self.shown += len(floor.watching.get(name, ())) + len(newcomers)
        self.showing = floor.show(name, floor.changed.pop(name, set()), newcomers)

    def next_part(self) -> None:
        try:
            self.go_on()
        except BaseException:
            self.ticking = False
            raise

    def finish(self) -> None:
        self.floor.show_purses()
        self.floor.lobby.stir()
        self.ticking = False
        self.rested_at = asyncio.get_running_loop().time() + self.shown / A_SECOND
        if self.stirred or self.floor.changed or self.floor.newcomers:
            self.stir()
