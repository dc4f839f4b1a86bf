"""The electronic shoe's line, over real sockets."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from croupier.cards import Card, Hand, parse_cards
from croupier.server.shoes import line as shoe_line
from croupier.server.shoes.line import NotTaken, ShoeLine, SimulatedShoe
from tests.support.waiting import wait_until_async

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

CARDS = parse_cards("Kh 9s Td 2c 2c As")
LOOPBACK = "127.0.0.1"
SECONDS = 20


class House:
    """Takes cards, and refuses or fails where it is told to."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, int, Card | None]] = []
        self.refuses: dict[int, str] = {}
        self.fails: set[int] = set()
        self.drops: set[int] = set()
        self.line = ShoeLine(self.take, hello_seconds=5)
        self.port = 0

    async def take(self, shoe: str, number: int, card: Card | None) -> str | None:
        if number in self.fails:
            raise RuntimeError("disk\nfull")
        if number in self.refuses:
            return self.refuses[number]
        self.taken.append((shoe, number, card))
        if number in self.drops:
            self.drops.remove(number)
            writer = self.line.fillings[shoe].writer
            assert writer is not None
            writer.transport.abort()
        return None

    @property
    def cards(self) -> list[Card | None]:
        return [card for _, _, card in self.taken]

    @asynccontextmanager
    async def open(self) -> AsyncIterator[House]:
        server = await self.line.serve(LOOPBACK, 0)
        self.port = server.sockets[0].getsockname()[1]
        try:
            yield self
        finally:
            server.close()
            await server.wait_closed()

    async def connections_are(self, number: int) -> None:
        await wait_until_async(lambda: self.line.connections == number)

    async def says(self, *lines: bytes) -> list[str]:
        """What one connection is answered, line by line."""
        reader, writer = await asyncio.open_connection(LOOPBACK, self.port)
        answers = []
        for line in lines:
            writer.write(line + b"\n")
            answers.append((await reader.readline()).decode().rstrip("\n"))
        writer.close()
        return answers


def on_the_line(test: Callable[[House], Coroutine[None, None, None]]) -> House:
    async def run() -> House:
        async with asyncio.timeout(SECONDS), House().open() as house:
            house.line.register("s1")
            await test(house)
            return house

    return asyncio.run(run())


def test_a_shoe_sends_its_cards() -> None:
    async def test(house: House) -> None:
        assert await SimulatedShoe("s1", CARDS).send(LOOPBACK, house.port) == 1

    house = on_the_line(test)
    assert house.taken == [("s1", n, card) for n, card in enumerate([*CARDS, None], 1)]


@pytest.mark.parametrize("number", range(1, len(CARDS) + 2))
def test_a_lost_line_loses_and_doubles_nothing(number: int) -> None:
    """It breaks after a card is taken and before that is acknowledged."""

    async def test(house: House) -> None:
        house.drops = {number}
        assert await SimulatedShoe("s1", CARDS).send(LOOPBACK, house.port) == 2

    assert on_the_line(test).cards == [*CARDS, None]


def test_a_house_that_starts_again_goes_on_where_it_was() -> None:
    async def test(house: House) -> None:
        house.line.register("s2", last=4)
        await SimulatedShoe("s2", CARDS).send(LOOPBACK, house.port)

    assert on_the_line(test).cards == [*CARDS[4:], None]


def test_what_is_not_taken_may_be_sent_again() -> None:
    async def test(house: House) -> None:
        house.refuses, house.fails = {2: "no cards are dealt now"}, {3}
        with pytest.raises(NotTaken, match="2: no cards are dealt now"):
            await SimulatedShoe("s1", CARDS).send(LOOPBACK, house.port)
        house.refuses = {}
        with pytest.raises(NotTaken, match=r"3: the house cannot take it now \(RuntimeError\)"):
            await SimulatedShoe("s1", CARDS).send(LOOPBACK, house.port)
        house.fails = set()
        await SimulatedShoe("s1", CARDS).send(LOOPBACK, house.port)

    assert on_the_line(test).cards == [*CARDS, None]


