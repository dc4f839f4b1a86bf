"""Faults of the disk and of terminals, through a running server and real sockets.

GLI-19 B.3.5 (recovery), 4.16 (interrupted rounds), 4.18.2 (a lost link changes nobody's result).
"""

from __future__ import annotations

import json
import shutil
import socket
import sqlite3
import struct
import subprocess
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from websockets.exceptions import ConnectionClosed

from croupier.server.floor.frames import A_SECOND
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.people.passwords import LIGHT
from croupier.server.web import MOST_BYTES
from tests.support.house_invariants import Asked, unkept, wrong
from tests.support.server_process import (
    BACCARAT,
    CREDITS,
    CROUPIER,
    TABLES,
    InThread,
    Served,
    StillHouse,
    Terminal,
    furnished,
    until,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

ELSEWHERE = "t1"
TICK = 0.001


class House:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cookies = furnished(folder, guests=30)
        self.fresh = iter(self.cookies.items())
        self.served = Served(folder)
        self.asked: dict[str, Asked] = {}

    def terminal(self) -> Terminal:
        name, cookie = next(self.fresh)
        made = Terminal(self.served.url, cookie, name)
        made.placed = self.asked
        return made

    def again(self, terminal: Terminal) -> Terminal:
        return Terminal(self.served.url, self.cookies[terminal.name], terminal.name)

    def wrong(self) -> list[str]:
        opened = SqliteStore(self.folder / "house.db")
        store = opened.reader()
        opened.close()
        found = [*wrong(store, store.meta()["key"]), *unkept(store, self.asked)]
        store.close()
        return found


@pytest.fixture
def house() -> Iterator[House]:
    """On a disk: what lies in memory has no faults."""
    with TemporaryDirectory(dir="/var/tmp") as folder:
        made = House(Path(folder) / "house")
        with made.served:
            yield made
            made.served.stop()
        assert made.wrong() == []
        assert made.served.complaints() == []


# The disk


def full(house: House) -> AbstractContextManager[None]:
    return house.served.full_disk()


@contextmanager
def locked(house: House) -> Iterator[None]:
    """Another program writes and does not come to an end."""
    other = sqlite3.connect(house.folder / "house.db", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def unchangeable(*paths: Path) -> Iterator[None]:
    """Also for whoever has the files open."""
    files, chattr = [str(path) for path in paths], shutil.which("chattr")
    if chattr is None or subprocess.run([chattr, "+i", *files], check=False).returncode:
        pytest.skip("this user or file system cannot make a file unchangeable")
    try:
        yield
    finally:
        subprocess.run([chattr, "-i", *files], check=True)


def unwritable(house: House) -> AbstractContextManager[None]:
    return unchangeable(house.folder / "house.db", house.folder / "house.db-wal")


@pytest.mark.slow
@pytest.mark.standard(60)
@pytest.mark.parametrize("fault", [full, locked, unwritable])
def test_a_fault_of_the_disk_pauses_the_house_and_loses_nothing(
    house: House, fault: Callable[[House], AbstractContextManager[None]]
) -> None:
    with house.terminal() as player, house.terminal() as other:
        other.watch(ELSEWHERE)
        kept = player.wager(10_000)
        with fault(house):
            for terminal in (player, other):
                notice = terminal.wait_for_type("notice")
                assert notice["paused"]
            assert player.place(5000, id="while paused")["type"] in {"paused", "refused"}
            status, why = house.served.asked("/ready")
            assert status == 503
            assert notice["paused"] in why
            with house.terminal() as late:
                assert late.wait_for_type("notice")["paused"]
        for terminal in (player, other):
            terminal.wait_for(lambda told: told["type"] == "notice" and told["paused"] is None)
        until(lambda: house.served.asked("/ready")[0] == 200)
        assert player.place(10_000, id=kept["id"]) == kept
        player.wager(2500)  # play has resumed by itself
    assert house.wrong() == []


def test_what_was_not_acknowledged_is_carried_out_once_when_it_is_asked_again(
    house: House,
) -> None:
    with house.terminal() as player:
        player.watch(BACCARAT)
        player.wait_for_step(BACCARAT, "betting")
        with house.served.full_disk():
            told = player.place(10_000, id="once")
            assert told["type"] in {"paused", "refused"}
        until(lambda: house.served.asked("/ready")[0] == 200)
        told = player.place(10_000, id="once")
        while told["type"] != "acknowledged":  # betting may have closed meanwhile
            player.wait_for_step(BACCARAT, "betting")
            told = player.place(10_000, id="once")
        assert player.place(10_000, id="once") == told
    assert house.wrong() == []


def test_a_house_that_nobody_asks_anything_resumes_by_itself(tmp_path: Path) -> None:
    [(name, cookie), *_] = furnished(tmp_path / "house").items()
    house = StillHouse(tmp_path / "house", profile=LIGHT)
    house.store.connection.execute("PRAGMA busy_timeout = 10")
    running = InThread(house)
    other = sqlite3.connect(tmp_path / "house" / "house.db", isolation_level=None)
    with Terminal(running.url, cookie, name) as player:
        other.execute("BEGIN IMMEDIATE")
        told = player.ask("t1", command="walk-away", player=name)
        assert (told["type"], "nothing is lost" in told["says"]) == ("paused", True)
        assert player.wait_for_type("notice")["paused"] == "database is locked"
        other.execute("ROLLBACK")
        assert player.wait_for_type("notice")["paused"] is None
    other.close()
    running.stop()


@pytest.mark.slow
def test_a_house_that_may_not_be_written_says_so_and_does_not_open(tmp_path: Path) -> None:
    folder = tmp_path / "house"
    furnished(folder)
    with sqlite3.connect(folder / "house.db") as store:
        store.execute("PRAGMA journal_mode=DELETE")
    store.close()
    before = (folder / "house.db").read_bytes()
    with unchangeable(folder / "house.db", folder):
        done = subprocess.run(
            [CROUPIER, "serve", "--port", "0", "--folder", str(folder)],
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr
    assert (folder / "house.db").read_bytes() == before


# Terminals


@pytest.mark.standard(5, 25)
def test_a_vanished_terminals_wagers_stand_and_it_sees_what_happened(house: House) -> None:
    """GLI-19 4.18.2: a lost link changes nobody's result, and on return the player sees it."""
    with house.terminal() as other:
        other.watch(BACCARAT)
        player = house.terminal()
        player.wager(10_000)
        seen = player.versions[BACCARAT]
        player.vanish()
        other.wait_for(settles)
        with house.again(player) as back:
            back.watch(BACCARAT, since=seen)
            missed = back.wait_for(lambda told: told["type"] == "seen" and told["events"])
            assert missed["since"] == seen
            assert settles(missed)
            [line] = [line for line in lines_of(missed) if line["stake_cents"] == 10_000]
            assert line["clauses"]
            while back.steps[BACCARAT] != "betting":
                back.next()
            won = line["back_cents"] - 10_000
            assert purse(house, player.name) == CREDITS + won


def settles(told: dict[str, object]) -> bool:
    return any("lines" in event for event in told.get("events", ()))  # type: ignore[attr-defined]


def lines_of(seen: dict[str, object]) -> list[dict[str, int]]:
    """The lines of the one player who wagered, as all are told."""
    return [line for event in seen["events"] for line in event.get("lines", ())]  # type: ignore[attr-defined]


def purse(house: House, name: str) -> int:
    store = SqliteStore(house.folder / "house.db")
    try:
        return store.balance(f"player:{name}")
    finally:
        store.close()


def test_a_reader_that_does_not_read_is_dropped_and_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here in a thread, with less patience than a house has."""
    monkeypatch.setattr("croupier.server.floor.watcher.MOST_BEHIND", 1 << 16)
    monkeypatch.setattr("croupier.server.floor.ticks.TICK", TICK)
    monkeypatch.setattr("croupier.server.floor.frames.A_SECOND", 10**6)
    [(name, cookie), *_] = furnished(tmp_path / "house").items()
    running = InThread(StillHouse(tmp_path / "house", profile=LIGHT))
    watchers = running.house.floor.watchers
    with Terminal(running.url, cookie, name) as other, reading_nothing(running.port) as slow:
        until(lambda: len(watchers) == 2)
        watch = [frame(json.dumps({"type": "watch", "table": one}).encode()) for one in TABLES]
        with suppress(ConnectionError):  # dropped while it still asks
            while len(watchers) == 2:
                slow.sendall(b"".join(watch))
                other.ping()
        other.ping()
    running.stop()


@contextmanager
def reading_nothing(port: int) -> Iterator[socket.socket]:
    """A terminal that is let in and then reads nothing."""
    with socket.socket() as made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        made.connect(("127.0.0.1", port))
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
        asked = f"Host: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{key}"
        made.sendall(f"GET /ws HTTP/1.1\r\n{asked}\r\n\r\n".encode())
        assert b" 101 " in made.recv(64)
        yield made


def frame(data: bytes) -> bytes:
    """As a client sends it, masked with nothing."""
    head = bytes([0x81, 0x80 | len(data)]) if len(data) < 126 else b""
    assert head
    return head + bytes(4) + data


def test_a_flood_is_told_to_slow_down_and_others_are_served(house: House) -> None:
    with house.terminal() as other, house.terminal() as flooding:
        for _ in range(4 * A_SECOND):
            flooding.send(type="ping")
        other.ping()
        assert "slow down" in flooding.wait_for_type("bad")["says"]
        other.ping()
        flooding.vanish()


@pytest.mark.parametrize("size", [MOST_BYTES + 1, 40 * MOST_BYTES])
def test_a_huge_message_is_refused(house: House, size: int) -> None:
    with house.terminal() as other:
        huge = house.terminal()
        huge.socket.send("x" * size)
        with suppress(ConnectionClosed):
            told = huge.wait_for_type("bad")
            assert "at most" in told["says"]
            huge.ping()
        assert huge.socket.close_code in {None, 1009}
        other.ping()
        huge.close()


def test_half_open_connections_hold_nobody_up(house: House) -> None:
    """One that never finishes its first request, one that stops in mid-message, one reset."""
    address = ("127.0.0.1", house.served.port)
    with socket.create_connection(address) as never, house.terminal() as other:
        never.sendall(b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websock")
        half, reset = house.terminal(), house.terminal()
        half.socket.socket.sendall(frame(b'{"type":"ping"}')[:-4])
        linger = struct.pack("ii", 1, 0)
        reset.socket.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
        reset.vanish()
        other.ping()
        other.watch(BACCARAT)
        other.wait_for_step(BACCARAT, "betting")
        half.vanish()
