"""uvicorn's socket with a short way in and out.

What arrives is handed over in the same turn of the loop, and a frame made once is written to any
number of sockets as it is: no task, queue or copy for each connection.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from croupier.server.guard import MOST_BYTES

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp
    from websockets.http11 import Request

EXTENSION = "croupier.direct"
POLICY = 1008


def frame(data: bytes) -> bytes:
    """A whole text message, as it goes over the wire to every client alike."""
    return Frame(Opcode.TEXT, data).serialize(mask=False)


class Direct(WebSocketsSansIOProtocol):
    hear: Callable[[bytes], None] | None = None
    """Takes each message, once a connection is accepted."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:  # noqa: PLR2004 - switching protocols
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def send_receive_event_to_app(self) -> None:
        if self.hear is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        if not self.close_sent:
            self.hear(data)

    def write(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(data)

    def behind(self) -> int:
        """Bytes that the other end has not taken yet."""
        return self.transport.get_write_buffer_size()

    def rest(self, seconds: float) -> None:
        """Reads nothing for a while."""
        self.transport.pause_reading()
        self.loop.call_later(seconds, self.go_on)

    def go_on(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def drop(self) -> None:
        """With a word if there is still room for one; what waits to be sent is thrown away."""
        if not self.transport.is_closing():
            self.conn.send_close(POLICY)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.abort()


def served(app: ASGIApp, **more: Any) -> Config:  # noqa: ANN401 - as uvicorn takes them
    """How the house listens; frames are made once for all, so none is compressed for one."""
    return Config(
        app,
        ws=Direct,
        ws_per_message_deflate=False,
        ws_max_size=4 * MOST_BYTES,
        **{"log_level": "warning"} | more,
    )
