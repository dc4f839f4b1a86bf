"""The store in one SQLite file: write-ahead log, every commit synced, one writer."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.problems import BadInput, own_words
from croupier.server.journal import durable, private
from croupier.server.journal.archive import FOLDER, Archive, ArchiveFile
from croupier.server.journal.batch import Batch
from croupier.server.journal.database import said
from croupier.server.journal.log_rows import LogRows
from croupier.server.journal.store import (
    NOTHING_BEFORE,
    Answered,
    Beside,
    Entry,
    Posting,
    Seal,
    Snapshot,
    Told,
    Unavailable,
    Unreadable,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from croupier.server.journal.store import Outcome, Selection, Write

MOST_NAMES = 500
LAST = 2**63 - 1
ENTRIES = "SELECT position, stream, version, at, body, previous, hash, nonce FROM entries"
BEGINNINGS = "SELECT position, version, at, body FROM entries"
EVENT = "CASE WHEN json_valid(CAST(body AS TEXT)) THEN json_extract(CAST(body AS TEXT), '$.{}') END"
"""A body that was tampered with may be no JSON."""
ERASE = "UPDATE beside SET salt = NULL, value = NULL WHERE position = ? AND field = ?"
FORGET = """DELETE FROM snapshots
    WHERE stream = (SELECT stream FROM entries WHERE position = ?)"""
META = "INSERT OR REPLACE INTO meta VALUES (?, ?)"
ADD = {
    "requests": "INSERT INTO requests (request, answer, digest) VALUES (?, ?, ?)",
    "entries": "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
    "postings": "INSERT INTO postings VALUES (?, ?, ?, ?)",
    "beside": "INSERT INTO beside VALUES (?, ?, ?, ?)",
    "accounts": "INSERT OR REPLACE INTO accounts VALUES (?, ?)",
    "heads": "INSERT OR REPLACE INTO heads VALUES (?, ?, ?)",
}
TAKE = {
    "erased": ERASE,
    "forgotten": FORGET,
    "archives": "INSERT INTO archives VALUES (?, ?, ?, ?, ?)",
    "emptied": "UPDATE entries SET body = X'' WHERE position = ?",
}
ARCHIVES = "SELECT name, first, last, entries, digest FROM archives"


def selected(wanted: Selection) -> tuple[str, tuple[object, ...]]:
    """A selection as a condition with its order, and what is given to it."""
    asked: list[tuple[str, object]] = [
        ("position > ?", wanted.after),
        ("position < ?", wanted.before),
        ("at >= ?", wanted.since),
        ("at < ?", wanted.until),
    ]
    where = [condition for condition, value in asked if value is not None]
    given = [value for _, value in asked if value is not None]
    for named, condition in (
        (wanted.stream, "stream IN ({})"),
        (wanted.event, f"({EVENT.format('event')} IN ({{}}) OR body = X'')"),
    ):
        if named:
            given += (some := named.split(","))
            where.append(condition.format(", ".join("?" * len(some))))
    if wanted.person:
        by, player = EVENT.format("by"), EVENT.format("player")
        where.append(f"({by} = ? OR {player} = ? OR body = X'')")
        given += [wanted.person, wanted.person]
    order = "ASC" if wanted.before is None else "DESC"
    return f"{' AND '.join(where)} ORDER BY position {order}", tuple(given)


class Facts(msgspec.Struct, frozen=True):
    """Of an event in an archive file, what a selection asks for."""

    event: str = ""
    by: str = ""
    player: str = ""

    def is_among(self, wanted: Selection) -> bool:
        named = not wanted.person or wanted.person in {self.by, self.player}
        return named and (not wanted.event or self.event in wanted.event.split(","))


facts = msgspec.json.Decoder(Facts)


class SqliteStore(LogRows):
    def another(self) -> SqliteStore:
        store = SqliteStore(self.path)
        store.secret, store.macs = self.secret, self.macs
        return store

    def reader(self) -> SqliteStore:
        store = self.another()
        store.ask("PRAGMA query_only = ON")
        store.ask("BEGIN")
        return store

    def append(self, writes: Sequence[Write]) -> list[Outcome]:
        try:
            self.fault("begin")
            self.refuse_moved()
            self.begin()
            self.refuse_foreign()
            batch = Batch(self, writes)
            for table, rows in batch.rows().items():
                self.fault(table)
                self.connection.executemany((ADD | TAKE)[table], rows)
            self.fault("commit")
            self.connection.execute("COMMIT")
            if self.macs is not None:
                self.macs.seen = batch.position
            self.fault("committed")
        except (sqlite3.Error, Unreadable) as error:
            self.roll_back()
            return [Unavailable(str(error)) for _ in writes]
        except BaseException:
            self.roll_back()
            raise
        return batch.outcomes

    def begin(self) -> None:
        self.connection.execute("BEGIN IMMEDIATE")

    def held(self, _names: Sequence[str]) -> dict[str, int]:
        """Leases of this node that are in force, each with its token; one node needs none."""
        return {}

    def head(self, stream: str) -> tuple[int, bytes]:
        found = self.row("SELECT version, hash FROM heads WHERE stream = ?", (stream,))
        return (found[0], found[1]) if found else (0, NOTHING_BEFORE)

    def read(self, stream: str, after: int = 0) -> Iterator[Entry]:
        return self.entries("stream = ? AND version > ? ORDER BY version", (stream, after))

    def read_back(self, stream: str, before: int) -> Iterator[Entry]:
        return self.entries("stream = ? AND version < ? ORDER BY version DESC", (stream, before))

    def everything(self, after: int = 0) -> Iterator[Entry]:
        return self.entries("position > ? ORDER BY position", (after,))

    def select(self, wanted: Selection) -> Iterator[Entry]:
        return self.entries(*selected(wanted), wanted)

    def entries(
        self, where: str, given: tuple[object, ...], wanted: Selection | None = None
    ) -> Iterator[Entry]:
        for position, stream, version, at, kept, previous, now, nonce in self.rows(
            f"{ENTRIES} WHERE {where}", given
        ):
            body = kept or self.archive.body(position)
            if not kept and wanted and not facts.decode(body).is_among(wanted):
                continue
            yield Entry(
                position=position,
                stream=stream,
                version=version,
                at=at,
                body=body,
                postings=self.postings_of(position),
                previous=previous,
                hash=now,
                nonce=nonce or b"",
                beside=self.beside_of(position) if private.MARK in body else (),
            )

    def postings_of(self, position: int) -> tuple[Posting, ...]:
        found = self.rows(
            "SELECT account, cents FROM postings WHERE position = ? ORDER BY line", (position,)
        )
        return tuple(Posting(*row) for row in found)

    def beside_of(self, position: int) -> tuple[Beside, ...]:
        found = self.rows("SELECT field, salt, value FROM beside WHERE position = ?", (position,))
        return tuple(Beside(*row) for row in found)

    def forget(self, write: Write) -> Outcome:
        """The snapshots of its stream may hold the value, and so may the log."""
        self.ask("PRAGMA secure_delete = ON")
        [outcome] = self.append([write])
        self.ask("PRAGMA wal_checkpoint(TRUNCATE)")
        return outcome

    @cached_property
    def archive(self) -> Archive:
        return Archive(self.path.parent / FOLDER, self.covering)

    def covering(self, position: int) -> list[ArchiveFile]:
        found = self.rows(f"{ARCHIVES} WHERE first <= ? AND last >= ?", (position, position))
        return [ArchiveFile(*row) for row in found]

    def archives(self) -> list[ArchiveFile]:
        return [ArchiveFile(*row) for row in self.rows(f"{ARCHIVES} ORDER BY first")]

    def archive_lines(self, file: ArchiveFile) -> list[bytes]:
        return self.archive.lines(file)

    def with_bodies(self, kind: str, wanted: Selection) -> Iterator[Entry]:
        where = "substr(stream, 1, ?) = ? AND body <> X'' AND at < ? AND position > ?"
        given = (len(kind), kind, wanted.until, wanted.after, wanted.before)
        return self.entries(f"{where} AND position < ? ORDER BY position", given)

    def shrink(self) -> None:
        self.ask("VACUUM")
        self.ask("PRAGMA wal_checkpoint(TRUNCATE)")

    def erased(self) -> Iterator[tuple[int, str]]:
        return self.rows("SELECT position, field FROM beside WHERE value IS NULL")

    def versions(self) -> dict[str, int]:
        return dict(self.rows("SELECT stream, version FROM heads"))

    def balances(self) -> dict[str, int]:
        return dict(self.rows("SELECT account, cents FROM accounts"))

    def posted(self) -> dict[str, int]:
        return dict(self.rows("SELECT account, SUM(cents) FROM postings GROUP BY account"))

    def balance(self, account: str) -> int:
        found = self.row("SELECT cents FROM accounts WHERE account = ?", (account,))
        return found[0] if found else 0

    def moves(self, account: str, after: int = 0) -> Iterator[tuple[int, int]]:
        return self.rows(
            "SELECT position, cents FROM postings WHERE account = ? AND position > ?"
            " ORDER BY position",
            (account, after),
        )

    def moved_last(self, account: str) -> Iterator[tuple[int, str, int]]:
        return self.rows(
            "SELECT DISTINCT position, stream, version FROM postings JOIN entries USING (position)"
            " WHERE account = ? ORDER BY position DESC",
            (account,),
        )

    def moves_back(self, account: str, before: int) -> Iterator[tuple[int, int]]:
        return self.rows(
            "SELECT position, cents FROM postings WHERE account = ? AND position < ?"
            " ORDER BY position DESC",
            (account, before),
        )

    def plain(self, position: int) -> tuple[str, int, bytes]:
        found = self.row(
            "SELECT stream, version, body FROM entries WHERE position = ?", (position,)
        )
        assert found is not None
        return found[0], found[1], found[2] or self.archive.body(position)

    def bodies(self, stream: str, after: int) -> Iterator[tuple[int, bytes]]:
        found = self.rows(
            "SELECT version, body, position FROM entries WHERE stream = ? AND version > ?"
            " ORDER BY version",
            (stream, after),
        )
        return ((version, body or self.archive.body(at)) for version, body, at in found)

    def last_of(self, stream: str, event: str, before: int) -> tuple[int, int, int, bytes] | None:
        begins = f'{{"event":"{event}"'.encode()  # the tag stands first in every body
        found = self.row(
            f"{BEGINNINGS} WHERE stream = ? AND version < ?"
            f" AND substr(body, 1, {len(begins)}) = X'{begins.hex().upper()}'"
            " ORDER BY version DESC LIMIT 1",
            (stream, before),
        )
        return (found[0], found[1], found[2], found[3]) if found else None

    def told(self, after: int, until: int | None = None) -> Iterator[Told]:
        some = "SELECT position, stream, version, at, body FROM entries"
        found = self.rows(
            f"{some} WHERE position > ? AND position <= ? ORDER BY position",
            (after, LAST if until is None else until),
        )
        for position, stream, version, at, kept in found:
            yield Told(position, stream, version, at, kept or self.archive.body(position))

    def version_at(self, stream: str, position: int) -> int:
        """By halves: positions of a stream grow with its versions."""
        low, high = 0, self.head(stream)[0]
        while low < high:
            middle = (low + high + 1) // 2
            found = self.row(
                "SELECT position FROM entries WHERE stream = ? AND version = ?", (stream, middle)
            )
            low, high = (middle, high) if found and found[0] <= position else (low, middle - 1)
        return low

    def balances_of(self, accounts: Sequence[str]) -> dict[str, int]:
        return dict(self.named("SELECT account, cents FROM accounts WHERE account", accounts))

    def answers_to(self, requests: Sequence[str]) -> dict[str, Answered]:
        select = "SELECT request, answer, digest FROM requests WHERE request"
        found = self.named(select, requests)
        return {request: Answered(answer, digest or b"") for request, answer, digest in found}

    def named(self, select: str, names: Sequence[str]) -> Iterator[Any]:
        """The rows of these names, a few hundred names at a time."""
        for start in range(0, len(names), MOST_NAMES):
            some = names[start : start + MOST_NAMES]
            yield from self.rows(f"{select} IN ({', '.join('?' for _ in some)})", list(some))

    def answer_to(self, request: str) -> bytes | None:
        found = self.row("SELECT answer FROM requests WHERE request = ?", (request,))
        return found[0] if found else None

    def save_snapshot(self, snapshot: Snapshot, *, alone: bool = False) -> Unavailable | None:
        row = snapshot.stream, snapshot.version, snapshot.data
        failed = self.put_row("snapshot", "INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", row)
        if failed is not None or not alone:
            return failed
        earlier = "DELETE FROM snapshots WHERE stream = ? AND version < ?"
        return self.put_row("earlier snapshots", earlier, row[:2])

    def snapshot(self, stream: str, before: int | None = None) -> Snapshot | None:
        found = self.row(
            "SELECT stream, version, data FROM snapshots WHERE stream = ? AND version < ?"
            " ORDER BY version DESC LIMIT 1",
            (stream, LAST if before is None else before),
        )
        return Snapshot(*found) if found else None

    def seals(self) -> list[Seal]:
        seals = "SELECT stream, version, hash, signature, at FROM seals ORDER BY stream, version"
        return [Seal(*row) for row in self.rows(seals)]

    def meta(self) -> dict[str, str]:
        return dict(self.rows("SELECT name, value FROM meta"))

    def set_meta(self, name: str, value: str) -> None:
        if failed := self.put_row("meta", META, (name, value)):
            raise BadInput(f"its journal cannot be written: {failed.reason}", str(self.path))

    def probe(self) -> Unavailable | None:
        """A page is written and written back: a lock or a full disk shows itself."""
        try:
            self.refuse_foreign()
            self.connection.execute(META, ("probe", "yes"))
            self.connection.execute("DELETE FROM meta WHERE name = 'probe'")
        except (sqlite3.Error, Unreadable) as error:
            return Unavailable(str(error))
        return None

    def back_up(self, to: Path) -> None:
        if to.exists():
            raise BadInput("is there already", str(to))
        partial = to.with_name(f"{to.name}.partial")
        try:
            partial.unlink(missing_ok=True)
            durable.create(partial, b"")
            with closing(sqlite3.connect(partial)) as copy:
                self.connection.backup(copy)
            durable.sync(partial)
            partial.rename(to)
            durable.sync_folder(to.parent)
        except (OSError, sqlite3.Error) as error:
            says = own_words(error) if isinstance(error, OSError) else said(error)
            raise BadInput(f"cannot be written: {says}", str(to)) from None
