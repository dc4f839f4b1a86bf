"""Real servers in processes of their own, and terminals on real sockets, for tests of both.

Little is known here of what messages look like: a table's step, an answer's id and a notice.
"""

from __future__ import annotations

import json
import resource
import signal
import socket
import sys
import threading
import time
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from subprocess import PIPE, STDOUT
from typing import TYPE_CHECKING, Any, Self

import httpx
import uvicorn
from msgspec.structs import replace
from websockets.exceptions import ConnectionClosed, InvalidMessage
from websockets.sync.client import connect

from croupier.games import GAMES
from croupier.server.app import application
from croupier.server.floor.door import served
from croupier.server.journal import keyring
from croupier.server.journal.keys import key_places
from croupier.server.journal.log import FILE
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.cage import Cage
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.server.people.people import People, Session
from croupier.server.play.house import House
from croupier.table import authority
from croupier.wire.house import setup_of
from tests.support.house_invariants import Asked
from tests.support.own_store import own_store
from tests.support.ready_program import ReadyProgram
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

CROUPIER = str(Path(sys.executable).with_name("croupier"))
TABLES = {f"t{number}": game.name for number, game in enumerate(GAMES, 1)}
BACCARAT = next(name for name, game in TABLES.items() if game == "baccarat")
CREDITS = 200_000
PATIENCE = 20
"""Seconds after which a test takes something for lost."""
Told = dict[str, Any]


