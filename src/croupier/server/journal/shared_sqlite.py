"""One SQLite file that several nodes write to."""

from __future__ import annotations

import json
import sqlite3
import time
from typing import TYPE_CHECKING, Any

from croupier.problems import BadInput
from croupier.server.journal.database import said
from croupier.server.journal.sharing import STAYS, Lease, Met, NodeSeen, Seen, others_in, tried
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import Unreadable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from croupier.server.journal.sharing import ChangeTry, Sharing, TryKey
    from croupier.server.journal.store import Checkpoint, Entry, Outcome, Unavailable, Write
    from croupier.server.journal.tree import Complete

TABLES = """
CREATE TABLE IF NOT EXISTS leases (
    name TEXT PRIMARY KEY, node TEXT NOT NULL, run TEXT NOT NULL, token INTEGER NOT NULL,
    until INTEGER NOT NULL, wanted TEXT NOT NULL, load INTEGER NOT NULL DEFAULT 0,
    stays INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS members (
    node TEXT PRIMARY KEY, run TEXT NOT NULL, address TEXT NOT NULL, version TEXT NOT NULL,
    at INTEGER NOT NULL, leaving INTEGER NOT NULL, position INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS tries (
    account BLOB NOT NULL, address BLOB NOT NULL, wrong INTEGER NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (account, address)
);
"""
OWN = ("table leases", "leases_1", "table members", "members_1", "table tries", "tries_1")
TAKE = """INSERT INTO leases (name, node, run, token, until, wanted) VALUES
        (?1, ?2, ?3, 1, ?4, '')
    ON CONFLICT (name) DO UPDATE SET node = ?2, run = ?3, token = token + 1, until = ?4,
        wanted = '', stays = CASE WHEN node = ?2 THEN stays ELSE 0 END
    WHERE until <= ?5 OR (node = ?2 AND run = '')
    RETURNING token"""
RENEW = """UPDATE leases SET until = ?,
        load = COALESCE((SELECT value FROM json_each(?) WHERE key = leases.name), load)
    WHERE node = ? AND run = ? AND until > ? RETURNING name, token"""
HAND_OVER = """UPDATE leases SET node = ?1, run = '', token = token + 1, until = ?2, wanted = '',
        stays = CASE WHEN wanted = ?1 THEN ?3 ELSE 0 END
    WHERE name = ? AND node = ? AND run = ? AND until > ?"""
THERE = "SELECT 1 FROM sqlite_schema WHERE name = 'tries'"
TRY = "SELECT wrong, at FROM tries WHERE account = ? AND address = ?"
FAILING = "SELECT COUNT(*) FROM tries WHERE account = ? AND at > ?"
FORGET_TRIES = "DELETE FROM tries WHERE at < ? OR (account = ? AND address = ?)"
HERE = "INSERT OR REPLACE INTO members VALUES (?, ?, ?, ?, ?, ?, ?)"
BEFORE = "SELECT run FROM members WHERE node = ?"


def wall_ms() -> int:
    return time.time_ns() // 1_000_000


class SharedSqlite(SqliteStore):
    sharing: Sharing

    def __init__(
        self,
        path: Path,
        sharing: Sharing,
        now: Callable[[], int] = wall_ms,
        on_step: Callable[[str], None] | None = None,
        *,
        own: bool = True,
    ) -> None:
        super().__init__(path, on_step=on_step, reading=not own)
        self.sharing, self.now = sharing, now
        if own:
            self.connection.executescript(TABLES)
        elif self.row(THERE) is None:
            raise BadInput("no node of this version has been there", str(path))

    def wrong_schema(self) -> Iterator[str]:
        return (one for one in super().wrong_schema() if not one.endswith(OWN))

    def another(self) -> SharedSqlite:
        store = SharedSqlite(self.path, self.sharing, self.now)
        store.secret, store.macs = self.secret, self.macs
        return store

    def take_turn(self) -> list[Entry]:
        try:
            self.on_step("turn")
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

    def put_row(self, step: str, add: str, row: tuple[object, ...]) -> Unavailable | None:
        self.end_own_turn()
        return super().put_row(step, add, row)

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

    def here(self, address: str, version: str, *, leaving: bool) -> Met:
        own = self.sharing
        row = (own.node, own.run, address, version, self.now(), int(leaving), own.looked)
        found = self.row(BEFORE, (own.node,))
        self.change(HERE, row)
        return Met(found[0] if found else None, self.now())

    def seen(self) -> Seen:
        now = self.now()
        leases = [
            Lease(
                name=name,
                node=node,
                run=run,
                token=token,
                left_ms=until - now,
                wanted=wanted,
                load=load,
                stays_ms=max(0, stays - now),
            )
            for name, node, run, token, until, wanted, load, stays in self.rows(
                "SELECT name, node, run, token, until, wanted, load, stays FROM leases"
                " ORDER BY name"
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

    def renew(self, seconds: float, loads: Mapping[str, int]) -> dict[str, int]:
        now, own = self.now(), self.sharing
        row = now + round(1000 * seconds), json.dumps(loads), own.node, own.run, now
        return dict(self.change(RENEW, row))

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
        stays = now + round(1000 * STAYS)
        row = (to or own.node, until, stays, name, own.node, own.run, now)
        return bool(self.change(f"{HAND_OVER} RETURNING name", row))

    def change_try(self, key: TryKey, change: ChangeTry) -> None:
        own, now = (key.account, key.address), self.now()
        try:
            self.connection.execute("BEGIN IMMEDIATE")
            [failing] = self.connection.execute(
                FAILING, (key.account, now - key.pressed_ms)
            ).fetchone()
            wrong, at = self.connection.execute(TRY, own).fetchone() or (None, None)
            kept = change(tried(wrong, at, failing, now, key.kept_ms))
            self.connection.execute(FORGET_TRIES, (now - key.kept_ms, *own))
            if kept is not None:
                self.connection.execute("INSERT INTO tries VALUES (?, ?, ?, ?)", (*own, *kept))
            self.connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise Unreadable(said(error)) from None
        finally:
            self.roll_back()

    def want(self, name: str, node: str) -> bool:
        asked = "UPDATE leases SET wanted = ? WHERE name = ? AND until > ? RETURNING name"
        return bool(self.change(asked, (node, name, self.now())))

    def change(self, sql: str, row: tuple[object, ...]) -> list[Any]:
        """A change of leases, which waits for whoever writes to the journal."""
        try:
            self.on_step("lease")
            return list(self.connection.execute(sql, row))
        except sqlite3.Error as error:
            raise Unreadable(said(error)) from None
