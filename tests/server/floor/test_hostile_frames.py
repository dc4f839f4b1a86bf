"""Clients that keep to no protocol: how each connection ends, and that others go on."""

from __future__ import annotations

import asyncio
import json
import socket
from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.server.floor import frames
from croupier.server.floor.frames import Direct
from tests.support.house_in_thread import Running, until
from tests.support.raw_socket import BINARY, CLOSE, PING, PONG, TEXT, Raw, masked, raw

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HELLO = b'{"type":"ping"}'
FIRST_PART, PART, LAST_PART = 0x01, 0x00, 0x80
NORMAL, PROTOCOL_ERROR, INVALID_DATA, TOO_BIG = 1000, 1002, 1007, 1009


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    made = Running(tmp_path, betting_seconds=3600, patience=0)
    yield made
    made.stop()


@pytest.fixture
def cookie(running: Running) -> str:
    return f"Cookie: croupier={httpx.post(f'{running.url}/api/guest').cookies['croupier']}"


@pytest.fixture(autouse=True)
def forgiven(running: Running) -> None:
    running.house.crowd.arrivals.buckets.clear()


def messages(one: Raw) -> Iterator[dict[str, object]]:
    return (json.loads(data) for kind, data in one.frames() if kind == TEXT)


def answer(one: Raw, kind: str) -> dict[str, object]:
    return next(message for message in messages(one) if message["type"] == kind)


def ends(one: Raw) -> int:
    """The code with which the house closes, after which nothing more comes."""
    found = list(one.frames())
    codes = [int.from_bytes(data[:2]) for kind, data in found if kind == CLOSE]
    assert [found[-1][0], len(codes)] == [CLOSE, 1]
    return codes[0]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x81\x0f" + HELLO, PROTOCOL_ERROR),
        (masked(TEXT | 0x40, HELLO), PROTOCOL_ERROR),
        (masked(TEXT | 0x10, HELLO), PROTOCOL_ERROR),
        (masked(0x83, HELLO), PROTOCOL_ERROR),
        (masked(0x8B), PROTOCOL_ERROR),
        (masked(PING, b"x" * 126), PROTOCOL_ERROR),
        (masked(0x09, b"x"), PROTOCOL_ERROR),
        (masked(LAST_PART, HELLO), PROTOCOL_ERROR),
        (masked(FIRST_PART, HELLO) + masked(TEXT, HELLO), PROTOCOL_ERROR),
        (masked(CLOSE, b"\x03"), PROTOCOL_ERROR),
        (masked(CLOSE, (1005).to_bytes(2)), PROTOCOL_ERROR),
        (masked(CLOSE, b"\x03\xe8\xff"), INVALID_DATA),
        (b"\x81\xff" + (1 << 40).to_bytes(8), TOO_BIG),
        (masked(FIRST_PART, b"x" * 60_000) + masked(PART, b"x" * 10_000), TOO_BIG),
    ],
    ids=[
        *("unmasked", "first reserved bit", "last reserved bit", "unknown kind"),
        *("unknown control", "long ping", "ping in parts", "nothing to go on", "begun anew"),
        *("short farewell", "no such code", "reason that is no text", "huge", "huge in parts"),
    ],
)
def test_what_breaks_the_protocol_is_closed_by_its_code_and_others_go_on(
    running: Running, cookie: str, data: bytes, code: int
) -> None:
    with raw(running.port, cookie) as other, raw(running.port, cookie) as one:
        one.send(data + masked(TEXT, HELLO))
        assert ends(one) == code
        other.send(masked(TEXT, HELLO))
        assert answer(other, "pong")
    until(lambda: not running.house.floor.watchers)


def test_a_message_in_parts_is_heard_also_with_pings_between(running: Running, cookie: str) -> None:
    with raw(running.port, cookie) as one:
        one.send(masked(FIRST_PART, HELLO[:4]) + masked(PING, b"here?"))
        one.send(masked(PART, HELLO[4:9]) + masked(PONG, b"unasked") + masked(PART))
        one.send(masked(LAST_PART, HELLO[9:]))
        found = []
        for kind, data in one.frames():
            found += [data] if kind == PONG else []
            if b'"pong"' in data:
                break
        assert found == [b"here?"]


