"""A simulated process: what it runs is dropped when it is killed, and waits while it stands still.

Whatever is called, started or timed from within a process belongs to it: the context tells.
"""

from __future__ import annotations

from contextvars import ContextVar, copy_context
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.simulation.rehearsal.loop import SeededLoop, Step


class Killed(BaseException):
    """Raised where a process ends in the middle of what it does."""


class Process:
    def __init__(self, name: str) -> None:
        self.name = name
        self.is_alive, self.stands_still = True, False
        self.held: list[Step] = []
        """What would have run while it stood still."""
        self.context = copy_context()
        self.context.run(RUNNING.set, self)
        self.kept: list[object] = []
        """Tasks that never end: were they collected, they would still clean up."""

    def stop(self) -> None:
        self.stands_still = True

    def go_on(self, loop: SeededLoop) -> None:
        self.stands_still = False
        held, self.held = self.held, []
        for handle in held:
            loop.put_back(handle)


RUNNING: ContextVar[Process | None] = ContextVar("RUNNING", default=None)
