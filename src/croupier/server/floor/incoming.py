"""What a client sends, frame by frame as RFC 6455 has it: checked, unmasked, put together.

Nothing is read or written here, and nothing is kept while nothing is under way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from websockets.exceptions import ProtocolError
from websockets.frames import Close, Opcode

try:
    from websockets.speedups import apply_mask
except ImportError:  # where it could not be compiled
    from websockets.utils import apply_mask

if TYPE_CHECKING:
    from collections.abc import Iterator

CONT, TEXT, BINARY = Opcode.CONT, Opcode.TEXT, Opcode.BINARY
CLOSE, PING, PONG = Opcode.CLOSE, Opcode.PING, Opcode.PONG
KINDS = frozenset({0x0, 0x1, 0x2, 0x8, 0x9, 0xA})
WHOLE, RESERVED, KIND, CONTROL, MASKED, SIZE = 0x80, 0x70, 0x0F, 0x08, 0x80, 0x7F
SHORT, HEAD, MASK = 125, 2, 4
"""The longest size that stands in the head itself; bytes of the head and of the mask."""
PROTOCOL_ERROR, INVALID_DATA, TOO_BIG = 1002, 1007, 1009


class Broken(Exception):  # noqa: N818 - said of what has arrived
    """Not as the protocol has it: the connection is closed with this code."""

    def __init__(self, code: int, says: str) -> None:
        super().__init__(says)
        self.code = code


class Incoming:
    """Of one connection."""

    __slots__ = ("most", "parts", "rest", "size")

    def __init__(self, most: int) -> None:
        self.most = most
        self.rest: bytes | bytearray = b""
        """The beginning of a frame that has not come whole."""
        self.parts: list[bytes] | None = None
        """Of a message that has not ended."""
        self.size = 0
        """Bytes of these."""

    def feed(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """Each frame with its kind: with the last of a message all of it, before that nothing."""
        held: bytes | bytearray = data
        if self.rest:
            assert isinstance(self.rest, bytearray)
            self.rest += data
            held, self.rest = self.rest, b""
        at = 0
        while (found := self.bounds(held, at)) is not None:
            first, (start, end) = held[at], found
            at = end
            yield self.taken(
                first, apply_mask(held[start + MASK : end], held[start : start + MASK])
            )
        if at < len(held):  # grown in place, or every byte that comes by itself would copy it all
            self.rest = held if not at and isinstance(held, bytearray) else bytearray(held[at:])

    def bounds(self, data: bytes | bytearray, at: int) -> tuple[int, int] | None:
        """Of the mask and what it hides, if all of the frame is there."""
        if len(data) - at < HEAD:
            return None
        self.check(data[at], data[at + 1])
        size, start = data[at + 1] & SIZE, at + HEAD
        if size > SHORT:
            head = start + (2 if size == SHORT + 1 else 8)
            if len(data) < head:
                return None
            size, start = int.from_bytes(data[start:head]), head
        if not data[at] & CONTROL and self.size + size > self.most:
            raise Broken(TOO_BIG, f"a message has at most {self.most} bytes")
        end = start + MASK + size
        return (start, end) if end <= len(data) else None

    def check(self, first: int, second: int) -> None:
        """The head of a frame, which may come next."""
        kind = first & KIND
        if first & RESERVED:
            raise Broken(PROTOCOL_ERROR, "reserved bits must be 0")
        if kind not in KINDS:
            raise Broken(PROTOCOL_ERROR, "no such kind of frame")
        if not second & MASKED:
            raise Broken(PROTOCOL_ERROR, "a client's frames are masked")
        if kind & CONTROL:
            if not first & WHOLE:
                raise Broken(PROTOCOL_ERROR, "a control frame comes whole")
            if second & SIZE > SHORT:
                raise Broken(PROTOCOL_ERROR, "a control frame is short")
            if kind == CLOSE and self.parts is not None:
                raise Broken(PROTOCOL_ERROR, "incomplete fragmented message")
        elif (kind == CONT) != (self.parts is not None):
            told = "expected a continuation frame" if kind else "unexpected continuation frame"
            raise Broken(PROTOCOL_ERROR, told)

    def taken(self, first: int, data: bytes) -> tuple[int, bytes]:
        kind, whole = first & KIND, first & WHOLE
        if kind & CONTROL or (whole and self.parts is None):
            return kind, data
        parts = self.parts = self.parts or []
        parts.append(data)
        self.size += len(data)
        if not whole:
            return CONT, b""
        self.parts, self.size = None, 0
        return TEXT, b"".join(parts)


def farewell(data: bytes) -> int:
    """The code with which the other end closes."""
    try:
        return int(Close.parse(data).code)
    except ProtocolError as wrong:
        raise Broken(PROTOCOL_ERROR, str(wrong)) from None
    except UnicodeDecodeError:
        raise Broken(INVALID_DATA, "a reason is text") from None
