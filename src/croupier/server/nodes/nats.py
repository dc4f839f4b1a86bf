"""Messages between nodes by a NATS server, which stores nothing: who is not there misses them.

Subjects: croupier.HOUSE.node.NODE.WHAT for requests, croupier.HOUSE.all.WHAT for news, and
croupier.HOUSE.answer.NODE.RUN.NUMBER for answers. Who a message is from, for whom and about what is
taken from its envelope, and never from the subject.
"""

from __future__ import annotations

import asyncio
import re
import secrets
import time
from collections import deque
from typing import TYPE_CHECKING, NamedTuple, Self

from croupier.extras import explained
from croupier.server import logs
from croupier.server.nodes.desk import Desk
from croupier.server.nodes.envelopes import Seals
from croupier.server.nodes.messages import NoAnswer, named
from croupier.server.nodes.nats_place import OPTION

if TYPE_CHECKING:
    from collections.abc import Callable

    from nats.aio.msg import Msg

    from croupier.server.nodes.envelopes import Envelope, Sealed
    from croupier.server.nodes.nats_line import Line
    from croupier.server.nodes.nats_place import Place

AGAIN_SECONDS = 0.5
LOOK_SECONDS = 0.1
"""From one look whether the line still holds to the next."""
MOST_UNSENT_BYTES = 16 << 20
NOBODY = "503"
"""What a server answers to a request for which nobody listens."""
NUMBER = re.compile("[0-9]{1,18}")
NOT_TRIED, BROKE = "not tried yet", "the line broke"


def now_ms() -> int:
    return time.time_ns() // 1_000_000


class Outgoing(NamedTuple):
    subject: str
    data: bytes
    reply: str


class Unsent:
    """What one line still has to write."""

    def __init__(self) -> None:
        self.messages: deque[Outgoing] = deque()
        self.bytes = 0
        self.some = asyncio.Event()

    def put(self, message: Outgoing) -> None:
        if self.bytes + len(message.data) > MOST_UNSENT_BYTES:
            raise NoAnswer("more is sent than the server of messages takes")
        self.messages.append(message)
        self.bytes += len(message.data)
        self.some.set()

    async def write_to(self, line: Line) -> None:
        while True:
            await self.some.wait()
            while self.messages:
                message = self.messages.popleft()
                self.bytes -= len(message.data)
                await line.publish(*message)
            self.some.clear()


class NatsMessages(Desk):
    def __init__(
        self,
        place: Place,
        *,
        house: str,
        node: str,
        secret: bytes,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        super().__init__(node)
        self.place, self.house, self.secret, self.clock = (
            place,
            named(house, "house"),
            secret,
            clock,
        )
        self.new_line = line_class()
        self.line: Line | None = None
        """While it holds."""
        self.unsent = Unsent()
        self.says: str | None = NOT_TRIED
        """Why there is no line."""

    @property
    def is_connected(self) -> bool:
        return self.line is not None and self.line.is_connected

    def remarks(self) -> list[str]:
        return [f"messages {self.place.url}: {self.says}"] if self.says else []

    # Subjects

    def asked_at(self, node: str, what: str) -> str:
        return f"croupier.{self.house}.node.{node}.{what}"

    def told_at(self, what: str) -> str:
        return f"croupier.{self.house}.all.{what}"

    def answered_at(self, node: str, run: str, number: int | str) -> str:
        return f"croupier.{self.house}.answer.{node}.{run}.{number}"

    def subject(self, envelope: Envelope) -> str:
        match envelope.kind, envelope.answers:
            case "tell", _:
                return self.told_at(envelope.what)
            case "ask", _:
                return self.asked_at(envelope.to, envelope.what)
            case _, of:
                assert of is not None
                return self.answered_at(envelope.to, of.run, of.number)

    # What is sent and received

    def send(self, sealed: Sealed) -> None:
        line, envelope = self.line, sealed.envelope
        if line is None or not line.is_connected:
            raise NoAnswer("the line is down")
        if len(sealed.data) > line.max_payload:
            size = f"{len(sealed.data):,} bytes is too large: the server takes {line.max_payload:,}"
            raise NoAnswer(f"a message of {size}")
        if envelope.to == self.node:  # nothing comes back to who sent it
            asyncio.get_running_loop().call_soon(self.receive, sealed.data)
            return
        mine = self.answered_at(self.node, envelope.run, envelope.number)
        reply = mine if envelope.kind == "ask" else ""
        self.unsent.put(Outgoing(self.subject(envelope), sealed.data, reply))

    async def came(self, message: Msg) -> None:
        try:
            if message.headers and message.headers.get("Status") == NOBODY:
                self.nobody(message.subject)
            else:
                self.receive(message.data)
        except Exception as fault:  # noqa: BLE001 - the next message is read all the same
            logs.bug("receiving a message", fault)

    def nobody(self, subject: str) -> None:
        """Not sealed: a stranger can take an answer away so, as whoever has the line can anyway."""
        at, _, number = subject.rpartition(".")
        if self.answered_at(self.node, self.seals.run, number) != f"{at}.{number}":
            return
        waiting = self.waiting.get(int(number)) if NUMBER.fullmatch(number) else None
        if waiting:
            self.unanswered(int(number), f"there is no node {waiting.node}")

    # The line

    async def __aenter__(self) -> Self:
        self.seals = Seals(self.secret, self.house, self.node, secrets.token_hex(8), self.clock)
        tried = asyncio.Event()
        self.keeping = asyncio.get_running_loop().create_task(self.keep(tried))
        await tried.wait()
        return self

    async def __aexit__(self, *_: object) -> None:
        self.keeping.cancel()
        await asyncio.gather(self.keeping, return_exceptions=True)
        await self.clear()

    async def keep(self, tried: asyncio.Event) -> None:
        while True:
            line = self.new_line(self.place)
            try:
                await self.hold(line, tried)
            except Exception as fault:  # noqa: BLE001 - the house goes on without messages
                logs.bug("messages between nodes", fault)
            finally:
                self.line = None
                self.line_broke()
                tried.set()
                await line.end()
            await asyncio.sleep(AGAIN_SECONDS)

    async def hold(self, line: Line, tried: asyncio.Event) -> None:
        """From its beginning until it breaks."""
        subjects = [
            self.asked_at(self.node, "*"),
            self.told_at("*"),
            self.answered_at(self.node, self.seals.run, "*"),
        ]
        if says := await line.open(f"croupier {self.house} {self.node}", subjects, self.came):
            self.failed(says)
            return
        self.unsent = Unsent()
        self.line = line
        self.works()
        tried.set()
        writing = asyncio.get_running_loop().create_task(self.unsent.write_to(line))
        try:
            while line.is_connected and not writing.done():
                await asyncio.wait([writing], timeout=LOOK_SECONDS)
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)
        self.failed(BROKE)

    def failed(self, says: str) -> None:
        """In the log when it begins, with its first reason, and not at each try."""
        if self.says in {None, NOT_TRIED, BROKE} and says != self.says:
            logs.warn("messages fail", server=self.place.url, says=says)
        self.says = says

    def works(self) -> None:
        logs.tell("messages: the line is up", server=self.place.url)
        self.says = None


def line_class() -> type[Line]:
    with explained(OPTION):
        from croupier.server.nodes.nats_line import Line  # noqa: PLC0415 - not everybody has it
    return Line


async def tried(place: Place) -> str | None:
    """Why there is no line to it, in one line; by whoever looks and is no node."""
    line = line_class()(place)
    try:
        return await line.open("croupier, a look", [], nothing_comes)
    finally:
        await line.end()


async def nothing_comes(_message: Msg) -> None:
    """Of no subject."""
