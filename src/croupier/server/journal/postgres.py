"""The store in a schema of PostgreSQL: any number of writers, one at a time.

Whoever adds holds the one row of `log` from its first statement to its commit. So positions have no
gap, no entry appears behind one that was already read, and balances move under the same lock. What
a commit needs to know is read in one round trip and written in another.
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

import psycopg

from croupier.problems import BadInput
from croupier.server.journal.batch import Batch
from croupier.server.journal.contents import contents
from croupier.server.journal.postgres_line import LOCK_MS, READING_SECONDS, opened, said
from croupier.server.journal.postgres_rows import AT_ONE_MOMENT, PostgresRows, worded
from croupier.server.journal.postgres_standing import BEGIN, LOCK, Standing, put
from croupier.server.journal.rows import CHECKPOINT, META, NODE
from croupier.server.journal.sqlite import filled
from croupier.server.journal.store import Answered, Unavailable, Unreadable, Written

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from croupier.server.journal.contents import Content
    from croupier.server.journal.postgres_line import Line
    from croupier.server.journal.store import Checkpoint, Outcome, Write
    from croupier.server.journal.tree import Complete

UNBOUNDED = (
    "SET LOCAL statement_timeout = 0",
    "SET LOCAL idle_in_transaction_session_timeout = 0",
)
UNKNOWN = "the connection broke during a commit, and whether it was written is not known: {}"
COPIED = "SELECT pg_logical_emit_message(TRUE, 'croupier', '')"
"""Returns once copies have all that was written before it, as they take the log in its order."""
ANSWERS = "SELECT request, answer, digest FROM requests WHERE request"


class PostgresStore(PostgresRows):
    def another(self) -> PostgresStore:
        store = PostgresStore(self.address, make=None)
        store.secret, store.macs = self.secret, self.macs
        return store

    def reader(self) -> PostgresStore:
        store = self.another()
        try:
            store.moment = opened(self.address, writing=False)
            store.moment.execute(AT_ONE_MOMENT)
            store.moment.execute("SELECT 1")  # the moment is that of the first question
        except psycopg.Error as error:
            store.close()
            raise Unreadable(said(error)) from None
        return store

    def of_this_moment(self) -> PostgresStore:
        with closing(self):
            return self.reader()

    def append(self, writes: Sequence[Write]) -> list[Outcome]:
        with self.hold:
            try:
                return self.appended(writes)
            except (psycopg.Error, Unreadable) as error:
                self.roll_back()
                return [Unavailable(said(error)) for _ in writes]
            except BaseException:
                self.roll_back()
                raise

    def appended(self, writes: Sequence[Write]) -> list[Outcome]:
        self.on_step("begin")
        standing = self.stood(writes)
        standing.refuse_foreign()
        batch = Batch(standing, writes)
        if not any(isinstance(one, Written) for one in batch.outcomes):
            self.roll_back()
            if any(isinstance(one, Answered) for one in batch.outcomes):
                self.wait_for_copies()
            return batch.outcomes
        try:
            self.commit(batch)
        except psycopg.Error as error:
            if not self.is_written(batch, error):
                raise
        if self.macs is not None:
            self.macs.seen = batch.position
        self.on_step("committed")
        return batch.outcomes

    def stood(self, writes: Sequence[Write]) -> Standing:
        return self.once_more(lambda line: Standing(line, self.macs, writes))

    def commit(self, batch: Batch) -> None:
        line, rows = self.writing(), batch.rows()
        for table in rows:
            self.on_step(table)
        with line.at_once():
            put(line, rows, batch.position)
            self.on_step("commit")
            line.execute("COMMIT")

    def is_written(self, batch: Batch, error: psycopg.Error) -> bool:
        """Asked anew under the lock, so that a commit which still goes on is waited for."""
        line = self.line
        if line is None or (error.sqlstate is not None and not line.is_lost):
            return False
        line.close()
        try:
            found = self.entry_under_lock(batch.entries[0] if batch.entries else 0)
            self.wait_for_copies()
        except (psycopg.Error, Unreadable) as again:
            raise Unreadable(UNKNOWN.format(said(again))) from None
        if not batch.entries:
            raise Unreadable(UNKNOWN.format(said(error)))
        return found == (batch.entries[6],)

    def entry_under_lock(self, position: object) -> tuple[Any, ...] | None:
        line = self.writing()
        try:
            line.execute(BEGIN)
            line.execute(LOCK)
            asked = "SELECT hash FROM entries WHERE position = %s"
            return line.execute(asked, (position,)).fetchone()
        finally:
            line.roll_back()

    def wait_for_copies(self) -> None:
        """What is read may be on one machine only: after a crash in mid-commit, nobody waited."""
        if self.moment is None:
            self.asked(lambda line: line.waited_for(COPIED))

    def roll_back(self) -> None:
        if self.line is not None:
            self.line.roll_back()

    def save_checkpoint(
        self, checkpoint: Checkpoint, completed: Sequence[Complete] = ()
    ) -> Unavailable | None:
        """One of no more entries than the last is left out: another node has signed as much."""
        with self.hold:
            try:
                last = self.once_more(locked_last)
                if last is None or last < checkpoint.size:
                    self.put_checkpoint(self.writing(), checkpoint, completed)
            except psycopg.Error as error:
                return Unavailable(said(error))
            finally:
                self.roll_back()
        return None

    @staticmethod
    def put_checkpoint(line: Line, checkpoint: Checkpoint, completed: Sequence[Complete]) -> None:
        row = checkpoint.size, checkpoint.root, checkpoint.note, checkpoint.at
        with line.at_once():
            for node in completed:
                line.execute(worded(NODE), tuple(node))
            line.execute(worded(CHECKPOINT), row)
            line.execute(UNBOUNDED[0])
            line.execute("COMMIT")

    def answers_to(self, requests: Sequence[str]) -> dict[str, Answered]:
        """An answer is given once copies have what it tells of."""
        found = list(self.named(ANSWERS, [one.encode() for one in requests]))
        if found:
            self.wait_for_copies()
        return {one.decode(): Answered(answer, digest or b"") for one, answer, digest in found}

    def answer_to(self, request: str) -> bytes | None:
        found = self.answers_to([request]).get(request)
        return found.answer if found else None

    def forget(self, write: Write) -> Outcome:
        """The tables of private values and of snapshots are written anew, in new files.

        Unlike with a file of SQLite, blocks that were freed are not overwritten, and PostgreSQL's
        own log of writes holds what it held until it goes round, here and on copies.
        """
        [outcome] = self.append([write])
        self.vacuum("beside, snapshots")
        return outcome

    def vacuum(self, tables: str) -> None:
        """Write tables anew; whoever adds meanwhile waits, or is told to."""

        def cleaned(line: Line) -> None:
            line.execute("SET lock_timeout = '10s'")
            line.execute(f"VACUUM (FULL) {tables}")
            line.execute(f"SET lock_timeout = {LOCK_MS}")

        self.asked(cleaned)

    def probe(self) -> Unavailable | None:
        """A row is written and taken away again: a lock or a full disk shows itself."""
        with self.hold:
            try:
                self.refuse_foreign()
                self.once_more(lambda line: line.execute(worded(META), ("probe", "yes")))
                self.once_more(lambda line: line.execute("DELETE FROM meta WHERE name = 'probe'"))
            except (psycopg.Error, Unreadable) as error:
                return Unavailable(said(error))
        return None

    def back_up(self, to: Path) -> None:
        """As a file of SQLite, which is how backups of all houses look."""
        store = self.reader()
        try:
            filled(to, contents(store))
        finally:
            store.close()

    def fill(self, found: Iterable[Content]) -> None:
        """An empty journal with all that another holds, whole or not at all."""
        with self.hold:
            line = self.writing()
            line.patience, usual = READING_SECONDS, line.patience
            try:
                for statement in (BEGIN, *UNBOUNDED, LOCK):
                    line.execute(statement)
                if line.execute("SELECT 1 FROM entries UNION SELECT 1 FROM meta").fetchone():
                    raise BadInput("holds a journal already", self.where)
                for content in found:
                    copy_in(line, content)
                line.execute("UPDATE log SET size = (SELECT COUNT(*) FROM entries)")
                line.execute("COMMIT")
            except psycopg.Error as error:
                raise BadInput(f"cannot be written: {said(error)}", self.where) from None
            finally:
                line.patience = usual
                self.roll_back()


def copy_in(line: Line, content: Content) -> None:
    """Text has no zero byte here, so that ids of requests are bytes."""
    names = ", ".join(content.columns)
    with line.cursor().copy(f"COPY {content.table} ({names}) FROM STDIN") as copy:
        for row in content.rows:
            copy.write_row((row[0].encode(), *row[1:]) if content.table == "requests" else row)


def locked_last(line: Line) -> int | None:
    """The size of the last checkpoint, held until the transaction ends."""
    with line.at_once():
        line.execute(BEGIN)
        line.execute(LOCK)
        found = line.execute("SELECT MAX(size) FROM checkpoints")
    row = found.fetchone()
    return row[0] if row else None
