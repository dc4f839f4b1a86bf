"""Every frame counts: what a connection may send, how many there may be, what a stuck one costs."""

from __future__ import annotations

import asyncio
import gc
import json
import socket
from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.server.floor.door import HEAD_BYTES, Door
from croupier.server.floor.frames import POLICY, Direct
from croupier.server.limits import Limits
from tests.support.house_in_thread import Running, until
from tests.support.raw_socket import BINARY, CLOSE, PING, PONG, TEXT, Raw, masked, raw

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

A_SECOND, AT_ONCE, OVERDRAWN = 40, 80, 80
"""Messages of a connection: on average, at once, and beyond that before it is closed."""
HELLO = masked(TEXT, b'{"type":"ping"}')
LIMITS = Limits(sockets=6, sockets_per_address=6, strangers=2, strangers_per_address=2)


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
    """What the address has done in the test before."""
    running.house.crowd.arrivals.buckets.clear()


@pytest.fixture
def another(running: Running) -> str:
    return f"Cookie: croupier={httpx.post(f'{running.url}/api/guest').cookies['croupier']}"


def ask(number: int, player: str = "g1") -> bytes:
    command = {"command": "place", "player": player, "bet": "tie", "cents": 100}
    asked = {"type": "ask", "id": f"r{number}", "table": "t5", "command": command}
    return masked(TEXT, json.dumps(asked).encode())


def told(one: Raw) -> list[dict[str, object]]:
    """Every message until the connection ends, which is closed by policy."""
    found = list(one.frames())
    closed = [data for kind, data in found if kind == CLOSE]
    assert [int.from_bytes(data[:2]) for data in closed] == [POLICY]
    return [json.loads(data) for kind, data in found if kind == TEXT]


def answers(one: Raw) -> None:
    """Whether a connection is still served."""
    assert one.send(HELLO)
    assert any(b'"pong"' in data for _, data in one.frames())


@pytest.mark.slow
@pytest.mark.threat("T109")
@pytest.mark.parametrize(
    "frame",
    [
        masked(PING),
        masked(PING, b"x" * 125),
        masked(PONG),
        masked(TEXT),
        masked(TEXT, b"x"),
        masked(BINARY, b"\xff\xfe"),
        masked(TEXT, b"x" * 20_000),
    ],
    ids=["pings", "long pings", "pongs", "empty", "one byte", "binary", "too long"],
)
def test_a_flood_of_frames_is_closed_and_others_are_answered(
    running: Running, cookie: str, another: str, frame: bytes
) -> None:
    with raw(running.port, another) as other, raw(running.port, cookie) as flooding:
        flooding.send(frame * (AT_ONCE + OVERDRAWN + 2 * A_SECOND))
        list(flooding.frames())
        until(lambda: not flooding.send(frame))
        answers(other)


def test_pings_up_to_the_limit_are_answered_and_one_more_closes(
    running: Running, cookie: str
) -> None:
    with raw(running.port, cookie) as one:
        one.send(masked(PING, b"1") * (AT_ONCE + A_SECOND))
        assert {message["type"] for message in told(one)} <= {"welcome", "purse"}


