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
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.floor_terminals import HANDSHAKE

if TYPE_CHECKING:
    from bench.floor_server import Server

CONNECTIONS, TURNS, MESSAGE = 1000, 200, 300


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
