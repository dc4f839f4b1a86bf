"""Rows of entries, money, answers and snapshots: the statements that all SQL databases share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.problems import BadInput
from croupier.server.journal import private
from croupier.server.journal.log_rows import LogRows
from croupier.server.journal.rows import LAST, META, SNAPSHOT
from croupier.server.journal.store import (
    NOTHING_BEFORE,
    Answered,
    Beside,
    Entry,
    Snapshot,
    Told,
    Unavailable,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.server.journal.store import Selection

MOST_NAMES, SO_MANY = 512, 16
"""Asked for by one statement, and so many more in the next one."""
BEGINNINGS = "SELECT position, version, at, body FROM entries"


def selected(wanted: Selection, field: str) -> tuple[str, tuple[object, ...]]:
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
        (wanted.event, f"{field.format('event')} IN ({{}})"),
    ):
        if named:
            given += (some := named.split(","))
            where.append(condition.format(", ".join("?" * len(some))))
    if wanted.person:
        by, player = field.format("by"), field.format("player")
        where.append(f"({by} = ? OR {player} = ?)")
        given += [wanted.person, wanted.person]
    order = "ASC" if wanted.before is None else "DESC"
    return f"{' AND '.join(where)} ORDER BY position {order}", tuple(given)


class EntryRows(LogRows):
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
        return self.entries(*selected(wanted, self.FIELD))

    def entries(self, where: str, given: tuple[object, ...]) -> Iterator[Entry]:
        for row in self.rows(f"{self.ENTRIES} WHERE {where}", given):
            position, stream, version, at, body, previous, now, nonce = row[:8]
            yield Entry(
                position=position,
                stream=stream,
                version=version,
                at=at,
                body=body,
                postings=self.postings_of(row),
                previous=previous,
                hash=now,
                nonce=nonce,
                beside=self.beside_of(position) if private.MARK in body else (),
            )

    def beside_of(self, position: int) -> tuple[Beside, ...]:
        found = self.rows("SELECT field, salt, value FROM beside WHERE position = ?", (position,))
        return tuple(Beside(*row) for row in found)

    def erased(self) -> Iterator[tuple[int, str]]:
        return self.rows("SELECT position, field FROM beside WHERE value IS NULL")

    def versions(self) -> dict[str, int]:
        return dict(self.rows("SELECT stream, version FROM heads"))

    def balances(self) -> dict[str, int]:
        return dict(self.rows("SELECT account, cents FROM accounts"))

    def posted(self) -> dict[str, int]:
        return dict(
            self.rows("SELECT account, CAST(SUM(cents) AS BIGINT) FROM postings GROUP BY account")
        )

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
        return found[0], found[1], found[2]

    def bodies(self, stream: str, after: int) -> Iterator[tuple[int, bytes]]:
        return self.rows(
            "SELECT version, body FROM entries WHERE stream = ? AND version > ? ORDER BY version",
            (stream, after),
        )

    def last_of(self, stream: str, event: str, before: int) -> tuple[int, int, int, bytes] | None:
        begins = f'{{"event":"{event}"'.encode()  # the tag stands first in every body
        found = self.row(
            f"{BEGINNINGS} WHERE stream = ? AND version < ?"
            f" AND substr(body, 1, {len(begins)}) = {self.literal(begins)}"
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
        return (Told(*row) for row in found)

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

    def named(self, select: str, names: Sequence[object]) -> Iterator[Any]:
        """The rows of these names, a few hundred names at a time, by few different statements."""
        for start in range(0, len(names), MOST_NAMES):
            some = list(names[start : start + MOST_NAMES])
            some += some[-1:] * (-len(some) % SO_MANY)
            yield from self.rows(f"{select} IN ({', '.join('?' * len(some))})", some)

    def answer_to(self, request: str) -> bytes | None:
        found = self.row("SELECT answer FROM requests WHERE request = ?", (request,))
        return found[0] if found else None

    def save_snapshot(self, snapshot: Snapshot, *, alone: bool = False) -> Unavailable | None:
        row = snapshot.stream, snapshot.version, snapshot.data
        failed = self.put_row("snapshot", SNAPSHOT, row)
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

    def meta(self) -> dict[str, str]:
        return dict(self.rows("SELECT name, value FROM meta"))

    def set_meta(self, name: str, value: str) -> None:
        if failed := self.put_row("meta", META, (name, value)):
            raise BadInput(f"its journal cannot be written: {failed.reason}", self.where)
