"""Systems that say they are a wallet, and answer as they are told to."""

from __future__ import annotations

import hmac
import threading
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, NamedTuple

from tests.support.wallets import SECRET

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


class Said(NamedTuple):
    status: int
    body: bytes
    signed_with: str = SECRET
    of_request: str = ""
    """Another signature of a request than that which came."""
    waits: float = 0


@contextmanager
def answering(says: Callable[[], Said]) -> Iterator[str]:
    """The address of one; it answers when it is let go at the latest."""
    let_go = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            said = says()
            let_go.wait(said.waits)
            came = said.of_request or self.headers["Croupier-Signature"]
            signs = b"\n".join([b"answer", str(said.status).encode(), came.encode(), said.body])
            signature = hmac.new(said.signed_with.encode(), signs, sha256).hexdigest()
            self.send_response(said.status)
            self.send_header("Content-Length", str(len(said.body)))
            self.send_header("Location", "/elsewhere")
            self.send_header("Croupier-Signature", signature)
            self.end_headers()
            self.wfile.write(said.body)

        do_POST = do_GET  # noqa: N815 - as the library calls it

        def log_message(self, *_: object) -> None:
            """Nothing."""

    class Quiet(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            """Whoever asked may be gone."""

    server = Quiet(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        let_go.set()
        server.shutdown()
        thread.join()
        server.server_close()
