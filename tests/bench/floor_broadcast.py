"""A message to every terminal: by the floor, and by a loop of send() over as many sockets."""

from __future__ import annotations

import asyncio
import ctypes
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.server.floor.frames import SEND_BUFFER
from tests.bench.floor_terminals import HANDSHAKE, answer_ping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.bench.floor_server import Server

CONNECTIONS, TURNS, MESSAGE = 1000, 200, 300
GATHERED = 10
"""Messages within a tick, which go out together."""
TRIES = 4
Rate = tuple[float, float]
"""Messages a second, by the clock and in processor time."""


async def broadcast(server: Server) -> tuple[Rate, Rate, Rate]:
    """By the floor one at a time and many at once, and by send.c, to the same kind of receivers."""
    reader = draining(server.port, "house")
    while server.ask("connections") < CONNECTIONS:  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    with plain_sockets(CONNECTIONS) as numbers:
        single, many = f"{MESSAGE} {TURNS} 1", f"{MESSAGE} {TURNS // GATHERED} {GATHERED}"
        found: tuple[list[Rate], list[Rate], list[Rate]] = ([], [], [])
        for _ in range(TRIES):
            for order, rates in zip((single, many), found, strict=False):
                took = await asyncio.to_thread(server.ask, f"broadcast {order}")
                assert server.ask("connections") == CONNECTIONS, "some were dropped"
                rates.append(rate(*took))
                await asyncio.sleep(0.5)  # until the receivers have taken it
            found[2].append(rate(*await asyncio.to_thread(by_send, numbers)))
            await asyncio.sleep(0.5)
    reader.terminate()
    reader.wait(30)
    return best(found[0]), best(found[1]), best(found[2])


def rate(seconds: float, processor: float) -> Rate:
    return CONNECTIONS * TURNS / seconds, CONNECTIONS * TURNS / processor


def best(rates: list[Rate]) -> Rate:
    return max(clock for clock, _ in rates), max(processor for _, processor in rates)


def draining(port: int, what: str) -> subprocess.Popen[bytes]:
    """A process of receivers, which only read."""
    asked = [sys.executable, "-m", "tests.bench.floor", "--drain", f"{port}", what]
    return subprocess.Popen(asked)


@contextmanager
def plain_sockets(count: int) -> Iterator[Any]:
    """Their numbers; with the options of the house's, and receivers in a process of their own."""
    listening = socket.create_server(("127.0.0.1", 0), backlog=count)
    ends: list[socket.socket] = []
    accepting = threading.Thread(
        target=lambda: ends.extend(listening.accept()[0] for _ in range(count))
    )
    accepting.start()
    reader = draining(listening.getsockname()[1], "plain")
    accepting.join()
    for one in ends:
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
    yield (ctypes.c_int * count)(*(one.fileno() for one in ends))
    for one in ends:
        one.close()
    reader.wait(30)


@cache
def compiled() -> Any:  # noqa: ANN401 - a library
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "send.so"
        source = Path(__file__).with_name("send.c")
        subprocess.run(["cc", "-O3", "-shared", "-fPIC", "-o", library, source], check=True)
        return ctypes.CDLL(str(library))


def by_send(numbers: Any) -> tuple[float, float]:  # noqa: ANN401 - an array of C
    """Seconds by the clock, and of processor time."""
    plain, data = compiled(), b"x" * (MESSAGE + 4)
    started, worked = time.perf_counter(), time.thread_time()
    sent = plain.send_all(numbers, len(numbers), data, len(data), TURNS)
    took = time.perf_counter() - started, time.thread_time() - worked
    assert sent == len(numbers) * TURNS
    return took


async def drain(port: int, what: str) -> None:
    """Reads until the other end closes; of the house, as a terminal that nobody signed in at."""
    loop = asyncio.get_running_loop()
    left = asyncio.Event()
    open_ends = CONNECTIONS

    class Reader(asyncio.Protocol):
        def connection_made(self, transport: Any) -> None:  # noqa: ANN401 - a transport
            self.transport = transport
            if what == "house":
                transport.write(HANDSHAKE.format(more="").encode())

        def data_received(self, data: bytes) -> None:
            answer_ping(self.transport, data)

        def connection_lost(self, _error: Exception | None) -> None:
            nonlocal open_ends
            open_ends -= 1
            if not open_ends:
                left.set()

    for _ in range(CONNECTIONS):
        await loop.create_connection(Reader, "127.0.0.1", port)
    await left.wait()
