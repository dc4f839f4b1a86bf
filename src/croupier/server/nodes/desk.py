"""A node's desk: what it asked and nobody has answered yet, what it answers, what it hears.

How messages travel is left to those that inherit from it.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, Self, assert_never

from croupier.server import logs
from croupier.server.nodes.envelopes import EVERYBODY, LONGEST_MS, Address, Answers, Refused
from croupier.server.nodes.messages import MOST_BYTES, TELL_SECONDS, NoAnswer, named

if TYPE_CHECKING:
    from croupier.server.nodes.envelopes import Envelope, Kind, Sealed, Seals
    from croupier.server.nodes.messages import Answering, Hearing

MOST_AT_ONCE = 4_096
"""Requests that are being answered."""


class Waiting(NamedTuple):
    node: str
    answer: asyncio.Future[bytes]


class Desk(ABC):
    seals: Seals
    """Of this run."""

    def __init__(self, node: str) -> None:
        self.node = named(node, "node")
        self.waiting: dict[int, Waiting] = {}
        """By the number of the request."""
        self.answering: dict[str, Answering] = {}
        self.hearing: dict[str, Hearing] = {}
        self.tasks: dict[asyncio.Task[None], None] = {}
        self.refused = Counter[str]()
        """How often: messages that were not taken, by why, and those that could not be sent."""

    @property
    @abstractmethod
    def is_connected(self) -> bool: ...

    @abstractmethod
    def send(self, sealed: Sealed) -> None:
        """Without waiting; NoAnswer where it surely goes nowhere."""

    @abstractmethod
    async def __aenter__(self) -> Self: ...

    @abstractmethod
    async def __aexit__(self, *_: object) -> None: ...

    def answer(self, what: str, handler: Answering) -> None:
        assert what not in self.answering
        self.answering[named(what, "what")] = handler

    def hear(self, what: str, handler: Hearing) -> None:
        assert what not in self.hearing
        self.hearing[named(what, "what")] = handler

    # What goes out

    async def ask(self, node: str, what: str, body: bytes, seconds: float) -> bytes:
        assert 0 < seconds <= LONGEST_MS / 1000
        if not self.is_connected:
            raise NoAnswer("the line is down")
        check_size(body)
        until_ms = self.seals.clock() + int(seconds * 1000)
        address = Address(named(node, "node"), named(what, "what"), until_ms)
        sealed = self.seals.seal("ask", address, body)
        answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self.waiting[sealed.envelope.number] = Waiting(node, answer)
        try:
            self.send(sealed)
            async with asyncio.timeout(seconds):
                return await answer
        except TimeoutError:
            what_happened = f"{node} did not answer {what} within {seconds:g} seconds"
            raise NoAnswer(what_happened) from None
        finally:
            del self.waiting[sealed.envelope.number]

    def tell(self, what: str, body: bytes) -> None:
        if not self.is_connected:
            return
        try:
            check_size(body)
            until_ms = self.seals.clock() + int(TELL_SECONDS * 1000)
            address = Address(EVERYBODY, named(what, "what"), until_ms)
            self.send(self.seals.seal("tell", address, body))
        except NoAnswer as why:
            self.lost("a message was not sent", why)
        except Exception as fault:  # noqa: BLE001 - whoever tells goes on
            logs.bug("telling other nodes", fault, about=what)

    def unanswered(self, number: int, reason: str) -> None:
        waiting = self.waiting.get(number)
        if waiting and not waiting.answer.done():
            waiting.answer.set_exception(NoAnswer(reason))

    def line_broke(self) -> None:
        for number in self.waiting:
            self.unanswered(number, "the line broke")

    # What comes in

    def receive(self, data: bytes) -> None:
        envelope = self.seals.open(data)
        if isinstance(envelope, Refused):
            if self.seldom(envelope):
                logs.warn("a message was refused", why=envelope, so_far=self.refused[envelope])
            return
        match envelope.kind:
            case "ask":
                self.begin(envelope)
            case "tell":
                self.heard(envelope)
            case "answer" | "fault":
                self.answered(envelope)
            case kind:
                assert_never(kind)

    def seldom(self, counted: str) -> bool:
        """At the first, the tenth, the hundredth time, so that nobody can fill the log."""
        self.refused[counted] += 1
        return str(self.refused[counted]).rstrip("0") == "1"

    def lost(self, what: str, why: NoAnswer) -> None:
        if self.seldom(what):
            logs.warn(what, why=why.reason, so_far=self.refused[what])

    def heard(self, envelope: Envelope) -> None:
        handler = self.hearing.get(envelope.what)
        if handler is None or envelope.sender == self.node:
            return
        try:
            handler(envelope.sender, envelope.body)
        except Exception as fault:  # noqa: BLE001 - other messages are heard all the same
            logs.bug("hearing another node", fault, about=envelope.what)

    def answered(self, envelope: Envelope) -> None:
        of = envelope.answers
        waiting = self.waiting.get(of.number) if of and of.run == self.seals.run else None
        if not waiting or waiting.node != envelope.sender or waiting.answer.done():
            return
        if envelope.kind == "answer":
            waiting.answer.set_result(envelope.body)
        else:
            waiting.answer.set_exception(NoAnswer(envelope.body.decode(errors="replace")))

    def begin(self, asked: Envelope) -> None:
        handler = self.answering.get(asked.what)
        if handler is None:
            self.fail(asked, f"{self.node} does not answer {asked.what}")
        elif len(self.tasks) >= MOST_AT_ONCE:
            self.fail(asked, f"{self.node} has too many requests to answer")
        else:
            task = asyncio.get_running_loop().create_task(self.carry_out(asked, handler))
            self.tasks[task] = None
            task.add_done_callback(self.tasks.pop)

    async def carry_out(self, asked: Envelope, handler: Answering) -> None:
        try:
            body = await handler(asked.body)
            check_size(body)
        except NoAnswer as none:
            self.fail(asked, f"{self.node}: {none.reason}")
        except Exception as fault:  # noqa: BLE001 - told to the node that asked
            logs.bug("answering another node", fault, about=asked.what)
            self.fail(asked, f"{self.node} failed to answer {asked.what}")
        else:
            self.respond("answer", asked, body)

    def fail(self, asked: Envelope, reason: str) -> None:
        self.respond("fault", asked, reason.encode())

    def respond(self, kind: Kind, asked: Envelope, body: bytes) -> None:
        if not self.is_connected:
            return
        of = Answers(asked.run, asked.number)
        address = Address(asked.sender, asked.what, asked.until_ms, of)
        try:
            self.send(self.seals.seal(kind, address, body))
        except NoAnswer as why:
            self.lost("an answer was not sent", why)

    async def clear(self) -> None:
        """At the end: nobody waits for anything any more."""
        self.line_broke()
        tasks = list(self.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def check_size(body: bytes) -> None:
    if len(body) > MOST_BYTES:
        raise NoAnswer(f"a message of {len(body):,} bytes is too large: {MOST_BYTES:,} at most")
