"""The network protocol of an electronic shoe, which sends cards as drawn; and a simulated one.

Over TCP, in ASCII lines of at most 80 characters. The shoe says, and the house answers:

    HELLO shoe-id     OK n         n is the last number taken; the shoe goes on with n + 1
    CARD n Kh         OK n         taken, for good
                      NO n reason  not taken; the same number may be sent again
    END n             OK n         no card follows; a new filling has another shoe-id

A shoe that hears nothing connects again and says HELLO. A line sent twice is taken once. Under a
shared key every line is signed, as `line_key` has it, and over TLS nobody on the way reads it.
"""

from __future__ import annotations

import asyncio
import re
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.cards import Card, parse_card
from croupier.problems import BadInput
from croupier.server import logs
from croupier.server.shoes.line_key import KEYED_MAX, NO_KEY, NotProven, Proof, Side, nonce

if TYPE_CHECKING:
    from asyncio import Server, StreamReader, StreamWriter
    from collections.abc import Sequence
    from socket import socket

LINE_MAX = 80
HELLO_SECONDS = 10.0
DISCARD_SECONDS = 1.0
CONNECTIONS_MAX = 64
ENDED = "the shoe has ended"
LINES = "lines are HELLO shoe-id, CARD n card and END n"
HELLO = re.compile(r"HELLO ([!-~]{1,40})")
KEYED = re.compile(r"HELLO ([!-~]{1,40}) ([0-9a-f]{32})")
KEY = re.compile(r"KEY ([0-9a-f]{32})")
NO_TLS = "the line is not as TLS has it"
TOO_LONG = "a line was too long"
NO_LINE = "a line was none of this protocol"
NUMBERED = re.compile(r"(?:CARD (?P<card>[1-9]\d{0,5}) (?P<what>\S+)|END (?P<end>[1-9]\d{0,5}))")
ANSWER = re.compile(r"(OK|NO) (\d{1,6})(?: (.*))?")

Take = Callable[[str, int, Card | None], Awaitable[str | None]]
"""A shoe's card with its number, or its end; says why it is not taken, if it is not."""
Begin = Callable[[str], Awaitable[str | None]]
"""Registers a shoe that was not heard of before, or says why not."""
Misused = Callable[[str, str, str], None]
"""As which shoe, from where, and what was wrong."""


class Filling(msgspec.Struct):
    """A shoe that the house knows, as far as it has been taken."""

    last: int
    what: str | None = None
    """The card that was last taken; nothing in place of one, where it was the end."""
    ended: bool = False
    lock: asyncio.Lock = msgspec.field(default_factory=asyncio.Lock)
    writer: StreamWriter | None = None


