"""What waits to be sent to those who watch: bounded for all together, however many take nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.server.floor.watcher import Watcher

MOST_TOGETHER = 1 << 26
"""Bytes that wait for all of them; those who are furthest behind are dropped first."""


class Backlog:
    def __init__(self) -> None:
        self.of: dict[Watcher, int] = {}
        """Bytes that wait for each, as far as was last seen."""
        self.together = 0

    def forget(self, watcher: Watcher) -> None:
        self.together -= self.of.pop(watcher, 0)

    def note(self, watcher: Watcher, bytes_: int) -> None:
        self.together += bytes_ - self.of.get(watcher, 0)
        self.of[watcher] = bytes_
        if self.together <= MOST_TOGETHER:
            return
        self.of = {one: left for one in self.of if (left := one.line.waiting())}
        self.together = sum(self.of.values())
        for one in sorted(self.of, key=lambda one: -self.of[one]):
            if self.together <= MOST_TOGETHER // 2:
                break
            self.together -= self.of.pop(one)
            one.drop()