def test_a_message_that_comes_byte_by_byte_is_heard(running: Running, cookie: str) -> None:
    with raw(running.port, cookie) as one:
        one.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for byte in masked(TEXT, HELLO):
            one.send(bytes([byte]))
        assert answer(one, "pong")


def test_parts_without_end_are_counted_and_closed(running: Running, cookie: str) -> None:
    with raw(running.port, cookie) as one:
        at_once, overdrawn, meanwhile = 80, 80, 80
        many = at_once + overdrawn + meanwhile
        one.send(masked(FIRST_PART) + masked(PART) * many)
        assert ends(one) == frames.POLICY


@pytest.mark.parametrize("kind", [TEXT, BINARY])
def test_what_is_no_text_is_told_so(running: Running, cookie: str, kind: int) -> None:
    with raw(running.port, cookie) as one:
        one.send(masked(kind, b'{"type":"\xff\xfe"}') + masked(TEXT, HELLO))
        assert answer(one, "bad")["why"] == "unreadable"
        assert answer(one, "pong")


def test_a_long_message_is_told_so_before_it_is_too_long_to_be_read(
    running: Running, cookie: str
) -> None:
    with raw(running.port, cookie) as one:
        one.send(masked(TEXT, b" " * (16_384 + 1)) + masked(TEXT, HELLO))
        assert answer(one, "bad")["why"] == "too-large"
        assert answer(one, "pong")


@pytest.mark.parametrize("word", [b"", b"\x03\xe8", (4000).to_bytes(2) + b"see you"])
def test_a_farewell_is_returned_and_nothing_is_heard_after_it(
    running: Running, cookie: str, word: bytes
) -> None:
    with raw(running.port, cookie) as one:
        assert answer(one, "welcome")
        one.send(masked(CLOSE, word) + masked(TEXT, HELLO))
        found = list(one.frames())
        assert found[-1] == (CLOSE, word)
        assert not any(b'"pong"' in data for _, data in found)
    until(lambda: not running.house.floor.watchers)


def test_who_ends_one_direction_has_gone(running: Running, cookie: str) -> None:
    with raw(running.port, cookie) as one:
        until(lambda: running.house.floor.watchers)
        one.socket.shutdown(socket.SHUT_WR)
        list(one.frames())
        until(lambda: not running.house.floor.watchers)


def test_who_takes_nothing_and_says_goodbye_is_not_waited_for(
    running: Running, cookie: str
) -> None:
    floor = running.house.floor
    until(lambda: not floor.watchers)
    with raw(running.port, cookie, receive=4096) as one:
        until(lambda: floor.watchers)
        [watcher] = floor.watchers
        line = watcher.line
        assert isinstance(line, Direct)
        line.loop.call_soon_threadsafe(watcher.send, b"x" * 200_000)
        until(line.waiting)
        one.send(masked(CLOSE, b"\x03\xe8"))
        until(lambda: not floor.watchers)
    assert not line.lost, "the farewell ended it, not a ping without an answer"


def test_an_open_connection_has_no_task_of_its_own(running: Running, cookie: str) -> None:
    until(lambda: not running.house.floor.watchers)
    before = tasks(running)
    with raw(running.port, cookie) as one:
        assert answer(one, "welcome")
        until(lambda: tasks(running) <= before)


def tasks(running: Running) -> int:
    pump = running.house.queue.pump
    assert pump is not None
    return len(asyncio.all_tasks(pump.get_loop()))


def test_who_goes_on_sending_is_told_why_it_is_closed(running: Running, cookie: str) -> None:
    """Its later words are taken and thrown away: unread, they would take the reason back."""
    with raw(running.port, cookie) as one:
        assert answer(one, "welcome")
        assert one.send(masked(TEXT | 0x40, HELLO))
        for _ in range(20):
            assert one.send(masked(TEXT, HELLO) * 1000)
        assert ends(one) == PROTOCOL_ERROR


def test_who_goes_on_without_end_is_cut_off(running: Running, cookie: str) -> None:
    until(lambda: not running.house.floor.watchers)
    with raw(running.port, cookie) as one:
        assert answer(one, "welcome")
        assert one.send(masked(TEXT | 0x40, HELLO))
        sent = 0
        while one.send(b"x" * 65_536):
            sent += 65_536
            assert sent < 64 * frames.MOST_LEFT_OVER
        until(lambda: not running.house.floor.watchers)
