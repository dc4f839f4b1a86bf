"""Which entries the house wrote itself: each carries a code that only its key's holder can make.

So whoever holds the database and no key can add nothing that the house would sign.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.server.journal.store import Blob

MAC_BYTES = 16
BLOCK = sha256().block_size


class Macs:
    """By a secret of the signing key; shared by all connections of one process."""

    def __init__(self, secret: bytes) -> None:
        assert len(secret) <= BLOCK
        key = secret.ljust(BLOCK, b"\0")
        self.inner = sha256(bytes(byte ^ 0x36 for byte in key))
        self.outer = sha256(bytes(byte ^ 0x5C for byte in key))
        """HMAC-SHA-256 as far as the key alone decides it: begun once, and not for each entry."""
        self.seen: int | None = None
        """Up to which position entries were found to be the house's own."""

    def mac(self, position: int, entry: Blob) -> bytes:
        """Over the hash of an entry and where it stands among all."""
        inner, outer = self.inner.copy(), self.outer.copy()
        inner.update(position.to_bytes(8, "big") + entry)
        outer.update(inner.digest())
        return outer.digest()[:MAC_BYTES]

    def is_own(self, position: int, entry: bytes, mac: bytes | None) -> bool:
        return hmac.compare_digest(mac or b"", self.mac(position, entry))
