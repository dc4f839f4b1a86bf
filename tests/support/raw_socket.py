"""A WebSocket client of few lines, which sends what no decent client would."""

from __future__ import annotations

import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT, BINARY, PING, PONG, CLOSE = 0x81, 0x82, 0x89, 0x8A, 0x88
KEY = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
PATIENCE = 20


def masked(first: int, data: bytes = b"") -> bytes:
    """A frame as a client sends it, masked with nothing."""
    long = len(data) > 125
    size = b"\xfe" + len(data).to_bytes(2) if long else bytes([0x80 | len(data)])
    return bytes([first]) + size + bytes(4) + data


class Raw:
    def __init__(self, port: int, *headers: str, host: str = "127.0.0.1", receive: int = 0) -> None:
        self.socket = socket.socket()
        if receive:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(("127.0.0.1", port))
        asked = ["GET /ws HTTP/1.1", f"Host: {host}", "Connection: Upgrade", KEY, *headers]
        self.socket.sendall("\r\n".join([*asked, "Upgrade: websocket", "", ""]).encode())
        self.waiting = b""
        while b"\r\n\r\n" not in self.waiting and (more := self.socket.recv(1 << 16)):
            self.waiting += more
        head, _, self.waiting = self.waiting.partition(b"\r\n\r\n")
        self.status = int((head.split() or [b"", b"0"])[1])

    def send(self, data: bytes) -> bool:
        """Whether the other end still takes it."""
        try:
            self.socket.sendall(data)
        except OSError:
            return False
        return True

    def frames(self) -> Iterator[tuple[int, bytes]]:
        """Kind and content of each, until the other end has gone."""
        while True:
            while len(self.waiting) < 2 or len(self.waiting) < self.whole():
                try:
                    more = self.socket.recv(1 << 16)
                except ConnectionError:
                    return
                if not more:
                    return
                self.waiting += more
            end, first = self.whole(), self.waiting[0]
            data, self.waiting = self.waiting[self.start() : end], self.waiting[end:]
            yield first, data

    def start(self) -> int:
        return {126: 4, 127: 10}.get(self.waiting[1], 2)

    def whole(self) -> int:
        """Bytes of the first frame with its head, as far as they are known."""
        start, size = self.start(), self.waiting[1]
        return start + (size if start == 2 else int.from_bytes(self.waiting[2:start]))


@contextmanager
def raw(port: int, *headers: str, host: str = "127.0.0.1", receive: int = 0) -> Iterator[Raw]:
    made = Raw(port, *headers, host=host, receive=receive)
    try:
        yield made
    finally:
        made.socket.close()
