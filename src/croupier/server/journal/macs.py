"""Which entries the house wrote itself: each carries a code that only its key's holder can make.

So whoever holds the database and no key can add nothing that the house would sign.
"""

from __future__ import annotations

import hmac

MAC_BYTES = 16


class Macs:
    """By a secret of the signing key; shared by all connections of one process."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret
        self.seen: int | None = None
        """Up to which position entries were found to be the house's own."""

    def mac(self, position: int, entry: bytes) -> bytes:
        """Over the hash of an entry and where it stands among all."""
        said = position.to_bytes(8, "big") + entry
        return hmac.digest(self.secret, said, "sha256")[:MAC_BYTES]

    def is_own(self, position: int, entry: bytes, mac: bytes | None) -> bool:
        return hmac.compare_digest(mac or b"", self.mac(position, entry))
