"""A shoe's line under a shared key and over TLS: liars, listeners and repeaters on real sockets."""

from __future__ import annotations

import asyncio
import ssl
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest
import uvloop

from croupier.cards import Card, parse_cards
from croupier.server.shoes import line as shoe_line
from croupier.server.shoes.line import NotTaken, ShoeLine, SimulatedShoe, Wire
from croupier.server.shoes.line_key import (
    KEYED_MAX,
    NO_KEY,
    NOT_SIGNED,
    OUT_OF_TURN,
    NotProven,
    Proof,
    Side,
)
from tests.support.line_keys import KEY, with_certificate

if TYPE_CHECKING:
    from asyncio import StreamReader, StreamWriter
    from collections.abc import AsyncIterator, Callable, Coroutine
    from pathlib import Path

CARDS = parse_cards("Kh 9s Td")
LOOPBACK = "127.0.0.1"
SECONDS = 20
NONCE = "0" * 32


class House:
    def __init__(self) -> None:
        self.taken: list[tuple[int, Card | None]] = []
        self.refused: list[tuple[str, str]] = []
        self.line = ShoeLine(self.take, hello_seconds=3)
        self.line.key = KEY
        self.line.misused = lambda shoe, _from, why: self.refused.append((shoe, why))
        self.port = 0
        self.writers: list[StreamWriter] = []

    async def take(self, _shoe: str, number: int, card: Card | None) -> str | None:
        self.taken.append((number, card))
        return None

    @asynccontextmanager
    async def open(self) -> AsyncIterator[House]:
        server = await self.line.serve(LOOPBACK, 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            for writer in self.writers:
                writer.close()
            server.close()
            await server.wait_closed()

    async def connect(self) -> tuple[StreamReader, StreamWriter]:
        reader, writer = await asyncio.open_connection(LOOPBACK, self.port)
        self.writers.append(writer)
        return reader, writer

    async def proven(self, key: bytes = KEY) -> Wire:
        wire = Wire(*await self.connect())
        await wire.say(f"HELLO s1 {NONCE}")
        theirs = (await wire.hear()).removeprefix("KEY ")
        wire.proof = Proof(key, Side.SHOE, NONCE, theirs)
        return wire


def at_a_house(test: Callable[[House], Coroutine[None, None, None]]) -> House:
    async def run() -> House:
        async with asyncio.timeout(SECONDS), House().open() as house:
            house.line.register("s1")
            await test(house)
            return house

    return asyncio.run(run())


def shoe(key: bytes | None = KEY) -> SimulatedShoe:
    made = SimulatedShoe("s1", CARDS, tries=1)
    made.key = key
    return made


def test_both_have_the_key() -> None:
    async def test(house: House) -> None:
        assert await shoe().send(LOOPBACK, house.port) == 1

    house = at_a_house(test)
    assert house.taken == [*enumerate(CARDS, 1), (4, None)]
    assert house.refused == []


def test_a_shoe_without_the_key_or_with_another_is_not_heard() -> None:
    async def test(house: House) -> None:
        with pytest.raises(NotTaken, match="this line has a key"):
            await shoe(None).send(LOOPBACK, house.port)
        with pytest.raises(ConnectionError, match="does not answer"):
            await shoe(KEY + b"x").send(LOOPBACK, house.port)

    house = at_a_house(test)
    assert house.taken == []
    assert house.refused == [("", NO_KEY), ("s1", NOT_SIGNED)]


@pytest.mark.threat("T103")
def test_a_house_without_the_key_is_not_believed() -> None:
    """A stranger who answers OK to every card cannot make the shoe give them away."""

    async def stranger(reader: StreamReader, writer: StreamWriter) -> None:
        await reader.readline()
        writer.write(f"KEY {NONCE}\n".encode())
        while await reader.readline():
            writer.write(b"OK 0 #1 " + b"0" * 64 + b"\n")
        writer.close()

    async def test() -> None:
        server = await asyncio.start_server(stranger, LOOPBACK, 0)
        port = server.sockets[0].getsockname()[1]
        with pytest.raises(ConnectionError):
            await shoe().send(LOOPBACK, port)
        server.close()

    asyncio.run(test())


LINES = ("HELLO s1", "CARD 1 Kh")


@pytest.mark.threat("T102")
def test_what_was_overheard_opens_nothing_on_another_connection() -> None:
    async def test(house: House) -> None:
        wire = await house.proven()
        assert wire.proof is not None
        overheard = [wire.proof.signed(line) for line in LINES]
        for line in overheard:
            await shoe_line.say(wire.writer, line)
        assert [await wire.hear(), await wire.hear()] == ["OK 0", "OK 1"]
        reader, writer = await house.connect()
        await shoe_line.say(writer, f"HELLO s1 {NONCE}")
        await reader.readline()
        for line in overheard:
            await shoe_line.say(writer, line)
        assert await reader.readline() == f"NO 0 {NOT_SIGNED}\n".encode()
        assert await reader.read() == b""
        assert not wire.writer.is_closing(), "the shoe that has the key goes on"
        await wire.say("CARD 2 9s")
        assert await wire.hear() == "OK 2"

    house = at_a_house(test)
    assert [number for number, _ in house.taken] == [1, 2]
    assert house.refused == [("s1", NOT_SIGNED)]


@pytest.mark.parametrize("again", ["the same line", "one left out"])
def test_a_line_again_or_out_of_turn_ends_the_connection(again: str) -> None:
    async def test(house: House) -> None:
        wire = await house.proven()
        assert wire.proof is not None
        hello = wire.proof.signed("HELLO s1")
        await shoe_line.say(wire.writer, hello)
        assert await wire.hear() == "OK 0"
        left_out = wire.proof.signed("CARD 1 Kh")
        line = hello if again == "the same line" else wire.proof.signed("CARD 2 9s")
        assert left_out != line
        await shoe_line.say(wire.writer, line)
        assert await wire.reader.readline() == f"NO 0 {OUT_OF_TURN}\n".encode()
        assert await wire.reader.read() == b""

    house = at_a_house(test)
    assert house.taken == []
    assert house.refused == [("s1", OUT_OF_TURN)]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda line: line.replace("Kh", "Ah"),
        lambda line: line.replace(" #2 ", " #3 "),
        lambda line: line[:-1] + ("0" if line[-1] != "0" else "1"),
        lambda line: line[:-1],
        lambda line: line.partition(" #")[0],
        lambda line: line.upper(),
    ],
)
def test_a_line_that_was_changed_on_its_way(spoil: Callable[[str], str]) -> None:
    async def test(house: House) -> None:
        wire = await house.proven()
        assert wire.proof is not None
        await wire.say("HELLO s1")
        assert await wire.hear() == "OK 0"
        await shoe_line.say(wire.writer, spoil(wire.proof.signed("CARD 1 Kh")))
        assert await wire.reader.readline() == f"NO 0 {NOT_SIGNED}\n".encode()

    house = at_a_house(test)
    assert house.taken == []
    assert house.refused == [("s1", NOT_SIGNED)]


