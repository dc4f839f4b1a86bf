"""A connection once it is let in: frames in and out, without a task, queue or timer of its own.

What arrives is handed over in the same turn of the loop, and a frame made once is written to any
number of sockets as it is. Every frame counts, also one that nobody is told of.
"""

from __future__ import annotations

import asyncio
import os
import socket
import time
from typing import TYPE_CHECKING, Protocol

from websockets.frames import Close, Frame, Opcode

from croupier.server.floor.incoming import (
    BINARY,
    CLOSE,
    CONT,
    PING,
    PONG,
    TEXT,
    Broken,
    Incoming,
    farewell,
)
from croupier.server.limits import Bucket

if TYPE_CHECKING:
    from typing import Any

    from croupier.server.floor.pulse import Pulse

POLICY = 1008
LOOK_EVERY = 0.02
"""Seconds after which a connection that was behind is looked at again."""
A_SECOND, STRANGERS_A_SECOND = 40, 10
"""Frames that a connection may send on average, and that of nobody who is signed in."""
OVERDRAWN = 80
"""Frames beyond these that are still taken in, to be refused, before the connection is closed."""
FLOODED = "too many messages"
SEND_BUFFER = 1 << 17
"""Bytes that the system holds for a connection, before they wait here and are counted."""
UNANSWERED = 1011
"""The code with which a connection is closed that answers no ping."""
RESTARTS = 1012
LAST_WORD = 1.0
"""Seconds for a connection that is closed to take what it was sent."""
MOST_LEFT_OVER = 1 << 20
"""Bytes that may arrive meanwhile."""


def frame(data: bytes) -> bytes:
    """A whole text message, as it goes over the wire to every client alike."""
    return Frame(Opcode.TEXT, data).serialize(mask=False)


def control(kind: Opcode, data: bytes) -> bytes:
    return Frame(kind, data).serialize(mask=False)


def allowance(*, stranger: bool = False) -> Bucket:
    """Twice as much at once."""
    a_second = STRANGERS_A_SECOND if stranger else A_SECOND
    return Bucket(2 * a_second, a_second, time.monotonic())


class Hears(Protocol):
    """Whoever a connection was opened for."""

    def hear(self, data: bytes) -> None:
        """A whole message."""

    def left(self) -> None:
        """The connection has gone."""


class Direct(asyncio.Protocol):
    """One connection."""

    __slots__ = (
        "among",
        "bucket",
        "flooded",
        "incoming",
        "left_over",
        "loop",
        "number",
        "pinged",
        "pulse",
        "queued",
        "said",
        "terminal",
        "transport",
        "was_told",
    )

    def __init__(
        self, transport: asyncio.Transport, bucket: Bucket, most: int, pulse: Pulse, among: set[Any]
    ) -> None:
        self.transport, self.bucket, self.incoming = transport, bucket, Incoming(most)
        self.loop = asyncio.get_running_loop()
        self.pulse, self.among = pulse, among
        self.terminal: Hears | None = None
        self.number: int | None = None
        """Of the plain socket; none where what is written is to be encrypted first."""
        self.queued = self.flooded = self.was_told = False
        self.said: int | None = None
        """The code with which it was closed on this side."""
        self.left_over: int | None = None
        """Bytes that came after the last word to it was written, and are thrown away."""
        self.pinged: bytes | None = None
        """What it has to answer."""

    def begin(self) -> None:
        """The handshake is over: what arrives from here on is heard here."""
        plain = self.transport.get_extra_info("socket")
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
        if self.transport.get_extra_info("sslcontext") is None:
            self.number = plain.fileno()
        self.among.add(self)
        self.transport.set_protocol(self)
        self.pulse.add(self)
        self.wait_for_queue()  # the answer to the handshake goes first

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 - as asyncio has it
        terminal, self.terminal = self.terminal, None
        self.among.discard(self)
        if terminal is not None:
            terminal.left()

    @property
    def lost(self) -> bool:
        """Whether it has gone without a word of either side."""
        return not self.was_told and self.said in {None, UNANSWERED}

    def data_received(self, data: bytes) -> None:
        if self.left_over is not None:
            self.left_over += len(data)
            if self.left_over > MOST_LEFT_OVER:
                self.transport.abort()
            return
        try:
            for kind, content in self.incoming.feed(data):
                if self.said is not None or self.terminal is None:
                    return
                left = self.bucket.take(time.monotonic())
                if left < -OVERDRAWN or (left < 0 and kind in {PING, PONG}):
                    self.turn_away()
                    return
                self.take(kind, content)
        except Broken as broken:
            self.close(broken.code, str(broken))

    def take(self, kind: int, content: bytes) -> None:
        if kind in {TEXT, BINARY}:
            assert self.terminal is not None
            self.terminal.hear(content)
        elif kind == PING:
            self.write(control(PONG, content))
        elif kind == PONG and content == self.pinged:
            self.pinged = None
        elif kind == CLOSE:
            farewell(content)
            self.was_told = True
            self.close_by(control(CLOSE, content))
        else:
            assert kind in {PONG, CONT}

    def write(self, data: bytes) -> int:
        """At once if nothing waits; how many bytes then wait for the other end to take them."""
        if self.is_over:  # by now the number may be another's
            return 0
        if self.number is None or self.queued:
            return self.queue(data)
        try:
            sent = os.write(self.number, data)
        except BlockingIOError:
            sent = 0
        except OSError:
            self.transport.abort()
            return 0
        return 0 if sent == len(data) else self.queue(data[sent:])

    def queue(self, data: bytes) -> int:
        self.wait_for_queue()
        self.transport.write(data)
        return self.transport.get_write_buffer_size()

    def wait_for_queue(self) -> None:
        if not self.queued:
            self.queued = True
            self.loop.call_soon(self.look)

    def waiting(self) -> int:
        """Bytes that the other end has not taken."""
        return 0 if self.is_over else self.transport.get_write_buffer_size()

    def look(self) -> None:
        """Whether what was queued has gone out; until then nothing may overtake it."""
        if self.is_over:
            return
        self.queued = bool(self.transport.get_write_buffer_size())
        if self.queued:
            self.loop.call_later(LOOK_EVERY, self.look)

    def ping(self, content: bytes) -> None:
        self.pinged = content
        self.write(control(PING, content))

    def unanswered(self) -> None:
        """Whoever takes nothing is not waited for: what was to be sent is given back."""
        self.close(UNANSWERED, "keepalive ping timeout")
        self.transport.abort()

    def turn_away(self) -> None:
        """For flooding."""
        self.flooded = True
        self.close(POLICY, FLOODED)

    def shutdown(self) -> None:
        """The server stops."""
        self.close(RESTARTS)

    def end(self, code: int, says: str) -> None:
        self.close(code, says)

    def close(self, code: int, says: str = "") -> None:
        """With a reason, once what was written before has gone out; nothing more is heard."""
        if self.said is None:
            self.said = code
            self.close_by(control(CLOSE, Close(code, says).serialize()))

    @property
    def is_over(self) -> bool:
        return self.left_over is not None or self.transport.is_closing()

    def close_by(self, word: bytes) -> None:
        """What still arrives is read: a system that closes over it may take the last word back."""
        if self.is_over:
            return
        self.left_over, self.number = 0, None
        self.transport.write(word)
        if self.transport.can_write_eof():
            self.transport.write_eof()
        else:
            self.transport.close()
        self.loop.call_later(LAST_WORD, self.transport.abort)

    def drop(self) -> None:
        """With a word if there is still room for one; what waits to be sent is thrown away."""
        self.close(POLICY)
        self.transport.abort()
