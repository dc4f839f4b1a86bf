"""The house's store in one SQLite file: write-ahead log, every commit on disk, one writer."""

from __future__ import annotations

import sqlite3
from importlib.resources import files
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server.store import (
    NOTHING_BEFORE,
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
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from croupier.server.store import New, Outcome, Part, Write

MIGRATIONS = ("0001.sql",)
CREDIT = "UPDATE accounts SET cents = cents + ? WHERE account = ?"
ENTRIES = "SELECT position, stream, version, at, body, previous, hash FROM entries"


class Refusal(Exception):  # noqa: N818 - leaves a write half way, and only that
    def __init__(self, outcome: Conflict | Short | Answered) -> None:
        self.outcome = outcome


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
        run = self.connection.execute
        try:
            self.fault("begin")
            run("BEGIN IMMEDIATE")
            outcomes = [self.one(write) for write in writes]
            self.fault("commit")
            run("COMMIT")
            self.fault("committed")
        except sqlite3.Error as error:
            self.roll_back()
            return [Unavailable(str(error)) for _ in writes]
        except BaseException:
            self.roll_back()
            raise
        return outcomes

    def roll_back(self) -> None:
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")

    def one(self, write: Write) -> Outcome:
        run = self.connection.execute
        run("SAVEPOINT one")
        try:
            self.remember(write)
            positions = [place for part in write.parts for place in self.extend(part)]
        except Refusal as refused:
            run("ROLLBACK TO one")
            run("RELEASE one")
            return refused.outcome
        run("RELEASE one")
        return Written(tuple(positions))

    def remember(self, write: Write) -> None:
        if write.request is None:
            return
        before = self.answer_to(write.request)
        if before is not None:
            raise Refusal(Answered(before))
        self.connection.execute("INSERT INTO requests VALUES (?, ?)", (write.request, write.answer))

    def extend(self, part: Part) -> Iterator[int]:
        run = self.connection.execute
        version, head = self.head(part.stream)
        if version != part.expected:
            raise Refusal(Conflict(part.stream, version))
        for new in part.entries:
            version += 1
            now = hashed(head, part.stream, version, new)
            self.fault("entry")
            at = run(
                "INSERT INTO entries (stream, version, at, body, previous, hash)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (part.stream, version, new.at, new.body, head, now),
            ).lastrowid
            assert at is not None
            self.post(at, new)
            head = now
            yield at
        run("INSERT OR REPLACE INTO heads VALUES (?, ?, ?)", (part.stream, version, head))

    def head(self, stream: str) -> tuple[int, bytes]:
        found = self.connection.execute(
            "SELECT version, hash FROM heads WHERE stream = ?", (stream,)
        ).fetchone()
        return found or (0, NOTHING_BEFORE)

    def post(self, position: int, new: New) -> None:
        assert sum(posting.cents for posting in new.postings) == 0
        run = self.connection.execute
        for line, (account, cents) in enumerate(new.postings):
            self.fault("posting")
            run("INSERT INTO postings VALUES (?, ?, ?, ?)", (position, line, account, cents))
            try:
                if not run(CREDIT, (cents, account)).rowcount:
                    run("INSERT INTO accounts VALUES (?, ?)", (account, cents))
            except sqlite3.IntegrityError:
                raise Refusal(Short(account, self.balance(account))) from None

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
