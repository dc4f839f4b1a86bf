"""The command queue of a node: its own tables here, others' by the node that holds them.

Each batch is decided in a turn, on all that any node has written.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, suppress
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from croupier.engine.refusals import Policy, Refused, declined
from croupier.server import logs
from croupier.server.journal.store import Unreadable
from croupier.server.journal.stream import ON_ANOTHER_NODE
from croupier.server.nodes import forwarding
from croupier.server.nodes.loads import Loads
from croupier.server.nodes.messages import NoAnswer
from croupier.server.play.house import TABLE_PAUSES
from croupier.server.play.queue import CommandQueue, is_own
from croupier.server.play.requests import Carried
from croupier.table import commands as asks
from croupier.table.commands import AUTOMATIC, CLOCK

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from croupier.server.journal.sharing import SharedStore
    from croupier.server.journal.store import Answered, Entry
    from croupier.server.nodes.following import Following
    from croupier.server.nodes.holdings import Holdings
    from croupier.server.nodes.messages import Messages
    from croupier.server.nodes.tries import SharedTries
    from croupier.server.play.house import House
    from croupier.server.play.requests import Reply, Request

COMMAND, WRITTEN = "command", "written"
PATIENCE = 6.0
"""Seconds in which a command finds the node that holds its table: a lease runs out in three."""
AGAIN = 0.1
ANSWERS_WITHIN = 2.0
REACHED_WITHIN = 1.0
"""Seconds until this node has followed what another has answered."""
OUT_OF_TOUCH = "this machine was out of touch with the others"
NOBODY_ANSWERS = "the machine that deals at it does not answer"
LOOK_EVERY = 0.1
"""Seconds from one look at the journal to the next, where no message tells of it."""
TELL_EVERY = 0.01
RESOLVES = asks.Interrupt | asks.Resume
T = TypeVar("T")


class Shared(NamedTuple):
    """What a node has in common with the others."""

    store: SharedStore
    holdings: Holdings
    following: Following
    messages: Messages
    tries: SharedTries | None = None
    """Wrong passwords, counted over all nodes; nobody signs in at a rehearsal."""


def stays(request: Request) -> bool:
    """What the clock or the dealer of a table says is said where it is held, or not at all."""
    return request.who in {CLOCK, AUTOMATIC}


class NodeQueue(CommandQueue):
    def __init__(self, play: House, clock: Callable[[], int], shared: Shared) -> None:
        super().__init__(play, clock)
        self.store, self.holdings, self.following, self.messages, self.tries = shared
        self.sharing = shared.holdings.sharing
        self.loads = Loads(shared.holdings.monotonic)
        self.news, self.followed = asyncio.Event(), asyncio.Event()
        self.looked, self.looks, self.looking = asyncio.Event(), 0, False
        """Whether it looks at the journal now, and how often it has."""
        self.telling = False
        self.broken: str | None = None
        """Why what others wrote could not be followed: nothing is decided here any more."""
        self.numbers = count(1)
        self.forwarded: set[asyncio.Task[Reply]] = set()
        self.only_here: set[asyncio.Future[Reply]] = set()
        """Whoever waits for these asks elsewhere itself."""
        play.catch_up = self.catch_up
        self.messages.answer(COMMAND, self.carry_out_for_another)
        self.messages.hear(WRITTEN, lambda _node, _body: self.news.set())
        self.after_writing.append(self.tell_others)

    async def in_disk(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.disk, work)

    @asynccontextmanager
    async def with_journal(self) -> AsyncIterator[str | None]:
        """In a turn, on all that others have written."""
        async with self.write_lock:
            had = False
            try:
                cannot = await self.take_turn()
                had = True
                yield cannot
            finally:
                if not had or self.sharing.turn is not None:  # it may be had just now
                    await self.in_disk(self.store.end_turn)

    async def take_turn(self) -> str | None:
        """Why it cannot be had, if it cannot."""
        try:
            self.follow(await self.in_disk(self.store.take_turn))
        except Unreadable as error:
            return str(error)
        return self.broken

    def catch_up(self) -> None:
        """Before commands are decided anew: in a turn of its own."""
        self.follow(self.store.take_turn())

    def follow(self, entries: list[Entry]) -> None:
        if not entries or self.broken is not None:
            return
        try:
            self.tell(self.following.apply(entries))
        except Unreadable:
            raise  # it is followed again, from where it was left
        except Exception as fault:  # noqa: BLE001 - a node that has missed something stands still
            self.broken = f"what another node wrote cannot be followed: {fault}"
            logs.bug("following another node", fault)
            return
        self.followed.set()
        self.notify_written(own=False)

    def notify_written(self, *, own: bool = True) -> None:
        for notified in self.after_writing:
            if own or notified != self.tell_others:
                notified()

    def tell_others(self) -> None:
        """That something was written; what, they read."""
        if not self.telling:
            self.telling = True
            asyncio.get_running_loop().call_later(TELL_EVERY, self.told)

    def told(self) -> None:
        self.telling = False
        self.messages.tell(WRITTEN, b"")

    async def run_following(self) -> None:
        """What others write is known here soon, also where nothing is decided."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await self.news.wait()
            self.news.clear()
            self.looking = True
            try:
                await self.look()
            finally:
                self.looking = False
            self.looks += 1
            self.looked.set()

    async def look_soon(self) -> None:
        """Until all that was written before is known here, as far as it can be had in time.

        However many ask, one looks.
        """
        after = self.looks + 1 + self.looking
        self.news.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(REACHED_WITHIN):
                while self.looks < after:
                    self.looked.clear()
                    await self.looked.wait()

    async def follow_now(self) -> str | None:
        """All that is written, also what this node wrote and was not told of; or why it cannot."""
        self.follow(await self.in_disk(self.store.others))
        return self.broken

    async def look(self) -> None:
        async with self.write_lock:
            try:
                cannot = await self.follow_now()
            except Unreadable as error:
                cannot = str(error)
            if cannot is not None and self.play.paused is None:
                self.play.paused = cannot
                super().notify_written()

    def probe(self) -> None:
        if self.broken is None:
            super().probe()

    async def submit(
        self, requests: list[Request], answered: dict[str, Answered] | None = None
    ) -> list[Reply]:
        """Those at tables that are being taken over are asked again when that is done.

        A look in another thread may lose a table and take it again at any moment from here on.
        """
        self.sharing.decided_by = self.sharing.tokens
        try:
            not_now = [self.not_decided(one) for one in requests]
            rest = [one for one, no in zip(requests, not_now, strict=True) if no is None]
            replies = iter(await self.submit_known(rest, answered))
        finally:
            self.sharing.decided_by = None
        return [no or next(replies) for no in not_now]

    async def submit_known(
        self, requests: list[Request], answered: dict[str, Answered] | None
    ) -> list[Reply]:
        """Those that were carried out before are looked up where the disk is waited for."""
        names = [one.id for one in requests if one.id is not None]
        if answered is None:
            try:
                found = partial(self.play.store.answers_to, names)
                answered = await self.in_disk(found) if names else {}
            except Unreadable as error:
                return [paused(str(error)) for _ in requests]
        return await super().submit(requests, answered)

    def not_decided(self, request: Request) -> Refused | None:
        """Void, or there is a round that another node left: first comes what resolves it.

        Also what the table's dealer here has said may be from before another node held it.
        """
        if self.is_void(request):
            return paused(OUT_OF_TOUCH)
        resolves = stays(request) and isinstance(request.command, RESOLVES)
        resolving = not resolves and request.table in self.holdings.resolving
        return elsewhere(request.table) if resolving else None

    def is_void(self, request: Request) -> bool:
        """It came before this node was out of touch: elsewhere it may be refused by now."""
        waited = (self.clock() - request.at) / 1000
        return not is_own(request.who) and not self.holdings.was_in_touch(waited)

    def ask(self, request: Request) -> asyncio.Future[Reply]:
        if not is_own(request.who) and not self.holdings.is_in_touch:
            return at_once(paused(OUT_OF_TOUCH))
        here = self.holdings.holds if stays(request) else self.holdings.serves
        if request.table not in self.play.tables or here(request.table):
            return super().ask(request)
        if stays(request):
            return at_once(elsewhere(request.table))
        return self.forward(request)

    def reply_to(self, request: Request, future: asyncio.Future[Reply], reply: Reply) -> None:
        """A table that went to another node meanwhile is asked there."""
        settled = not is_elsewhere(reply) or stays(request) or future.done()
        if settled or future in self.only_here:
            super().reply_to(request, future, reply)
            return
        task = self.forward(request)
        task.add_done_callback(lambda done: pass_on(done, future))
        future.add_done_callback(lambda done: task.cancel() if done.cancelled() else None)

    def forward(self, request: Request) -> asyncio.Task[Reply]:
        task = asyncio.get_running_loop().create_task(self.asked_elsewhere(request))
        self.forwarded.add(task)
        task.add_done_callback(self.forwarded.discard)
        return task

    async def asked_elsewhere(self, request: Request) -> Reply:
        """By whichever node holds the table, for as long as it takes another to take over."""
        loop = asyncio.get_running_loop()
        over, name = loop.time() + PATIENCE, self.name_for(request)
        while True:
            reply = await self.asked_once(request, name)
            if reply is not None and not is_elsewhere(reply):
                return reply
            if loop.time() >= over:
                return paused(NOBODY_ANSWERS)
            await asyncio.sleep(AGAIN)
            if self.play.paused is not None or self.is_void(request):
                return paused(self.play.paused or OUT_OF_TOUCH)

    def name_for(self, request: Request) -> str:
        own = f":node:{self.sharing.node}:{self.sharing.run}:{next(self.numbers)}"
        return request.id or own

    async def asked_once(self, request: Request, name: str) -> Reply | None:
        """None: nobody answered, and it may have been carried out."""
        if self.holdings.serves(request.table):
            return await self.asked_here(forwarding.named(request, name))
        holder = self.holdings.holder(request.table)
        if holder is None or holder == self.sharing.node:
            return None
        body = forwarding.asked(request, name)
        try:
            answer = await self.messages.ask(holder, COMMAND, body, ANSWERS_WITHIN)
        except NoAnswer:
            return None
        reply = forwarding.answered(answer)
        if isinstance(reply, Carried):
            await self.reach(request.table, reply.version)
        return reply

    async def carry_out_for_another(self, body: bytes) -> bytes:
        request = forwarding.asked_decoder.decode(body).at(self.clock())
        if not self.holdings.serves(request.table):
            return forwarding.answer(elsewhere(request.table))
        return forwarding.answer(await self.asked_here(request))

    def asked_here(self, request: Request) -> asyncio.Future[Reply]:
        """And not passed on: who asks would not know of it, and may ask others meanwhile."""
        future = super().ask(request)
        self.only_here.add(future)
        future.add_done_callback(self.only_here.discard)
        return future

    async def reach(self, table: str, version: int) -> None:
        """Until this node knows what another has carried out for it."""
        over = asyncio.get_running_loop().time() + REACHED_WITHIN
        while self.play.tables[table].version < version:
            self.followed.clear()
            self.news.set()
            try:
                async with asyncio.timeout_at(over):
                    await self.followed.wait()
            except TimeoutError:
                logs.warn("another node is not followed", table=table, version=version)
                return


def at_once(reply: Reply) -> asyncio.Future[Reply]:
    future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
    future.set_result(reply)
    return future


def paused(reason: str) -> Refused:
    """It may be asked again by the same id, also where it may have been carried out."""
    return declined(Policy.PAUSED, TABLE_PAUSES(reason=reason))


def elsewhere(table: str) -> Refused:
    return declined(Policy.ON_ANOTHER_NODE, ON_ANOTHER_NODE(table=table[:40]))


def is_elsewhere(reply: Reply) -> bool:
    return isinstance(reply, Refused) and reply.why is Policy.ON_ANOTHER_NODE


def pass_on(done: asyncio.Task[Reply], future: asyncio.Future[Reply]) -> None:
    if future.done():
        return
    if done.cancelled() or done.exception() is not None:
        future.cancel()
    else:
        future.set_result(done.result())