class Wire:
    """One connection: lines as they go over it, signed where there is a proof."""

    def __init__(self, reader: StreamReader, writer: StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.proof: Proof | None = None
        self.shoe = ""
        """As whom it was greeted, proven or not."""

    async def hear(self) -> str:
        line = await heard(self.reader)
        return line if self.proof is None else self.proof.opened(line)

    async def say(self, line: str) -> None:
        await say(self.writer, line if self.proof is None else self.proof.signed(line))

    @property
    def address(self) -> str:
        peer = self.writer.get_extra_info("peername")
        return str(peer[0]) if peer else ""


async def nobody(_shoe: str) -> str:
    return "no such shoe is registered"


class ShoeLine:
    """The house's end; only shoes that were registered are heard."""

    def __init__(
        self, take: Take, begin: Begin = nobody, hello_seconds: float = HELLO_SECONDS
    ) -> None:
        self.take, self.begin, self.hello_seconds = take, begin, hello_seconds
        self.fillings: dict[str, Filling] = {}
        self.connections = 0
        self.key: bytes | None = None
        """Shared with the shoe; without one anybody is heard who says its name."""
        self.tls: ssl.SSLContext | None = None
        self.misused: Misused = lambda _shoe, _address, _why: None
        """Told of lines that nobody who may speak here would send."""

    @property
    def longest(self) -> int:
        return LINE_MAX if self.key is None else KEYED_MAX

    def register(
        self, shoe: str, last: int = 0, what: str | None = None, *, ended: bool = False
    ) -> None:
        """A shoe to come; `last` is what the journal has of it after a restart."""
        self.fillings[shoe] = Filling(last, what, ended)

    async def serve(self, host: str, port: int) -> Server:
        return await asyncio.start_server(self.connected, host, port, **self.how())

    async def serve_at(self, listening: socket) -> Server:
        return await asyncio.start_server(self.connected, sock=listening, **self.how())

    def how(self) -> dict[str, Any]:
        if self.tls is None:
            return {"limit": self.longest}
        self.tls.sslobject_class = noticing(lambda: self.misused("", "", NO_TLS))
        seconds = self.hello_seconds
        return {"limit": self.longest, "ssl": self.tls, "ssl_handshake_timeout": seconds}

    def close(self) -> None:
        for filling in self.fillings.values():
            if filling.writer is not None:
                filling.writer.close()

    async def connected(self, reader: StreamReader, writer: StreamWriter) -> None:
        self.connections += 1
        wire = Wire(reader, writer)
        try:
            if self.connections > CONNECTIONS_MAX:
                await wire.say("NO 0 too many shoes are connected")
            else:
                await self.converse(wire)
        except NotProven as why:
            self.misused(wire.shoe, wire.address, str(why))
            with suppress(OSError):
                await say(writer, f"NO 0 {why}")
        except (OSError, asyncio.IncompleteReadError):
            pass
        except asyncio.LimitOverrunError:
            self.misused(wire.shoe, wire.address, TOO_LONG)
            with suppress(OSError):
                await say(writer, f"NO 0 a line has at most {self.longest} characters")
                await discarded(reader)
        finally:
            self.connections -= 1
            writer.close()

    async def converse(self, wire: Wire) -> None:
        try:
            async with asyncio.timeout(self.hello_seconds):
                await self.proven(wire)
                shoe = await self.greeted(wire)
        except TimeoutError:
            await wire.say("NO 0 nobody said HELLO")
            return
        filling = self.fillings[shoe]
        while True:
            line = await wire.hear()
            async with filling.lock:
                if filling.writer is not wire.writer:
                    return  # the shoe has connected anew
                answer = await self.answer(shoe, filling, line)
            if answer == f"NO 0 {LINES}":
                self.misused(wire.shoe, wire.address, NO_LINE)
            await wire.say(answer)

    async def proven(self, wire: Wire) -> None:
        """From here on both sides sign, where there is a key."""
        if self.key is None:
            return
        said = KEYED.fullmatch(await wire.hear())
        if said is None:
            raise NotProven(NO_KEY)
        wire.shoe, own = said[1], nonce()
        await wire.say(f"KEY {own}")
        wire.proof = Proof(self.key, Side.HOUSE, said[2], own)

    async def greeted(self, wire: Wire) -> str:
        while True:
            said = HELLO.fullmatch(await wire.hear())
            reason = await self.known(said[1]) if said else LINES
            filling = self.fillings.get(said[1]) if said else None
            if said and filling:
                break
            if said is None:
                self.misused(wire.shoe, wire.address, NO_LINE)
            await wire.say(f"NO 0 {printable(reason or LINES)}")
        wire.shoe = said[1]
        async with filling.lock:
            if filling.writer is not None:
                filling.writer.close()
            filling.writer = wire.writer
            await wire.say(f"OK {filling.last}")
        return said[1]

    async def known(self, shoe: str) -> str | None:
        """Why a shoe is not heard, if it is not."""
        return None if shoe in self.fillings else await self.guarded(shoe, self.begin(shoe))

    async def answer(self, shoe: str, filling: Filling, line: str) -> str:
        said = NUMBERED.fullmatch(line)
        if said is None:
            return f"NO 0 {LINES}"
        number, what = int(said["card"] or said["end"]), said["what"] or ""
        try:
            card = parse_card(what) if what else None
        except BadInput as wrong:
            return f"NO {number} {printable(str(wrong))}"
        what = str(card or "")
        if number == filling.last and filling.what in {None, what}:
            return f"OK {number}"
        reason = out_of_turn(filling, number)
        if reason is None:
            reason = await self.guarded(shoe, self.take(shoe, number, card))
        if reason is not None:
            return f"NO {number} {printable(reason)}"
        filling.last, filling.what = number, what
        if card is None:
            filling.ended = True
        return f"OK {number}"

    async def guarded(self, shoe: str, asked: Awaitable[str | None]) -> str | None:
        try:
            return await asked
        except Exception as fault:  # noqa: BLE001 - the line outlives whatever the house meets
            logs.bug("on a shoe's line", fault, shoe=shoe)
            return f"the house cannot take it now ({type(fault).__name__})"


def noticing(failed: Callable[[], None]) -> type[ssl.SSLObject]:
    """TLS as it is, and a handshake that fails is told: nobody else hears of it."""

    class Noticing(ssl.SSLObject):
        def do_handshake(self) -> None:
            try:
                super().do_handshake()
            except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
                raise
            except ssl.SSLError:
                failed()
                raise

    return Noticing


def out_of_turn(filling: Filling, number: int) -> str | None:
    if filling.ended:
        return ENDED
    return None if number == filling.last + 1 else f"number {filling.last + 1} comes next"


async def heard(reader: StreamReader) -> str:
    return (await reader.readuntil(b"\n")).rstrip(b"\r\n").decode("ascii", "replace")


async def discarded(reader: StreamReader) -> None:
    """Some of what is still coming, or the connection would break before the answer is read."""
    with suppress(TimeoutError):
        async with asyncio.timeout(DISCARD_SECONDS):
            while await reader.read(LINE_MAX):
                pass


async def say(writer: StreamWriter, line: str) -> None:
    writer.write(f"{line}\n".encode("ascii", "replace"))
    await writer.drain()


def printable(reason: str) -> str:
    return " ".join(reason.split())[: LINE_MAX - 12]


class NotTaken(Exception):  # noqa: N818 - the house's word, for the person at the shoe
    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"{number}: {reason}")
        self.number, self.reason = number, reason


