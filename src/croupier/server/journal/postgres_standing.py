"""What a commit finds in PostgreSQL once it holds the journal, and how its rows are put."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.server.journal.store import NOTHING_BEFORE, Answered, Unreadable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.server.journal.macs import Macs
    from croupier.server.journal.postgres_line import Line
    from croupier.server.journal.store import Write

BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
LOCK = "SELECT size FROM log FOR UPDATE"
"""A statement of its own: only those after it see what the last holder wrote."""
SIZE = "SELECT MAX(position) FROM entries"
HEADS = "SELECT stream, version, hash FROM heads WHERE stream = ANY(%b::text[])"
BALANCES = "SELECT account, cents FROM accounts WHERE account = ANY(%b::text[])"
ANSWERED = "SELECT request, answer, digest FROM requests WHERE request = ANY(%b::bytea[])"
SINCE = """SELECT position, stream, version, hash, mac FROM entries
    WHERE position > COALESCE(%s::bigint, (SELECT MAX(size) FROM checkpoints), 0)
    ORDER BY position"""
PUT = {
    "requests": """INSERT INTO requests
        SELECT * FROM unnest(%b::bytea[], %b::bytea[], %b::bytea[])""",
    "entries": """INSERT INTO entries
        SELECT * FROM unnest(%b::bigint[], %b::text[], %b::bigint[], %b::bigint[], %b::bytea[],
            %b::bytea[], %b::bytea[], %b::bytea[], %b::bytea[])""",
    "postings": """INSERT INTO postings
        SELECT * FROM unnest(%b::bigint[], %b::integer[], %b::text[], %b::bigint[])""",
    "beside": """INSERT INTO beside
        SELECT * FROM unnest(%b::bigint[], %b::text[], %b::bytea[], %b::bytea[])""",
    "accounts": """INSERT INTO accounts SELECT * FROM unnest(%b::text[], %b::bigint[])
        ON CONFLICT (account) DO UPDATE SET cents = excluded.cents""",
    "heads": """INSERT INTO heads SELECT * FROM unnest(%b::text[], %b::bigint[], %b::bytea[])
        ON CONFLICT (stream) DO UPDATE SET version = excluded.version, hash = excluded.hash""",
    "erased": """UPDATE beside SET salt = NULL, value = NULL
        FROM unnest(%b::bigint[], %b::text[]) AS gone (position, field)
        WHERE beside.position = gone.position AND beside.field = gone.field""",
    "forgotten": """DELETE FROM snapshots
        WHERE stream IN (SELECT stream FROM entries WHERE position = ANY(%b::bigint[]))""",
    "archives": """INSERT INTO archives
        SELECT * FROM unnest(%b::text[], %b::bigint[], %b::bigint[], %b::bigint[], %b::bytea[])""",
    "emptied": "UPDATE entries SET body = '' WHERE position = ANY(%b::bigint[])",
}
"""Each table's rows in one statement, as columns."""


class Standing:
    """Read in one round trip with the lock that makes it stay so."""

    def __init__(self, line: Line, macs: Macs | None, writes: Sequence[Write]) -> None:
        self.macs = macs
        streams = sorted({part.stream for one in writes for part in one.parts})
        accounts = sorted({account for one in writes for account in one.moved})
        requests = sorted({one.request.encode() for one in writes if one.request})
        with line.at_once():
            line.execute(BEGIN)
            locked, size = line.execute(LOCK), line.execute(SIZE)
            heads = line.execute(HEADS, (streams,))
            balances = line.execute(BALANCES, (accounts,)) if accounts else None
            answered = line.execute(ANSWERED, (requests,)) if requests else None
            since = line.execute(SINCE, (macs.seen,)) if macs else None
        self.size = only(size.fetchone()) or 0
        self.locked = only(locked.fetchone())
        self.heads = {stream: (version, last) for stream, version, last in heads}
        self.balances: dict[str, int] = dict(balances.fetchall()) if balances else {}
        self.answered = {bytes(one[0]).decode(): one[1:] for one in answered or ()}
        self.since = since.fetchall() if since else []

    def refuse_foreign(self) -> None:
        """As in SQLite; and what was put past the lock."""
        if self.locked != self.size:
            raise Unreadable(f"its log says {self.locked} entries, and there are {self.size}")
        if self.macs is None:
            return
        if self.macs.seen is not None and self.macs.seen > self.size:
            raise Unreadable(f"{self.macs.seen} entries were there, and {self.size} are left")
        for position, stream, version, own, mac in self.since:
            if not self.macs.is_own(position, own, mac):
                place = f"{stream} entry {version} (position {position})"
                raise Unreadable(f"{place} was not written by this house")
        self.macs.seen = self.size

    def tree_size(self) -> int:
        return self.size

    def head(self, stream: str) -> tuple[int, bytes]:
        return self.heads.get(stream, (0, NOTHING_BEFORE))

    def answers_to(self, requests: Sequence[str]) -> dict[str, Answered]:
        found = {one: self.answered[one] for one in requests if one in self.answered}
        return {one: Answered(answer, digest or b"") for one, (answer, digest) in found.items()}

    def balances_of(self, _accounts: Sequence[str]) -> dict[str, int]:
        return self.balances


def only(row: tuple[Any, ...] | None) -> Any:  # noqa: ANN401 - what a column holds
    return row[0] if row else None


def put(line: Line, table: str, rows: Sequence[tuple[object, ...]]) -> None:
    if not rows:
        return
    columns = [list(column) for column in zip(*rows, strict=True)]
    if table == "requests":
        columns[0] = [str(one).encode() for one in columns[0]]
    line.execute(PUT[table], columns)
