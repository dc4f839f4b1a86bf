"""How much each table is asked: entries written there in the last minute, and who watches it.

Every node follows every table, so that a table's load is known wherever it is held next.
"""

from __future__ import annotations

import time
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LAST = 60.0
"""Seconds over which entries are counted."""
EVERY = 5.0


class Loads:
    def __init__(self, monotonic: Callable[[], float] = time.monotonic) -> None:
        self.monotonic = monotonic
        self.versions: deque[tuple[float, dict[str, int]]] = deque()
        """How many entries each table had, from a minute ago on."""
        self.elsewhere: dict[str, dict[str, int]] = {}
        """How many terminals watch each table at other nodes, by their word."""

    def measured(self, versions: dict[str, int], here: Mapping[str, int]) -> dict[str, int]:
        """By the entries that each table has now, and by how many watch it here."""
        now = self.monotonic()
        if not self.versions or now - self.versions[-1][0] >= EVERY:
            self.versions.append((now, versions))
        while len(self.versions) > 1 and now - self.versions[1][0] >= LAST:
            self.versions.popleft()
        before = self.versions[0][1]
        watch = (here, *self.elsewhere.values())
        return {
            name: version - before.get(name, version) + sum(one.get(name, 0) for one in watch)
            for name, version in versions.items()
        }
