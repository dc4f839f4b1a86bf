"""Whose turn it is: what takes long is done by few at a time, and addresses take turns."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    Turn = asyncio.Future[None]


class Full(Exception):  # noqa: N818 - an answer, not a fault
    """Too many wait, of one asker or of all."""


class Turns:
    """Each asker's first goes before anybody's second, so that none delays another by much.

    When all places are taken, whoever has most of them gives one up to whoever has fewer.
    """

    def __init__(self, at_once: int, most_waiting: int, most_of_one: int) -> None:
        self.free, self.most_waiting, self.most_of_one = at_once, most_waiting, most_of_one
        self.waiting: dict[str, deque[Turn]] = {}
        """Of each asker, in the order in which they are served."""

    @asynccontextmanager
    async def turn(self, of: str) -> AsyncIterator[None]:
        if self.free:
            self.free -= 1
        else:
            await self.wait(of)
        try:
            yield
        finally:
            self.pass_on()

    async def wait(self, of: str) -> None:
        self.make_room(of)
        mine: Turn = asyncio.get_running_loop().create_future()
        self.waiting.setdefault(of, deque()).append(mine)
        try:
            await mine
        except asyncio.CancelledError:
            if mine.cancelled():
                self.withdraw(of, mine)
            elif mine.exception() is None:  # its turn had come just now
                self.pass_on()
            raise

    def make_room(self, of: str) -> None:
        own = len(self.waiting.get(of, ()))
        if own >= self.most_of_one:
            raise Full
        if sum(map(len, self.waiting.values())) < self.most_waiting:
            return
        fullest = max(self.waiting.values(), key=len)
        if len(fullest) <= own + 1:
            raise Full
        last = fullest.pop()
        if not last.done():
            last.set_exception(Full())

    def withdraw(self, of: str, turn: Turn) -> None:
        line = self.waiting.get(of, deque())
        if turn in line:
            line.remove(turn)
        if not line:
            self.waiting.pop(of, None)

    def pass_on(self) -> None:
        while self.waiting:
            of = next(iter(self.waiting))
            line = self.waiting.pop(of)
            turn = line.popleft()
            if line:
                self.waiting[of] = line  # behind all others
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1
