"""The line to a real server: it breaks, comes back, is refused, is too slow."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

import pytest

from croupier.server.nodes import nats
from croupier.server.nodes.envelopes import Refused
from croupier.server.nodes.messages import Messages, NoAnswer
from croupier.server.nodes.nats import NatsMessages
from croupier.server.nodes.nats_place import Place
from tests.support.nats_server import NatsServer, free_port
from tests.support.nodes import HOUSE, SECRET, by_server, opened, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.nodes.desk import Desk

SECONDS = 10.0


@pytest.fixture
def own(tmp_path: Path) -> Iterator[NatsServer]:
    """A server that may be killed."""
    with NatsServer(tmp_path) as started:
        yield started


async def reason(messages: Messages, node: str, what: str, seconds: float = SECONDS) -> str:
    with pytest.raises(NoAnswer) as told:
        await messages.ask(node, what, b"", seconds)
    return told.value.reason


def told_of(caplog: pytest.LogCaptureFixture) -> list[tuple[str, dict[str, Any]]]:
    return [
        (one.getMessage(), getattr(one, "facts", {}))
        for one in caplog.records
        if one.name == "croupier" and one.levelno >= logging.WARNING
    ]


async def echo(body: bytes) -> bytes:
    await asyncio.sleep(0)
    return body


class Traffic:
    """Requests and news from one node to another, without a pause."""

    def __init__(self, a: Desk, b: Desk) -> None:
        self.a, self.answers, self.heard = a, list[bytes](), list[bytes]()
        self.reasons: dict[str, int] = {}
        b.answer("echo", echo)
        b.hear("moved", lambda _, body: self.heard.append(body))

    async def go(self) -> None:
        number = 0
        while True:
            number += 1
            try:
                self.answers.append(await self.a.ask("b", "echo", b"%d" % number, 1))
            except NoAnswer as none:
                self.reasons[none.reason] = self.reasons.get(none.reason, 0) + 1
                await asyncio.sleep(0.01)
            self.a.tell("moved", b"%d" % number)

    async def flows(self) -> None:
        enough = len(self.answers) + 200
        await until(lambda: len(self.answers) > enough)


async def broken(own: NatsServer, a: Desk, b: Desk, traffic: Traffic) -> None:
    """Break the line until 100 requests were refused; what is sent meanwhile goes nowhere."""
    own.kill()
    await until(lambda: not a.is_connected and not b.is_connected)
    assert await reason(a, "b", "echo") == "the line is down"
    a.tell("moved", b"lost")
    enough = traffic.reasons.get("the line is down", 0) + 100
    await until(lambda: traffic.reasons.get("the line is down", 0) >= enough)
    own.start()
    await until(lambda: a.is_connected and b.is_connected)


def test_a_broken_line_comes_back_by_itself(
    own: NatsServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> Traffic:
        async with opened(by_server(f"nats://{own.address}"), "a", "b") as [a, b]:
            traffic = Traffic(a, b)
            going = [asyncio.create_task(traffic.go()) for _ in range(20)]
            for _ in range(2):
                await traffic.flows()
                await broken(own, a, b, traffic)
            await traffic.flows()
            for task in going:
                task.cancel()
            await asyncio.gather(*going, return_exceptions=True)
        return traffic

    traffic = asyncio.run(run())
    assert b"lost" not in traffic.heard
    assert traffic.reasons.keys() >= {"the line broke", "the line is down"}
    assert traffic.reasons.keys() <= {"the line broke", "the line is down", "there is no node b"}
    assert [what for what, _ in told_of(caplog)].count("messages fail") >= 2
    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]


def test_a_request_asked_while_the_line_is_down_never_arrives(own: NatsServer) -> None:
    done: list[bytes] = []

    async def carry_out(body: bytes) -> bytes:
        await asyncio.sleep(0)
        done.append(body)
        return body

    async def run() -> None:
        async with opened(by_server(f"nats://{own.address}"), "a", "b") as [a, b]:
            b.answer("do", carry_out)
            own.kill()
            told = [await asked_down(a, number) for number in range(50)]
            await until(lambda: not a.is_connected and not b.is_connected)
            own.start()
            await until(lambda: a.is_connected and b.is_connected)
            assert await a.ask("b", "do", b"after", SECONDS) == b"after"
            assert set(told) <= {"the line broke", "the line is down"}

    async def asked_down(a: Desk, number: int) -> str:
        with pytest.raises(NoAnswer) as none:
            await a.ask("b", "do", b"%d" % number, SECONDS)
        return none.value.reason

    asyncio.run(run())
    assert done == [b"after"]


@pytest.mark.nightly(
    "tests/server/nodes/test_exchange.py::test_a_request_after_its_deadline_is_not_carried_out"
    " catches the same fault"
)
@pytest.mark.threat("T125")
def test_what_a_server_passes_on_too_late_is_not_carried_out(own: NatsServer) -> None:
    done: list[bytes] = []

    async def carry_out(body: bytes) -> bytes:
        await asyncio.sleep(0)
        done.append(body)
        return body

    async def run() -> None:
        async with opened(by_server(f"nats://{own.address}"), "a", "b") as [a, b]:
            b.answer("do", carry_out)
            own.pause()
            late = "b did not answer do within 0.2 seconds"
            assert await reason(a, "b", "do", 0.2) == late
            await asyncio.sleep(2.1)
            own.go_on()
            await until(lambda: b.refused == {Refused.EXPIRED: 1})
            assert await a.ask("b", "do", b"after", SECONDS) == b"after"

    asyncio.run(run())
    assert done == [b"after"]


def test_a_server_that_says_nothing_is_given_up(own: NatsServer) -> None:
    async def run() -> None:
        async with opened(by_server(f"nats://{own.address}"), "a", "b") as [a, b]:
            b.answer("echo", echo)
            own.pause()
            asked = asyncio.create_task(reason(a, "b", "echo", 30))
            await until(lambda: not a.is_connected and not b.is_connected)
            assert await asked == "the line broke"
            own.go_on()
            await until(lambda: a.is_connected and b.is_connected)
            assert await a.ask("b", "echo", b"1", SECONDS) == b"1"

    asyncio.run(run())


def test_a_house_opens_without_its_server_and_goes_on_looking(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    port = free_port()

    async def run() -> None:
        messages = by_server(f"nats://user:hidden@127.0.0.1:{port}")("a")
        async with messages:
            assert not messages.is_connected
            says = "nobody answers there"
            assert messages.remarks() == [f"messages nats://127.0.0.1:{port}: {says}"]
            assert await reason(messages, "b", "do") == "the line is down"
            messages.tell("moved", b"")
            await asyncio.sleep(1.2)  # tried again, and not said again
            server = NatsServer(tmp_path, users("hidden"), port)
            with server:
                await until(lambda: messages.is_connected)
                assert messages.remarks() == []
                assert await reason(messages, "b", "do") == "there is no node b"

    asyncio.run(run())
    assert told_of(caplog)[0] == (
        "messages fail",
        {"server": f"nats://127.0.0.1:{port}", "says": "nobody answers there"},
    )
    assert [what for what, _ in told_of(caplog)] == ["messages fail"]
    assert "hidden" not in caplog.text


def users(password: str) -> str:
    return f'authorization {{ users: [{{ user: "user", password: "{password}" }}] }}'


def test_a_refused_password_is_said_and_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        with NatsServer(tmp_path, users("other")) as server:
            messages = by_server(f"nats://user:hid%25den@{server.address}")("a")
            async with messages:
                says = "it refuses this user and password"
                assert messages.remarks() == [f"messages nats://{server.address}: {says}"]
                server.kill()
                server.settings = users("hid%den")
                server.start()
                await until(lambda: messages.is_connected)

    asyncio.run(run())
    assert "hid" not in caplog.text


def test_who_is_too_slow_loses_messages_and_says_so_once(
    server: NatsServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.server.nodes.nats_line.MOST_WAITING", 10)
    heard: list[bytes] = []

    async def run() -> None:
        async with opened(by_server(f"nats://{server.address}"), "a", "b") as [a, b]:
            b.hear("moved", lambda _, body: heard.append(body))
            for _ in range(1000):
                a.tell("moved", bytes(20))
            await until(lambda: heard)
            b.answer("echo", echo)
            assert await a.ask("b", "echo", b"1", SECONDS) == b"1"

    asyncio.run(run())
    assert 0 < len(heard) < 1000
    lost = "messages come faster than they are taken: some are lost"
    assert [what for what, _ in told_of(caplog)] == [lost]


def test_more_than_the_server_takes_is_not_kept_for_ever(
    server: NatsServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(nats, "MOST_UNSENT_BYTES", 10_000)

    async def run() -> None:
        async with opened(by_server(f"nats://{server.address}"), "a", "b") as [a, b]:
            b.answer("echo", echo)
            for _ in range(200):
                a.tell("moved", bytes(100))
            with pytest.raises(NoAnswer) as told:
                await a.ask("b", "echo", bytes(5000), SECONDS)
            assert told.value.reason == "more is sent than the server of messages takes"
            assert await a.ask("b", "echo", b"1", SECONDS) == b"1"

    asyncio.run(run())
    assert told_of(caplog)[0][0] == "a message was not sent"


def test_a_server_that_takes_less_is_said(tmp_path: Path) -> None:
    async def run() -> str:
        with NatsServer(tmp_path, "max_payload: 1000") as server:
            messages = NatsMessages(
                Place(f"nats://{server.address}"), house=HOUSE, node="a", secret=SECRET
            )
            async with messages:
                with pytest.raises(NoAnswer) as told:
                    await messages.ask("b", "do", bytes(1000), 1)
        return told.value.reason

    said = asyncio.run(run())
    assert said.endswith("bytes is too large: the server takes 1,000")