def test_what_the_house_says_is_not_taken_for_the_shoe_s_own() -> None:
    shoe_s, house_s = (Proof(KEY, side, NONCE, NONCE) for side in (Side.SHOE, Side.HOUSE))
    line = house_s.signed("OK 0")
    assert shoe_s.opened(line) == "OK 0"
    with pytest.raises(NotProven, match=NOT_SIGNED):
        Proof(KEY, Side.HOUSE, NONCE, NONCE).opened(line)
    with pytest.raises(NotProven, match=OUT_OF_TURN):
        shoe_s.opened(line)


@pytest.mark.parametrize(
    ("said", "answers", "why"),
    [
        (b"HELLO s1", NO_KEY, NO_KEY),
        (b"CARD 1 Kh", NO_KEY, NO_KEY),
        (b"HELLO s1 " + b"G" * 32, NO_KEY, NO_KEY),
        (b"\xff\x00", NO_KEY, NO_KEY),
        (b"x" * (KEYED_MAX + 1), f"a line has at most {KEYED_MAX} characters", shoe_line.TOO_LONG),
    ],
)
def test_whoever_does_not_begin_as_asked(said: bytes, answers: str, why: str) -> None:
    async def test(house: House) -> None:
        reader, writer = await house.connect()
        writer.write(said + b"\n")
        assert await reader.readline() == f"NO 0 {answers}\n".encode()
        writer.close()

    assert at_a_house(test).refused == [("", why)]


@pytest.mark.parametrize("loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_over_tls_and_not_without(
    tmp_path: Path, loop: Callable[[], asyncio.AbstractEventLoop]
) -> None:
    with_certificate(tmp_path)
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(tmp_path / "line.pem", tmp_path / "line.key")

    async def test() -> House:
        house = House()
        house.line.tls = context
        house.line.register("s1")
        async with asyncio.timeout(SECONDS), house.open():
            made = shoe()
            made.tls = ssl.create_default_context(cafile=str(tmp_path / "line.pem"))
            assert await made.send(LOOPBACK, house.port) == 1
            reader, writer = await house.connect()
            writer.write(b"HELLO s1\n")
            assert b"OK" not in await reader.read()
            writer.close()
            stranger = shoe()
            stranger.tls = ssl.create_default_context()
            with pytest.raises(ConnectionError):
                await stranger.send(LOOPBACK, house.port)
        return house

    with asyncio.Runner(loop_factory=loop) as runner:
        house = runner.run(test())
    assert house.taken == [*enumerate(CARDS, 1), (4, None)]
    assert house.refused[0] == ("", shoe_line.NO_TLS)
