"""An event loop whose time is simulated and whose order comes from a seed.

Within one process what is ready runs in its order, as asyncio promises; which process runs next is
drawn. Nothing waits, no thread is started, and no clock of the machine is read.
"""

from __future__ import annotations

import asyncio
import heapq
import selectors
from contextvars import Context
from typing import TYPE_CHECKING, Any

from croupier.rehearsal.processes import RUNNING
from croupier.rehearsal.workers import Workers

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Callable, Mapping
    from random import Random

    from croupier.rehearsal.processes import Process

STEP_SECONDS = 20e-6
"""What each callback takes: time passes also for whoever never waits."""


class Stuck(RuntimeError):  # noqa: N818 - what a rehearsal is then
    """Nothing is left to run, and somebody waits."""


class StillSelector(selectors.BaseSelector):
    """Nothing comes from outside."""

    def register(self, fileobj: Any, events: int, data: Any = None) -> selectors.SelectorKey:  # noqa: ANN401
        return selectors.SelectorKey(fileobj, 0, events, data)

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:  # noqa: ANN401
        return selectors.SelectorKey(fileobj, 0, 0, None)

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:  # noqa: ARG002
        return []

    def get_map(self) -> Mapping[Any, selectors.SelectorKey]:
        return {}


def owner(handle: asyncio.Handle) -> Process | None:
    context = handle._context  # type: ignore[attr-defined] # noqa: SLF001
    return context.get(RUNNING) if isinstance(context, Context) else None


class SeededLoop(asyncio.SelectorEventLoop):
    _ready: deque[asyncio.Handle]
    _scheduled: list[asyncio.TimerHandle]

    def __init__(self, order: Random, delays: Random) -> None:
        super().__init__(StillSelector())
        self.order, self.now, self.steps = order, 0.0, 0
        self.workers = Workers(self, delays)
        self.set_exception_handler(lambda _loop, _context: None)

    def time(self) -> float:
        return self.now

    def call_soon_threadsafe(self, *_: object, **__: object) -> asyncio.Handle:
        raise RuntimeError("there are no threads here")

    def run_in_executor(
        self, executor: object, func: Callable[..., Any], *args: object
    ) -> asyncio.Future[Any]:
        return self.workers.ask(executor, func, args)

    def put_back(self, handle: asyncio.Handle) -> None:
        self._ready.append(handle)

    def _run_once(self) -> None:
        self.wake()
        if not self._ready:
            self.move_on()
        handle = self.picked()
        process = owner(handle)
        if process is None or self.may_run(process, handle):
            self.steps += 1
            self.now += STEP_SECONDS
            if not handle.cancelled():
                handle._run()  # noqa: SLF001

    def may_run(self, process: Process, handle: asyncio.Handle) -> bool:
        if process.is_alive and process.stands_still:
            process.held.append(handle)
        return process.is_alive and not process.stands_still

    def wake(self) -> None:
        """Whose time has come."""
        scheduled = self._scheduled
        while scheduled and (scheduled[0].cancelled() or scheduled[0].when() <= self.now):
            timer = heapq.heappop(scheduled)
            timer._scheduled = False  # type: ignore[attr-defined] # noqa: SLF001
            if not timer.cancelled():
                self._ready.append(timer)

    def move_on(self) -> None:
        if not self._scheduled:
            raise Stuck("nobody has anything left to do")
        self.now = max(self.now, self._scheduled[0].when())
        self.wake()

    def picked(self) -> asyncio.Handle:
        """The first that is ready of a process that is drawn."""
        ready = self._ready
        if len(ready) == 1:
            return ready.popleft()
        drawn = owner(ready[self.order.randrange(len(ready))])
        for place, handle in enumerate(ready):
            if owner(handle) is drawn:
                del ready[place]
                return handle
        raise AssertionError
