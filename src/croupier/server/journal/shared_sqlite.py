"""One SQLite file that several nodes write to: for rehearsals and for simulation."""

from __future__ import annotations

import sqlite3
import time
from typing import TYPE_CHECKING, Any

from croupier.server.journal.database import said
from croupier.server.journal.sharing import Lease, NodeSeen, Seen, others_in
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from croupier.server.journal.sharing import Sharing
    from croupier.server.journal.store import Checkpoint, Entry, Outcome, Unavailable, Write
    from croupier.server.journal.tree import Complete

TABLES = """
CREATE TABLE IF NOT EXISTS leases (
    name TEXT PRIMARY KEY, node TEXT NOT NULL, run TEXT NOT NULL, token INTEGER NOT NULL,
    until INTEGER NOT NULL, wanted TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS members (
    node TEXT PRIMARY KEY, run TEXT NOT NULL, address TEXT NOT NULL, version TEXT NOT NULL,
    at INTEGER NOT NULL, leaving INTEGER NOT NULL, position INTEGER NOT NULL
);
"""
OWN = ("table leases", "leases_1", "table members", "members_1")
TAKE = """INSERT INTO leases VALUES (?1, ?2, ?3, 1, ?4, '')
    ON CONFLICT (name) DO UPDATE SET node = ?2, run = ?3, token = token + 1, until = ?4, wanted = ''
    WHERE until <= ?5 OR (node = ?2 AND run = '')
    RETURNING token"""
RENEW = "UPDATE leases SET until = ? WHERE node = ? AND run = ? AND until > ? RETURNING name, token"
HAND_OVER = """UPDATE leases SET node = ?, run = '', token = token + 1, until = ?, wanted = ''
    WHERE name = ? AND node = ? AND run = ? AND until > ?"""
HERE = "INSERT OR REPLACE INTO members VALUES (?, ?, ?, ?, ?, ?, ?)"


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


class SharedSqlite(SqliteStore):
    sharing: Sharing

    def __init__(
        self,
        path: Path,
        sharing: Sharing,
        now: Callable[[], int] = wall_ms,
        fault: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(path, fault=fault)
        self.sharing, self.now = sharing, now
        self.connection.executescript(TABLES)

    def wrong_schema(self) -> Iterator[str]:
        return (one for one in super().wrong_schema() if not one.endswith(OWN))

    def another(self) -> SharedSqlite:
        store = SharedSqlite(self.path, self.sharing, self.now)
        store.secret, store.macs = self.secret, self.macs
        return store

    def take_turn(self) -> list[Entry]:
        try:
            self.fault("turn")
            self.refuse_moved()
            super().begin()
            self.sharing.turn = self
            return self.others()
        except (sqlite3.Error, Unreadable) as error:
            self.end_turn()
            text = said(error) if isinstance(error, sqlite3.Error) else str(error)
            raise Unreadable(text) from None

    def end_turn(self) -> None:
        self.sharing.end_turn()

    def end_own_turn(self) -> None:
        """Before something else is written than entries, which nobody has to wait for."""
        if self.sharing.turn is self:
            self.end_turn()

    def others(self) -> list[Entry]:
        return others_in(self, self.sharing, self.tree_size())

    def begin(self) -> None:
        if self.sharing.turn is not self:
            super().begin()

    def append(self, writes: Sequence[Write]) -> list[Outcome]:
        holder = self.sharing.turn
        if holder is not None and holder is not self:
            return holder.append(writes)
        try:
            outcomes = super().append(writes)
        finally:
            self.sharing.turn = None
        self.sharing.note(outcomes)
        return outcomes

    def put_row(self, place: str, add: str, row: tuple[object, ...]) -> Unavailable | None:
        self.end_own_turn()
        return super().put_row(place, add, row)

    def probe(self) -> Unavailable | None:
        self.end_own_turn()
        return super().probe()

    def save_checkpoint(
        self, checkpoint: Checkpoint, completed: Sequence[Complete] = ()
    ) -> Unavailable | None:
        """Another node may have signed as much, or more, by now: the tree is the same."""
        self.end_own_turn()
        last = self.last_checkpoint()
        if last is not None and last.size >= checkpoint.size:
            return None
        return super().save_checkpoint(checkpoint, completed)

    def held(self, names: Sequence[str]) -> dict[str, int]:
        own, now = (self.sharing.node, self.sharing.run), self.now()
        found = self.rows(
            "SELECT name, token FROM leases WHERE node = ? AND run = ? AND until > ?", (*own, now)
        )
        return {name: token for name, token in found if name in names}

    def here(self, address: str, version: str, *, leaving: bool) -> None:
        own = self.sharing
        row = (own.node, own.run, address, version, self.now(), int(leaving), own.looked)
        self.change(HERE, row)

    def seen(self) -> Seen:
        now = self.now()
        leases = [
            Lease(name=name, node=node, run=run, token=token, left_ms=until - now, wanted=wanted)
            for name, node, run, token, until, wanted in self.rows(
                "SELECT name, node, run, token, until, wanted FROM leases ORDER BY name"
            )
        ]
        nodes = [
            NodeSeen(
                node=node,
                run=run,
                address=address,
                version=version,
                ago_ms=now - at,
                leaving=bool(leaving),
                position=position,
            )
            for node, run, address, version, at, leaving, position in self.rows(
                "SELECT node, run, address, version, at, leaving, position FROM members"
                " ORDER BY node"
            )
        ]
        return Seen(leases, nodes)

    def renew(self, seconds: float) -> dict[str, int]:
        now, own = self.now(), self.sharing
        return dict(self.change(RENEW, (now + round(1000 * seconds), own.node, own.run, now)))

    def take(self, names: Sequence[str], seconds: float) -> dict[str, int]:
        own, taken = self.sharing, dict[str, int]()
        for name in names:
            now = self.now()
            row = (name, own.node, own.run, now + round(1000 * seconds), now)
            for (token,) in self.change(TAKE, row):
                taken[name] = token
        return taken

    def hand_over(self, name: str, to: str, seconds: float) -> bool:
        now, own = self.now(), self.sharing
        until = now + round(1000 * seconds) if to else now
        row = (to or own.node, until, name, own.node, own.run, now)
        return bool(self.change(f"{HAND_OVER} RETURNING name", row))

    def want(self, name: str, node: str) -> bool:
        asked = "UPDATE leases SET wanted = ? WHERE name = ? AND until > ? RETURNING name"
        return bool(self.change(asked, (node, name, self.now())))

    def change(self, sql: str, row: tuple[object, ...]) -> list[Any]:
        """A change of leases, which waits for whoever writes to the journal."""
        try:
            self.fault("lease")
            return list(self.connection.execute(sql, row))
        except sqlite3.Error as error:
            raise Unreadable(said(error)) from None
