"""A WebSocket protocol for uvicorn that hands bytes over directly.

What arrives is handed over in the same turn of the loop, and a frame made once is written to any
number of sockets as it is: no task, queue or copy for each connection.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from croupier.server.web import MOST_BYTES

if TYPE_CHECKING:
    from asyncio import BaseTransport
    from collections.abc import Callable

    from starlette.types import ASGIApp
    from websockets.http11 import Request

EXTENSION = "croupier.direct"
POLICY = 1008
LOOK_EVERY = 0.02
"""Seconds after which a connection that was behind is looked at again."""


def frame(data: bytes) -> bytes:
    """A whole text message, as it goes over the wire to every client alike."""
    return Frame(Opcode.TEXT, data).serialize(mask=False)


class Direct(WebSocketsSansIOProtocol):
    hear: Callable[[bytes], None] | None = None
    """Takes each message, once a connection is accepted."""
    number: int | None = None
    """Of the plain socket; none where what is written is to be encrypted first."""
    queued = False

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        if self.scheme == "ws":
            self.number = transport.get_extra_info("socket").fileno()

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

    def write(self, data: bytes) -> int:
        """At once if nothing waits; how many bytes then wait for the other end to take them."""
        if self.transport.is_closing():
            return 0
        if self.number is not None and not self.queued:
            try:
                sent = os.write(self.number, data)
            except BlockingIOError:
                sent = 0
            except OSError:
                self.transport.abort()
                return 0
            if sent == len(data):
                return 0
            data = data[sent:]
            self.queued = True
            self.loop.call_soon(self.look)
        self.transport.write(data)
        return self.transport.get_write_buffer_size()

    def look(self) -> None:
        """Whether what was queued has gone out; until then nothing may overtake it."""
        if self.transport.is_closing():
            return
        self.queued = bool(self.transport.get_write_buffer_size())
        if self.queued:
            self.loop.call_later(LOOK_EVERY, self.look)

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
