"""A face in which every Chinese sign is a square: pages are measured alike on any machine.

Where no Chinese face is installed, a browser draws narrow boxes instead, and Chinese would seem to
need two thirds of its width.
"""

from __future__ import annotations

from functools import cache
from struct import pack

EM = 1000
ASCENT, DESCENT = 880, 120
FIRST, LAST = 0x3000, 0xFFEF
"""Punctuation of full width, the signs themselves, full-width forms."""
RANGE = f"U+{FIRST:X}-9FFF, U+FF00-{LAST:X}"


@cache
def square_font() -> bytes:
    """TrueType: an empty glyph for what is missing, and one square that all signs share."""
    x, y = 60, -60
    far = EM - 120
    outline = pack(">hhhhh", 1, x, y, x + far, y + far) + pack(">HH", 3, 0)
    outline += bytes([1, 1, 1, 1])
    outline += pack(">hhhh", x, far, 0, -far) + pack(">hhhh", y, 0, far, 0)
    glyph = outline + b"\0" * (-len(outline) % 4)
    cmap = (
        pack(">HHHHL", 0, 1, 3, 10, 12)
        + pack(">HHLLL", 13, 0, 16 + 12, 0, 1)
        + pack(">LLL", FIRST, LAST, 1)
    )
    extent = pack(">hhhh", x, y, x + far, y + far)
    dates = pack(">qq", 0, 0)
    head = pack(">LLLL", 0x10000, 0x10000, 0, 0x5F0F3CF5) + pack(">HH", 3, EM) + dates + extent
    hhea = pack(">LhhhH", 0x10000, ASCENT, -DESCENT, 0, EM) + pack(">hhh", x, x, x + far)
    tables = {
        b"OS/2": os2(),
        b"cmap": cmap,
        b"glyf": glyph,
        b"head": head + pack(">HHhhh", 0, 8, 2, 1, 0),
        b"hhea": hhea + pack(">8hH", 1, 0, 0, 0, 0, 0, 0, 0, 2),
        b"hmtx": pack(">HhHh", EM, 0, EM, x),
        b"loca": pack(">LLL", 0, 0, len(glyph)),
        b"maxp": pack(">LHHHHHHHH", 0x10000, 2, 4, 1, 0, 0, 2, 0, 0) + pack(">6H", *[0] * 6),
        b"name": names("Square"),
        b"post": pack(">LLhhLLLLL", 0x30000, 0, 0, 0, 0, 0, 0, 0, 0),
    }
    return bound(tables)


def os2() -> bytes:
    head = pack(">HhHHH", 4, EM, 400, 5, 0) + pack(">10h", *[100] * 10) + pack(">h", 0)
    middle = b"\0" * 10 + pack(">4L", 0, 1 << 27, 0, 0) + b"NONE"
    tail = pack(">HHHhhhHH", 0x40, FIRST, LAST, ASCENT, -DESCENT, 0, ASCENT, DESCENT)
    return head + middle + tail + pack(">LLhhHHH", 0, 0, 500, 700, 0, 32, 1)


def names(family: str) -> bytes:
    said = family.encode("utf-16-be")
    kinds = (1, 2, 4, 6)
    records = b"".join(pack(">6H", 3, 1, 0x409, kind, len(said), 0) for kind in kinds)
    return pack(">HHH", 0, len(kinds), 6 + len(records)) + records + said


def bound(tables: dict[bytes, bytes]) -> bytes:
    """The tables behind their directory."""
    count = len(tables)
    directory, body = b"", b""
    start = 12 + 16 * count
    for tag, table in sorted(tables.items()):
        padded = table + b"\0" * (-len(table) % 4)
        directory += pack(">4sLLL", tag, checksum(padded), start + len(body), len(table))
        body += padded
    power = 1 << (count.bit_length() - 1)
    offsets = pack(">HHHH", count, power * 16, count.bit_length() - 1, (count - power) * 16)
    return pack(">L", 0x10000) + offsets + directory + body


def checksum(padded: bytes) -> int:
    return sum(int.from_bytes(padded[at : at + 4]) for at in range(0, len(padded), 4)) & 0xFFFFFFFF