class SimulatedShoe:
    """A shoe that sends its cards in order, connecting again whenever the line is lost.

    A patient one offers a card again until it is taken, as a shoe does whose next card is out.
    """

    def __init__(
        self, shoe: str, cards: Sequence[Card], *, tries: int = 5, patience_seconds: float = 0
    ) -> None:
        self.shoe, self.tries, self.patience_seconds = shoe, tries, patience_seconds
        self.key: bytes | None = None
        self.tls: ssl.SSLContext | None = None
        numbered = enumerate(cards, 1)
        self.lines = [f"CARD {number} {card}" for number, card in numbered]
        self.lines.append(f"END {len(cards) + 1}")

    async def send(self, host: str, port: int, pause_seconds: float = 0.05) -> int:
        """Everything that the house has not taken yet; how often it had to connect."""
        for attempt in range(1, self.tries + 1):
            with suppress(OSError, asyncio.IncompleteReadError):
                await self.send_once(host, port)
                return attempt
            await asyncio.sleep(pause_seconds)
        raise ConnectionError(f"{host}:{port} does not answer")

    async def send_once(self, host: str, port: int) -> None:
        wire = Wire(*await asyncio.open_connection(host, port, ssl=self.tls))
        try:
            await self.prove(wire)
            last = await self.taken(wire, f"HELLO {self.shoe}", 0)
            for number, line in enumerate(self.lines[last:], last + 1):
                await self.taken(wire, line, number)
        except NotProven as why:
            raise ConnectionError(f"the house does not have the key: {why}") from None
        finally:
            wire.writer.close()

    async def prove(self, wire: Wire) -> None:
        if self.key is None:
            return
        own = nonce()
        await wire.say(f"HELLO {self.shoe} {own}")
        said = KEY.fullmatch(await wire.hear())
        if said is None:
            raise ConnectionError("the house asks for no key")
        wire.proof = Proof(self.key, Side.SHOE, own, said[1])

    async def taken(self, wire: Wire, line: str, number: int) -> int:
        while True:
            try:
                return await asked(wire, line, number)
            except NotTaken as no:
                if not self.patience_seconds or no.reason == ENDED:
                    raise
            await asyncio.sleep(self.patience_seconds)


async def asked(wire: Wire, line: str, number: int) -> int:
    await wire.say(line)
    said = ANSWER.fullmatch(await wire.hear())
    if said is None:
        raise ConnectionError("the answer is no answer")
    if said[1] == "NO":
        raise NotTaken(number, said[3] or "")
    return int(said[2])
