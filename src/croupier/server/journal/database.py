"""One SQLite file: write-ahead log, every commit synced; how it is opened, read and written to."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from croupier.problems import BadInput
from croupier.server.journal.format import FORMAT, check_format
from croupier.server.journal.remembered import Remembered
from croupier.server.journal.store import Unavailable, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from croupier.server.journal.macs import Macs
    from croupier.server.journal.sharing import Sharing

MOST_ROWS = 256
WRITING = (
    "journal_mode=WAL",
    "synchronous=FULL",
    "cache_size=-16384",
    "wal_autocheckpoint=4000",
)
"""Requests and money are put in all over their tables: in a long journal each of a few hundred
wagers has a page of its own, which is read from memory and goes from log to file less often."""
SCHEMA = """SELECT type, name, tbl_name, sql FROM sqlite_schema
    WHERE name NOT LIKE 'sqlite\\_stat%' ESCAPE '\\'"""
"""What SQLite itself gathers about a database aside."""
Made = tuple[str, str, str, str | None]


def create_tables(connection: sqlite3.Connection) -> None:
    text = files("croupier.server.journal").joinpath("sqlite.sql").read_text("utf-8")
    connection.executescript(f"BEGIN IMMEDIATE;\n{text}\nPRAGMA user_version = {FORMAT};\nCOMMIT;")


@cache
def made_anew() -> frozenset[Made]:
    """Return the schema of a new journal."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as empty:
        create_tables(empty)
        return frozenset(empty.execute(SCHEMA))


def file_at(path: Path) -> tuple[int, int] | None:
    """Which file lies there, by device and number; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


SAYS = {
    sqlite3.SQLITE_NOTADB: "it is no database",
    sqlite3.SQLITE_CORRUPT: "the database is damaged",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
}


def said(error: sqlite3.Error) -> str:
    """What is wrong with a file, in our words; the rest is for the house's own log."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return SAYS.get(code, str(error))


def not_opened(path: Path, error: sqlite3.Error) -> BadInput:
    return BadInput(f"cannot be opened as a house's journal: {said(error)}", str(path))


class Database:
    def __init__(
        self, path: Path, *, on_step: Callable[[str], None] | None = None, reading: bool = False
    ) -> None:
        """Open a journal; an empty file becomes a new journal, unless it is only to be read."""
        self.path, self.is_reading = path, reading
        self.on_step = on_step or (lambda _step: None)
        """Called with the name of each step of a write: simulations fail or stop there."""
        self.secret = b""
        """With which a house authenticates its snapshots; a reader has none."""
        self.macs: Macs | None = None
        """With which it marks the entries that it writes."""
        self.sharing: Sharing | None = None
        self.remembered = Remembered()
        try:
            self.connection = sqlite3.connect(
                path, isolation_level=None, check_same_thread=False, timeout=2
            )
        except sqlite3.DatabaseError as error:
            raise not_opened(path, error) from None
        try:
            self.prepare()
        except sqlite3.DatabaseError as error:
            self.connection.close()
            raise not_opened(path, error) from None
        except BaseException:
            self.connection.close()
            raise
        self.lies_in = file_at(path)

    @property
    def where(self) -> str:
        return str(self.path)

    @staticmethod
    def literal(data: bytes) -> str:
        return f"X'{data.hex().upper()}'"

    def refuse_moved(self) -> None:
        """What is written to a file that nobody finds again is lost."""
        if file_at(self.path) != self.lies_in:
            raise Unreadable(f"{self.path.name} is gone, or another file lies in its place")

    def prepare(self) -> None:
        [number] = self.connection.execute("PRAGMA user_version").fetchone()
        is_new = not number and self.connection.execute(SCHEMA).fetchone() is None
        if self.is_reading or not is_new:
            check_format(number, str(self.path))
        if not self.is_reading:
            for pragma in WRITING:
                self.connection.execute(f"PRAGMA {pragma}")
            if is_new:
                create_tables(self.connection)

    def wrong_schema(self) -> Iterator[str]:
        """Yield the tables, indexes, views and triggers that differ from those of a new journal."""
        for kind, name in sorted({one[:2] for one in made_anew() ^ set(self.rows(SCHEMA))}):
            yield f"its database is not as this program makes it: {kind} {name}"

    def close(self) -> None:
        self.connection.close()

    def ask(self, sql: str, given: Sequence[object] = ()) -> sqlite3.Cursor:
        """All reading goes through here."""
        try:
            return self.connection.execute(sql, given)
        except sqlite3.Error as error:
            raise Unreadable(said(error)) from None

    def rows(self, sql: str, given: Sequence[object] = ()) -> Iterator[Any]:
        found = self.ask(sql, given)
        while True:
            try:
                some = found.fetchmany(MOST_ROWS)
            except sqlite3.Error as error:
                raise Unreadable(said(error)) from None
            if not some:
                return
            yield from some

    def row(self, sql: str, given: Sequence[object] = ()) -> tuple[Any, ...] | None:
        try:
            found: tuple[Any, ...] | None = self.connection.execute(sql, given).fetchone()
        except sqlite3.Error as error:
            raise Unreadable(said(error)) from None
        return found

    def put_row(self, step: str, add: str, row: tuple[object, ...]) -> Unavailable | None:
        try:
            self.on_step(step)
            self.connection.execute(add, row)
            self.on_step(f"{step} kept")
        except sqlite3.Error as error:
            return Unavailable(str(error))
        return None
