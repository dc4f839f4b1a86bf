"""What a durable wager costs in PostgreSQL, against single rows of the same server, in one run.

    python -m tests.bench.postgres

The server syncs every commit to the disk. The reference is plain psycopg, one connection that
inserts one small row a commit. Wagers of 64 players at each of five tables share commits.
"""

from __future__ import annotations

import time
from contextlib import closing

import psycopg
from rich.console import Console
from rich.table import Table as Rows

from croupier.benches.wagers import PLAYERS, TABLES, in_its_loop, singly, together
from croupier.money import Posting
from croupier.server.journal import open_store
from croupier.server.journal.store import New, Part, Write, Written
from tests.bench.ending import ended
from tests.support import postgres_server

WAGERS = 2000
BODY = b'{"event":"wager-placed","player":"p1","bet":"player","cents":1}'.ljust(200)


def raw_commits(address: str) -> float:
    """Commits a second of one row each, every one on disk."""
    with psycopg.connect(address, autocommit=True) as raw:
        raw.execute("CREATE TABLE raw (position BIGINT PRIMARY KEY, body BYTEA)")
        body = b"x" * 200
        started = time.perf_counter()
        for number in range(WAGERS):
            raw.execute("INSERT INTO raw VALUES (%s, %s)", (number, body))
        return WAGERS / (time.perf_counter() - started)


def stored(address: str) -> float:
    """Writes a second by the store alone, as many to a commit as there are players."""
    players = PLAYERS * TABLES
    paid = [(Posting("cage", -WAGERS), Posting(f"player:p{one}", WAGERS)) for one in range(players)]
    with closing(open_store(address)) as store:
        store.append([Write((Part("cage", 0, tuple(New(1, BODY, one) for one in paid)),))])
        turns = [[staked(one, turn) for one in range(players)] for turn in range(20)]
        started = time.perf_counter()
        for writes in turns:
            assert all(isinstance(one, Written) for one in store.append(writes))
        return players * len(turns) / (time.perf_counter() - started)


def staked(player: int, turn: int) -> Write:
    table, place = f"t{player % TABLES}", turn * PLAYERS + player // TABLES
    moved = (Posting(f"player:p{player}", -1), Posting(f"stakes:{table}", 1))
    part = Part(f"table:{table}", place, (New(1, BODY, moved),))
    return Write((part,), f"p{player}/{turn}", b"{}", bytes(32))


def main() -> None:
    if not postgres_server.FOLDER:
        raise SystemExit(postgres_server.SKIPPED)
    with postgres_server.running(durable=True) as server:
        raw = raw_commits(server.address())
        alone = stored(server.fresh())
        single = singly(server.fresh(), WAGERS)
        group = max(in_its_loop(together(server.fresh(), WAGERS)) for _ in range(3))
    rows = Rows("measure", "a second", "÷ raw", "goal")
    rows.add_row("raw commits of one small row", f"{raw:,.0f}", "1.00", "")
    rows.add_row(
        f"writes of the store alone, {PLAYERS * TABLES} to a commit",
        f"{alone:,.0f}",
        f"{alone / raw:.2f}",
        "",
    )
    rows.add_row("wagers acknowledged singly", f"{single:,.0f}", f"{single / raw:.2f}", "")
    rows.add_row(
        f"wagers of {PLAYERS} players at each of {TABLES} tables, {group.shared:.0f} to a commit",
        f"{group.a_second:,.0f}",
        f"{group.a_second / raw:.2f}",
        "3",
    )
    rows.add_row("processor time a wager of these", f"{group.microseconds:.1f} µs", "", "")
    Console().print(rows)


if __name__ == "__main__":
    ended(main)
