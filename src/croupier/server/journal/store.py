"""The interface to a database: streams of events, postings, snapshots, checkpoints, answers.

A write is durable when `append` returns, whole or not at all: the events of one command in one or
more streams, the money that they move, and the answer that a repeated request is given. A second
kind of store only has to pass the same conformance suite.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, Protocol

import msgspec
from msgspec.structs import force_setattr

from croupier.money import Posting  # noqa: TC001 - a part of what is written

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from croupier.server.journal.macs import Macs
    from croupier.server.journal.sharing import Sharing
    from croupier.server.journal.tree import Complete

NOTHING_BEFORE = bytes(32)
"""The hash before a stream's first entry."""
NONCE_BYTES = 16
TILE = 8
"""Levels of the tree from one whose nodes are kept to the next."""
TAG = b"croupier entry 2\n"
"""What the hash of every entry begins with."""
PLAYERS = "player:"
"""Accounts that never fall below nothing."""


Blob = bytes | bytearray


class Beside(NamedTuple):
    """The value of a private field as JSON, of which an entry hashes a salted digest."""

    field: str
    salt: bytes | None
    value: bytes | None
    """None, as the salt, once it is erased."""


class New(msgspec.Struct, frozen=True, gc=False):
    """An event to be written, as canonical JSON, with the money that it moves."""

    at: int
    body: bytes
    postings: tuple[Posting, ...] = ()
    beside: tuple[Beside, ...] = ()


class Part(msgspec.Struct, frozen=True, gc=False):
    """Events for the end of a stream that is `expected` entries long."""

    stream: str
    expected: int
    entries: tuple[New, ...]


class Write(msgspec.Struct, frozen=True, gc=False):
    parts: tuple[Part, ...]
    request: str | None = None
    """A request that is sent again is answered again, and not carried out again."""
    answer: bytes = b""
    digest: bytes = b""
    """Of what was asked: another request under the same id is told from a repeated one."""
    erases: tuple[tuple[int, str], ...] = ()
    """Private values that are forgotten with it, by position and field."""
    moved: dict[str, int] = {}
    """By how much it changes each account."""

    def __post_init__(self) -> None:
        money = money_of(self.parts)
        moved = dict(money)
        if len(moved) < len(money):  # an account more than once
            moved = dict.fromkeys(moved, 0)
            for account, cents in money:
                moved[account] += cents
        assert not sum(moved.values())
        force_setattr(self, "moved", moved)


def money_of(parts: tuple[Part, ...]) -> Sequence[Posting]:
    if len(parts) == 1 and len(parts[0].entries) == 1:
        return parts[0].entries[0].postings
    return [one for part in parts for new in part.entries for one in new.postings]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    position: int
    stream: str
    version: int
    at: int
    body: bytes
    postings: tuple[Posting, ...]
    previous: bytes
    hash: bytes
    nonce: bytes
    beside: tuple[Beside, ...] = ()

    @property
    def place(self) -> str:
        return f"{self.stream} entry {self.version} (position {self.position})"


class Told(NamedTuple):
    """An entry without its money and its hashes."""

    position: int
    stream: str
    version: int
    at: int
    body: bytes


class Written(msgspec.Struct, frozen=True, gc=False):
    positions: tuple[int, ...]


class Conflict(msgspec.Struct, frozen=True):
    """Something else was written to the stream first."""

    stream: str
    version: int


class Short(msgspec.Struct, frozen=True):
    """An account of a player does not hold what the write would take."""

    account: str
    has_cents: int
    lacks_cents: int = 0


class Answered(msgspec.Struct, frozen=True):
    """A request of this id was carried out before."""

    answer: bytes
    digest: bytes = b""
    """Empty where what was asked was not kept."""

    def is_of(self, digest: bytes) -> bool:
        """Whether it answers this request, as far as is known."""
        return not self.digest or not digest or self.digest == digest


class Unavailable(msgspec.Struct, frozen=True):
    """Nothing was written: the disk is full, locked or gone."""

    reason: str


class NotHeld(msgspec.Struct, frozen=True):
    """Another node holds the table: nothing was written."""

    table: str


Outcome = Written | Conflict | Short | Answered | Unavailable | NotHeld


class Unreadable(Exception):  # noqa: N818 - what the journal is then
    """What was written cannot be read back: locked, damaged or gone."""


UNREADABLE = (
    msgspec.MsgspecError,
    Unreadable,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
)
"""What a body or a snapshot that was changed can run into."""


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """Entries that a reader asks for; all that is given has to hold."""

    after: int = 0
    before: int | None = None
    """With it the newest come first."""
    stream: str = ""
    event: str = ""
    """One of them, or one of several with commas between."""
    person: str = ""
    """Who did it, or whom it concerns."""
    since: int | None = None
    until: int | None = None
    """In milliseconds."""


class Checkpoint(msgspec.Struct, frozen=True):
    """The root of the tree over the first entries of the whole journal, signed."""

    size: int
    root: bytes
    note: str
    """With the house's signature, and those of witnesses that were attached."""
    at: int


class Snapshot(msgspec.Struct, frozen=True):
    stream: str
    version: int
    data: bytes


