"""What every way to carry messages does: in one process, and by a real server."""

from __future__ import annotations

import asyncio
import logging
import time
from functools import partial
from typing import TYPE_CHECKING

import pytest

from croupier.problems import BadInput
from croupier.server.nodes import desk
from croupier.server.nodes.messages import MOST_BYTES, NoAnswer
from tests.support.nodes import opened, until

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine

    from croupier.server.nodes.desk import Desk

    Make = Callable[[str], Desk]

SECONDS = 10.0


async def twice(body: bytes) -> bytes:
    await asyncio.sleep(0)
    return body * 2


async def never(_: bytes) -> bytes:
    await asyncio.Event().wait()
    raise AssertionError


async def breaks(_: bytes) -> bytes:
    await asyncio.sleep(0)
    raise KeyError("what is inside is not told")


async def refers(_: bytes) -> bytes:
    await asyncio.sleep(0)
    raise NoAnswer("table t1 is at no node")


def between(make: Make, play: Callable[[Desk, Desk], Awaitable[None]]) -> None:
    async def run() -> None:
        async with opened(make, "a", "b") as [a, b]:
            await play(a, b)

    asyncio.run(run())


async def reason(asked: Coroutine[None, None, bytes]) -> str:
    with pytest.raises(NoAnswer) as told:
        await asked
    return told.value.reason


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]


def test_a_request_is_answered(make: Make) -> None:
    async def play(a: Desk, b: Desk) -> None:
        b.answer("double", twice)
        assert await a.ask("b", "double", b"ab", SECONDS) == b"abab"
        assert await a.ask("b", "double", b"", SECONDS) == b""
        assert await b.ask("b", "double", b"self", SECONDS) == b"selfself"
        assert (a.is_connected, b.is_connected) == (True, True)
        assert a.waiting == {}

    between(make, play)


def test_nobody_is_waited_for_who_is_not_there(make: Make) -> None:
    async def play(a: Desk, _: Desk) -> None:
        assert await reason(a.ask("c", "double", b"", SECONDS)) == "there is no node c"

    between(make, play)


def test_what_nobody_answers_is_said(make: Make) -> None:
    async def play(a: Desk, _: Desk) -> None:
        assert await reason(a.ask("b", "double", b"", SECONDS)) == "b does not answer double"

    between(make, play)


def test_a_request_has_its_time(make: Make) -> None:
    async def play(a: Desk, b: Desk) -> None:
        b.answer("wait", never)
        began = time.monotonic()
        told = await reason(a.ask("b", "wait", b"", 0.2))
        assert told == "b did not answer wait within 0.2 seconds"
        assert time.monotonic() - began >= 0.2
        assert a.waiting == {}

    between(make, play)


def test_a_handler_that_fails_is_told_without_what_is_inside(
    make: Make, caplog: pytest.LogCaptureFixture
) -> None:
    async def play(a: Desk, b: Desk) -> None:
        b.answer("break", breaks)
        b.answer("refer", refers)
        assert await reason(a.ask("b", "break", b"", SECONDS)) == "b failed to answer break"
        assert await reason(a.ask("b", "refer", b"", SECONDS)) == "b: table t1 is at no node"

    between(make, play)
    assert [
        record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR
    ] == ["a fault: answering another node"]


def test_all_others_are_told_in_order(make: Make) -> None:
    heard: dict[str, list[tuple[str, bytes]]] = {"a": [], "b": [], "c": []}

    def hear(who: str, sender: str, body: bytes) -> None:
        heard[who].append((sender, body))

    async def run() -> None:
        async with opened(make, "a", "b", "c") as nodes:
            for node in nodes:
                node.hear("moved", partial(hear, node.node))
            for number in range(500):
                nodes[0].tell("moved", b"%d" % number)
                nodes[0].tell("other", b"nobody hears it")
            nodes[1].tell("moved", b"end")
            await until(lambda: [len(heard[of]) for of in "abc"] == [1, 500, 501])

    asyncio.run(run())
    told = [("a", b"%d" % number) for number in range(500)]
    assert heard["a"] == [("b", b"end")]
    assert heard["b"] == told
    assert [one for one in heard["c"] if one[0] == "a"] == told
    assert [one for one in heard["c"] if one[0] == "b"] == [("b", b"end")]


