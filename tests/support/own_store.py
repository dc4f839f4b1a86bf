"""A house's journal as the house itself writes to it, for tests that add to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server.journal.keys import Keys
from croupier.server.journal.sqlite import SqliteStore

if TYPE_CHECKING:
    from pathlib import Path


def own_store(folder: Path) -> SqliteStore:
    """What it writes carries the marks of the house's signing key, which lies in the folder."""
    store = SqliteStore(folder / "house.db")
    Keys.at(folder / "signing.key").unlock(store)
    return store
