"""What anybody can ask for without signing in, over and over, and who is still answered."""

from __future__ import annotations

import socket
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.server import app
from croupier.server.floor.door import MOST_PIPELINED
from croupier.server.http import paging
from croupier.server.http.api import fairness
from croupier.server.http.operation import CASH_OUTS, LONG_READS, MOST_READING_OF_ONE
from croupier.server.limits import RateLimit
from croupier.server.past.shoe_record import last_record
from tests.support.house_in_thread import Running, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEALTH = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
FINE, TOO_OFTEN, BUSY = 200, 429, 503


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    made = Running(tmp_path, betting_seconds=3600, patience=0, proxies=["127.0.0.2"])
    yield made
    made.stop()


def heard(one: socket.socket) -> bytes:
    """Everything until the other end has gone."""
    found = b""
    one.settimeout(20)
    try:
        while more := one.recv(1 << 16):
            found += more
    except ConnectionError:
        pass
    return found


@pytest.mark.threat("T110")
def test_a_pipeline_of_requests_is_cut_off(running: Running) -> None:
    """Each waiting one took memory, without an end, and all of them the loop's time."""
    before = running.server.server_state.total_requests
    with socket.create_connection(("127.0.0.1", running.port)) as one:
        one.sendall(HEALTH * 1000)
        heard(one)
    assert running.server.server_state.total_requests - before <= MOST_PIPELINED + 1
    assert httpx.get(f"{running.url}/health").status_code == FINE


def test_a_short_pipeline_is_answered_in_order(running: Running) -> None:
    last = HEALTH.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    with socket.create_connection(("127.0.0.1", running.port)) as one:
        one.sendall(HEALTH * (MOST_PIPELINED - 1) + last)
        assert heard(one).count(b"HTTP/1.1 200") == MOST_PIPELINED


def test_requests_are_counted_by_address_and_others_are_answered(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also by the one that a proxy tells, so that its clients do not pay for each other."""
    monkeypatch.setattr(running.house.crowd, "requests", RateLimit(40, 0.001))
    with httpx.Client(base_url=running.url) as client:
        told = [client.get("/health") for _ in range(50)]
    assert Counter(one.status_code for one in told) == {FINE: 40, TOO_OFTEN: 10}
    assert told[-1].headers["connection"] == "close"
    assert told[-1].json()["why"] == "too-often"
    proxy = httpx.HTTPTransport(local_address="127.0.0.2")
    with httpx.Client(base_url=running.url, transport=proxy) as client:
        for address, status in [("192.0.2.7", FINE), ("127.0.0.1", TOO_OFTEN)]:
            said = {"X-Forwarded-For": address}
            assert client.get("/health", headers=said).status_code == status


@pytest.mark.threat("T111")
def test_strangers_who_read_much_do_not_keep_staff_or_others_from_reading(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Forty records asked for by one address, and the auditor was told to come back."""
    reading, go = threading.Semaphore(0), threading.Event()

    def slow(*given: object) -> object:
        reading.release()
        assert go.wait(20)
        return last_record(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(fairness, "last_record", slow)
    assert isinstance(running.staff, list)
    [password] = [password for name, _, password in running.staff if name == "a1"]
    crowd = httpx.Client(base_url=running.url, timeout=60, limits=httpx.Limits(max_connections=50))
    with (
        crowd,
        httpx.Client(base_url=running.url) as auditor,
        ThreadPoolExecutor(50) as pool,
        ExitStack() as over,
    ):
        over.callback(go.set)
        auditor.post("/api/sign-in", json={"name": "a1", "password": password})
        path = "/api/tables/t5/record"
        sent = [pool.submit(crowd.get, path) for _ in range(40)]
        for _ in range(LONG_READS):
            reading.acquire(timeout=20)
        refused = len(sent) - LONG_READS - MOST_READING_OF_ONE
        until(lambda: sum(one.done() for one in sent) == refused)
        assert auditor.get("/api/journal").status_code == FINE
        proxy = httpx.HTTPTransport(local_address="127.0.0.3")
        with httpx.Client(base_url=running.url, transport=proxy) as another:
            other = pool.submit(another.get, path)
            go.set()
            assert other.result().status_code == FINE
        told = Counter(one.result().status_code for one in sent)
        assert told == {BUSY: refused, FINE: len(sent) - refused}


@pytest.mark.threat("T113")
def test_a_player_takes_out_so_many_tickets_and_no_more(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one cent each, a thousand were had in five seconds, and the list had them all."""
    with httpx.Client(base_url=running.url) as guest:
        guest.post("/api/guest")
        guest.post("/api/buy-in", json={"cents": 1000})
        told = [guest.post("/api/cash-out", json={"cents": 1}) for _ in range(CASH_OUTS + 5)]
        assert Counter(one.status_code for one in told) == {FINE: CASH_OUTS, TOO_OFTEN: 5}
        issued = [one.json()["ticket"] for one in told[:CASH_OUTS]]
        monkeypatch.setattr(paging, "MOST_TOLD", 25)
        pages = [
            [one["ticket"] for one in guest.get("/api/tickets", params={"skip": skip}).json()]
            for skip in (0, 25, 50, 75)
        ]
        assert pages == [issued[-25:], issued[-50:-25], issued[:10], []]
        assert guest.get("/api/tickets", params={"skip": -1}).status_code == 400


def test_the_description_is_encoded_once(running: Running) -> None:
    answered = httpx.get(f"{running.url}/openapi.json")
    assert answered.content == app.ENCODED
    assert answered.headers["content-type"] == "application/json"
