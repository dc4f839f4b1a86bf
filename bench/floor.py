"""What the floor carries: broadcast, echo, memory and whole rounds with many terminals.

    python -m bench.floor [--terminals 5000]

Everything goes over loopback between this process, which holds the terminals, and a server process.
The broadcast's reference is `send.c`, a loop of send() over as many sockets, in the same run.
"""

from __future__ import annotations

import argparse
import asyncio
import ctypes
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
import uvloop
from msgspec.structs import replace
from rich.console import Console
from rich.table import Table as Rows

from croupier.server.app import application
from croupier.server.floor.frames import frame, served
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

CONNECTIONS, TURNS, MESSAGE = 1000, 200, 300
ECHOES, EVERY = 20_000, 0.0005
TABLES, BETTING_SECONDS, ROUNDS = 5, 10, 2
HANDSHAKE = (
    "GET /ws HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{more}\r\n"
)


# The server's side


async def serve(folder: Path) -> None:
    """A house of terminals; commands of the bench come on standard input."""
    house = house_of_terminals(folder)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen(4096)
    server = uvicorn.Server(served(application(house), log_level="error"))
    running = asyncio.create_task(server.serve([listening]))
    say(listening.getsockname()[1])
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin
    )
    while order := (await lines.readline()).decode().split():
        say(await ORDERS[order[0]](house, *map(int, order[1:])))
    server.should_exit = True
    await running


def house_of_terminals(folder: Path) -> OpenHouse:
    house = OpenHouse(folder, pace=0.2, profile=LIGHT)
    house.store.set_meta("demonstration", "yes")
    for number in range(TABLES):
        setup = replace(setup_of("baccarat"), betting_seconds=BETTING_SECONDS)
        house.play.add_table(f"t{number}", setup, "house", 0)
    return house


async def memory(_house: OpenHouse) -> int:
    return resident()


async def connections(house: OpenHouse) -> int:
    return len(house.floor.watchers)


async def tokens(house: OpenHouse, count: int) -> list[tuple[str, str]]:
    """Of guests who have bought in."""
    found = [house.people.guest(house.queue.clock()) for _ in range(count)]
    made = [one for one in found if isinstance(one, tuple)]
    now = house.queue.clock()

    def pay() -> None:
        for who, _token in made:
            house.cage.buy_in(who.name, 1_000_000, "house", now)

    await house.queue.on_disk(pay)
    return [(who.name, token) for who, token in made]


async def send_to_all(house: OpenHouse, size: int, turns: int) -> float:
    data = frame(b"x" * size)
    started = time.perf_counter()
    for _ in range(turns):
        for watcher in house.floor.watchers:
            watcher.send(data)
        await asyncio.sleep(0)
    return time.perf_counter() - started


ORDERS: dict[str, Callable[..., Awaitable[object]]] = {
    "memory": memory,
    "connections": connections,
    "tokens": tokens,
    "broadcast": send_to_all,
}


def say(what: object) -> None:
    print(json.dumps(what), flush=True)


def resident() -> int:
    for line in Path("/proc/self/status").read_text("ascii").splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) * 1024
    return 0


class Server:
    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bench.floor", "--serve", str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port: int = self.heard()

    def heard(self) -> Any:  # noqa: ANN401 - as said
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ask(self, order: str) -> Any:  # noqa: ANN401 - as said
        assert self.process.stdin is not None
        self.process.stdin.write(order + "\n")
        self.process.stdin.flush()
        return self.heard()

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(60)


# The terminals' side


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


async def broadcast(server: Server) -> tuple[float, float]:
    """Messages a second, by the floor and by send.c, to the same receivers."""
    reader = draining(server.port, "house")
    while server.ask("connections") < CONNECTIONS:  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    seconds = await asyncio.to_thread(server.ask, f"broadcast {MESSAGE} {TURNS}")
    reader.terminate()
    reader.wait(30)
    return CONNECTIONS * TURNS / seconds, await asyncio.to_thread(by_send, CONNECTIONS)


def draining(port: int, what: str) -> subprocess.Popen[bytes]:
    """A process of receivers, which only read."""
    asked = [sys.executable, "-m", "bench.floor", "--drain", f"{port}", what]
    return subprocess.Popen(asked)


