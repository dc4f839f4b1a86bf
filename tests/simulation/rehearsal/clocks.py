"""The clocks of machines: each a little wrong, set forward or back at times."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

BEGINNING_MS = 1_750_000_000_000
SECOND_NS = 1_000_000_000


class NodeClock:
    """Of one machine; it goes on while a process stands still, and stops while the machine does."""

    def __init__(self, time: Callable[[], float], rate: float, ahead: float) -> None:
        self.time, self.rate, self.ahead = time, rate, ahead
        """Seconds by which its wall clock is ahead."""
        self.slept = 0.0
        """Seconds for which the machine itself stood still."""

    def monotonic(self) -> float:
        return 1000 + self.time() * self.rate - self.slept

    def monotonic_ns(self) -> int:
        return int(self.monotonic() * SECOND_NS)

    def wall(self) -> int:
        return BEGINNING_MS * 1_000_000 + int((self.time() + self.ahead) * SECOND_NS)


class DatabaseClock:
    def __init__(self, time: Callable[[], float]) -> None:
        self.time, self.ahead = time, 0.0

    def __call__(self) -> int:
        return BEGINNING_MS + int((self.time() + self.ahead) * 1000)
