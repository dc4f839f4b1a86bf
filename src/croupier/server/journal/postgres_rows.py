"""Rows in PostgreSQL: one connection that writes, and a few that read, each for one question.

One that is lost shows itself as `Unavailable` or `Unreadable`; the next call opens another.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from itertools import count
from threading import RLock
from typing import TYPE_CHECKING, Any, TypeVar

import psycopg

from croupier.money import Posting
from croupier.problems import BadInput
from croupier.server.journal import postgres_schema
from croupier.server.journal.entry_rows import EntryRows
from croupier.server.journal.postgres_line import Line, Silent, opened, said
from croupier.server.journal.store import Unavailable, Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from croupier.server.journal.macs import Macs
    from croupier.server.journal.postgres_address import Address
    from croupier.server.journal.sharing import Sharing

FEW, MOST_ROWS = 32, 256
MOST_FREE = 4
AT_ONE_MOMENT = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
Found = TypeVar("Found")


@cache
def worded(sql: str) -> bytes:
    return sql.replace("?", "%s").encode()


class PostgresRows(EntryRows):
    FIELD = "field_of(body, '{}')"
    ENTRIES = """SELECT position, stream, version, at, body, previous, hash, nonce,
        ARRAY(SELECT account FROM postings WHERE position = entries.position ORDER BY line),
        ARRAY(SELECT cents FROM postings WHERE position = entries.position ORDER BY line)
        FROM entries"""

    def __init__(
        self,
        address: Address,
        *,
        make: bool | None = True,
    ) -> None:
        """With None for `make` it is known to be there, and opened when it is first asked."""
        self.address = address
        self.on_step: Callable[[str], None] = lambda _step: None
        """Called with the name of each step of a write: tests fail or stop there."""
        self.secret = b""
        self.macs: Macs | None = None
        self.sharing: Sharing | None = None
        self.hold = RLock()
        """By whoever writes."""
        self.line: Line | None = None
        self.free: list[Line] = []
        self.moment: Line | None = None
        """Of a reader, all of whose answers are of one moment."""
        self.names = count()
        self.closed = False
        if make is not None:
            self.prepare(make=make)

    def prepare(self, *, make: bool) -> None:
        try:
            postgres_schema.prepare(self.writing(), self.address, make=make)
        except psycopg.Error as error:
            self.close()
            raise BadInput(
                f"cannot be opened as a house's journal: {said(error)}", self.where
            ) from None
        except BaseException:
            self.close()
            raise

    @property
    def where(self) -> str:
        return self.address.shown

    @staticmethod
    def literal(data: bytes) -> str:
        return f"'\\x{data.hex()}'::bytea"

    def refuse_moved(self) -> None:
        """A database stays where it is; what another one holds is refused entry by entry."""

    def close(self) -> None:
        self.closed = True
        for line in (self.line, self.moment, *self.free):
            if line is not None:
                line.close()
        self.line, self.free = None, []

    def writing(self) -> Line:
        if self.line is None or self.line.is_lost:
            self.line = None
            self.line = opened(self.address, writing=True)
        return self.line

    def once_more(self, ask: Callable[[Line], Found]) -> Found:
        """Of a connection that was lost since it was last used, and only before any commit."""
        known = self.line
        try:
            return ask(self.writing())
        except psycopg.errors.ReadOnlySqlTransaction:
            self.writing().close()  # the next call may find the one that took its place
            raise
        except psycopg.Error as error:
            if known is None or self.line is not known or is_final(error, known):
                raise
            return ask(self.writing())

    @contextmanager
    def reading(self) -> Iterator[Line]:
        """One that nobody else uses meanwhile; a reader's own is used by all its questions."""
        if self.moment is not None:
            yield self.moment
            return
        try:
            line = self.free.pop()
        except IndexError:
            line = opened(self.address, writing=False)
        try:
            yield line
        finally:
            line.roll_back()
            if line.is_lost or self.closed or len(self.free) >= MOST_FREE:
                line.close()
            else:
                self.free.append(line)

    def asked(self, ask: Callable[[Line], Found]) -> Found:
        """All that is read at once goes through here; a connection lost meanwhile is replaced."""
        while True:
            known = bool(self.free)
            try:
                with self.reading() as line:
                    try:
                        return ask(line)
                    except psycopg.Error as error:
                        if not known or self.moment or is_final(error, line):
                            raise
            except psycopg.Error as error:
                raise Unreadable(said(error)) from None

    def row(self, sql: str, given: Sequence[object] = ()) -> tuple[Any, ...] | None:
        return self.asked(lambda line: line.execute(worded(sql), given).fetchone())

    def rows(self, sql: str, given: Sequence[object] = ()) -> Iterator[Any]:
        """Few at once; of many as many as are wanted, all of one moment."""
        few = worded(f"{sql} LIMIT {FEW + 1}")
        found = self.asked(lambda line: line.execute(few, given).fetchall())
        if len(found) <= FEW:
            yield from found
        else:
            yield from self.many(worded(sql), given)

    def many(self, sql: bytes, given: Sequence[object]) -> Iterator[Any]:
        name = f"rows_{next(self.names)}".encode()
        try:
            with self.reading() as line:
                if self.moment is None:
                    line.execute(AT_ONE_MOMENT)
                line.execute(b"DECLARE %b NO SCROLL CURSOR FOR %b" % (name, sql), given)
                while some := line.execute(b"FETCH %d FROM %b" % (MOST_ROWS, name)).fetchall():
                    yield from some
                line.execute(b"CLOSE " + name)
        except psycopg.Error as error:
            raise Unreadable(said(error)) from None

    def postings_of(self, found: Sequence[Any]) -> tuple[Posting, ...]:
        return tuple(map(Posting, found[8], found[9]))

    def put_row(self, step: str, add: str, row: tuple[object, ...]) -> Unavailable | None:
        try:
            with self.hold:
                self.on_step(step)
                self.once_more(lambda line: line.execute(worded(add), row))
            self.on_step(f"{step} kept")
        except psycopg.Error as error:
            return Unavailable(said(error))
        return None

    def wrong_schema(self) -> Iterator[str]:
        try:
            with self.hold:
                yield from postgres_schema.wrong(self.writing(), self.address.schema)
        except psycopg.Error as error:
            raise Unreadable(said(error)) from None


def is_final(error: psycopg.Error, line: Line) -> bool:
    """Whether asking once more is of no use."""
    return isinstance(error, Silent) or not line.is_lost
