"""Marks as they are kept, a line of JSON for each: whose, and when."""

from __future__ import annotations

import msgspec

from croupier.problems import BadInput
from croupier.school.marking import Mark  # noqa: TC001 - msgspec reads it


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    trainee: str
    at: int
    """Milliseconds since 1970, in UTC."""
    mark: Mark


DECODER = msgspec.json.Decoder(Kept)


def line_of(kept: Kept) -> bytes:
    return msgspec.json.encode(kept) + b"\n"


def kept_in(data: bytes) -> list[Kept]:
    """All marks of a file; a line that is none, or was cut off, is told by its number."""
    *lines, rest = data.split(b"\n")
    found = []
    for number, line in enumerate([*lines, *([rest] if rest else [])], 1):
        try:
            found.append(DECODER.decode(line))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            raise BadInput("is no mark of the school", f"line {number}") from None
    if rest:
        raise BadInput("is cut off: it does not end", f"line {len(lines) + 1}")
    return found
