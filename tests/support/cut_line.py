"""TCP lines in this process that can be cut, stalled in one direction, and led elsewhere."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Coroutine

AT_ONCE = 1 << 16
T = TypeVar("T")


class Motion:
    """A loop in a thread of its own, for what goes on while a test waits for something else."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()

    def run(self, work: Coroutine[None, None, T], seconds: float = 60) -> T:
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(seconds)

    def start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        async def started() -> asyncio.Task[None]:
            return asyncio.create_task(work)

        return self.run(started())

    def stop(self) -> None:
        self.run(end_all())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(20)
        self.loop.close()


async def end_all() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for one in others:
        one.cancel()
    await asyncio.gather(*others, return_exceptions=True)


class CutLine:
    """Carries bytes both ways, to whichever port it leads to now."""

    def __init__(self, to: int) -> None:
        self.to, self.port, self.is_cut = to, 0, False
        self.there, self.back = asyncio.Event(), asyncio.Event()
        self.ends: set[asyncio.StreamWriter] = set()
        self.there.set()
        self.back.set()

    async def listen(self) -> CutLine:
        self.server = await asyncio.start_server(self.carry, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.is_cut:
            writer.transport.abort()
            return
        try:
            far, out = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.transport.abort()
            return
        both = {writer, out}
        self.ends |= both
        ways = (pass_on(reader, out, self.there), pass_on(far, writer, self.back))
        try:
            await asyncio.gather(*ways)
        finally:
            self.ends -= both
            for one in both:
                one.transport.abort()

    async def cut(self) -> None:
        """Lines that are open end at once, and no new one is to be had."""
        self.is_cut = True
        for one in tuple(self.ends):
            one.transport.abort()

    async def stall(self, *, there: bool = True, back: bool = True) -> None:
        """Lines stay open and take what is sent; it arrives when they are mended, if ever."""
        for way, stalled in ((self.there, there), (self.back, back)):
            if stalled:
                way.clear()

    async def close(self) -> None:
        await self.cut()
        self.server.close()

    async def mend(self, to: int | None = None) -> None:
        self.to, self.is_cut = to or self.to, False
        self.there.set()
        self.back.set()


async def pass_on(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, goes: asyncio.Event
) -> None:
    with suppress(OSError):
        while data := await reader.read(AT_ONCE):
            await goes.wait()
            writer.write(data)
            await writer.drain()
    writer.transport.abort()
