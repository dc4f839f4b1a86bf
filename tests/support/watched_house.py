"""A whole house that a test moves by hand, and everything that it sends to each viewer.

The application is called directly; the clock goes on when it is told to, and a table's dealer acts
when he is told to.
"""

from __future__ import annotations

import asyncio
import io
import logging
import re
import zipfile
from contextlib import AsyncExitStack, ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Self
from unittest.mock import patch

import msgspec

from croupier.server import (
    noticing,
    opening,
    proven_backups,
    rereading,
    timekeeping,
    witnessing,
)
from croupier.server.app import application
from croupier.server.dealing.dealer import TableClock
from croupier.server.floor import attendance, frames, lobby, ticks
from croupier.server.floor.protocol import Ask, Lobby, Watch
from croupier.server.floor.upgrade import EXTENSION
from croupier.server.http import watching
from croupier.server.http.guard import HEADERS
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.server.play import queue, refusals
from croupier.server.play.clock import MILLISECOND, Clock
from croupier.server.web import COOKIE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, MutableMapping
    from pathlib import Path

    from croupier.server.floor.frames import Hears
    from croupier.server.limits import Bucket
    from croupier.table.commands import AnyCommand
    from croupier.table.state import Table
    from croupier.wire.house import HousePlan

BEGAN = 1_800_000_000_000
"""When the first of these houses opens, in milliseconds."""
ALWAYS = {name.lower() for name in HEADERS}
"""Headers of every answer, whoever asks for what: their values are compared once."""
SHORT, MEDIUM = 126, 127
"""Lengths of a frame that say that the real one follows in two bytes, or in eight."""


FOREVER = 10**6
BY_TIME = (
    (opening, "WRITE_EVERY"),
    (queue, "SIGN_EVERY"),
    (queue, "PROBE_EVERY"),
    (noticing, "LOOK_EVERY"),
    (attendance, "LOOK_EVERY"),
    (refusals, "WRITTEN_EVERY"),
    (witnessing, "EVERY"),
    (watching, "EVERY"),
    (rereading, "FIRST_AFTER"),
    (timekeeping, "FIRST_AFTER"),
    (proven_backups, "FIRST_AFTER"),
)
"""What a house does every so many seconds, and here when it is told to."""


@contextmanager
def by_hand() -> Iterator[None]:
    """What has changed is sent at once, nobody asks too often, and no table moves by itself."""
    changed = (
        (ticks, "TICK", 0),
        (ticks, "A_SECOND", 10**12),
        (ticks, "A_PART", FOREVER),
        (lobby, "LEAST", 0),
        (frames, "A_SECOND", 10**9),
        (frames, "STRANGERS_A_SECOND", 10**9),
        (TableClock, "run", waits),
        *((module, name, FOREVER) for module, name in BY_TIME),
    )
    with ExitStack() as all_:
        for where, name, value in changed:
            all_.enter_context(patch.object(where, name, value))
        yield


def opened(folder: Path, plan: HousePlan, clock: Callable[[int], Clock]) -> OpenHouse:
    house = OpenHouse(folder, plan=plan, pace=0, profile=LIGHT, clock=clock)
    house.store.connection.execute("PRAGMA synchronous=OFF")
    house.furnish()
    return house


async def waits(_self: object) -> None:
    """Instead of a table's dealer or clock: it acts when it is told to."""
    await asyncio.Event().wait()


MEASURED = re.compile(
    rb"(?m)^(200 )?(content-length: |\w+_seconds_(bucket|sum)|\w+_free_bytes).*\n"
)
"""What the machine's own clock and disk say, and how long that is: never twice the same."""
OF_THE_MACHINE = re.compile(
    rb"""(?x)(?m)
    ^(200\ )?content-length:\ .*\n
    | "(load_percent|memory_percent|disk_free_bytes|disk_percent|p50_ms|p99_ms)":[^,}]*
    | "up_to_ms":[^,}]*,"taps":\d+
    | "size":\d+(?=,"checkpoint")
    """
)