def test_one_that_fails_to_hear_goes_on(make: Make, caplog: pytest.LogCaptureFixture) -> None:
    heard: list[bytes] = []

    def hear(_: str, body: bytes) -> None:
        heard.append(body)
        if body == b"1":
            raise KeyError

    async def play(a: Desk, b: Desk) -> None:
        b.hear("moved", hear)
        for body in (b"1", b"2"):
            a.tell("moved", body)
        await until(lambda: len(heard) == 2)

    between(make, play)
    assert [
        record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR
    ] == ["a fault: hearing another node"]


@pytest.mark.parametrize("size", [MOST_BYTES - 1, MOST_BYTES])
def test_the_largest_message(make: Make, size: int) -> None:
    async def play(a: Desk, b: Desk) -> None:
        async def same(body: bytes) -> bytes:
            await asyncio.sleep(0)
            return body

        b.answer("w" * 64, same)
        body = bytes(size)
        assert await a.ask("b", "w" * 64, body, SECONDS) == body

    between(make, play)


def test_a_larger_one_is_refused_clearly(make: Make) -> None:
    heard: list[bytes] = []
    large = "a message of 1,047,553 bytes is too large: 1,047,552 at most"

    async def play(a: Desk, b: Desk) -> None:
        async def longer(_: bytes) -> bytes:
            await asyncio.sleep(0)
            return bytes(MOST_BYTES + 1)

        b.answer("longer", longer)
        b.hear("moved", lambda _, body: heard.append(body))
        assert await reason(a.ask("b", "longer", bytes(MOST_BYTES + 1), SECONDS)) == large
        assert await reason(a.ask("b", "longer", b"", SECONDS)) == f"b: {large}"
        a.tell("moved", bytes(MOST_BYTES + 1))
        a.tell("moved", b"small")
        await until(lambda: heard)

    between(make, play)
    assert heard == [b"small"]


def test_many_requests_in_flight(make: Make) -> None:
    async def play(a: Desk, b: Desk) -> None:
        async def slowly(body: bytes) -> bytes:
            for _ in range(50 if body.endswith(b"7") else 1):
                await asyncio.sleep(0)  # others are answered first
            return b"to " + body

        for node in (a, b):
            node.answer("hurry", slowly)
        bodies = [b"%d" % number for number in range(1000)]
        asked = [a.ask("b", "hurry", body, 30) for body in bodies]
        asked += [b.ask("a", "hurry", body, 30) for body in bodies]
        assert await asyncio.gather(*asked) == [b"to " + body for body in bodies] * 2

    between(make, play)


def test_one_node_answers_only_so_many_at_once(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "MOST_AT_ONCE", 3)

    async def play(a: Desk, b: Desk) -> None:
        b.answer("wait", never)
        told = [reason(a.ask("b", "wait", b"", 1)) for _ in range(5)]
        assert sorted(await asyncio.gather(*told)) == [
            *["b did not answer wait within 1 seconds"] * 3,
            *["b has too many requests to answer"] * 2,
        ]

    between(make, play)


def test_who_waits_at_the_end_is_told(make: Make) -> None:
    async def run() -> str:
        async with opened(make, "b") as [b]:
            b.answer("wait", never)
            async with opened(make, "a") as [a]:
                asked = asyncio.create_task(reason(a.ask("b", "wait", b"", 30)))
                await until(lambda: b.tasks)
            told = await asked
            assert (a.is_connected, await reason(a.ask("b", "wait", b"", 1))) == (
                False,
                "the line is down",
            )
            a.tell("moved", b"")
        assert b.tasks == {}
        return told

    assert asyncio.run(run()) == "the line broke"


@pytest.mark.parametrize("name", ["", "a.b", "a b", "*", ">", "é", "a" * 65, "a\r\nPUB"])
def test_names_are_parts_of_subjects(make: Make, name: str) -> None:
    with pytest.raises(BadInput, match="1 to 64 letters"):
        make(name)

    async def play(a: Desk, _: Desk) -> None:
        for asked in (a.ask(name, "what", b"", 1), a.ask("b", name, b"", 1)):
            with pytest.raises(BadInput, match="1 to 64 letters"):
                await asked

    between(make, play)
