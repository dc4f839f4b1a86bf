"""Wrong passwords counted over all nodes: whoever is led to another one waits there as well.

By digests under a key of the house, for a quarter of an hour; what it comes to is `delays`' own.
Only what is hashed at all is counted here, so that a flood writes no faster than it is hashed.
"""

from __future__ import annotations

import hmac
from threading import Lock
from typing import TYPE_CHECKING

from croupier.server import logs
from croupier.server.journal.sharing import TryKey
from croupier.server.journal.store import Unreadable
from croupier.server.people.delays import FORGOTTEN_MS, WITHIN_MS, delay

if TYPE_CHECKING:
    from croupier.server.journal.sharing import ChangeTry, SharedStore, Tried

DIGEST_BYTES = 16


class SharedTries:
    """Asked where a password is hashed, off the loop. Each node counts by itself, too.

    While the database is away that alone holds; nobody is let in then, as nothing can be written.
    """

    def __init__(self, store: SharedStore, secret: bytes) -> None:
        self.store, self.secret, self.one_at_a_time = store, secret, Lock()

    def attempt(self, name: str, address: str, longest_ms: int) -> int:
        """Milliseconds to wait; with none it is counted and may be made now."""
        waits = 0

        def counted(found: Tried) -> tuple[int, int] | None:
            nonlocal waits
            until = found.at + delay(found.wrong, found.failing, longest_ms)
            waits = max(0, until - found.now)
            if waits:
                return found.wrong, found.at
            return found.wrong + 1, found.now

        self.change(name, address, counted)
        return waits

    def succeeded(self, name: str, address: str) -> None:
        self.change(name, address, lambda _found: None)

    def forgive(self, name: str, address: str) -> None:
        """One that was not made after all, or was not wrong."""
        self.change(
            name, address, lambda found: (found.wrong - 1, found.at) if found.wrong > 1 else None
        )

    def change(self, name: str, address: str, change: ChangeTry) -> None:
        key = TryKey(self.digest(b"n", name), self.digest(b"a", address), WITHIN_MS, FORGOTTEN_MS)
        try:
            with self.one_at_a_time:
                self.store.change_try(key, change)
        except Unreadable as error:
            logs.warn("wrong passwords", says=f"other nodes' are not counted: {error}")

    def digest(self, kind: bytes, text: str) -> bytes:
        what = b"croupier tries\n" + kind + text.encode(errors="replace")
        return hmac.digest(self.secret, what, "sha256")[:DIGEST_BYTES]
