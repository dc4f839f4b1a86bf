"""The command queue: one order over all tables, written in batches, then published.

While one commit is on its way to the disk, the commands that arrive are collected for the next: one
order over all tables, and the more arrive the more share a commit.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Self, TypeVar

import msgspec

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server import logs
from croupier.server.exposition import Figures
from croupier.server.play.house import TABLE_PAUSES
from croupier.server.play.requests import Carried
from croupier.table import commands as asks
from croupier.table.commands import AUTOMATIC, CLOCK

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Container, Iterable

    from croupier.said import Said
    from croupier.server.journal.store import Answered
    from croupier.server.play.house import Happened, House
    from croupier.server.play.requests import Reply, Request
    from croupier.table.commands import Who

OUT_OF_ORDER = Sentence(
    "table-is-out-of-order", "the table has failed: nothing new is played here until it is well"
)
NO_TABLE = Sentence("no-table", "there is no table {table:quoted}")

MOST_AT_ONCE = 512
SELDOM = (50_000, 20, 50)
"""How rarely the collector looks: commands leave no cycles behind."""
PROBE_EVERY = 0.5
"""Seconds after which a house that pauses tries whether it can write again."""
SIGN_EVERY = 60.0
"""Seconds from one checkpoint to the next at the latest."""
T = TypeVar("T")
Heard = Callable[["Happened"], None]
"""Called after a commit, for each command that it carried out."""


def told_in_log(request: Request, fault: Exception) -> None:
    logs.bug("carrying out a command", fault, table=request.table)


def is_own(who: Who) -> bool:
    """The house's own clock, dealer or shoe."""
    return who in {CLOCK, AUTOMATIC} or who.is_device


def begins(request: Request) -> bool:
    """A round, or a wager, and by a person: rounds in play are brought to their end."""
    new = isinstance(request.command, asks.OpenBetting | asks.Place)
    return new and not is_own(request.who)


class Waiting(msgspec.Struct, frozen=True, gc=False):
    """A command that was asked for, and is not answered yet."""

    request: Request
    future: asyncio.Future[Reply]
    began: float
    """When it was asked for, in seconds."""


