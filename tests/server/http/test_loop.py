"""Nothing that writes runs on the loop: a locked file holds up nobody who needs none."""

from __future__ import annotations

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.server.journal.sqlite import SqliteStore
from tests.support.house_in_thread import Running
from tests.support.raw_socket import TEXT, masked, raw

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PASSWORD = "quite another password"  # noqa: S105 - of nobody
REASON = {"reason": "a look at the rules"}


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    made = Running(tmp_path, betting_seconds=1, pace=0, patience=0)
    yield made
    made.stop()


class Watched:
    """Where each store of a house was written, once it is open."""

    def __init__(self, running: Running) -> None:
        self.loop = running.thread.ident
        self.places: list[str] = []
        self.written = 0
        house = running.house
        for store in (house.store, house.people.store, house.shoes.store):
            assert isinstance(store, SqliteStore)
            store.on_step = self.seen

    def seen(self, place: str) -> None:
        self.written += 1
        if threading.get_ident() == self.loop:
            self.places.append(place)


@pytest.mark.threat("T115")
def test_no_request_writes_on_the_loop(running: Running) -> None:
    watched = Watched(running)
    assert isinstance(running.staff, list)
    passwords = {name: password for name, _, password in running.staff}
    with httpx.Client(base_url=running.url) as client:

        def ask(who: str, method: str, path: str, **given: object) -> httpx.Response:
            mine = {"Cookie": f"croupier={cookies[who]}"} if who in cookies else {}
            told = client.request(method, path, json=given or None, headers=mine)
            client.cookies.clear()
            return told

        cookies: dict[str, str] = {}
        cookies["g1"] = ask("", "POST", "/api/guest").cookies["croupier"]
        for name, password in passwords.items():
            signed = ask("", "POST", "/api/sign-in", name=name, password=password)
            cookies[name] = signed.cookies["croupier"]
        ask("", "POST", "/api/sign-in", name="d1", password=REASON["reason"])
        told = [
            ask("g1", "POST", "/api/buy-in", cents=100),
            ask("g1", "POST", "/api/cash-out", cents=100),
            ask("d1", "POST", "/api/players/g1/buy-in", cents=100),
            ask("d1", "POST", "/api/lock"),
            ask("d1", "POST", "/api/unlock", password=passwords["d1"]),
            ask("d1", "POST", "/api/password", old=passwords["d1"], new=PASSWORD),
            ask("d1", "POST", "/api/tables/t1/call", **REASON),
            ask("s1", "POST", "/api/tables/t1/answer"),
            ask("m1", "POST", "/api/people", name="p1", role="player"),
            ask("m1", "POST", "/api/people", name="m9", role="pit-manager", **REASON),
            ask("f1", "POST", "/api/people/proposals/1/confirm"),
            ask("m1", "POST", "/api/people/p1/reset-password", **REASON),
            ask("m1", "POST", "/api/people/p1/lock", **REASON),
            ask("s1", "POST", "/api/jackpots/three-card-poker/freeze", **REASON),
            ask("s1", "POST", "/api/jackpots/three-card-poker/resume"),
            ask("a1", "GET", "/api/journal"),
            ask("d1", "POST", "/api/sign-out"),
        ]
        assert {f"{one.request.url.path}: {one.text}" for one in told if one.is_error} == set()
    assert watched.written > len(told)
    assert watched.places == []


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """By another program."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        yield
        other.execute("ROLLBACK")


def test_a_locked_file_holds_up_nobody_who_does_not_write(running: Running) -> None:
    """Guests and sign-ins wait for the file in vain; what needs no file is answered meanwhile."""
    assert isinstance(running.staff, list)
    name, _, password = running.staff[0]
    with (
        httpx.Client(base_url=running.url, timeout=60) as client,
        ThreadPoolExecutor(4) as pool,
        raw(running.port) as socket,
    ):
        with locked(running.house.store.path):
            waiting = [
                pool.submit(client.post, "/api/guest"),
                pool.submit(client.post, "/api/sign-in", json={"name": name, "password": password}),
            ]
            while not running.house.queue.write_lock.locked():
                assert client.get("/health").text == "ok\n"
            done = [one.done() for one in waiting]
            for _ in range(5):
                assert client.get("/health").text == "ok\n"
                assert client.get("/api/tables").is_success
            socket.send(masked(TEXT, b'{"type":"ping"}'))
            assert any(b'"pong"' in data for _, data in socket.frames())
            assert done == [False, False]
        assert {one.result().status_code for one in waiting} <= {200, 503}
    answered = httpx.get(f"{running.url}/health")
    assert answered.text == "ok\n"
