"""What a process has its threads do: one thing after the other, each at a drawn moment.

A process may be killed before, in the middle of or after it, and not know what came of it.
"""

from __future__ import annotations

from collections import deque
from contextvars import copy_context
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.simulation.rehearsal.processes import RUNNING, Killed

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable
    from random import Random

    from tests.simulation.rehearsal.loop import SeededLoop

LOCK_PATIENCE = 2.0
"""Seconds after which a database says that it is locked."""
LOOKS_AGAIN = (0.001, 0.002, 0.005, 0.01, 0.015, 0.02, 0.025, 0.025, 0.025, 0.05, 0.05, 0.1)
"""Seconds from one look at a lock to the next, as SQLite itself has them; then the last."""
SLOW, SELDOM = 0.25, 0.01


class Work(NamedTuple):
    func: Callable[..., Any]
    args: tuple[Any, ...]
    future: asyncio.Future[Any]


class Worker:
    def __init__(self, workers: Workers, executor: object) -> None:
        self.workers, self.executor, self.loop = workers, executor, workers.loop
        self.waiting: deque[tuple[Work, Any]] = deque()
        self.is_busy = False

    def next(self) -> None:
        while self.waiting and self.waiting[0][0].future.cancelled():
            self.waiting.popleft()  # it had not begun
        if self.is_busy or not self.waiting:
            return
        self.is_busy = True
        work, context = self.waiting.popleft()
        until = self.loop.time() + LOCK_PATIENCE
        self.loop.call_later(self.workers.delay(), self.attempt, work, until, context=context)

    def attempt(self, work: Work, until: float, looks: int = 0) -> None:
        if self.loop.time() < until and self.workers.must_wait(self.executor, work.func):
            pause = LOOKS_AGAIN[min(looks, len(LOOKS_AGAIN) - 1)]
            self.loop.call_later(pause, self.attempt, work, until, looks + 1)
            return
        try:
            told, fault = work.func(*work.args), None
        except Killed:
            return  # nobody is left to be told
        except Exception as error:  # noqa: BLE001 - as a thread hands it on
            told, fault = None, error
        self.loop.call_later(self.workers.delay(), self.done, work, told, fault)

    def done(self, work: Work, told: object, fault: Exception | None) -> None:
        self.is_busy = False
        if not work.future.done():
            if fault is None:
                work.future.set_result(told)
            else:
                work.future.set_exception(fault)
        self.next()


class Workers:
    def __init__(self, loop: SeededLoop, delays: Random) -> None:
        self.loop, self.delays = loop, delays
        self.of: dict[object, Worker] = {}
        self.must_wait: Callable[[object, Callable[..., Any]], bool] = lambda *_: False
        """Whether somebody else has what the work needs."""
        self.slower = 1.0

    def delay(self) -> float:
        most = SLOW if self.delays.random() < SELDOM else 0.002
        return self.delays.random() * most * self.slower

    def ask(
        self, executor: object, func: Callable[..., Any], args: tuple[Any, ...]
    ) -> asyncio.Future[Any]:
        assert RUNNING.get() is not None
        future: asyncio.Future[Any] = self.loop.create_future()
        worker = self.of.get(executor) or self.of.setdefault(executor, Worker(self, executor))
        worker.waiting.append((Work(func, args, future), copy_context()))
        worker.next()
        return future
