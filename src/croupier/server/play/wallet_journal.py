"""The one place where events of the wallet are added to the journal, many in one commit."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from croupier.server.journal.store import Part, Write, Written
from croupier.server.journal.stream import Stream, not_written
from croupier.server.money.wallet import books
from croupier.server.money.wallet.books import WALLETS, Books

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.engine.refusals import Refused
    from croupier.server.money.wallet.books import AnyWalletEvent
    from croupier.server.play.queue import CommandQueue


class Waiting(NamedTuple):
    """To be written."""

    decide: Callable[[], list[AnyWalletEvent]]
    together: bool
    """It depends on nothing else that is to be written."""
    future: asyncio.Future[Refused | None]


class WalletJournal:
    def __init__(self, queue: CommandQueue) -> None:
        self.queue = queue
        self.stream = Stream(queue.play.store, WALLETS, Books())
        self.waiting: list[Waiting] = []
        self.to_write = asyncio.Event()

    @property
    def books(self) -> Books:
        return self.stream.state

    async def write(self, event: AnyWalletEvent) -> Refused | None:
        """Together with all others that are to be written meanwhile."""
        return await self.decided(lambda: [event], together=True)

    async def decided(
        self, decide: Callable[[], list[AnyWalletEvent]], *, together: bool = False
    ) -> Refused | None:
        """Written as it is decided where nothing else is written meanwhile."""
        future: asyncio.Future[Refused | None] = asyncio.get_running_loop().create_future()
        self.waiting.append(Waiting(decide, together, future))
        self.to_write.set()
        return await future

    async def write_all(self) -> None:
        """The one place where events are added, so that they have one order."""
        await self.to_write.wait()
        self.to_write.clear()
        waiting, self.waiting = self.waiting, []
        for batch in [
            [one for one in waiting if one.together],
            *([one] for one in waiting if not one.together),
        ]:
            written = await asyncio.gather(self.committed(batch), return_exceptions=True)
            for one in batch:
                if one.future.done():
                    continue
                if isinstance(written[0], BaseException):
                    one.future.set_exception(written[0])
                else:
                    one.future.set_result(written[0])

    async def committed(self, batch: list[Waiting]) -> Refused | None:
        """All in one commit, with the money that they move; nothing where it cannot be written."""
        loop, queue = asyncio.get_running_loop(), self.queue
        async with queue.write_lock:
            events = [event for one in batch for event in one.decide()]
            if not events:
                return None
            entries = tuple(self.stream.new(one, books.postings(one)) for one in events)
            write = Write((Part(self.stream.name, self.stream.version, entries),))
            [outcome] = await loop.run_in_executor(
                queue.disk, self.queue.play.store.append, [write]
            )
            if not isinstance(outcome, Written):
                return not_written(outcome)
            for event in events:
                self.books.follow(event)
            self.stream.follow(self.books, self.stream.version + len(events))
            self.queue.play.balances.move(write.moved.items())
            await loop.run_in_executor(queue.disk, self.stream.keep)
        queue.notify_written()
        return None
