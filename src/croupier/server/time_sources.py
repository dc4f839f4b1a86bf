"""What tells whether the machine's clock is right: its kernel, and time servers (SNTP)."""

from __future__ import annotations

import ctypes
import os
import socket
import struct
import sys
from typing import TYPE_CHECKING, NamedTuple

from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.wire.house_self_checks import TimeServer

PATIENCE = 2.0
"""Seconds in which a server answers."""
UNSYNCHRONISED = 0x40
"""`STA_UNSYNC` of the kernel's status."""
TIMEX_BYTES, MAX_ERROR_AT, STATUS_AT = 512, 24, 40
"""Of `struct timex` where a long has 8 bytes: room for all of it, and where two fields lie."""
LONG_BYTES = 8
PACKET = struct.Struct("!BBBbII4s8s8s8s8s")
ASKS = 0x23
"""Version 4, as a client."""
SERVER_MODE, NOT_SET, MOST_STRATUM = 4, 3, 15
SINCE_1900 = 2_208_988_800
ERA = 1 << 32
"""Seconds after which a server counts from nothing again, next in 2036."""


class Kernel(NamedTuple):
    synchronised: bool
    error_ms: int
    """By which the clock may be off at most."""


def kernel() -> Kernel | None:
    """As Linux says of its own clock, asked and not changed; None where nobody says."""
    if not sys.platform.startswith("linux") or ctypes.sizeof(ctypes.c_long) != LONG_BYTES:
        return None
    told = ctypes.create_string_buffer(TIMEX_BYTES)
    try:
        state = ctypes.CDLL(None, use_errno=True).adjtimex(told)
    except (OSError, AttributeError):
        return None
    if state < 0:
        return None
    [error] = struct.unpack_from("=q", told, MAX_ERROR_AT)
    [status] = struct.unpack_from("=i", told, STATUS_AT)
    return Kernel(not status & UNSYNCHRONISED, error // 1000)


def offset_by(server: TimeServer, now: Callable[[], float], seconds: float = PATIENCE) -> float:
    """By how many seconds the clock `now` is ahead of the server; it raises where none answers."""
    mark = os.urandom(8)  # in the place of our time, which is nobody's business
    try:
        with socket.socket(family_of(server), socket.SOCK_DGRAM) as line:
            line.settimeout(seconds)
            line.connect(server)
            sent = now()
            line.send(PACKET.pack(ASKS, 0, 0, 0, 0, 0, b"", b"", b"", b"", mark))
            answer = line.recv(1024)
            heard = now()
    except OSError as error:
        raise BadInput(f"does not answer: {error}", server.host) from None
    came, left = times_in(answer, mark, server, near=sent)
    return ((sent - came) + (heard - left)) / 2


def family_of(server: TimeServer) -> socket.AddressFamily:
    found = socket.getaddrinfo(*server, type=socket.SOCK_DGRAM)
    return found[0][0]


def times_in(answer: bytes, mark: bytes, server: TimeServer, near: float) -> tuple[float, float]:
    """When the server heard us and answered; one that does not know the time itself is no help."""
    if len(answer) < PACKET.size:
        raise BadInput("answers with something else", server.host)
    flags, stratum, *_, echoed, came, left = PACKET.unpack_from(answer)
    if flags & 7 != SERVER_MODE or echoed != mark:
        raise BadInput("answers with something else", server.host)
    if flags >> 6 == NOT_SET or not 1 <= stratum <= MOST_STRATUM:
        raise BadInput("does not know the time itself", server.host)
    return seconds_of(came, near), seconds_of(left, near)


def seconds_of(stamp: bytes, near: float) -> float:
    """Since 1970, in the era that is nearest to a moment."""
    whole, part = struct.unpack("!II", stamp)
    at: float = whole - SINCE_1900 + part / ERA
    return at + round((near - at) / ERA) * ERA
