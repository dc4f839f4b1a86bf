"""A node at work: it takes tables, deals at them, and hands them over between two rounds."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from croupier.engine.refusals import Policy, Refused
from croupier.server import house_log, logs
from croupier.server.journal.sharing import DUTIES
from croupier.server.journal.store import UNREADABLE
from croupier.server.nodes.holdings import RENEW_EVERY
from croupier.server.play.lost_rounds import end_lost
from croupier.server.play.requests import Request
from croupier.table import commands as asks
from croupier.table.commands import CLOCK
from croupier.table.state import Step

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from croupier.server.dealing.dealer import TableClock
    from croupier.server.nodes.node_queue import NodeQueue
    from croupier.server.play.requests import Reply
    from croupier.table.commands import AnyCommand

HANDED = "handed"
NOT_NOW = {Policy.PAUSED, Policy.ON_ANOTHER_NODE}
"""Why a round cannot be resolved yet."""
LOOK_EVERY = 0.1
"""Seconds, while something waits to be handed over."""
T = TypeVar("T")


def is_no(reply: Reply) -> bool:
    return isinstance(reply, Refused)


Runs = list["Coroutine[None, None, None]"]


class Node:
    def __init__(
        self,
        queue: NodeQueue,
        dealers: dict[str, TableClock],
        duties: Callable[[], Runs],
    ) -> None:
        self.queue, self.holdings, self.dealers, self.duties = (
            queue,
            queue.holdings,
            dealers,
            duties,
        )
        self.leasing = ThreadPoolExecutor(1, "leases")
        self.tasks: dict[str, list[asyncio.Task[None]]] = {}
        """Of each table that is dealt at here, and of the duties."""
        self.dealt: dict[str, int] = {}
        """The token with which each table was last dealt at here."""
        self.handed: set[str] = set()
        """Tables that were handed over to this node, and at which nothing was done yet."""
        self.unfinished: list[str] = []
        """Tables that were held when there was no more time to hand them over."""
        self.after_look: Callable[[], None] = lambda: None
        self.measured: Callable[[], dict[str, int]] = dict
        """The load of each table."""
        self.called = asyncio.Event()
        self.met, self.off = False, False
        self.in_doubt: set[str] = set()
        """Tables whose rounds a backup has brought back."""
        queue.messages.hear(HANDED, lambda _node, _body: self.called.set())

    async def leased(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self.leasing, work)

    async def run(self) -> None:
        while True:
            began = asyncio.get_running_loop().time()
            await self.try_to_look()
            while (left := began + RENEW_EVERY - asyncio.get_running_loop().time()) > 0:
                await self.hand_over_what_waits()
                soon = min(left, LOOK_EVERY) if self.holdings.wanted else left
                if await self.is_called(soon):
                    break

    async def try_to_look(self) -> None:
        """Whatever goes wrong: what is not renewed runs out, and others take it."""
        try:
            if self.queue.broken is None:
                await self.look()
                self.after_look()
        except UNREADABLE as error:
            logs.warn("leases", says=f"they cannot be renewed: {error}")
        except Exception as fault:  # noqa: BLE001 - it is told, and tried again
            logs.bug("looking after the leases", fault)
        await self.stop_overdue()

    async def is_called(self, seconds: float) -> bool:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.called.wait()
        called = self.called.is_set()
        self.called.clear()
        return called

    async def look(self) -> None:
        loads, tables = self.measured(), tuple(self.queue.play.tables)
        looked = await self.leased(lambda: self.holdings.look(tables, loads))
        self.tell_of_namesake()
        self.tell_of_clock()
        for name in looked.lost:
            logs.warn("table lost", table=name)
            self.handed.discard(name)
            await self.stop(name)
        self.handed |= {name for name, handed in looked.taken.items() if handed}
        for name in self.holdings.held:
            is_new = name in looked.taken or name in self.holdings.resolving
            if is_new or name not in self.tasks:
                await self.start(name)

    def tell_of_namesake(self) -> None:
        """In the log when it begins."""
        met, self.met = self.met, self.holdings.has_namesake
        if self.met and not met:
            logs.warn("two nodes of one name", node=self.queue.sharing.node)

    def tell_of_clock(self) -> None:
        """In the log when it begins."""
        off, self.off = self.off, self.holdings.has_other_time
        if self.off and not off:
            logs.warn("another time than the database's", ahead_ms=self.holdings.ahead_ms)

    async def stop_overdue(self) -> None:
        """By this node's own clock its leases may have run out: others may deal by now."""
        for name in tuple(self.tasks):
            if not self.holdings.holds(name):
                await self.stop(name)

    async def start(self, name: str) -> None:
        """Once its round is resolved; until then it is tried again at each look."""
        await self.stop(name)
        if name == DUTIES:
            self.tasks[name] = [asyncio.create_task(one) for one in self.duties()]
            return
        if not await self.is_up_to_date():
            return
        token = self.queue.sharing.tokens.get(name, 0)
        as_left = name in self.handed or self.dealt.get(name) in {token - 1, token}
        if not as_left and not await self.recover(name):
            return  # somebody else may have held it since: each holder raises the token
        logs.tell("table taken", table=name, node=self.queue.sharing.node)
        self.handed.discard(name)
        self.dealt[name] = token
        self.holdings.resolving.discard(name)
        dealer = self.dealers[name]
        dealer.closing = False
        dealer.changed.set()
        self.tasks[name] = [asyncio.create_task(dealer.run())]

    async def is_up_to_date(self) -> bool:
        """With all that whoever held a table before has written."""
        async with self.queue.with_journal() as cannot:
            return cannot is None

    async def recover(self, name: str) -> bool:
        """A round in play is resolved by its document's own clause, as after a restart.

        Whether it was: where nothing can be written, it is still to be.
        """
        live = self.queue.play.tables[name]
        if live.table.step is Step.CONCLUDED:
            return True
        if name in self.in_doubt:
            now = self.queue.clock()
            await self.queue.on_disk(lambda: end_lost(self.queue.play, name, now))
            self.in_doubt.discard(name)
            return True
        resume: list[AnyCommand] = [asks.Interrupt(), asks.Resume()]
        number, replies = live.table.round.number, []
        for command in resume[1:] if live.table.interrupted else resume:
            request = Request(name, CLOCK, command, self.queue.clock())
            replies.append(await self.queue.ask(request))
        if isinstance(replies[0], Refused) and replies[0].why in NOT_NOW:
            return False
        house_log.recovered({name: number}, {name: [no for no in replies if is_no(no)]})
        return True

    async def stop(self, name: str) -> None:
        """Nothing more happens here by itself."""
        tasks = self.tasks.pop(name, [])
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def hand_over_what_waits(self) -> None:
        for name, dealer in self.dealers.items():
            dealer.closing = self.holdings.leaving or name in self.holdings.wanted
        for name, to in tuple(self.holdings.wanted.items()):
            if name == DUTIES:
                await self.stop(name)
            with suppress(*UNREADABLE):
                if await self.hand_over(name, to):
                    logs.tell("table handed over", table=name, to=to)
                    await self.stop(name)

    async def hand_over(self, name: str, to: str) -> bool:
        """Between two rounds, and between two commits; whether it was."""
        async with self.queue.write_lock:
            if await self.queue.follow_now() is not None:
                return False
            if name != DUTIES and not self.dealers[name].is_done:
                return False
            done = await self.leased(lambda: self.holdings.hand_over(name, to))
        self.holdings.wanted.pop(name, None)
        self.queue.messages.tell(HANDED, to.encode())
        return done

    async def leave(self, over: Callable[[], bool]) -> None:
        """Tables go to other nodes, each at the end of its round, for as long as there is time."""
        self.holdings.leaving = True
        self.called.set()
        while self.holdings.held and not over():
            await asyncio.sleep(LOOK_EVERY)
            if not any(map(self.holdings.is_other, self.holdings.nodes)) and not self.in_play():
                return
        self.unfinished = self.in_play()

    def in_play(self) -> list[str]:
        """Of the tables that are held here, those with a round that is not over."""
        held = (name for name in self.holdings.held if name != DUTIES)
        return [name for name in held if not self.dealers[name].is_done]

    async def close(self) -> None:
        """What is still held is anybody's at once."""
        for name in tuple(self.tasks):
            await self.stop(name)
        for name in self.holdings.held:
            with suppress(*UNREADABLE):
                await self.leased(lambda name=name: self.holdings.hand_over(name, ""))  # type: ignore[misc]
        self.leasing.shutdown()