class CommandQueue:
    def __init__(self, play: House, clock: Callable[[], int]) -> None:
        self.play, self.clock = play, clock
        self.waiting: list[Waiting] = []
        self.more = asyncio.Event()
        self.listeners: list[Heard] = []
        self.at_table: defaultdict[str, list[Heard]] = defaultdict(list)
        """Those who listen to one table alone: of hundreds, each hears its own."""
        self.refused: list[Callable[[Request, Refused], None]] = []
        """Called for each command that was not carried out."""
        self.failed: Callable[[Request, Exception], None] = told_in_log
        """Called for a command that a fault of the program has stopped."""
        self.out_of_order: Container[str] = ()
        """Tables that have failed: no person begins anything at them."""
        self.after_writing: list[Callable[[], None]] = []
        """Called when something may have been written, or could not be."""
        self.disk = ThreadPoolExecutor(1, "disk")
        self.write_lock = asyncio.Lock()
        """One writer at a time, so that money has one order."""
        self.pump: asyncio.Task[None] | None = None
        self.beside: list[asyncio.Task[None]] = []
        self.commits = 0
        self.carried = 0
        self.figures = Figures()

    async def __aenter__(self) -> Self:
        gc.freeze()  # games and registers stay for good: nothing in them is to be collected
        gc.set_threshold(*SELDOM)
        self.pump = asyncio.create_task(self.run())
        self.beside = [asyncio.create_task(one) for one in (self.try_again(), self.sign())]
        return self

    async def __aexit__(self, *_: object) -> None:
        """What has arrived is still carried out."""
        assert self.pump is not None
        await asyncio.gather(*(one.future for one in self.waiting), return_exceptions=True)
        for task in (self.pump, *self.beside):
            task.cancel()
        await asyncio.gather(self.pump, *self.beside, return_exceptions=True)
        self.disk.shutdown()

    def ask(self, request: Request) -> asyncio.Future[Reply]:
        """The reply, when what it says is durable."""
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        if request.table not in self.play.tables:
            no = NO_TABLE(table=request.table[:40])
            future.set_result(declined(Policy.NO_SUCH_TABLE, no))
            return future
        if request.table in self.out_of_order and begins(request):
            future.set_result(declined(Policy.PAUSED, OUT_OF_ORDER()))
            return future
        self.waiting.append(Waiting(request, future, time.perf_counter()))
        self.more.set()
        return future

    async def run(self) -> None:
        while True:
            await self.more.wait()
            batch, self.waiting = self.waiting[:MOST_AT_ONCE], self.waiting[MOST_AT_ONCE:]
            if not self.waiting:
                self.more.clear()
            if batch:
                try:
                    await self.take(batch)
                except Exception as fault:  # noqa: BLE001 - the next commands are taken all the same
                    logs.bug("carrying out commands", fault)
                    for one in batch:
                        if not one.future.done():
                            one.future.set_exception(fault)

    async def take(self, batch: list[Waiting]) -> None:
        async with self.with_journal() as cannot:
            if cannot is None:
                await self.carry_out(batch)
                await self.keep()
            else:
                self.pause(batch, cannot)

    @asynccontextmanager
    async def with_journal(self) -> AsyncIterator[str | None]:
        """Alone with the journal; or why nothing can be decided now."""
        async with self.write_lock:
            yield None

    def pause(self, batch: list[Waiting], why: str) -> None:
        self.play.paused = why
        no = declined(Policy.PAUSED, TABLE_PAUSES(reason=why))
        for one in batch:
            if not one.future.done():
                one.future.set_result(no)
        self.notify_written()

    async def try_again(self) -> None:
        """A house that pauses goes on by itself when its disk does."""
        while True:
            await asyncio.sleep(PROBE_EVERY)
            if self.play.paused is not None:
                await self.by_itself(self.probe)

    def probe(self) -> None:
        self.play.probe()

    async def sign(self) -> None:
        """What no round's end has signed is signed within a minute."""
        while True:
            await asyncio.sleep(SIGN_EVERY)
            await self.by_itself(lambda: self.play.checkpoint(self.clock()))

    async def by_itself(self, work: Callable[[], object]) -> None:
        """What comes again in a moment: a fault of one time is told, and not the last."""
        try:
            await self.on_disk(work)
        except Exception as fault:  # noqa: BLE001 - it is tried again
            logs.bug("writing by itself", fault)

    async def carry_out(self, batch: list[Waiting]) -> None:
        requests = [one.request for one in batch]
        try:
            replies = await self.submit(requests)
        except Exception as error:  # noqa: BLE001 - a bug fails one request, not the batch
            if len(batch) > 1:
                for one in batch:  # nothing of it is written: each by itself
                    await self.carry_out([one])
                return
            [one] = batch
            self.failed(one.request, error)
            if not one.future.done():
                one.future.set_exception(error)
            return
        finally:
            self.notify_written()
        durable, waited = time.perf_counter(), defaultdict[str, list[float]](list)
        for one, reply in zip(batch, replies, strict=True):
            request = one.request
            if request.id is not None and isinstance(reply, Carried):  # a person waited
                waited[request.table].append(durable - one.began)
            self.reply_to(request, one.future, reply)
        self.figures.were_durable(waited)
        self.publish(requests, replies)

    def reply_to(self, _request: Request, future: asyncio.Future[Reply], reply: Reply) -> None:
        if not future.done():
            future.set_result(reply)

    def publish(self, requests: list[Request], replies: list[Reply]) -> None:
        """To those who listen: what was refused, then what has happened."""
        for request, reply in zip(requests, replies, strict=True):
            if not isinstance(reply, Carried):
                self.figures.refused[request.table, str(reply.why)] += 1
                for heard_no in self.refused:
                    heard_no(request, reply)
        happened, self.play.happened = self.play.happened, []
        self.carried += len(happened)
        self.tell(happened)

    def tell(self, happened: Iterable[Happened]) -> None:
        for what in happened:
            for heard in (*self.listeners, *self.at_table.get(what.table, ())):
                try:
                    heard(what)
                except Exception as fault:  # noqa: BLE001 - it is durable: the others are told
                    logs.bug("telling what has happened", fault, table=what.table)

    async def submit(
        self, requests: list[Request], answered: dict[str, Answered] | None = None
    ) -> list[Reply]:
        loop = asyncio.get_running_loop()
        steps = self.play.steps(requests, answered)
        try:
            writes = next(steps)
            while True:
                began = time.perf_counter()
                outcomes = await loop.run_in_executor(self.disk, self.play.store.append, writes)
                self.commits += 1
                self.figures.commits.add(time.perf_counter() - began)
                writes = steps.send(outcomes)
        except StopIteration as done:
            replies: list[Reply] = done.value
        return replies

    async def look_soon(self) -> None:
        """Nobody else writes what would have to be looked at."""

    async def keep(self) -> None:
        """Signed and kept once everybody is answered."""
        if self.play.to_keep:
            await asyncio.get_running_loop().run_in_executor(self.disk, self.play.keep)
            self.notify_written()

    async def on_disk(self, work: Callable[[], T]) -> T:
        """Something else that writes, between two commits."""
        async with self.with_journal():
            done = await asyncio.get_running_loop().run_in_executor(self.disk, work)
        self.notify_written()
        return done

    def notify_written(self) -> None:
        for notified in self.after_writing:
            notified()

    @property
    def no_bets(self) -> Said | None:
        """Why no bets are taken, while rounds in play go on."""
        return None

    def remarks(self) -> list[str]:
        """What whoever looks after the house should know of players' money."""
        return []

    @property
    def paused(self) -> str | None:
        return self.play.paused