ANSWERS = (
    (b"HELLO s9", "NO 0 no such shoe is registered"),
    (b"CARD 1 Kh", f"NO 0 {shoe_line.LINES}"),
    (b"HELLO s1", "OK 0"),
    (b"CARD 2 Kh", "NO 2 number 1 comes next"),
    (b"CARD 1 Xx", "NO 1 there is no card 'Xx'; cards are written like Kh 9s Td"),
    (b"CARD 1 Kh\r", "OK 1"),
    (b"CARD 1 9s", "NO 1 number 2 comes next"),
    (b"CARD 2 10d", "OK 2"),
    (b"card 3 Kh", f"NO 0 {shoe_line.LINES}"),
    (b"CARD 0 Kh", f"NO 0 {shoe_line.LINES}"),
    (b"CARD 99999999999999999999 Kh", f"NO 0 {shoe_line.LINES}"),
    (b"CARD \xc3\xa9 \xff\x00", f"NO 0 {shoe_line.LINES}"),
    (b"", f"NO 0 {shoe_line.LINES}"),
    (b"HELLO s1", f"NO 0 {shoe_line.LINES}"),
    (b"END 3", "OK 3"),
    (b"END 3", "OK 3"),
    (b"CARD 4 Kh", "NO 4 the shoe has ended"),
)


def test_the_answers() -> None:
    async def test(house: House) -> None:
        assert await house.says(*(line for line, _ in ANSWERS)) == [said for _, said in ANSWERS]
        assert await house.says(b"HELLO s1", b"END 3") == ["OK 3", "OK 3"]

    assert on_the_line(test).cards == [*parse_cards("Kh Td"), None]


def test_a_line_sent_twice_is_taken_once() -> None:
    async def test(house: House) -> None:
        lines = (b"HELLO s1", b"CARD 1 Kh", b"CARD 1 Kh", b"CARD 1 9s")
        assert await house.says(*lines) == ["OK 0", "OK 1", "OK 1", "NO 1 number 2 comes next"]

    assert on_the_line(test).cards == list(parse_cards("Kh"))


@pytest.mark.parametrize("greeted", [True, False])
@pytest.mark.parametrize("size", [81, 200, 100_000])
def test_a_line_without_end(size: int, *, greeted: bool) -> None:
    async def test(house: House) -> None:
        lines = [b"HELLO s1"] * greeted + [b"x" * size]
        assert (await house.says(*lines))[-1] == "NO 0 a line has at most 80 characters"
        assert await house.says(b"HELLO s1", b"x" * 80) == ["OK 0", f"NO 0 {shoe_line.LINES}"]

    on_the_line(test)


def test_a_shoe_that_connects_anew_is_the_one_that_is_heard() -> None:
    async def test(house: House) -> None:
        reader, writer = await asyncio.open_connection(LOOPBACK, house.port)
        writer.write(b"HELLO s1\nCARD 1 Kh\n")
        assert [await reader.readline() for _ in range(2)] == [b"OK 0\n", b"OK 1\n"]
        assert await house.says(b"HELLO s1", b"CARD 2 9s") == ["OK 1", "OK 2"]
        assert await reader.read() == b""
        writer.close()

    assert Hand(card for card in on_the_line(test).cards if card) == parse_cards("Kh 9s")


def test_connections_are_bounded() -> None:
    async def test(house: House) -> None:
        opened = [
            await asyncio.open_connection(LOOPBACK, house.port)
            for _ in range(shoe_line.CONNECTIONS_MAX)
        ]
        await house.connections_are(shoe_line.CONNECTIONS_MAX)
        assert await house.says(b"HELLO s1") == ["NO 0 too many shoes are connected"]
        for _, writer in opened:
            writer.close()
        await house.connections_are(0)
        assert await house.says(b"HELLO s1") == ["OK 0"]

    on_the_line(test)


def test_who_says_nothing_is_let_go() -> None:
    async def test(house: House) -> None:
        house.line.hello_seconds = 0.05
        reader, writer = await asyncio.open_connection(LOOPBACK, house.port)
        assert await reader.read() == b"NO 0 nobody said HELLO\n"
        writer.close()

    on_the_line(test)


def test_a_house_that_does_not_answer() -> None:
    async def test(house: House) -> None:
        closed = await house.line.serve(LOOPBACK, 0)
        port = closed.sockets[0].getsockname()[1]
        closed.close()
        with pytest.raises(ConnectionError, match="does not answer"):
            await SimulatedShoe("s1", CARDS, tries=2).send(LOOPBACK, port, 0.01)

    assert on_the_line(test).taken == []
