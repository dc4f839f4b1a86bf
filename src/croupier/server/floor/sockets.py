"""A client's connection: messages are rate-limited, decoded and put into the queue."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.engine.refusals import Policy, Refused
from croupier.problems import BadInput
from croupier.server.floor.floor import Floor, Watcher
from croupier.server.floor.frames import EXTENSION
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
from croupier.server.play.house import Carried, Request
from croupier.server.web import COOKIE, MOST_BYTES, same_origin
from croupier.wire.decoding import decode

if TYPE_CHECKING:
    from asyncio import Future

    from starlette.websockets import WebSocket

    from croupier.server.floor.frames import Direct
    from croupier.server.play.house import Reply
    from croupier.table.commands import Who

A_SECOND = 40
"""Messages that a terminal may send, over a few seconds on average."""
MOST_UNANSWERED = 64
MOST_SAID = 300
"""Letters of an answer: what was sent may be part of it."""
GONE = {"websocket.disconnect"}
WhoIs = Callable[[str | None], "Who | Refused"]
"""Whose cookie it is, if its session is open and not locked."""


class Sockets:
    def __init__(self, floor: Floor, who: WhoIs) -> None:
        self.floor, self.who = floor, who

    async def socket(self, socket: WebSocket) -> None:
        """Anybody may watch; a cookie that is no longer valid is refused."""
        cookie = socket.cookies.get(COOKIE)
        who = self.who(cookie)
        if (cookie and isinstance(who, Refused)) or not same_origin(socket.scope):
            await socket.close(4401)
            return
        await socket.accept()
        line: Direct = socket.scope["extensions"][EXTENSION]
        heard = Terminal(self.floor, self.who, cookie, line)
        self.floor.enter(heard.watcher)
        line.hear = heard.hear
        try:
            while (await socket.receive())["type"] not in GONE:
                pass
        finally:
            line.hear = None
            self.floor.leave(heard.watcher)


class Terminal:
    """One connection's way in."""

    def __init__(self, floor: Floor, who: WhoIs, cookie: str | None, line: Direct) -> None:
        self.queue, self.who, self.cookie, self.line = floor.queue, who, cookie, line
        whose = who(cookie)
        self.watcher = Watcher(floor, None if isinstance(whose, Refused) else whose, line)
        self.allowed, self.last = float(2 * A_SECOND), time.monotonic()
        self.unanswered = 0

    def hear(self, data: bytes) -> None:
        now = time.monotonic()
        self.allowed = min(2.0 * A_SECOND, self.allowed + (now - self.last) * A_SECOND) - 1
        self.last = now
        if self.allowed < 0:
            self.watcher.say(Bad("too many messages: slow down", Policy.TOO_OFTEN))
            self.line.rest(1)
            return
        if len(data) > MOST_BYTES:
            self.watcher.say(Bad(f"a message has at most {MOST_BYTES} bytes", Policy.TOO_LARGE))
            return
        try:
            message = decode(decoder, data)
        except BadInput as wrong:
            self.watcher.say(Bad(str(wrong)[:MOST_SAID], Policy.UNREADABLE))
            return
        match message:
            case Watch() if message.table in self.queue.play.tables:
                self.watcher.watch(message.table, message.since)
            case Unwatch():
                self.watcher.unwatch(message.table)
            case Lobby():
                self.watcher.look_around(on=message.on)
            case Ask():
                self.ask(message)
            case Ping():
                self.watcher.say(Pong(self.queue.clock()))
            case _:
                says = f"there is no table {message.table[:40]!r}"
                self.watcher.say(Bad(says, Policy.NO_SUCH_TABLE))

    def ask(self, message: Ask) -> None:
        who = self.who(self.cookie)  # a session may have been locked or revoked meanwhile
        if isinstance(who, Refused):
            self.watcher.say(Refusal(message.id, who.why, who.clauses, who.says))
            return
        if self.unanswered >= MOST_UNANSWERED:
            self.watcher.say(Bad("too many requests at once: wait for an answer", Policy.BUSY))
            return
        queue, name = self.queue, f"{who.name}/{message.id}"
        self.unanswered += 1
        future = queue.ask(Request(message.table, who, message.command, queue.clock(), name))
        future.add_done_callback(lambda done: self.answered(message.id, done))

    def answered(self, name: str, done: Future[Reply]) -> None:
        self.unanswered -= 1
        if done.cancelled() or done.exception() is not None:
            self.watcher.say(Pause(name, "the house could not answer; ask again"))
            return
        reply = done.result()
        if isinstance(reply, Carried):
            self.watcher.say(Acknowledged(name, reply.version))
        elif reply.why is Policy.PAUSED:
            self.watcher.say(Pause(name, reply.says))
        else:
            self.watcher.say(Refusal(name, reply.why, reply.clauses, reply.says[:MOST_SAID]))
