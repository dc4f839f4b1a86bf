"""A journal in PostgreSQL that several nodes write to, each in its turn, by leases on tables."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import psycopg

from croupier.server.journal.postgres import PostgresStore
from croupier.server.journal.postgres_line import said
from croupier.server.journal.postgres_standing import BEGIN, LOCK, Standing
from croupier.server.journal.sharing import STAYS, Lease, Met, NodeSeen, Seen, others_in, tried
from croupier.server.journal.store import Unreadable

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from croupier.server.journal.postgres_address import Address
    from croupier.server.journal.postgres_line import Line
    from croupier.server.journal.sharing import ChangeTry, Sharing, TryKey
    from croupier.server.journal.store import Checkpoint, Entry, Outcome, Unavailable, Write
    from croupier.server.journal.tree import Complete

TAKE = """INSERT INTO leases (name, node, run, token, until, wanted) VALUES
        (%s, %s, %s, 1, clock_timestamp() + make_interval(secs => %s), '')
    ON CONFLICT (name) DO UPDATE SET node = excluded.node, run = excluded.run,
        token = leases.token + 1, until = excluded.until, wanted = '',
        stays = CASE WHEN leases.node = excluded.node THEN leases.stays END
    WHERE leases.until <= clock_timestamp() OR (leases.node = excluded.node AND leases.run = '')
    RETURNING token"""
RENEW = """UPDATE leases SET until = clock_timestamp() + make_interval(secs => %s),
        load = COALESCE((%s::jsonb ->> name)::bigint, load)
    WHERE node = %s AND run = %s AND until > clock_timestamp()
    RETURNING name, token"""
HAND_OVER = """UPDATE leases SET node = %s, run = '', token = token + 1,
        until = clock_timestamp() + make_interval(secs => %s), wanted = '',
        stays = CASE WHEN wanted = %s THEN clock_timestamp() + make_interval(secs => %s) END
    WHERE name = %s AND node = %s AND run = %s AND until > clock_timestamp() RETURNING name"""
WANT = """UPDATE leases SET wanted = %s WHERE name = %s AND until > clock_timestamp()
    RETURNING name"""
HERE = """WITH before AS (SELECT run FROM members WHERE node = %s)
    INSERT INTO members VALUES (%s, %s, %s, %s, clock_timestamp(), %s, %s)
    ON CONFLICT (node) DO UPDATE SET run = excluded.run, address = excluded.address,
        version = excluded.version, at = excluded.at, leaving = excluded.leaving,
        position = excluded.position
    RETURNING (SELECT run FROM before), (1000 * extract(epoch FROM clock_timestamp()))::bigint"""
LEASES = """SELECT name, node, run, token,
        (1000 * extract(epoch FROM until - clock_timestamp()))::bigint, wanted, load,
        COALESCE((1000 * extract(epoch FROM stays - clock_timestamp()))::bigint, 0)
    FROM leases ORDER BY name"""
MEMBERS = """SELECT node, run, address, version,
        (1000 * extract(epoch FROM clock_timestamp() - at))::bigint, leaving, position
    FROM members ORDER BY node"""
OF_ACCOUNT = 0x74726965
"""Before each number that tries at one account are locked by."""
TRIES_NOW = """SELECT pg_advisory_xact_lock(%s, %s),
    (1000 * extract(epoch FROM clock_timestamp()))::bigint"""
TRIES = """SELECT (SELECT wrong FROM tries WHERE account = %(account)s AND address = %(address)s),
    (SELECT at FROM tries WHERE account = %(account)s AND address = %(address)s),
    (SELECT COUNT(*) FROM (
        SELECT 1 FROM tries WHERE account = %(account)s AND at > %(since)s LIMIT 64) AS others)"""
FORGET_TRIES = "DELETE FROM tries WHERE at < %s OR (account = %s AND address = %s)"
PUT_TRY = "INSERT INTO tries VALUES (%s, %s, %s, %s)"


class SharedPostgres(PostgresStore):
    sharing: Sharing

    def __init__(
        self,
        address: Address,
        sharing: Sharing,
        *,
        make: bool | None = True,
    ) -> None:
        super().__init__(address, make=make)
        self.sharing = sharing

    def another(self) -> SharedPostgres:
        store = SharedPostgres(self.address, self.sharing, make=None)
        store.secret, store.macs = self.secret, self.macs
        return store

    # Turns

    def take_turn(self) -> list[Entry]:
        with self.hold:
            try:
                [size] = self.once_more(locked)
                self.sharing.turn = self
                return others_in(self, self.sharing, size)
            except (psycopg.Error, Unreadable) as error:
                self.end_turn()
                self.roll_back()  # a lock that was not had leaves its transaction behind
                raise Unreadable(said(error)) from None

    def end_turn(self) -> None:
        self.sharing.end_turn()

    def end_own_turn(self) -> None:
        """Before something else is written than entries, which nobody has to wait for."""
        if self.sharing.turn is self:
            self.end_turn()

    def others(self) -> list[Entry]:
        found = self.row("SELECT size FROM log")
        return others_in(self, self.sharing, found[0] if found else 0)

    def stood(self, writes: Sequence[Write]) -> Standing:
        if self.sharing.turn is not self:
            return self.once_more(lambda line: Standing(line, self.macs, writes, self.sharing))
        return Standing(self.writing(), self.macs, writes, self.sharing, in_turn=True)

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
        self.end_own_turn()
        return super().save_checkpoint(checkpoint, completed)

    # Leases

    def here(self, address: str, version: str, *, leaving: bool) -> Met:
        own = self.sharing
        row = (own.node, own.node, own.run, address, version, leaving, own.looked)
        return Met(*self.change(HERE, row)[0])

    def seen(self) -> Seen:
        leases = [
            Lease(
                name=name,
                node=node,
                run=run,
                token=token,
                left_ms=left,
                wanted=wanted,
                load=load,
                stays_ms=max(0, stays),
            )
            for name, node, run, token, left, wanted, load, stays in self.rows(LEASES)
        ]
        nodes = [
            NodeSeen(
                node=node,
                run=run,
                address=address,
                version=version,
                ago_ms=ago,
                leaving=leaving,
                position=position,
            )
            for node, run, address, version, ago, leaving, position in self.rows(MEMBERS)
        ]
        return Seen(leases, nodes)

    def renew(self, seconds: float, loads: Mapping[str, int]) -> dict[str, int]:
        row = seconds, json.dumps(loads), self.sharing.node, self.sharing.run
        return dict(self.change(RENEW, row))

    def take(self, names: Sequence[str], seconds: float) -> dict[str, int]:
        """Alone with the journal: what the holder before was writing is written, or never is."""
        own, taken = self.sharing, dict[str, int]()
        for name in names:
            for (token,) in self.change(TAKE, (name, own.node, own.run, seconds), alone=True):
                taken[name] = token
        return taken

    def hand_over(self, name: str, to: str, seconds: float) -> bool:
        own = self.sharing
        to, seconds = (to, seconds) if to else (own.node, 0)
        row = (to, seconds, to, STAYS, name, own.node, own.run)
        return bool(self.change(HAND_OVER, row, alone=True))

    def change_try(self, key: TryKey, change: ChangeTry) -> None:
        def changed(line: Line) -> None:
            line.execute(BEGIN)
            number = int.from_bytes(key.account[:4], signed=True)
            [_, now] = line.execute(TRIES_NOW, (OF_ACCOUNT, number)).fetchone() or (None, 0)
            asked = {**key._asdict(), "since": now - key.pressed_ms}
            wrong, at, failing = line.execute(TRIES, asked).fetchone() or (None, None, 0)
            kept = change(tried(wrong, at, failing, now, key.kept_ms))
            line.execute(FORGET_TRIES, (now - key.kept_ms, key.account, key.address))
            if kept is not None:
                line.execute(PUT_TRY, (key.account, key.address, *kept))
            line.execute("COMMIT")

        with self.hold:
            try:
                self.once_more(changed)
            except psycopg.Error as error:
                raise Unreadable(said(error)) from None
            finally:
                self.roll_back()

    def want(self, name: str, node: str) -> bool:
        return bool(self.change(WANT, (node, name)))

    def change(self, sql: str, row: tuple[object, ...], *, alone: bool = False) -> list[Any]:
        def changed(line: Line) -> list[Any]:
            if alone:
                locked(line)
            done = line.execute(sql.encode(), row)
            found = done.fetchall() if done.description else []
            if alone:
                line.execute("COMMIT")
            return found

        with self.hold:
            try:
                return self.once_more(changed)
            except psycopg.Error as error:
                raise Unreadable(said(error)) from None
            finally:
                self.roll_back()


def locked(line: Line) -> tuple[int]:
    """How many entries there are, until the transaction ends."""
    with line.at_once():
        line.execute(BEGIN)
        found = line.execute(LOCK)
    [size] = found.fetchone() or (0,)
    return (size,)