class Socket:
    """The far end of a connection: it keeps what it is sent."""

    connection = None
    flooded = lost = False
    terminal: Hears | None = None

    def __init__(self, heard: list[bytes]) -> None:
        self.heard = heard
        self.task: asyncio.Task[None] | None = None

    def let_in(self, _bucket: Bucket) -> Self:
        return self

    def write(self, data: bytes) -> int:
        while data:
            content, data = first_frame(data)
            self.heard.append(b"socket " + content)
        return 0

    def drop(self) -> None:
        self.heard.append(b"socket dropped")

    def turn_away(self) -> None:
        self.heard.append(b"socket turned away")

    def say(self, message: msgspec.Struct) -> None:
        assert self.terminal is not None, self.heard
        self.terminal.hear(msgspec.json.encode(message))


def first_frame(data: bytes) -> tuple[bytes, bytes]:
    """What it carries, and what comes after it."""
    start = {SHORT: 4, MEDIUM: 10}.get(data[1], 2)
    size = data[1] if data[1] < SHORT else int.from_bytes(data[2:start])
    return data[start : start + size], data[start + size :]


class Logged(logging.Handler):
    """Lines of the house's log, as an operator reads them, while that house is moved."""

    moved: Logged | None = None

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[bytes] = []

    def emit(self, record: logging.LogRecord) -> None:
        if Logged.moved is not self:
            return
        facts = getattr(record, "facts", {})
        trace = str(record.exc_info[1]) if record.exc_info and record.exc_info[1] else ""
        line = (record.levelname, record.getMessage(), facts, trace)
        self.heard.append(b"log " + msgspec.json.encode(line, enc_hook=str))


