"""What every SQL database of a journal gives: rows asked for and put, in words that all share.

Statements are written once, with `?` for what is given. What a database says in its own way has a
name here; text that is asked for never holds a question mark or a percent sign of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from croupier.money import Posting
    from croupier.server.journal.macs import Macs
    from croupier.server.journal.store import Unavailable

LAST = 2**63 - 1
META = """INSERT INTO meta VALUES (?, ?)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value"""
SNAPSHOT = """INSERT INTO snapshots VALUES (?, ?, ?)
    ON CONFLICT (stream, version) DO UPDATE SET data = excluded.data"""
NODE = """INSERT INTO nodes VALUES (?, ?, ?)
    ON CONFLICT (level, place) DO UPDATE SET hash = excluded.hash"""
CHECKPOINT = "INSERT INTO checkpoints VALUES (?, ?, ?, ?)"


class Rows(ABC):
    FIELD: ClassVar[str]
    """How a field of a body is read; a body that was tampered with may be no JSON."""
    ENTRIES: ClassVar[str]
    """What `entries` reads: position, stream, version, at, body, previous, hash, nonce, money."""

    secret: bytes
    macs: Macs | None
    on_step: Callable[[str], None]

    @property
    @abstractmethod
    def where(self) -> str:
        """Where it lies, as a person is told."""

    @staticmethod
    @abstractmethod
    def literal(data: bytes) -> str:
        """Bytes as they stand in a statement."""

    @abstractmethod
    def rows(self, sql: str, given: Sequence[object] = ()) -> Iterator[Any]:
        """As they are asked for; raises `Unreadable`."""

    @abstractmethod
    def row(self, sql: str, given: Sequence[object] = ()) -> tuple[Any, ...] | None:
        """The first, of a statement that gives one at most; raises `Unreadable`."""

    @abstractmethod
    def put_row(self, step: str, add: str, row: tuple[object, ...]) -> Unavailable | None:
        """One statement, a commit of its own."""

    @abstractmethod
    def postings_of(self, found: Sequence[Any]) -> tuple[Posting, ...]:
        """Of a row of `ENTRIES`."""