class Store(Protocol):
    secret: bytes
    """With which a house authenticates its snapshots; empty where only its journal is read."""
    macs: Macs | None
    """With which a house marks its own entries; a store without writes unmarked ones."""
    sharing: Sharing | None
    """Where other nodes write to the same journal."""

    def refuse_moved(self) -> None:
        """Raises `Unreadable` where what was opened no longer lies where it was."""

    def append(self, writes: Sequence[Write]) -> list[Outcome]:
        """All writes in one commit; each stands or falls by itself, in order."""

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]: ...

    def read_back(self, stream: str, before: int) -> Iterator[Entry]:
        """The newest first, of those before a version."""

    def everything(self, after: int = 0) -> Iterator[Entry]:
        """All entries by position."""

    def select(self, wanted: Selection) -> Iterator[Entry]: ...

    def head(self, stream: str) -> tuple[int, bytes]:
        """How long a stream is, and the hash of its last entry."""

    def forget(self, write: Write) -> Outcome:
        """A write with what it erases, of which nothing is left in the files."""

    def erased(self) -> Iterator[tuple[int, str]]:
        """Position and field of each private value that is gone."""

    def versions(self) -> dict[str, int]: ...

    def balances(self) -> dict[str, int]: ...

    def posted(self) -> dict[str, int]:
        """What the postings of each account come to, which its balance says, too."""

    def balance(self, account: str) -> int: ...

    def moves(self, account: str, after: int = 0) -> Iterator[tuple[int, int]]:
        """What moved an account, by position."""

    def moved_last(self, account: str) -> Iterator[tuple[int, str, int]]:
        """Position, stream and version of the entries that moved it, the newest first."""

    def moves_back(self, account: str, before: int) -> Iterator[tuple[int, int]]:
        """What moved an account before a position, the newest first."""

    def plain(self, position: int) -> tuple[str, int, bytes]:
        """Stream, version and body of an entry."""

    def bodies(self, stream: str, after: int) -> Iterator[tuple[int, bytes]]:
        """Version and body of a stream's entries after a version, without the money."""

    def last_of(self, stream: str, event: str, before: int) -> tuple[int, int, int, bytes] | None:
        """Position, version, time and body of the newest event of a kind before a version."""

    def told(self, after: int, until: int | None = None) -> Iterator[Told]:
        """By position, from after one up to another."""

    def version_at(self, stream: str, position: int) -> int:
        """How long a stream was at a position of the journal."""

    def answers_to(self, requests: Sequence[str]) -> dict[str, Answered]:
        """Of those that were carried out before."""

    def answer_to(self, request: str) -> bytes | None: ...

    def save_snapshot(self, snapshot: Snapshot, *, alone: bool = False) -> Unavailable | None:
        """Beside earlier ones of its stream, or alone."""

    def snapshot(self, stream: str, before: int | None = None) -> Snapshot | None:
        """The newest, of before a version where one is given."""

    def tree_size(self) -> int:
        """How many leaves the tree over all entries has: one for each, in their order."""

    def tree_node(self, level: int, index: int) -> bytes:
        """The hash of a complete subtree, as `tree.Node` has it."""

    def has_no_gap(self) -> bool:
        """Whether there are as many entries as the last one's position says."""

    def foreign(self, after: int) -> str | None:
        """The first entry after a position that the house did not write, by its own marks."""

    def wrong_schema(self) -> Iterator[str]:
        """What of the database's own rules is not as the program makes it."""

    def leaves(self, after: int = 0, until: int | None = None) -> Iterator[bytes]:
        """Hashes of leaves, those after so many."""

    def nodes(self) -> Iterator[tuple[int, int, bytes]]:
        """Those that are kept, by level and index."""

    def save_checkpoint(
        self, checkpoint: Checkpoint, completed: Sequence[Complete] = ()
    ) -> Unavailable | None:
        """With the subtrees that were completed since the last; it never covers fewer entries."""

    def save_note(self, size: int, note: str) -> Unavailable | None:
        """A checkpoint with more signatures."""

    def last_checkpoint(self) -> Checkpoint | None: ...

    def checkpoint_at_least(self, size: int) -> Checkpoint | None:
        """The first that covers so many entries."""

    def checkpoints(self, since: int = 0, until: int | None = None) -> Iterator[Checkpoint]:
        """By size, from one up to another."""

    def meta(self) -> dict[str, str]: ...

    def set_meta(self, name: str, value: str) -> None: ...

    def probe(self) -> Unavailable | None:
        """Whether a commit reaches the disk."""

    def another(self) -> Store:
        """A connection of its own to the same journal."""

    def reader(self) -> Store:
        """One that only reads, all of one moment, while the house goes on writing."""

    def back_up(self, to: Path) -> None:
        """A whole copy, made while the house goes on."""

    def close(self) -> None: ...


def hashed(previous: Blob, stream: str, version: int, new: New, nonce: Blob) -> bytes:
    """SHA-256 over the previous hash, a nonce and the canonical bytes of an entry.

    Without the nonce a hidden card could be guessed from the hash.
    """
    said = msgspec.json.encode((stream, version, new.at, new.body.decode(), new.postings))
    return sha256(TAG + previous + nonce + said).digest()


def is_as_written(entry: Entry) -> bool:
    new = New(entry.at, entry.body, entry.postings)
    try:
        found = hashed(entry.previous, entry.stream, entry.version, new, entry.nonce)
    except UnicodeDecodeError:
        return False
    return found == entry.hash
