"""What a house keeps for good: streams of events, postings, snapshots, checkpoints."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.sqlite import SqliteStore


def open_store(path: Path) -> SqliteStore:
    """The one place where a kind of database is chosen; made when there is none."""
    from croupier.server.journal.sqlite import SqliteStore  # noqa: PLC0415 - where it is chosen

    return SqliteStore(path)
