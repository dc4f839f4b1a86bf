"""The shared key of a shoe's line: every line is signed, and none is taken twice.

Both sides give a number used once, the house its own with each connection. A line then ends with
its place on that connection and a code over both numbers, that place and the line itself, so that
nothing of another connection, of another place or of the other side passes for it:

    shoe   HELLO s1 <32 hexadecimal digits>
    house  KEY <32 hexadecimal digits>
    shoe   HELLO s1 #1 <64 hexadecimal digits>
    house  OK 0 #1 <64 hexadecimal digits>

The code is HMAC-SHA256 under the key of `shoe <nonce> <nonce> <place> <line>`, or `house …`.
"""

from __future__ import annotations

import hmac
import re
import secrets
from enum import StrEnum

SIGNED = re.compile(r"(?P<line>.*) #(?P<place>[1-9]\d{0,8}) (?P<code>[0-9a-f]{64})")
KEYED_MAX = 160
"""Characters of a line with its code."""
NOT_SIGNED = "a line was not signed with the key"
OUT_OF_TURN = "a line came again, or out of turn"
NO_KEY = "this line has a key: HELLO shoe-id nonce"


class Side(StrEnum):
    SHOE = "shoe"
    HOUSE = "house"

    @property
    def other(self) -> Side:
        return Side.HOUSE if self is Side.SHOE else Side.SHOE


class NotProven(Exception):  # noqa: N818 - what the line is then
    """Nothing more is heard on this connection."""


def nonce() -> str:
    return secrets.token_hex(16)


class Proof:
    """One connection, as one side of it sees it."""

    def __init__(self, key: bytes, side: Side, shoe_nonce: str, house_nonce: str) -> None:
        self.key, self.side, self.nonces = key, side, f"{shoe_nonce} {house_nonce}"
        self.said = self.heard = 0

    def code(self, side: Side, place: int, line: str) -> str:
        text = f"{side} {self.nonces} {place} {line}"
        return hmac.new(self.key, text.encode("ascii", "replace"), "sha256").hexdigest()

    def signed(self, line: str) -> str:
        self.said += 1
        return f"{line} #{self.said} {self.code(self.side, self.said, line)}"

    def opened(self, text: str) -> str:
        """What the other side said; its place is that after the one before it."""
        said = SIGNED.fullmatch(text)
        if said is None:
            raise NotProven(NOT_SIGNED)
        place, line = int(said["place"]), said["line"]
        if not hmac.compare_digest(said["code"], self.code(self.side.other, place, line)):
            raise NotProven(NOT_SIGNED)
        if place != self.heard + 1:
            raise NotProven(OUT_OF_TURN)
        self.heard = place
        return line