def by_send(count: int) -> float:
    """The receivers are a process of their own, as above."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "send.so"
        source = Path(__file__).with_name("send.c")
        subprocess.run(["cc", "-O3", "-shared", "-fPIC", "-o", library, source], check=True)
        plain = ctypes.CDLL(str(library))
    listening = socket.create_server(("127.0.0.1", 0), backlog=count)
    ends: list[socket.socket] = []
    accepting = threading.Thread(
        target=lambda: ends.extend(listening.accept()[0] for _ in range(count))
    )
    accepting.start()
    reader = draining(listening.getsockname()[1], "plain")
    accepting.join()
    for one in ends:  # as the house's sockets are
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    numbers = (ctypes.c_int * count)(*(one.fileno() for one in ends))
    data = b"x" * (MESSAGE + 4)
    started = time.perf_counter()
    sent = plain.send_all(numbers, count, data, len(data), TURNS)
    seconds = time.perf_counter() - started
    for one in ends:
        one.close()
    reader.wait(30)
    assert sent == count * TURNS
    return count * TURNS / seconds


async def drain(port: int, what: str) -> None:
    """Reads until the other end closes; of the house, as a terminal that nobody signed in at."""
    loop = asyncio.get_running_loop()
    left = asyncio.Event()
    open_ends = CONNECTIONS

    class Reader(asyncio.Protocol):
        def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - a transport
            if what == "house":
                transport.write(HANDSHAKE.format(more="").encode())

        def connection_lost(self, _error: Exception | None) -> None:
            nonlocal open_ends
            open_ends -= 1
            if not open_ends:
                left.set()

    for _ in range(CONNECTIONS):
        await loop.create_connection(Reader, "127.0.0.1", port)
    await left.wait()


async def echo(sockets: list[Socket]) -> list[float]:
    """From a ping on one of the connections to its pong, one at a time, all connections open."""
    took: list[float] = []
    rng = random.Random(1)
    for _ in range(ECHOES // 10):
        one = rng.choice(sockets)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def heard(data: bytes, done: asyncio.Future[None] = done) -> None:
            if data.startswith(b'{"type":"pong"') and not done.done():
                done.set_result(None)

        one.hear = heard
        started = time.perf_counter()
        one.send(type="ping")
        await done
        took.append(time.perf_counter() - started)
        one.hear = None
        await asyncio.sleep(EVERY)
    return took


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

    def bet(self) -> None:
        self.asked += 1
        bet = random.choice(("player", "banker"))
        self.waits[f"r{self.asked}"] = time.perf_counter()
        command = {"command": "place", "player": self.name, "bet": bet, "cents": 2500}
        self.socket.send(type="ask", id=f"r{self.asked}", table=self.table, command=command)


async def whole_rounds(server: Server, terminals: int) -> list[Player]:
    loop = asyncio.get_running_loop()
    guests = await loop.run_in_executor(None, server.ask, f"tokens {terminals}")
    sockets = await connect(server.port, [token for _, token in guests])
    players = []
    for number, ((name, _), one) in enumerate(zip(guests, sockets, strict=True)):
        player = Player(name, f"t{number % TABLES}", one)
        one.hear = player.hear
        one.send(type="watch", table=player.table)
        players.append(player)
    while min(player.settled for player in players) < ROUNDS:  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    return players


def nth(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


async def measure(terminals: int, rows: Rows) -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "house")
        try:
            await of_connections(server, rows)
            await of_broadcast(server, rows)
            if terminals:
                await of_rounds(server, terminals, rows)
        finally:
            server.stop()


async def of_connections(server: Server, rows: Rows) -> None:
    await connect(server.port, [""] * 50)
    before = server.ask("memory")
    sockets = await connect(server.port, [""] * CONNECTIONS)
    await asyncio.sleep(1)
    each = (server.ask("memory") - before) / CONNECTIONS
    rows.add_row("memory of a connection, kB", f"{each / 1000:.1f}", "≤ 32, 20")
    took = await echo(sockets)
    rows.add_row(
        f"echo among {CONNECTIONS:,} connections, ms: median, p99",
        f"{statistics.median(took) * 1e3:.2f}, {nth(took, 0.99) * 1e3:.2f}",
        "p99 ≤ 1, 0.3",
    )
    for one in sockets:
        one.transport.abort()
    while server.ask("connections") > CONNECTIONS // 2:  # noqa: ASYNC110
        await asyncio.sleep(0.1)


async def of_broadcast(server: Server, rows: Rows) -> None:
    floor, plain = await broadcast(server)
    rows.add_row(
        f"broadcast of {MESSAGE} B, messages a second ÷ send.c",
        f"{floor:,.0f} ÷ {plain:,.0f} = {floor / plain:.2f}",
        "≥ 0.35, 0.8",
    )


async def of_rounds(server: Server, terminals: int, rows: Rows) -> None:
    players = await whole_rounds(server, terminals)
    took = [each for player in players for each in player.took]
    late = sum(player.refused for player in players)
    rows.add_row(
        f"{terminals:,} terminals, {ROUNDS} rounds: wagers, refused",
        f"{sum(player.acknowledged for player in players):,}, {late}",
        "0 refused",
    )
    rows.add_row(
        "from tap to durable, ms: median, p99",
        f"{statistics.median(took) * 1e3:.0f}, {nth(took, 0.99) * 1e3:.0f}",
        "",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="What the floor carries.")
    parser.add_argument("--terminals", type=int, default=5000)
    parser.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument("--drain", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.serve:
        uvloop.run(serve(Path(given.serve)))
    elif given.drain:
        uvloop.run(drain(int(given.drain[0]), given.drain[1]))
    else:
        rows = Rows("measure", "here", "floor, goal", title=f"{os.cpu_count()} cores")
        uvloop.run(measure(given.terminals, rows))
        Console().print(rows)


if __name__ == "__main__":
    main()
