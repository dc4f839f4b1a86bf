"""The terminals' side of `tests.bench.floor`: many sockets, and players who bet in each round."""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from typing import Any

from tests.bench.floor_server import BETTING_SECONDS, TABLES, Server

ROUNDS = 2
PING, PONG, PINGED = 0x89, 0x8A, b"\x89\x04"
HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{more}\r\n"
)


def answer_ping(transport: Any, data: bytes) -> None:  # noqa: ANN401 - a transport
    """For one that looks at nothing else; the house's pings have four bytes."""
    at = data.find(PINGED)
    if at >= 0:
        transport.write(b"\x8a\x84" + bytes(4) + data[at + 2 : at + 6])


class Socket(asyncio.Protocol):
    """Just enough of a WebSocket to be a thousand times here: frames are counted and handed on."""

    def __init__(self, cookie: str = "") -> None:
        self.cookie = cookie
        self.waiting = b""
        self.ready = asyncio.get_running_loop().create_future()
        self.hear: Any = None
        self.received = 0

    def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - a transport
        self.transport = transport
        more = f"Cookie: croupier={self.cookie}\r\n" if self.cookie else ""
        transport.write(HANDSHAKE.format(more=more).encode())

    def connection_lost(self, _error: Exception | None) -> None:
        if not self.ready.done():
            self.ready.set_exception(ConnectionError("refused"))

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        if self.ready.done() and self.hear is None:
            answer_ping(self.transport, data)  # or it is dropped while others still connect
            return
        data = self.waiting + data
        if not self.ready.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self.waiting = head
                return
            self.ready.set_result(None)
        at = 0
        while len(data) - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if len(data) < start + size:
                break
            if self.hear is not None and data[at] == 0x81:
                self.hear(data[start : start + size])
            elif data[at] == PING:
                answer = bytes([PONG, 0x80 | size]) + bytes(4) + data[start : start + size]
                self.transport.write(answer)
            at = start + size
        self.waiting = data[at:]

    def send(self, **message: object) -> None:
        data = json.dumps(message).encode()
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2)
        self.transport.write(b"\x81" + size + bytes(4) + data)  # a mask of zeros


async def connect(port: int, cookies: list[str]) -> list[Socket]:
    loop, made = asyncio.get_running_loop(), []
    for start in range(0, len(cookies), 50):
        some = [
            loop.create_connection(lambda one=one: Socket(one), "127.0.0.1", port)  # type: ignore[misc]
            for one in cookies[start : start + 50]
        ]
        found = [one for _, one in await asyncio.gather(*some)]
        await asyncio.gather(*(one.ready for one in found))
        made += found
    return made


@dataclass
class Player:
    """Bets once in each round and waits for what comes of it."""

    name: str
    table: str
    socket: Socket
    acknowledged: int = 0
    refused: int = 0
    settled: int = 0
    asked: int = 0
    waits: dict[str, float] = field(default_factory=dict)
    took: list[float] = field(default_factory=list)
    round: int = 0

    def hear(self, data: bytes) -> None:
        kind = data[9:13]
        if kind == b"seen":
            at = data.find(b'"step":"betting","round":')
            if at >= 0:
                number = int(data[at + 25 : at + 40].split(b",")[0])
                if number != self.round:
                    self.round = number
                    delay = random.random() * BETTING_SECONDS * 0.5
                    asyncio.get_running_loop().call_later(delay, self.bet)
        elif kind == b'own"' and b'"result":' in data and self.asked > self.settled:
            self.settled = self.asked
        elif kind in {b"ackn", b"refu"}:
            name = json.loads(data)["id"]
            self.took.append(time.perf_counter() - self.waits.pop(name))
            if kind == b"ackn":
                self.acknowledged += 1
            else:
                self.refused += 1

    @property
    def is_lost(self) -> bool:
        """Whether the house has dropped it, as one that does not take its messages."""
        return bool(self.socket.transport.is_closing())

    def bet(self) -> None:
        if self.is_lost:
            return
        self.asked += 1
        bet = random.choice(("player", "banker"))
        self.waits[f"r{self.asked}"] = time.perf_counter()
        command = {"command": "place", "player": self.name, "bet": bet, "cents": 2500}
        self.socket.send(type="ask", id=f"r{self.asked}", table=self.table, command=command)


async def whole_rounds(server: Server, terminals: int) -> tuple[list[Player], float]:
    """Who played, and the share of a core that the house took from when all were there."""
    loop = asyncio.get_running_loop()
    guests = await loop.run_in_executor(None, server.ask, f"tokens {terminals}")
    sockets = await connect(server.port, [token for _, token in guests])
    players = []
    for number, ((name, _), one) in enumerate(zip(guests, sockets, strict=True)):
        player = Player(name, f"t{number % TABLES}", one)
        one.hear = player.hear
        one.send(type="watch", table=player.table)
        players.append(player)
    began, worked = time.perf_counter(), server.ask("processor")
    while any(player.settled < ROUNDS and not player.is_lost for player in players):  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    share = (server.ask("processor") - worked) / (time.perf_counter() - began)
    return players, share
