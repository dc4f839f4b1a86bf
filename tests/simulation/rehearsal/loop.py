"""An event loop whose time is simulated and whose order comes from a seed.

Within one process what is ready runs in its order, as asyncio promises; which process runs next is
drawn. Nothing waits, no thread is started, and no clock of the machine is read.
"""

from __future__ import annotations

import asyncio
import heapq
import selectors
from contextvars import copy_context
from itertools import count
from typing import TYPE_CHECKING, Any

from tests.simulation.rehearsal.processes import RUNNING
from tests.simulation.rehearsal.workers import Workers

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Callable, Mapping
    from contextvars import Context
    from random import Random

    from tests.simulation.rehearsal.processes import Process

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


class Step:
    """Something to be done, and by whose process: as a handle of asyncio, with less to it."""

    __slots__ = ("args", "callback", "context", "is_cancelled", "process", "time")

    def __init__(
        self, callback: Callable[..., object], args: tuple[Any, ...], context: Context | None
    ) -> None:
        self.callback, self.args = callback, args
        self.context = copy_context() if context is None else context
        self.process: Process | None = self.context.get(RUNNING)
        self.is_cancelled, self.time = False, 0.0

    def cancel(self) -> None:
        self.is_cancelled = True

    def cancelled(self) -> bool:
        return self.is_cancelled

    def when(self) -> float:
        return self.time

    def run(self) -> None:
        try:
            self.context.run(self.callback, *self.args)
        except (SystemExit, KeyboardInterrupt):
            raise
        except BaseException:  # noqa: BLE001, S110 - as asyncio: whoever waits for it is told
            pass


class SeededLoop(asyncio.SelectorEventLoop):
    _ready: deque[Step]
    _scheduled: list[tuple[float, int, Step]]

    def __init__(self, order: Random, delays: Random) -> None:
        super().__init__(StillSelector())
        self.order, self.now, self.steps = order, 0.0, 0
        self.workers = Workers(self, delays)
        self.timers = count()
        self.set_exception_handler(lambda _loop, _context: None)

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> Step:
        step = Step(callback, args, context)
        self._ready.append(step)
        return step

    def call_later(  # type: ignore[override]
        self,
        delay: float,
        callback: Callable[..., object],
        *args: object,
        context: Context | None = None,
    ) -> Step:
        return self.call_at(self.now + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self,
        when: float,
        callback: Callable[..., object],
        *args: object,
        context: Context | None = None,
    ) -> Step:
        step = Step(callback, args, context)
        step.time = when
        heapq.heappush(self._scheduled, (when, next(self.timers), step))
        return step

    def time(self) -> float:
        return self.now

    def call_soon_threadsafe(self, *_: object, **__: object) -> asyncio.Handle:
        raise RuntimeError("there are no threads here")

    def run_in_executor(
        self, executor: object, func: Callable[..., Any], *args: object
    ) -> asyncio.Future[Any]:
        return self.workers.ask(executor, func, args)

    def put_back(self, step: Step) -> None:
        self._ready.append(step)

    def _run_once(self) -> None:
        self.wake()
        if not self._ready:
            self.move_on()
        step = self.picked()
        if step.process is None or self.may_run(step.process, step):
            self.steps += 1
            self.now += STEP_SECONDS
            if not step.is_cancelled:
                step.run()

    def may_run(self, process: Process, step: Step) -> bool:
        if process.is_alive and process.stands_still:
            process.held.append(step)
        return process.is_alive and not process.stands_still

    def wake(self) -> None:
        """Whose time has come."""
        scheduled, now = self._scheduled, self.now
        while scheduled and (scheduled[0][0] <= now or scheduled[0][2].is_cancelled):
            step = heapq.heappop(scheduled)[2]
            if not step.is_cancelled:
                self._ready.append(step)

    def move_on(self) -> None:
        if not self._scheduled:
            raise Stuck("nobody has anything left to do")
        self.now = max(self.now, self._scheduled[0][0])
        self.wake()

    def picked(self) -> Step:
        """The first that is ready of a process that is drawn."""
        ready = self._ready
        if len(ready) == 1:
            return ready.popleft()
        drawn = ready[self.order.randrange(len(ready))].process
        for place, step in enumerate(ready):
            if step.process is drawn:
                del ready[place]
                return step
        raise AssertionError
