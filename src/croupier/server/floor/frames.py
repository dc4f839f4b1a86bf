"""A WebSocket protocol for uvicorn that hands bytes over directly.

What arrives is handed over in the same turn of the loop, and a frame made once is written to any
number of sockets as it is: no task, queue or copy for each connection. Every frame counts, also one
that nobody is told of.
"""

from __future__ import annotations

import os
import socket
import time
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.server import ServerProtocol

from croupier.server.limits import Bucket

if TYPE_CHECKING:
    from asyncio import BaseTransport
    from collections.abc import Callable

    from uvicorn import Config
    from websockets.http11 import Request

EXTENSION = "croupier.direct"
POLICY = 1008
LOOK_EVERY = 0.02
"""Seconds after which a connection that was behind is looked at again."""
A_SECOND, STRANGERS_A_SECOND = 40, 10
"""Frames that a connection may send on average, and that of nobody who is signed in."""
OVERDRAWN = 80
"""Frames beyond these that are still taken in, to be refused, before the connection is closed."""
CONTROL = {Opcode.PING, Opcode.PONG}
FLOODED = "too many messages"
SEND_BUFFER = 1 << 17
"""Bytes that the system holds for a connection, before they wait here and are counted."""
UNANSWERED = 1011
"""The code with which a connection is closed that answers no ping."""
LAST_WORD = 1.0
"""Seconds for a connection that is closed to take what it was sent."""


def frame(data: bytes) -> bytes:
    """A whole text message, as it goes over the wire to every client alike."""
    return Frame(Opcode.TEXT, data).serialize(mask=False)


def allowance(*, stranger: bool = False) -> Bucket:
    """Twice as much at once."""
    a_second = STRANGERS_A_SECOND if stranger else A_SECOND
    return Bucket(2 * a_second, a_second, time.monotonic())


class Flooded(Exception):  # noqa: N818 - as the parser keeps what it ended with
    """More frames than a connection may send."""


class Counted(ServerProtocol):
    """Stops to read in the middle of what has arrived, once it is too much."""

    bucket: Bucket

    def recv_frame(self, frame: Frame) -> None:
        left = self.bucket.take(time.monotonic())
        if left < -OVERDRAWN or (left < 0 and frame.opcode in CONTROL):
            self.flooded()
        else:
            super().recv_frame(frame)

    def flooded(self) -> None:
        self.fail(POLICY, FLOODED)
        self.parser_exc = Flooded()


class Direct(WebSocketsSansIOProtocol):
    hear: Callable[[bytes], None] | None = None
    """Takes each message, once a connection is accepted."""
    number: int | None = None
    """Of the plain socket; none where what is written is to be encrypted first."""
    queued = False
    known: Callable[[], None] | None = None
    """To be called if whoever opened it is signed in."""

    def __init__(self, config: Config, *more: Any, **named: Any) -> None:  # noqa: ANN401
        super().__init__(config, *more, **named)
        self.conn: Counted = Counted(max_size=config.ws_max_size, logger=self.logger)
        self.conn.bucket = allowance()
        self.when_lost: list[Callable[[], None]] = []

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        plain = transport.get_extra_info("socket")
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if self.scheme == "ws":
            self.number = plain.fileno()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        for told in self.when_lost:
            told()

    @property
    def flooded(self) -> bool:
        return isinstance(self.conn.parser_exc, Flooded)

    @property
    def lost(self) -> bool:
        """Whether it has gone without a word of either side."""
        said = self.conn.close_sent
        return self.conn.close_rcvd is None and (said is None or said.code == UNANSWERED)

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

    async def send(self, message: Any) -> None:  # noqa: ANN401 - as ASGI has it
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # refused, which is an answer as well

    def handle_ping(self) -> None:
        self.write(b"".join(self.conn.data_to_send()))

    def send_keepalive_ping(self) -> None:
        super().send_keepalive_ping()
        self.wait_for_queue()

    def keepalive_timeout(self) -> None:
        """Whoever takes nothing is not waited for: what was to be sent is given back."""
        super().keepalive_timeout()
        self.transport.abort()

    def handle_parser_exception(self) -> None:
        super().handle_parser_exception()
        self.loop.call_later(LAST_WORD, self.transport.abort)

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
            self.wait_for_queue()
        self.transport.write(data)
        return self.transport.get_write_buffer_size()

    def wait_for_queue(self) -> None:
        if not self.queued:
            self.queued = True
            self.loop.call_soon(self.look)

    def waiting(self) -> int:
        """Bytes that the other end has not taken."""
        return 0 if self.transport.is_closing() else self.transport.get_write_buffer_size()

    def look(self) -> None:
        """Whether what was queued has gone out; until then nothing may overtake it."""
        if self.transport.is_closing():
            return
        self.queued = bool(self.transport.get_write_buffer_size())
        if self.queued:
            self.loop.call_later(LOOK_EVERY, self.look)

    def turn_away(self) -> None:
        """For flooding."""
        if not self.transport.is_closing() and not self.close_sent:
            self.conn.flooded()
            self.handle_parser_exception()

    def end(self, code: int, says: str) -> None:
        if not self.transport.is_closing() and not self.close_sent:
            self.conn.send_close(code, says)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.close()
            self.loop.call_later(LAST_WORD, self.transport.abort)

    def drop(self) -> None:
        """With a word if there is still room for one; what waits to be sent is thrown away."""
        if not self.transport.is_closing():
            self.conn.send_close(POLICY)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
            self.transport.abort()
