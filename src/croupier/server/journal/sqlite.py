"""The store in one SQLite file: write-ahead log, every commit synced, one writer."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.money import Posting
from croupier.problems import BadInput, own_words
from croupier.server.journal import durable
from croupier.server.journal.batch import WIDTHS, Batch
from croupier.server.journal.database import Database, said
from croupier.server.journal.entry_rows import EntryRows
from croupier.server.journal.remembered import Remembered
from croupier.server.journal.rows import CHECKPOINT, META, NODE
from croupier.server.journal.store import Unavailable, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from croupier.server.journal.contents import Content
    from croupier.server.journal.store import Answered, Checkpoint, Outcome, Write
    from croupier.server.journal.tree import Complete

ERASE = "UPDATE beside SET salt = NULL, value = NULL WHERE position = ? AND field = ?"
FORGET = """DELETE FROM snapshots
    WHERE stream = (SELECT stream FROM entries WHERE position = ?)"""
ADD = {
    "requests": "INSERT OR ROLLBACK INTO requests (request, answer, digest)",
    "entries": "INSERT OR ROLLBACK INTO entries",
    "postings": "INSERT OR ROLLBACK INTO postings",
    "beside": "INSERT OR ROLLBACK INTO beside",
    "accounts": "INSERT OR REPLACE INTO accounts",
    "heads": "INSERT OR REPLACE INTO heads",
}
"""With every commit. One that fails ends the whole commit, so that nothing is kept for undoing it
alone."""
RARE = {
    "erased": ERASE,
    "forgotten": FORGET,
}
AT_ONCE = dict.fromkeys(ADD, 64) | {"entries": 4}
"""Rows that one statement adds where there are so many. Two indexes of entries call a function, so
that a statement of entries keeps how it would be undone: in memory as long as it is small, which
more rows are not where each is of another stream."""
NO_MONEY = "[]"
money = msgspec.json.Decoder(tuple[Posting, ...])


def adding(table: str, rows: int) -> str:
    row = f"({', '.join('?' * WIDTHS[table])})"
    return f"{ADD[table]} VALUES {', '.join([row] * rows)}"


ONE = {table: adding(table, 1) for table in ADD} | RARE
MANY = {table: adding(table, rows) for table, rows in AT_ONCE.items()}


class SqliteStore(Database, EntryRows):
    blob = bytearray
    """Python's own module looks for somebody who would adapt bytes, each time."""
    FIELD = (
        "CASE WHEN json_valid(CAST(body AS TEXT)) THEN json_extract(CAST(body AS TEXT), '$.{}') END"
    )
    ENTRIES = """SELECT position, stream, version, at, body, previous, hash, nonce,
        (SELECT json_group_array(json_array(account, cents)) FROM (
            SELECT account, cents FROM postings
            WHERE postings.position = entries.position ORDER BY line))
        FROM entries"""

    def another(self) -> SqliteStore:
        store = SqliteStore(self.path, reading=self.is_reading)
        store.secret, store.macs = self.secret, self.macs
        return store

    def reader(self) -> SqliteStore:
        return self.another().of_this_moment()

    def of_this_moment(self) -> SqliteStore:
        """Whoever has opened it to read does without another one."""
        self.ask("PRAGMA query_only = ON")
        self.ask("BEGIN")
        return self

    def append(self, writes: Sequence[Write]) -> list[Outcome]:
        try:
            self.on_step("begin")
            self.refuse_moved()
            self.begin()
            self.refuse_foreign()
            batch = Batch(self, writes)
            known, self.remembered = self.remembered, Remembered()
            for table, values in batch.rows().items():
                self.on_step(table)
                self.put(table, values)
            self.on_step("commit")
            self.connection.execute("COMMIT")
            known.wrote(batch.accounts)
            self.remembered = known
            if self.macs is not None:
                self.macs.seen = batch.position
            self.on_step("committed")
        except (sqlite3.Error, Unreadable) as error:
            self.roll_back()
            return [Unavailable(str(error)) for _ in writes]
        except BaseException:
            self.roll_back()
            raise
        return batch.outcomes

    def answers_to(self, requests: Sequence[str]) -> dict[str, Answered]:
        """What is decided is looked up, and when it is written looked up again: once is enough."""
        if not requests:
            return {}
        known = self.known()
        found = super().answers_to([one for one in requests if one not in known.unanswered])
        known.unanswered = frozenset(requests) - found.keys()
        return found

    def balances_of(self, accounts: Sequence[str]) -> dict[str, int]:
        known = self.known().balances
        if missing := [one for one in accounts if one not in known]:
            known |= dict.fromkeys(missing, 0) | super().balances_of(missing)
        return known

    def known(self) -> Remembered:
        version = self.row("PRAGMA data_version")
        if version != self.remembered.version:
            self.remembered = Remembered(version)
        return self.remembered

    def put(self, table: str, values: list[object]) -> None:
        width, done = WIDTHS[table], 0
        if table in MANY:
            some = width * AT_ONCE[table]
            for done in range(some, len(values) + 1, some):
                self.connection.execute(MANY[table], values[done - some : done])
        rest = iter(values[done:])
        self.connection.executemany(ONE[table], zip(*[rest] * width, strict=True))

    def begin(self) -> None:
        self.connection.execute("BEGIN IMMEDIATE")

    def held(self, _names: Sequence[str]) -> dict[str, int]:
        """Leases of this node that are in force, each with its token; one node needs none."""
        return {}

    def postings_of(self, found: Sequence[Any]) -> tuple[Posting, ...]:
        return () if found[8] == NO_MONEY else money.decode(found[8])

    def forget(self, write: Write) -> Outcome:
        """The snapshots of its stream may hold the value, and so may the log."""
        self.ask("PRAGMA secure_delete = ON")
        [outcome] = self.append([write])
        self.ask("PRAGMA wal_checkpoint(TRUNCATE)")
        return outcome

    def save_checkpoint(
        self, checkpoint: Checkpoint, completed: Sequence[Complete] = ()
    ) -> Unavailable | None:
        row = checkpoint.size, checkpoint.root, checkpoint.note, checkpoint.at
        try:
            self.on_step("checkpoint")
            self.connection.execute("BEGIN IMMEDIATE")
            self.connection.executemany(NODE, completed)
            self.connection.execute(CHECKPOINT, row)
            self.connection.execute("COMMIT")
            self.on_step("checkpoint kept")
        except sqlite3.Error as error:
            self.roll_back()
            return Unavailable(str(error))
        except BaseException:
            self.roll_back()
            raise
        return None

    def roll_back(self) -> None:
        if self.connection.in_transaction:
            self.connection.execute("ROLLBACK")

    def probe(self) -> Unavailable | None:
        """A page is written and written back: a lock or a full disk shows itself."""
        try:
            self.refuse_foreign()
            self.connection.execute(META, ("probe", "yes"))
            self.connection.execute("DELETE FROM meta WHERE name = 'probe'")
        except (sqlite3.Error, Unreadable) as error:
            return Unavailable(str(error))
        return None

    def fill(self, found: Iterable[Content]) -> None:
        """An empty journal with all that another holds, whole or not at all."""
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            for table, columns, rows in found:
                names, places = ", ".join(columns), ", ".join("?" for _ in columns)
                put = f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608 - our names
                self.connection.executemany(put, rows)
            self.connection.execute("COMMIT")
        finally:
            self.roll_back()

    def back_up(self, to: Path) -> None:
        def copied(partial: Path) -> None:
            with closing(sqlite3.connect(partial)) as copy:
                self.connection.backup(copy)

        made_whole(to, copied)


def made_whole(to: Path, make: Callable[[Path], None]) -> None:
    """A new journal under its name once all of it is on disk."""
    if to.exists():
        raise BadInput("is there already", str(to))
    partial = to.with_name(f"{to.name}.partial")
    try:
        partial.unlink(missing_ok=True)
        durable.create(partial, b"")
        make(partial)
        durable.sync(partial)
        partial.rename(to)
        durable.sync_folder(to.parent)
    except (OSError, sqlite3.Error) as error:
        says = own_words(error) if isinstance(error, OSError) else said(error)
        raise BadInput(f"cannot be written: {says}", str(to)) from None
    finally:
        for end in ("", "-wal", "-shm"):
            durable.discard(to.with_name(f"{partial.name}{end}"))


def filled(to: Path, found: Iterable[Content]) -> None:
    """A new journal with all that another holds."""

    def copied(partial: Path) -> None:
        with closing(SqliteStore(partial)) as copy:
            copy.fill(found)

    made_whole(to, copied)