class WatchedHouse:
    busy: frozenset[str] = frozenset({"d1"})
    """Those who are only to be asked through, and watch nothing."""

    def __init__(self, folder: Path, plan: HousePlan, tokens: dict[str, str]) -> None:
        self.folder, self.plan, self.tokens = folder, plan, tokens
        self.now = BEGAN
        self.heard: dict[str, list[bytes]] = {name: [] for name in ("", *tokens)}
        """By viewer; nobody's name is the one who is not signed in."""
        self.sockets: dict[str, Socket] = {}
        self.asked = 0
        self.log = Logged()

    def moves(self, milliseconds: int = 0) -> None:
        """What is logged from here on is this house's."""
        Logged.moved = self.log
        self.now += milliseconds

    async def __aenter__(self) -> Self:
        self.moves()
        self.open = AsyncExitStack()
        self.house = opened(self.folder, self.plan, self.clock)
        self.app = application(self.house, None)
        logger = logging.getLogger("croupier")
        logger.addHandler(self.log)
        self.open.callback(logger.removeHandler, self.log)
        await self.open.enter_async_context(self.house.in_motion())
        return self

    async def __aexit__(self, *_: object) -> None:
        for socket in self.sockets.values():
            if socket.terminal is not None:
                socket.terminal.left()
        await asyncio.gather(*(one.task for one in self.sockets.values() if one.task))
        self.sockets = {}
        await self.open.aclose()

    async def restarted(self) -> None:
        """Closed in the middle of everything, and opened again from its folder."""
        self.moves()
        watching = list(self.sockets)
        await self.__aexit__()
        self.moves(1000)
        await self.__aenter__()
        for name in watching:
            await self.connect(name)

    def clock(self, not_before: int) -> Clock:
        wall = lambda: self.now * MILLISECOND  # noqa: E731
        return Clock(not_before, wall, wall)

    def table(self, name: str) -> Table:
        return self.house.play.tables[name].table

    # What everybody sends and is sent

    async def connect(self, name: str) -> None:
        """A socket that watches every table; one that is nobody's, the list of tables."""
        socket = self.sockets[name] = Socket(self.heard[name])
        scope = self.scope("websocket", name, "/ws")
        scope["extensions"] = {EXTENSION: socket}

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            socket.heard.append(b"socket " + message["type"].encode())

        socket.task = asyncio.create_task(self.app(scope, receive, send))
        await self.until(lambda: socket.terminal is not None)
        for table in self.plan.tables if name not in self.busy else ():
            socket.say(Watch(table, None))
        if not name:
            socket.say(Lobby())
        await self.settled()

    def scope(self, kind: str, name: str, path: str, query: str = "") -> dict[str, Any]:
        cookie = f"{COOKIE}={self.tokens[name]}" if name else ""
        return {
            "type": kind,
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http" if kind == "http" else "ws",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(b"host", b"127.0.0.1:8000"), (b"cookie", cookie.encode())],
            "client": (f"10.0.0.{list(self.heard).index(name) + 1}", 50_000),
            "server": ("127.0.0.1", 8000),
            "extensions": {},
        }

    async def ask(self, name: str, table: str, command: AnyCommand) -> bytes:
        """A command over a person's own socket; the answer to it."""
        self.asked += 1
        self.moves(10)
        heard, id_ = self.heard[name], f"r{self.asked}"
        begun = len(heard)
        self.sockets[name].say(Ask(id_, table, command))
        await self.until(lambda: any(f'"id":"{id_}"'.encode() in one for one in heard[begun:]))
        await self.settled()
        return next(one for one in heard[begun:] if f'"id":"{id_}"'.encode() in one)

    async def http(self, name: str, method: str, path: str, body: object = None) -> bytes:
        """The answer as its asker has it: status, headers, body."""
        self.moves()
        place, _, query = path.partition("?")
        scope = self.scope("http", name, place, query) | {"method": method}
        data = b"" if body is None else msgspec.json.encode(body)
        parts: list[bytes] = [f"{method} {path} {data.decode()}\n".encode()]

        coming = [{"type": "http.request", "body": data, "more_body": False}]

        async def receive() -> dict[str, Any]:
            return coming.pop() if coming else await asyncio.Future()  # it stays on the line

        async def send(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                parts.append(b"%d " % message["status"])
                parts.extend(
                    key + b": " + value + b"\n"
                    for key, value in message["headers"]
                    if key.decode() not in ALWAYS
                )
            else:
                parts.append(message.get("body", b""))

        app: Callable[..., Awaitable[None]] = self.app
        await app(scope, receive, send)
        await self.settled()
        answer = b"".join(parts)
        if place.endswith(".xlsx"):
            answer = unpacked(answer)
        if place == "/metrics" or place.endswith(".xlsx"):
            answer = MEASURED.sub(b"", answer)
        if place == "/api/operations":
            answer = OF_THE_MACHINE.sub(b"", answer)
        self.heard[name].append(answer)
        return answer

    async def act(self, table: str) -> bool:
        """The table's dealer or clock does what is due now."""
        self.moves(10)
        acted = await next(one for one in self.house.clocks if one.name == table).act()
        await self.settled()
        return acted

    async def settled(self) -> None:
        """Everything that waits to be written or sent has been."""
        all_, writing = self.house.floor, self.house.queue
        await self.until(
            lambda: (
                not (
                    writing.write_lock.locked()
                    or writing.play.to_keep
                    or self.house.refusals.to_tell
                    or all_.ticks.ticking
                    or all_.lobby.waiting
                )
            )
        )

    async def signs(self) -> None:
        """What the house gathers is written down, and all of it is under a checkpoint."""
        self.moves(10)
        house = self.house
        await house.queue.on_disk(lambda: house.people.write_down(house.clock(), all_=True))
        await house.queue.on_disk(lambda: house.play.checkpoint(house.clock()))
        await self.settled()

    async def until(self, reached: Callable[[], bool]) -> None:
        for _ in range(12):
            if reached():
                return
            await asyncio.sleep(0)
        await asyncio.wait_for(self.at_last(reached), 20)

    async def at_last(self, reached: Callable[[], bool]) -> None:
        while not reached():  # noqa: ASYNC110 - it looks from outside
            await asyncio.sleep(0.0005)


def unpacked(answer: bytes) -> bytes:
    """A workbook as the texts in it, so that what differs in any two houses can be looked past."""
    head, magic, packed = answer.partition(b"PK\x03\x04")
    if not magic:
        return answer
    with zipfile.ZipFile(io.BytesIO(magic + packed)) as book:
        return head + b"".join(book.read(name) for name in sorted(book.namelist()))