def test_commands_over_the_limit_are_refused_and_close_it_if_it_goes_on(
    running: Running,
) -> None:
    cookie = f"Cookie: croupier={httpx.post(f'{running.url}/api/guest').cookies['croupier']}"
    with raw(running.port, cookie) as one:
        for number in range(AT_ONCE + OVERDRAWN // 2):
            one.send(ask(number))
        refused = []
        for _, data in one.frames():
            message = json.loads(data)
            if message.get("why") == "too-often":
                refused.append(message)
                break
        [first] = refused
        assert first["type"] == "refused"
        assert int(str(first["id"])[1:]) >= AT_ONCE
        assert "slow down" in str(first["says"])
        one.send(ask(0) * 2 * OVERDRAWN)
        told(one)


def test_a_person_s_commands_count_by_all_sockets_together(running: Running) -> None:
    mine = f"Cookie: croupier={httpx.post(f'{running.url}/api/guest').cookies['croupier']}"
    with raw(running.port, mine) as one, raw(running.port, mine) as two:
        for number in range(AT_ONCE - 10):
            one.send(ask(number))
        answers(one)
        for number in range(2 * A_SECOND):
            two.send(ask(number))
        assert any(b"too-often" in data for _, data in two.frames())


def test_who_has_not_signed_in_may_send_less(running: Running) -> None:
    with raw(running.port) as one:
        one.send(masked(PING) * (AT_ONCE - 1))
        told(one)


def test_a_flooder_is_told_of_once(running: Running, cookie: str) -> None:
    news = running.house.crowd.news
    news.buckets.clear()
    assert news.allows("127.0.0.1")
    for _ in range(2):
        with raw(running.port, cookie) as one:
            one.send(masked(PING) * 3 * AT_ONCE)
            told(one)
    assert not news.allows("127.0.0.1")


def test_sockets_are_counted_by_address_and_given_back(running: Running) -> None:
    crowd = running.house.crowd
    until(lambda: not crowd.sockets)
    before, crowd.limits = crowd.limits, LIMITS
    try:
        held = [Raw(running.port) for _ in range(3)]
        assert [one.status for one in held] == [101, 101, 503]
        for one in held:
            one.socket.close()
        until(lambda: not crowd.sockets and not crowd.strangers)
        with raw(running.port) as one:
            assert one.status == 101
    finally:
        crowd.limits = before


@pytest.mark.threat("T114")
def test_stuck_readers_cost_bounded_memory_which_is_given_back(
    running: Running, cookie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is under its own bound; together they are over it, and the furthest behind go."""
    floor = running.house.floor
    monkeypatch.setattr("croupier.server.floor.backlog.MOST_TOGETHER", 1 << 16)
    until(lambda: not floor.watchers)
    stuck = [Raw(running.port, cookie, receive=4096) for _ in range(4)]
    until(lambda: len(floor.watchers) == 4)
    part = b"x" * (1 << 14)

    async def stuff() -> None:
        for watcher in tuple(floor.watchers):
            for _ in range(8):
                watcher.send(part)

    pump, most = running.house.queue.pump, 0
    assert pump is not None
    for _ in range(40):
        asyncio.run_coroutine_threadsafe(stuff(), pump.get_loop()).result(20)
        most = max(most, floor.backlog.together)
        if len(floor.watchers) < 4:
            break
    assert len(floor.watchers) < 4
    assert most <= 2 << 16
    for one in stuck:
        one.socket.close()
    until(lambda: not floor.watchers)
    assert (floor.backlog.of, floor.backlog.together) == ({}, 0)


def test_a_head_that_never_ends_is_cut_off(running: Running) -> None:
    with socket.create_connection(("127.0.0.1", running.port)) as one:
        one.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        line = b"X-More: " + b"x" * 1000 + b"\r\n"
        until(lambda: not sent(one, line * (HEAD_BYTES // 1000)))


@pytest.mark.threat("T112")
def test_a_body_that_never_ends_is_cut_off(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where nobody reads it, and though it goes on."""
    monkeypatch.setattr("croupier.server.floor.door.BODY_SECONDS", 0.1)
    with socket.create_connection(("127.0.0.1", running.port)) as one:
        one.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000\r\n\r\n")
        until(lambda: not sent(one, b"x"))


def test_whoever_is_signed_in_is_not_dropped_for_another(running: Running, cookie: str) -> None:
    crowd = running.house.crowd
    until(lambda: not crowd.connections)
    before, crowd.limits = crowd.limits, LIMITS
    try:
        with raw(running.port, cookie) as mine:
            silent = [socket.create_connection(("127.0.0.1", running.port)) for _ in range(8)]
            until(lambda: not sent(silent[0], b"x"))
            answers(mine)
            head = {"Cookie": cookie.removeprefix("Cookie: ")}
            with httpx.Client(base_url=running.url, headers=head) as client:
                assert client.get("/api/me").status_code == 200
                until(lambda: len(crowd.connections) - sum(map(len, crowd.unknown.values())) == 2)
            for one in silent:
                one.close()
    finally:
        crowd.limits = before


def sent(one: socket.socket, data: bytes) -> bool:
    try:
        one.sendall(data)
    except ConnectionError:
        return False
    return True


def test_what_has_read_a_request_goes_when_its_socket_is_open(running: Running) -> None:
    """Thousands stay open for hours; the crowd may still drop each of them."""
    crowd = running.house.crowd
    until(lambda: not crowd.connections)  # of other tests, which may be closing yet
    with raw(running.port) as one:
        assert next(one.frames())[0] == TEXT
        [connection] = crowd.connections
        gc.collect()
        doors = [door for door in gc.get_objects() if isinstance(door, Door)]
        assert all(door.transport.get_protocol() is door for door in doors)
        [line] = [one.line for one in running.house.floor.watchers]
        assert isinstance(line, Direct)
        line.loop.call_soon_threadsafe(connection.drop)
        assert list(one.frames()) == []
