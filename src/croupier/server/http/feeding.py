"""The feed of events: who follows it, and an answer that goes on until one side ends it."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec
from anyio.to_thread import run_sync
from starlette.responses import Response

from croupier.server.journal.store import Unreadable
from croupier.server.past.feed import told
from croupier.server.turns import Full, Turns

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.server.journal.store import Store
    from croupier.server.opening import OpenHouse
    from croupier.server.past.feed import Told, Wanted
    from croupier.server.past.journal_lines import PlacedLine

MOST_FEEDS, MOST_OF_ONE = 64, 4
READING = 2
"""Looks at the journal at once, of all feeds together."""
HEARTBEAT = 15.0
"""Seconds without an entry after which the reader is told where it stands."""
LOOK_EVERY = 0.5
"""Seconds after which it is asked again whether the feed goes on, also where nothing happens."""
PAUSE = 0.1
"""Seconds from one look at the journal to the next: what was written meanwhile comes together."""
SLOW = 20.0
"""Seconds in which a reader takes what it is sent, or is cut off."""
PART = 65_536
"""Bytes that are sent at once."""
HEADERS = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
}
RETRY_MS = 2000
T = TypeVar("T")


class Feeds:
    """All that are open; each is woken by what is written."""

    def __init__(self, house: OpenHouse) -> None:
        self.house = house
        self.open: Counter[str] = Counter()
        self.waiting: set[asyncio.Event] = set()
        self.turns = Turns(READING, MOST_FEEDS, MOST_OF_ONE)
        house.queue.after_writing.append(self.wake)

    def wake(self) -> None:
        for one in self.waiting:
            one.set()

    def has_room(self, of: str) -> bool:
        return self.open.total() < MOST_FEEDS and self.open[of] < MOST_OF_ONE

    def leave(self, of: str) -> None:
        self.open[of] -= 1
        if not self.open[of]:
            del self.open[of]

    async def read(self, of: str, work: Callable[[Store], T]) -> T:
        def look() -> T:
            store = self.house.store.reader()
            try:
                return work(store)
            finally:
                store.close()

        async with self.turns.turn(of):
            return await run_sync(look)


class TooSlow(Exception):  # noqa: N818 - the reader's fault, not ours
    """Does not take what it is sent."""


class Reader(NamedTuple):
    """Who follows, from where and what, until when."""

    name: str
    after: int
    wanted: Wanted
    follow: bool
    over: Callable[[], str | None]
    """Why it ends, once it does."""
    cut: Callable[[], None] | None
    """Ends the connection at once."""


class EventStream(Response):
    """Server-sent events from a position on; memory holds one part of the journal at a time."""

    def __init__(self, feeds: Feeds, reader: Reader) -> None:
        self.feeds, self.reader, self.position = feeds, reader, reader.after
        self.woken = asyncio.Event()
        self.spoke = time.monotonic()
        self.background = None
        feeds.open[reader.name] += 1

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - ASGI
        leaving = asyncio.create_task(left(receive, self.woken))
        self.feeds.waiting.add(self.woken)
        try:
            headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            if scope["method"] != "HEAD":
                await self.tell(send, leaving)
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        except TooSlow:
            if self.reader.cut is not None:
                self.reader.cut()
        finally:
            leaving.cancel()
            self.feeds.waiting.discard(self.woken)
            self.feeds.leave(self.reader.name)

    async def tell(self, send: Any, leaving: asyncio.Task[None]) -> None:  # noqa: ANN401
        await self.put(send, f"retry: {RETRY_MS}\n\n".encode())
        while not leaving.done():
            self.woken.clear()
            part = await self.part()
            if says := self.reader.over():
                await self.put(send, block("end", {"says": says}))
                return
            if part is not None:
                for data in parts(part.lines):
                    await self.put(send, data)
                self.position = part.position
                if part.more:
                    continue
                if not self.reader.follow:
                    await self.put(send, self.here(part.held))
                    return
            await self.pause()
            if time.monotonic() - self.spoke >= HEARTBEAT:
                await self.put(send, self.here(part.held if part else None))

    async def part(self) -> Told | None:
        """None where the journal cannot be read just now: it is tried again."""
        wanted, position = self.reader.wanted, self.position
        try:
            return await self.feeds.read(
                self.reader.name, lambda store: told(store, position, wanted)
            )
        except (Full, Unreadable):
            return None

    async def pause(self) -> None:
        """Until something is written, or it is time to look all the same."""
        await asyncio.sleep(PAUSE)
        try:
            async with asyncio.timeout(LOOK_EVERY):
                await self.woken.wait()
        except TimeoutError:
            pass

    def here(self, held: str | None) -> bytes:
        return block("here", {"position": self.position, "held": held}, self.position)

    async def put(self, send: Any, data: bytes) -> None:  # noqa: ANN401
        try:
            async with asyncio.timeout(SLOW):
                await send({"type": "http.response.body", "body": data, "more_body": True})
        except TimeoutError:
            raise TooSlow from None
        self.spoke = time.monotonic()


def block(event: str, data: object, position: int | None = None) -> bytes:
    """One event; what is encoded has no line break in it."""
    at = b"" if position is None else f"id: {position}\n".encode()
    return b"%sevent: %s\ndata: %s\n\n" % (at, event.encode(), msgspec.json.encode(data))


def parts(lines: list[PlacedLine]) -> Iterator[bytes]:
    data = b""
    for one in lines:
        data += block("entry", one, one.position)
        if len(data) >= PART:
            yield data
            data = b""
    if data:
        yield data


async def left(receive: Any, woken: asyncio.Event) -> None:  # noqa: ANN401 - ASGI
    """Until the reader is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    woken.set()
