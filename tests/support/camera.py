"""A camera over a table: a small HTTP server that gives stills as PNG, or fails as it is told."""

from __future__ import annotations

import struct
import threading
import zlib
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

WIDTH, HEIGHT = 320, 180
OK, ELSEWHERE = 200, "/elsewhere"
"""Where it points to, and there is a picture."""


def chunk(kind: bytes, data: bytes) -> bytes:
    checked = kind + data
    return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))


def png(red: int, green: int, blue: int) -> bytes:
    """A picture of one colour."""
    head = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 2, 0, 0, 0)
    rows = (b"\0" + bytes((red, green, blue)) * WIDTH) * HEIGHT
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunk(*one) for one in parts)


class Camera(ThreadingHTTPServer):
    """What it gives, with which status, and how often it was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Stills)
        self.status, self.body, self.asked = 200, png(20, 90, 60), 0
        self.url = f"http://127.0.0.1:{self.server_address[1]}/still.png"


class Stills(BaseHTTPRequestHandler):
    server: Camera

    def do_GET(self) -> None:
        self.server.asked += 1
        self.send_response(OK if self.path == ELSEWHERE else self.server.status)
        self.send_header("Content-Type", "text/html")
        self.send_header("Location", ELSEWHERE)
        self.send_header("Content-Length", str(len(self.server.body)))
        self.end_headers()
        self.wfile.write(self.server.body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def filming() -> Iterator[Camera]:
    camera = Camera()
    thread = threading.Thread(target=camera.serve_forever, daemon=True)
    thread.start()
    try:
        yield camera
    finally:
        camera.shutdown()
        camera.server_close()