def furnished(
    folder: Path,
    *,
    guests: int = 4,
    betting_seconds: int = 1,
    passwords: dict[str, str] | None = None,
) -> dict[str, str]:
    """A house with a table of each game and guests with credits; their names and cookies.

    The passwords of its staff are put where somebody asks for them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    store, at = SqliteStore(folder / "house.db"), time.time_ns() // 1_000_000
    keys = keyring.create(key_places(folder))
    keys.unlock(store)
    house = House(store, keys, folder / FILE)
    for name, game in TABLES.items():
        setup = replace(
            setup_of(game), betting_seconds=betting_seconds, dealer=authority.HOUSE, shoe=False
        )
        house.add_table(name, setup, "house", at)
    store.set_meta("demonstration", "yes")
    people, cage = People(store, profile=LIGHT), Cage(house.store, house.balances, house.own_play)
    staff = people.first_staff(at)
    assert isinstance(staff, list)
    if passwords is not None:
        passwords.update({name: password for name, _, password in staff})
    cookies = {}
    for _ in range(guests):
        made = people.guest(at)
        assert isinstance(made, tuple), made
        who, token = made
        cage.buy_in(who.name, CREDITS, "house", at)
        cookies[who.name] = f"croupier={token}"
    store.close()
    return cookies


def staff_cookies(folder: Path) -> dict[str, str]:
    """Sessions for one person of each position, before the doors open."""
    store, at = own_store(folder), time.time_ns() // 1_000_000
    people = People(store, profile=LIGHT)
    found = {}
    for name, account in people.accounts.items():
        session = people.admit(name, account.password, at)
        assert isinstance(session, Session), session
        found[name] = f"croupier={session.token}"
    store.close()
    return found


class Served:
    """`croupier serve` on a folder; killed, limited and started again as the test wants."""

    def __init__(self, folder: Path, *, pace: float = 0, seconds_off: int = 0) -> None:
        self.folder, self.pace = folder, pace
        self.seconds_off = seconds_off
        """By which the clock of its machine is wrong."""
        self.said: list[str] = []
        self.port = 0
        self.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """At the same address as before, when there was one."""
        options = ["--port", str(self.port), "--pace", str(self.pace), "--folder", str(self.folder)]
        self.process = ReadyProgram(
            ["serve", *options], stdout=PIPE, stderr=STDOUT, seconds_off=self.seconds_off
        )
        self.opened = threading.Event()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        assert self.opened.wait(PATIENCE), self.said
        assert self.port, self.said
        until(lambda: self.asked("/health") == (200, "ok"))

    def read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(line.rstrip())
            if "is open at" in line:
                self.port = int(line.rstrip().rstrip("/").rpartition(":")[2])
                self.opened.set()
        self.opened.set()

    def kill(self) -> None:
        self.process.kill()
        self.ended()

    def stop(self) -> int:
        """As an operator does; rounds in play are brought to their end."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def ended(self) -> int:
        status = self.process.wait(2 * PATIENCE)
        self.reader.join(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return status

    @contextmanager
    def full_disk(self) -> Iterator[None]:
        """No file of the server grows or is changed beyond its first byte."""
        pid, kind = self.process.pid, resource.RLIMIT_FSIZE
        before = resource.prlimit(pid, kind)
        resource.prlimit(pid, kind, (1, before[1]))
        try:
            yield
        finally:
            if self.process.poll() is None:
                resource.prlimit(pid, kind, before)

    def asked(self, path: str) -> tuple[int, str]:
        try:
            answer = httpx.get(self.url + path, timeout=PATIENCE)
        except httpx.TransportError as error:
            return 0, str(error)
        return answer.status_code, answer.text.strip()

    def complaints(self) -> list[str]:
        """What the server's log has of bugs; that its store paused is none."""
        return [
            line
            for line in self.said
            if "traceback" in line.lower() or ('"level":"error"' in line and "store" not in line)
        ]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.kill()


class Terminal:
    """One connection. What came is kept; waiting looks at what has not been looked at yet."""

    def __init__(self, url: str, cookie: str = "", name: str = "", **more: Any) -> None:  # noqa: ANN401
        headers = {"Cookie": cookie} if cookie else {}
        address = url.replace("http", "ws", 1) + "/ws"
        self.way = connect(address, additional_headers=headers, max_size=None, **more)
        self.socket = self.way.__enter__()
        self.name, self.asked = name, 0
        self.steps: dict[str, str] = {}
        self.versions: dict[str, int] = {}
        self.told: list[Told] = []
        self.placed: dict[str, Asked] = {}
        """Wagers at the baccarat table, by the name under which the house keeps the request."""
        self.first = self.next()

    def next(self, seconds: float = PATIENCE) -> Told:
        told: Told = json.loads(self.socket.recv(seconds))
        self.told.append(told)
        if told["type"] == "seen":
            self.steps[told["table"]] = told["view"]["step"]
            self.versions[told["table"]] = told["version"]
        return told

    def wait_for(self, is_it: Callable[[Told], object], seconds: float = PATIENCE) -> Told:
        """The next message of a kind."""
        end = time.monotonic() + seconds
        while not is_it(told := self.next(max(0.01, end - time.monotonic()))):
            pass
        return told

    def wait_for_type(self, kind: str) -> Told:
        return self.wait_for(lambda told: told["type"] == kind)

    def wait_for_step(self, table: str, step: str) -> None:
        """Until the table is seen in a step, anew."""
        self.steps.pop(table, None)
        self.wait_for(lambda _: self.steps.get(table) == step)

    def send(self, **message: Any) -> None:  # noqa: ANN401 - any message
        self.socket.send(json.dumps(message))

    def watch(self, table: str, since: int | None = None) -> None:
        self.send(type="watch", table=table, since=since)

    def ask(self, table: str, *, id: str | None = None, **command: Any) -> Told:  # noqa: A002, ANN401
        """The answer: acknowledged, refused or paused."""
        self.asked += 1
        name = id or f"{time.time_ns()}-{self.asked}"
        self.send(type="ask", id=name, table=table, command=command)
        return self.wait_for(lambda told: told.get("id") == name)

    def place(self, cents: int = 2500, bet: str = "player", **more: Any) -> Told:  # noqa: ANN401
        """A wager at the baccarat table."""
        asked: dict[str, Any] = {
            "command": "place",
            "player": self.name,
            "bet": bet,
            "cents": cents,
        }
        told = self.ask(BACCARAT, **asked, **more)
        request, known = f"{self.name}/{told['id']}", Asked(BACCARAT, self.name, cents)
        self.placed[request] = known._replace(version=told.get("version"))
        return told

    def wager(self, cents: int = 2500) -> Told:
        """A wager at the baccarat table, when its betting is open: how it was acknowledged."""
        self.watch(BACCARAT)
        while True:
            self.wait_for_step(BACCARAT, "betting")
            told = self.place(cents)
            if told["type"] == "acknowledged":
                return told

    def ping(self) -> None:
        self.send(type="ping")
        self.wait_for_type("pong")

    def close(self) -> None:
        self.socket.close()

    def vanish(self) -> None:
        """Without a word."""
        with suppress(OSError):
            self.socket.socket.shutdown(socket.SHUT_RDWR)
        self.socket.socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


GONE = (ConnectionClosed, InvalidMessage, OSError, TimeoutError, EOFError)
"""What a terminal runs into when the server is not there."""


until = wait_until


class StillHouse(OpenHouse):
    """Tables that nobody moves along: neither a dealer nor a clock."""

    @asynccontextmanager
    async def in_motion(self) -> AsyncIterator[None]:
        async with self.queue:
            yield


class InThread:
    """A house of this process, behind a real socket."""

    def __init__(self, house: OpenHouse) -> None:
        self.house = house
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        self.port = listening.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.server = uvicorn.Server(served(application(house), log_level="critical"))
        self.thread = threading.Thread(target=self.server.run, args=([listening],), daemon=True)
        self.thread.start()
        until(lambda: self.server.started)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()
