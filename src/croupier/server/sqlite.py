"""The house's store in one SQLite file: write-ahead log, every commit on disk, one writer."""

from __future__ import annotations

import sqlite3
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from croupier.problems import BadInput
from croupier.server.store import (
    NOTHING_BEFORE,
    PLAYERS,
    Answered,
    Conflict,
    Entry,
    Posting,
    Seal,
    Short,
    Snapshot,
    Unavailable,
    Written,
    hashed,
    moved_by,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from croupier.server.store import New, Outcome, Write

MIGRATIONS = ("0001.sql",)
MOST_NAMES = 500
ENTRIES = "SELECT position, stream, version, at, body, previous, hash FROM entries"


ADD = {
    "requests": "INSERT INTO requests VALUES (?, ?)",
    "entries": "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)",
    "postings": "INSERT INTO postings VALUES (?, ?, ?, ?)",
    "accounts": "INSERT OR REPLACE INTO accounts VALUES (?, ?)",
    "heads": "INSERT OR REPLACE INTO heads VALUES (?, ?, ?)",
}


class Batch:
    """Writes held against the journal as it stands, in their order, before any is put down."""

    def __init__(self, store: SqliteStore, writes: Sequence[Write]) -> None:
        self.store = store
        self.position = store.last_position()
        self.heads: dict[str, tuple[int, bytes]] = {}
        self.answered = store.answers_to([one.request for one in writes if one.request])
        self.balances = store.balances_of(
            sorted({name for one in writes for name in moved_by(one)})
        )
        self.accounts: dict[str, int] = {}
        self.requests: dict[str, bytes] = {}
        self.entries: list[tuple[object, ...]] = []
        self.postings: list[tuple[object, ...]] = []
        self.outcomes = [self.taken(write) for write in writes]

    def rows(self) -> dict[str, list[tuple[object, ...]]]:
        return {
            "requests": list(self.requests.items()),
            "entries": self.entries,
            "postings": self.postings,
            "accounts": list(self.accounts.items()),
            "heads": [(stream, *head) for stream, head in self.heads.items()],
        }

    def taken(self, write: Write) -> Outcome:
        refused = self.refused(write, moved_by(write))
        if refused is not None:
            return refused
        for account, cents in moved_by(write).items():
            self.accounts[account] = self.balance(account) + cents
        if write.request is not None:
            self.requests[write.request] = write.answer
        return Written(
            tuple(self.put(part.stream, new) for part in write.parts for new in part.entries)
        )

    def refused(self, write: Write, moved: dict[str, int]) -> Answered | Conflict | Short | None:
        if write.request is not None:
            before = self.requests.get(write.request) or self.answered.get(write.request)
            if before is not None:
                return Answered(before)
        for part in write.parts:
            version, _ = self.head(part.stream)
            if version != part.expected:
                return Conflict(part.stream, version)
        assert sum(moved.values()) == 0
        for account, cents in moved.items():
            if account.startswith(PLAYERS) and self.balance(account) + cents < 0:
                return Short(account, self.balance(account))
        return None

    def head(self, stream: str) -> tuple[int, bytes]:
        return self.heads.get(stream) or self.store.head(stream)

    def balance(self, account: str) -> int:
        known = self.accounts.get(account)
        return self.balances.get(account, 0) if known is None else known

    def put(self, stream: str, new: New) -> int:
        version, previous = self.head(stream)
        now = hashed(previous, stream, version + 1, new)
        self.position += 1
        self.heads[stream] = (version + 1, now)
        self.entries.append((self.position, stream, version + 1, new.at, new.body, previous, now))
        self.postings += [
            (self.position, line, account, cents)
            for line, (account, cents) in enumerate(new.postings)
        ]
        return self.position


class SqliteStore:
    def __init__(self, path: Path, *, fault: Callable[[str], None] | None = None) -> None:
        self.path = path
        self.fault = fault or (lambda _place: None)
        """Called at each step of a write, so that tests can stop there."""
        try:
            self.connection = sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=2
            )
            self.prepare()
        except sqlite3.DatabaseError as error:
            raise BadInput(f"cannot be opened as a house's journal: {error}", str(path)) from None

    def prepare(self) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            self.connection.execute(f"PRAGMA {pragma}")
        [version] = self.connection.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            raise BadInput("was written by a newer croupier", str(self.path))
        for number, name in enumerate(MIGRATIONS[version:], version + 1):
            text = files("croupier.server").joinpath("migrations", name).read_text("utf-8")
            self.connection.executescript(
                f"BEGIN IMMEDIATE;\n{text}\nPRAGMA user_version = {number};\nCOMMIT;"
            )

    def close(self) -> None:
        self.connection.close()

    def append(self, writes: Sequence[Write]) -> list[Outcome]:
        try:
            self.fault("begin")
            self.connection.execute("BEGIN IMMEDIATE")
            batch = Batch(self, writes)
            for table, rows in batch.rows().items():
                self.fault(table)
                self.connection.executemany(ADD[table], rows)
            self.fault("commit")
            self.connection.execute("COMMIT")
            self.fault("committed")
        except sqlite3.Error as error:
            self.roll_back()
            return [Unavailable(str(error)) for _ in writes]
        except BaseException:
            self.roll_back()
            raise
        return batch.outcomes

    def roll_back(self) -> None:
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")

    def head(self, stream: str) -> tuple[int, bytes]:
        found = self.connection.execute(
            "SELECT version, hash FROM heads WHERE stream = ?", (stream,)
        ).fetchone()
        return found or (0, NOTHING_BEFORE)

    def last_position(self) -> int:
        [last] = self.connection.execute("SELECT MAX(position) FROM entries").fetchone()
        return last or 0

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        return self.entries("stream = ? AND version > ? ORDER BY version", (stream, after))

    def everything(self, after: int = 0) -> Iterator[Entry]:
        return self.entries("position > ? ORDER BY position", (after,))

    def entries(self, where: str, given: tuple[object, ...]) -> Iterator[Entry]:
        found = self.connection.execute(f"{ENTRIES} WHERE {where}", given)
        for position, stream, version, at, body, previous, now in found:
            yield Entry(
                position, stream, version, at, body, self.postings_of(position), previous, now
            )

    def postings_of(self, position: int) -> tuple[Posting, ...]:
        found = self.connection.execute(
            "SELECT account, cents FROM postings WHERE position = ? ORDER BY line", (position,)
        )
        return tuple(Posting(*row) for row in found)

    def versions(self) -> dict[str, int]:
        return dict(self.connection.execute("SELECT stream, version FROM heads"))

    def balances(self) -> dict[str, int]:
        return dict(self.connection.execute("SELECT account, cents FROM accounts"))

    def balance(self, account: str) -> int:
        found = self.connection.execute(
            "SELECT cents FROM accounts WHERE account = ?", (account,)
        ).fetchone()
        return found[0] if found else 0

    def balances_of(self, accounts: Sequence[str]) -> dict[str, int]:
        return dict(self.named("SELECT account, cents FROM accounts WHERE account", accounts))

    def answers_to(self, requests: Sequence[str]) -> dict[str, bytes]:
        return dict(self.named("SELECT request, answer FROM requests WHERE request", requests))

    def named(self, select: str, names: Sequence[str]) -> Iterator[tuple[str, Any]]:
        """The rows of these names, a few hundred names at a time."""
        for start in range(0, len(names), MOST_NAMES):
            some = names[start : start + MOST_NAMES]
            yield from self.connection.execute(
                f"{select} IN ({', '.join('?' for _ in some)})", list(some)
            )

    def answer_to(self, request: str) -> bytes | None:
        found = self.connection.execute(
            "SELECT answer FROM requests WHERE request = ?", (request,)
        ).fetchone()
        return found[0] if found else None

    def save_snapshot(self, snapshot: Snapshot) -> None:
        self.connection.execute(
            "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)",
            (snapshot.stream, snapshot.version, snapshot.data),
        )

    def snapshot(self, stream: str) -> Snapshot | None:
        found = self.connection.execute(
            "SELECT stream, version, data FROM snapshots WHERE stream = ?", (stream,)
        ).fetchone()
        return Snapshot(*found) if found else None

    def save_seal(self, seal: Seal) -> None:
        self.connection.execute(
            "INSERT OR REPLACE INTO seals VALUES (?, ?, ?, ?, ?)",
            (seal.stream, seal.version, seal.hash, seal.signature, seal.at),
        )

    def seals(self) -> list[Seal]:
        found = self.connection.execute(
            "SELECT stream, version, hash, signature, at FROM seals ORDER BY stream, version"
        )
        return [Seal(*row) for row in found]

    def meta(self) -> dict[str, str]:
        return dict(self.connection.execute("SELECT name, value FROM meta"))

    def set_meta(self, name: str, value: str) -> None:
        self.connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (name, value))

    def back_up(self, to: Path) -> None:
        """A whole copy, made while the house goes on."""
        if to.exists():
            raise BadInput("is there already", str(to))
        partial = to.with_name(f"{to.name}.partial")
        partial.unlink(missing_ok=True)
        with sqlite3.connect(partial) as copy:
            self.connection.backup(copy)
        copy.close()
        partial.rename(to)
