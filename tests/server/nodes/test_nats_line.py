"""The line to a real server: it breaks, comes back, is refused, and strangers are on it, too."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any

import pytest
from nats.aio.client import Client

from croupier.server.nodes import nats
from croupier.server.nodes.envelopes import Address, Refused, Seals
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


def test_a_broken_line_comes_back_by_itself(
    own: NatsServer, caplog: pytest.LogCaptureFixture
) -> None:
    done: list[bytes] = []
    heard: list[bytes] = []

    async def carry_out(body: bytes) -> bytes:
        await asyncio.sleep(0)
        done.append(body)
        return body

    async def traffic(a: Desk, answers: list[bytes], refused: list[str]) -> None:
        for number in range(1_000_000):
            try:
                answers.append(await a.ask("b", "do", b"%d" % number, 1))
            except NoAnswer as none:
                refused.append(none.reason)
                await asyncio.sleep(0.01)
            a.tell("moved", b"%d" % number)

    async def run() -> None:
        answers, refused = list[bytes](), list[str]()
        async with opened(by_server(f"nats://{own.address}"), "a", "b") as [a, b]:
            b.answer("do", carry_out)
            b.hear("moved", lambda _, body: heard.append(body))
            going = [asyncio.create_task(traffic(a, answers, refused)) for _ in range(20)]
            for _ in range(2):
                at = len(answers) + 200
                await until(lambda at=at: len(answers) > at)  # type: ignore[misc]
                own.kill()
                await until(lambda: not a.is_connected and not b.is_connected)
                began = time.monotonic()
                assert await reason(a, "b", "late") == "the line is down"
                assert time.monotonic() - began < 0.5
                a.tell("moved", b"lost")
                await asyncio.sleep(1)
                own.start()
                await until(lambda: a.is_connected and b.is_connected)
            at = len(answers) + 200
            await until(lambda: len(answers) > at)
            for task in going:
                task.cancel()
            await asyncio.gather(*going, return_exceptions=True)
        assert "the line broke" in refused
        assert "the line is down" in refused
        assert set(refused) <= {"the line broke", "the line is down", "there is no node b"}

    asyncio.run(run())
    assert b"lost" not in heard
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


def test_what_strangers_send_is_refused(server: NatsServer) -> None:
    """They reach the server, and have seen every message."""
    done: list[bytes] = []

    async def carry_out(body: bytes) -> bytes:
        await asyncio.sleep(0)
        done.append(body)
        return b"done"

    async def run() -> None:
        stranger = Client()
        await stranger.connect(f"nats://{server.address}")
        seen: list[tuple[str, str, bytes]] = []

        async def see(message: Any) -> None:  # noqa: ANN401 - a message of nats-py
            seen.append((message.subject, message.reply, message.data))

        await stranger.subscribe("croupier.>", cb=see)
        await stranger.flush()
        await stranger.flush()
        async with opened(by_server(f"nats://{server.address}"), "a", "b", "c") as [a, b, c]:
            for node in (b, c):
                node.answer("do", carry_out)
            assert await a.ask("b", "do", b"it", SECONDS) == b"done"
            await until(lambda: len(seen) == 2)
            (asked_at, reply, asked), (answered_at, _, answered) = seen
            assert answered_at == reply
            elsewhere = asked_at.replace(".b.", ".c.")
            forged = Seals(b"guessed", HOUSE, "a", a.seals.run, b.seals.clock)
            address = Address("b", "do", b.seals.clock() + 9000)
            for subject, data in (
                (asked_at, asked),  # repeated
                (elsewhere, asked),  # sent elsewhere
                (asked_at, forged.seal("ask", address, b"forged").data),
                (asked_at, b""),
                (answered_at, answered),
                (asked_at, answered),
            ):
                await stranger.publish(subject, data, reply=reply)
            await stranger.publish(reply, b"", headers={"Status": "503"})
            await stranger.flush()
            await until(lambda: b.refused.total() + c.refused.total() == 5)
            assert b.refused == {Refused.REPEATED: 1, Refused.FORGED: 2, Refused.NOT_HERE: 1}
            assert c.refused == {Refused.NOT_HERE: 1}
            await until(lambda: a.refused == {Refused.REPEATED: 1})
            assert await a.ask("b", "do", b"again", SECONDS) == b"done"
        await stranger.close()

    asyncio.run(run())
    assert done == [b"it", b"again"]


def test_headers_that_nats_py_cannot_read_do_not_silence_a_node(server: NatsServer) -> None:
    async def run() -> None:
        async with opened(by_server(f"nats://{server.address}"), "a", "b") as [a, b]:
            b.answer("echo", echo)
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            await reader.readline()
            writer.write(b'CONNECT {"headers":true,"verbose":false}\r\n')
            writer.write(b"HPUB croupier.house.node.b.echo 8 8\r\nNATS/1.0\r\nPING\r\n")
            await writer.drain()
            await reader.readline()
            writer.close()
            await until(lambda: b.refused == {Refused.FORGED: 1}, 1)
            assert await a.ask("b", "echo", b"1", SECONDS) == b"1"

    asyncio.run(run())


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
