"""A client's connection: messages are rate-limited, decoded and put into the queue."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response
from starlette.websockets import WebSocketDisconnect

from croupier.engine.refusals import Policy, Refused, declined
from croupier.problems import BadInput
from croupier.said import Sentence
from croupier.server import logs
from croupier.server.floor import frames
from croupier.server.floor.frames import FLOODED, allowance
from croupier.server.floor.protocol import (
    Acknowledged,
    Ask,
    Bad,
    Lobby,
    Pause,
    Ping,
    Pong,
    Refusal,
    Unwatch,
    Watch,
    decoder,
)
from croupier.server.floor.upgrade import EXTENSION
from croupier.server.floor.watcher import Watcher
from croupier.server.limits import RateLimit, neighbourhood
from croupier.server.play.queue import NO_TABLE
from croupier.server.play.requests import Carried, Request
from croupier.server.web import COOKIE, MOST_BYTES, same_origin
from croupier.wire.decoding import decode

if TYPE_CHECKING:
    from asyncio import Future, Task

    from starlette.websockets import WebSocket

    from croupier.server.floor.floor import Floor
    from croupier.server.floor.frames import Direct
    from croupier.server.floor.protocol import AnyToServer
    from croupier.server.floor.upgrade import Upgrade
    from croupier.server.limits import Connection, Crowd
    from croupier.server.play.requests import Reply
    from croupier.table.commands import Who

TOO_MANY_MESSAGES = Sentence("too-many-messages", "too many messages: slow down")
TOO_MANY_REQUESTS_AT_ONCE = Sentence(
    "too-many-requests-at-once", "too many requests at once: wait for an answer"
)
MESSAGE_HAS_AT_MOST_BYTES = Sentence(
    "message-has-at-most-bytes", "a message has at most {bytes} bytes"
)
COULD_NOT_ANSWER = Sentence("house-could-not-answer", "the house could not answer; ask again")
TOO_MANY_ARE_CONNECTED = Sentence(
    "too-many-are-connected", "too many are connected, or have come in a short time: wait a moment"
)

MOST_UNANSWERED = 64
MOST_SAID = 300
"""Letters of an answer: what was sent may be part of it."""
WhoIs = Callable[[str | None], "Who | Refused"]
"""Whose cookie it is, if its session is open and not locked."""
HearOf = Callable[[str | None], Awaitable[None]]
"""Of a cookie that another machine of the house has given, before it is asked whose it is."""


FULL = declined(Policy.BUSY, TOO_MANY_ARE_CONNECTED())
SLOW_DOWN = declined(Policy.TOO_OFTEN, TOO_MANY_MESSAGES())
TOO_MANY_AT_ONCE = declined(Policy.BUSY, TOO_MANY_REQUESTS_AT_ONCE())


def refusal(name: str, no: Refused) -> Refusal:
    return Refusal(name, no.why, no.clauses, no.says[:MOST_SAID], no.said)


def bad(no: Refused) -> Bad:
    return Bad(no.says[:MOST_SAID], no.why, no.said)


class Sockets:
    def __init__(self, floor: Floor, who: WhoIs, hear_of: HearOf, crowd: Crowd) -> None:
        self.floor, self.who, self.hear_of, self.crowd = floor, who, hear_of, crowd
        self.persons = RateLimit(2 * frames.A_SECOND, frames.A_SECOND)
        """Messages of each person, however many sockets they come by."""

    async def socket(self, socket: WebSocket) -> None:
        """Anybody may watch; a cookie that is no longer valid is refused."""
        cookie = socket.cookies.get(COOKIE)
        await self.hear_of(cookie)
        who = self.who(cookie)
        stranger = isinstance(who, Refused)
        if (cookie and stranger) or not same_origin(socket.scope):
            await socket.close(4401)
            return
        address = neighbourhood(socket.client.host if socket.client else "")
        if not self.crowd.enters(address, stranger=stranger):
            await socket.send_denial_response(Response(msgspec.json.encode(FULL), 503))
            return
        upgrade: Upgrade = socket.scope["extensions"].pop(EXTENSION)
        try:
            await socket.accept()
        except WebSocketDisconnect:
            self.crowd.leaves(address, stranger=stranger)
            return
        line = upgrade.let_in(allowance(stranger=stranger))
        self.seat(Terminal(self.floor, self.who, cookie, line), address, upgrade.connection)

    def seat(self, terminal: Terminal, address: str, connection: Connection | None) -> None:
        """From here on it is heard, until its connection has gone."""
        terminal.sockets, terminal.address, terminal.connection = self, address, connection
        terminal.line.terminal = terminal
        if terminal.watcher.who is not None:
            if connection is not None:
                self.crowd.knows(connection)
            name = terminal.watcher.who.name
            terminal.bucket = self.persons.bucket(name, time.monotonic())
        self.floor.enter(terminal.watcher)

    def left(self, terminal: Terminal) -> None:
        address, crowd = terminal.address, self.crowd
        crowd.leaves(address, stranger=terminal.watcher.who is None)
        if terminal.connection is not None:
            crowd.disconnects(terminal.connection)
        if terminal.line.flooded and crowd.flooded(address):
            logs.warn("connection closed", address=address, reason=FLOODED)


class Terminal:
    """One connection's way in."""

    __slots__ = (
        "address",
        "bucket",
        "connection",
        "cookie",
        "line",
        "queue",
        "sockets",
        "to_come",
        "unanswered",
        "watcher",
        "who",
    )

    def __init__(self, floor: Floor, who: WhoIs, cookie: str | None, line: Direct) -> None:
        self.queue, self.who, self.cookie, self.line = floor.queue, who, cookie, line
        whose = who(cookie)
        self.watcher = Watcher(floor, None if isinstance(whose, Refused) else whose, line)
        self.bucket = allowance(stranger=self.watcher.who is None)
        self.watcher.token = cookie or ""
        self.unanswered: set[Future[Reply]] = set()
        self.to_come: dict[str, Task[None]] = {}
        """By table, the look at what others wrote that comes before it is shown."""
        self.sockets: Sockets | None = None
        self.address = ""
        self.connection: Connection | None = None

    def left(self) -> None:
        """Its connection has gone."""
        self.give_up()
        watcher = self.watcher
        if watcher.who is not None and self.line.lost:
            tables = ", ".join(sorted(watcher.watching))
            logs.tell("link lost", name=watcher.who.name, tables=tables)
        watcher.floor.leave(watcher)
        if self.sockets is not None:
            self.sockets.left(self)

    def give_up(self) -> None:
        """Whoever is gone asks again elsewhere: what is still looking for its table stops."""
        asked, self.unanswered = self.unanswered, set()
        for future in asked:
            future.cancel()
        for table in tuple(self.to_come):
            self.wait_no_more(table)

    def hear(self, data: bytes) -> None:
        """Over the limit a command is refused; whoever sends what cannot be read is turned away."""
        over = self.bucket.take(time.monotonic()) < 0
        message = self.read(data)
        if over and isinstance(message, Bad):
            self.line.turn_away()
        elif isinstance(message, Bad):
            self.watcher.say(message)
        elif over and isinstance(message, Ask):
            self.say_no(message, SLOW_DOWN)
        elif over:
            self.watcher.say(bad(SLOW_DOWN))
        else:
            self.carry_out(message)

    def read(self, data: bytes) -> AnyToServer | Bad:
        if len(data) > MOST_BYTES:
            return bad(declined(Policy.TOO_LARGE, MESSAGE_HAS_AT_MOST_BYTES(bytes=MOST_BYTES)))
        try:
            return decode(decoder, data)
        except BadInput as wrong:
            return bad(declined(Policy.UNREADABLE, wrong.said))

    def carry_out(self, message: AnyToServer) -> None:
        match message:
            case Watch() if message.table in self.queue.play.tables:
                self.watch(message)
            case Unwatch():
                self.wait_no_more(message.table)
                self.watcher.unwatch(message.table)
            case Lobby():
                self.watcher.look_around(on=message.on)
            case Ask():
                self.ask(message)
            case Ping():
                self.watcher.say(Pong(self.queue.clock()))
            case _:
                no = declined(Policy.NO_SUCH_TABLE, NO_TABLE(table=message.table[:40]))
                self.watcher.say(bad(no))

    def watch(self, message: Watch) -> None:
        """Whoever was shown more at another machine is shown the table once it is known here."""
        table, since = message.table, message.since
        self.wait_no_more(table)
        if since is None or since <= self.queue.play.tables[table].version:
            self.watcher.watch(table, since)
            return

        def known(looked: Task[None]) -> None:
            if self.to_come.get(table) is looked:
                del self.to_come[table]
                self.watcher.watch(table, since)

        looking = asyncio.create_task(self.queue.look_soon())
        self.to_come[table] = looking
        looking.add_done_callback(known)

    def wait_no_more(self, table: str) -> None:
        if looking := self.to_come.pop(table, None):
            looking.cancel()

    def ask(self, message: Ask) -> None:
        who = self.who(self.cookie)  # a session may have been locked or revoked meanwhile
        if isinstance(who, Refused):
            self.say_no(message, who)
            return
        if len(self.unanswered) >= MOST_UNANSWERED:
            self.watcher.say(bad(TOO_MANY_AT_ONCE))
            return
        queue, name = self.queue, f"{who.name}/{message.id}"
        future = queue.ask(Request(message.table, who, message.command, queue.clock(), name))
        self.unanswered.add(future)
        future.add_done_callback(lambda done: self.answered(message.id, done))

    def say_no(self, message: Ask, no: Refused) -> None:
        """To what never came to a table."""
        self.queue.figures.refused["", str(no.why)] += 1
        self.watcher.say(refusal(message.id, no))

    def answered(self, name: str, done: Future[Reply]) -> None:
        if done not in self.unanswered:
            return
        self.unanswered.discard(done)
        if done.cancelled() or done.exception() is not None:
            said = COULD_NOT_ANSWER()
            self.watcher.say(Pause(name, str(said), said=said))
            return
        reply = done.result()
        if isinstance(reply, Carried):
            self.watcher.say(Acknowledged(name, reply.version, reply.taken))
        elif reply.why is Policy.PAUSED:
            self.watcher.say(Pause(name, reply.says, said=reply.said))
        else:
            self.watcher.say(refusal(name, reply))
