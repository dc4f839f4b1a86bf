"""Whether the key for shoes is the one that a house's shoes were sealed with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.problems import BadInput
from croupier.server.journal.keyring import SEALED
from croupier.server.shoes.events import ShoeCommitted, ShoeSealed, decoder
from croupier.server.shoes.sealed import ShoeKey

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.journal.store import Store

OTHER = "is not the key that this house's shoes were sealed with"
AGAIN = "put the right one back from where it is kept"


def check_key(store: Store, secret: bytes, path: Path) -> None:
    """The newest shoe of each table opens with it; else no dealer could go on, and it is said."""
    for wrong in shut(store, secret):
        raise BadInput(f"{OTHER}: {wrong}; {AGAIN}", str(path))


def shut(store: Store, secret: bytes) -> Iterator[str]:
    """A line for each table whose newest shoe does not open."""
    key = ShoeKey(secret)
    for stream in sorted(store.versions()):
        newest = newest_shoe(store, stream) if stream.startswith(SEALED) else None
        if newest is None:
            continue
        try:
            key.decrypted(newest)
        except (BadInput, ValueError):
            yield f"shoe {newest.shoe} does not open"


def newest_shoe(store: Store, stream: str) -> ShoeCommitted | ShoeSealed | None:
    """The last that was committed to or sealed."""
    for entry in store.read_back(stream, store.head(stream)[0] + 1):
        try:
            event = decoder.decode(entry.body)
        except msgspec.DecodeError:
            raise BadInput(f"entry {entry.version} tells of no shoe", stream) from None
        if isinstance(event, ShoeCommitted | ShoeSealed):
            return event
    return None
