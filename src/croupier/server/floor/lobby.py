"""Watchers of the list of tables, who are sent it again when it has changed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from croupier.server.floor.frames import frame
from croupier.server.floor.protocol import TableInfo, Tables, encode

if TYPE_CHECKING:
    from croupier.server.floor.floor import Floor
    from croupier.server.floor.watcher import Watcher

LEAST = 0.5
"""Seconds between one list and the next."""


class Lobby:
    def __init__(self, floor: Floor) -> None:
        self.floor = floor
        self.watchers: set[Watcher] = set()
        self.newcomers: set[Watcher] = set()
        self.sent: tuple[TableInfo, ...] = ()
        self.last = -LEAST
        self.waiting = False

    def enter(self, watcher: Watcher) -> None:
        self.watchers.add(watcher)
        self.newcomers.add(watcher)
        self.stir()

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.newcomers.discard(watcher)

    def stir(self) -> None:
        """Something may have changed: it is looked at as soon as the last list is old enough."""
        if self.watchers and not self.waiting:
            self.waiting = True
            loop = asyncio.get_running_loop()
            loop.call_at(max(loop.time(), self.last + LEAST), self.tick)

    def tick(self) -> None:
        self.waiting = False
        self.last = asyncio.get_running_loop().time()
        tables = tuple(self.floor.tables())
        those = tuple(self.watchers if tables != self.sent else self.newcomers)
        self.sent, self.newcomers = tables, set()
        if those:
            data = frame(encode(Tables(self.floor.queue.clock(), tables)))
            for watcher in those:
                watcher.send(data)
