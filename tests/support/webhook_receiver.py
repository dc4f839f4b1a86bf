"""A real receiver of a house's webhook, which does what real ones do at the worst moment."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections import deque
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self

from croupier.server.webhook import signature

if TYPE_CHECKING:
    from pathlib import Path

SECRET = "a secret of the house and its receiver"  # noqa: S105 - of nobody


def with_secret(folder: Path) -> Path:
    """Where the house finds what it signs with."""
    folder.mkdir(exist_ok=True)
    file = folder / "hook.secret"
    file.write_text(f"{SECRET}\n", "utf-8")
    file.chmod(0o600)
    return folder


class Receiver:
    """Answers well, unless a misfortune is due: `500`, `hangs`, `dies`, `drips`, `elsewhere`."""

    def __init__(self) -> None:
        self.misfortunes: deque[str] = deque()
        self.posts: list[dict[str, Any]] = []
        """Those that were answered with 204."""
        self.refused: list[str] = []
        self.closing = threading.Event()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), self.handler())
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/events?of=house"

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self.server.shutdown()
        self.server.server_close()

    def handler(self) -> type[BaseHTTPRequestHandler]:
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.take(self, body)

            def log_message(self, *_: object) -> None:
                pass

        return Handler

    def take(self, asked: BaseHTTPRequestHandler, body: bytes) -> None:
        said = asked.headers["Croupier-Signature"]
        at = int(said.partition(",")[0].removeprefix("t="))
        assert said == signature(SECRET.encode(), at, body)
        assert abs(time.time() - at) < 60
        batch = json.loads(body)
        assert asked.headers["Croupier-Delivery"] == batch["id"]
        assert asked.headers["Croupier-Position"] == str(batch["position"])
        assert asked.path == "/events?of=house"
        if self.misfortunes:
            self.suffer(asked, self.misfortunes.popleft())
            return
        self.posts.append(batch)
        asked.send_response(204)
        asked.end_headers()

    def suffer(self, asked: BaseHTTPRequestHandler, what: str) -> None:
        self.refused.append(what)
        match what:
            case "hangs":
                self.closing.wait(20)
            case "dies":
                asked.connection.shutdown(socket.SHUT_RDWR)
            case "drips":
                with suppress(OSError):
                    for letter in "HTTP/1.1 204 No":
                        asked.wfile.write(letter.encode())
                        self.closing.wait(0.2)
            case "elsewhere":
                asked.send_response(307)
                asked.send_header("Location", "http://127.0.0.1:1/")
                asked.end_headers()
            case "nonsense":
                asked.wfile.write(b"220 mail.example ESMTP\r\n")
            case _:
                asked.send_response(int(what))
                asked.end_headers()

    def positions(self) -> list[int]:
        """Of all entries, as they came."""
        return [one["position"] for post in list(self.posts) for one in post["entries"]]

    def entries(self) -> list[dict[str, Any]]:
        """Each once, as it first came."""
        found = {one["position"]: one for post in reversed(self.posts) for one in post["entries"]}
        return [found[position] for position in dict.fromkeys(self.positions())]
