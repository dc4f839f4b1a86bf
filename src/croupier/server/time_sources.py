"""What the kernel says of the machine's clock."""

from __future__ import annotations

import ctypes
import struct
import sys
from typing import NamedTuple

UNSYNCHRONISED = 0x40
"""`STA_UNSYNC` of the kernel's status."""
TIMEX_BYTES, MAX_ERROR_AT, STATUS_AT = 512, 24, 40
"""Of `struct timex` where a long has 8 bytes: room for all of it, and where two fields lie."""
LONG_BYTES = 8


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
