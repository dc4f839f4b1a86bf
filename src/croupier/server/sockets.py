"""A terminal's socket: what it sends is read, limited and asked of the house."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocketDisconnect

from croupier.server.floor import Watcher
from croupier.server.guard import COOKIE, MOST_BYTES, same_origin
from croupier.server.house import Carried, Paused, Request
from croupier.server.protocol import (
    Acknowledged,
    Ask,
    Bad,
    Pause,
    Ping,
    Pong,
    Refusal,
    Unwatch,
    Watch,
    decoder,
)

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from croupier.server.open_house import OpenHouse

A_SECOND = 40
"""Messages that a terminal may send, over a few seconds on average."""


class Sockets:
    def __init__(self, house: OpenHouse) -> None:
        self.house = house

    async def socket(self, socket: WebSocket) -> None:
        who = self.house.who(socket.cookies.get(COOKIE))
        if who is None or not same_origin(socket.scope):
            await socket.close(4401)
            return
        await socket.accept()
        watcher = Watcher(self.house.floor, who, socket)
        self.house.floor.watchers.add(watcher)
        watcher.say(self.house.floor.welcome(who))
        sender = asyncio.create_task(watcher.run())
        try:
            with suppress(WebSocketDisconnect, RuntimeError):
                await self.listen(socket, watcher)
        finally:
            self.house.floor.watchers.discard(watcher)
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)

    async def listen(self, socket: WebSocket, watcher: Watcher) -> None:
        allowed, last = float(2 * A_SECOND), time.monotonic()
        while not watcher.dropped:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            now = time.monotonic()
            allowed = min(2.0 * A_SECOND, allowed + (now - last) * A_SECOND) - 1
            last = now
            if allowed < 0:
                watcher.say(Bad("too many messages: slow down"))
                await asyncio.sleep(1)
                allowed = 0.0
                continue
            data = message.get("bytes") or (message.get("text") or "").encode()
            await self.hear(data, watcher)

    async def hear(self, data: bytes, watcher: Watcher) -> None:
        if len(data) > MOST_BYTES:
            watcher.say(Bad(f"a message has at most {MOST_BYTES} bytes"))
            return
        try:
            message = decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            watcher.say(Bad(str(error)[:300]))
            return
        tables = self.house.house.tables
        match message:
            case Watch() if message.table in tables:
                watcher.watch(message.table, message.since)
            case Unwatch():
                watcher.watching.pop(message.table, None)
            case Ask():
                await self.ask(message, watcher)
            case Ping():
                watcher.say(Pong(self.house.live.clock()))
            case _:
                watcher.say(Bad(f"there is no table {message.table[:40]!r}"))

    async def ask(self, message: Ask, watcher: Watcher) -> None:
        who, now = watcher.who, self.house.live.clock()
        command = self.house.completed(message.table, message.command)
        request = Request(message.table, who, command, now, f"{who.name}/{message.id}"[:200])
        reply = await self.house.live.ask(request)
        if isinstance(reply, Carried):
            watcher.say(Acknowledged(message.id, reply.version))
        elif isinstance(reply, Paused):
            watcher.say(Pause(message.id, reply.says))
        else:
            watcher.say(Refusal(message.id, reply.why, reply.clauses, reply.says))
