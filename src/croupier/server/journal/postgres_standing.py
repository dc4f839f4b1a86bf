"""What a commit finds in PostgreSQL once it holds the journal, and how its rows are put."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from croupier.server.journal.batch import WIDTHS
from croupier.server.journal.sharing import fenced_by
from croupier.server.journal.store import NOTHING_BEFORE, Answered, Unreadable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.server.journal.macs import Macs
    from croupier.server.journal.postgres_line import Line
    from croupier.server.journal.sharing import Sharing
    from croupier.server.journal.store import Write

BEGIN = "BEGIN ISOLATION LEVEL READ COMMITTED"
LOCK = "SELECT size FROM log FOR UPDATE"
"""A statement of its own: only those after it see what the last holder wrote."""
FOUND = """
    SELECT 'size', NULL::text, NULL::bigint, MAX(position), NULL::bytea, NULL::bytea, NULL::bytea
        FROM entries
    UNION ALL
    SELECT 'head', stream, version, NULL, hash, NULL, NULL
        FROM heads WHERE stream = ANY(%b::text[])
    UNION ALL
    SELECT 'balance', account, cents, NULL, NULL, NULL, NULL
        FROM accounts WHERE account = ANY(%b::text[])
    UNION ALL
    SELECT 'answer', NULL, NULL, NULL, request, answer, digest
        FROM requests WHERE request = ANY(%b::bytea[])"""
SINCE = """
    UNION ALL
    SELECT 'since', stream, version, position, hash, mac, NULL FROM entries
        WHERE position > COALESCE(%s::bigint, (SELECT MAX(size) FROM checkpoints), 0)"""
LEASES = """
    UNION ALL
    SELECT 'lease', name, token, NULL, NULL, NULL, NULL FROM leases
        WHERE name = ANY(%b::text[]) AND node = %s AND run = %s AND until > clock_timestamp()"""
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
}
"""Each table's rows as columns; all tables in one statement."""
TAKE = {
    "erased": """UPDATE beside SET salt = NULL, value = NULL
        FROM unnest(%b::bigint[], %b::text[]) AS gone (position, field)
        WHERE beside.position = gone.position AND beside.field = gone.field""",
    "forgotten": """DELETE FROM snapshots
        WHERE stream IN (SELECT stream FROM entries WHERE position = ANY(%b::bigint[]))""",
}
"""What is rare, one after the other."""
GROWN = "UPDATE log SET size = %s RETURNING set_config('statement_timeout', '0', TRUE)"
"""A commit that waits for a copy on another machine must not be let go without it."""


class Standing:
    """Read in one round trip with the lock that makes it stay so."""

    blob = bytes

    def __init__(
        self,
        line: Line,
        macs: Macs | None,
        writes: Sequence[Write],
        sharing: Sharing | None = None,
        *,
        in_turn: bool = False,
    ) -> None:
        """In a turn the lock is held already."""
        self.macs, self.sharing = macs, sharing
        streams = sorted({part.stream for one in writes for part in one.parts})
        accounts = sorted({account for one in writes for account in one.moved})
        requests = sorted({one.request.encode() for one in writes if one.request})
        asked, given = FOUND, list[object]([streams, accounts, requests])
        if macs is not None:
            asked, given = asked + SINCE, [*given, macs.seen]
        if sharing is not None:
            names = fenced_by(part for one in writes for part in one.parts)
            asked, given = asked + LEASES, [*given, names, sharing.node, sharing.run]
        with line.at_once():
            if not in_turn:
                line.execute(BEGIN)
            locked = line.execute(LOCK)
            found = line.execute(asked, given)
        self.size = 0
        [self.locked] = locked.fetchone() or (None,)
        self.heads: dict[str, tuple[int, bytes]] = {}
        self.balances: dict[str, int] = {}
        self.answered: dict[str, Answered] = {}
        self.leases: dict[str, int] = {}
        self.since: list[tuple[int, str, int, bytes, bytes | None]] = []
        for row in found.fetchall():
            self.take(*row)
        self.since.sort(key=lambda one: one[0])

    def take(self, kind: str, name: str, number: int, position: int, *data: bytes) -> None:
        match kind:
            case "size":
                self.size = position or 0
            case "head":
                self.heads[name] = number, data[0]
            case "balance":
                self.balances[name] = number
            case "lease":
                self.leases[name] = number
            case "answer":
                self.answered[data[0].decode()] = Answered(data[1], data[2] or b"")
            case _:
                self.since.append((position, name, number, data[0], data[1]))

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
        return {one: self.answered[one] for one in requests if one in self.answered}

    def balances_of(self, _accounts: Sequence[str]) -> dict[str, int]:
        return self.balances

    def held(self, _names: Sequence[str]) -> dict[str, int]:
        return self.leases


def columns_of(table: str, values: list[object]) -> list[list[object]]:
    width = WIDTHS[table]
    columns = [values[column::width] for column in range(width)]
    if table == "requests":
        columns[0] = [str(one).encode() for one in columns[0]]
    return columns


@cache
def all_of(tables: tuple[str, ...]) -> bytes:
    """The rows of these tables, and that the journal has grown."""
    parts = ", ".join(f"in_{table} AS ({PUT[table]})" for table in tables)
    return f"{f'WITH {parts} ' if parts else ''}{GROWN}".encode()


def put(line: Line, found: dict[str, list[object]], size: int) -> None:
    for table, values in found.items():
        if table in TAKE and values:
            line.execute(TAKE[table], columns_of(table, values))
    tables = tuple(table for table, values in found.items() if table in PUT and values)
    given = [column for table in tables for column in columns_of(table, found[table])]
    line.execute(all_of(tables), [*given, size])
