"""A line between a browser and a house that can be made to lead nowhere while it stays open."""

from __future__ import annotations

import socket
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

AT_ONCE = 65_536


class Line:
    """Carries bytes both ways; stalled, it takes connections and bytes and passes nothing on."""

    def __init__(self, where: str) -> None:
        host, port = where.split(":")
        self.house = (host, int(port))
        self.listening = socket.create_server((host, 0))
        self.url = f"http://{host}:{self.listening.getsockname()[1]}"
        self.goes = threading.Event()
        self.goes.set()
        self.open: list[socket.socket] = []
        threading.Thread(target=self.take, daemon=True).start()

    def take(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self.listening.accept()
                far = socket.create_connection(self.house)
                self.open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(AT_ONCE):
                self.goes.wait()
                other.sendall(data)
        for end in (one, other):
            end.close()


@contextmanager
def stalled_line(where: str) -> Iterator[Line]:
    line = Line(where)
    try:
        yield line
    finally:
        line.goes.set()
        for one in (line.listening, *line.open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()
