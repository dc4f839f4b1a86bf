"""What a durable wager costs in PostgreSQL, against single rows of the same server, in one run.

    CROUPIER_POSTGRES=$(sh tools/postgres.sh) python -m bench.postgres

The server syncs every commit to the disk. The reference is plain psycopg, one connection that
inserts one small row a commit. Wagers of 64 players at each of five tables share commits.
"""

from __future__ import annotations

import asyncio
import time

import psycopg
from rich.console import Console
from rich.table import Table as Rows

from bench.server import PLAYERS, TABLES, WAGERS, singly, together
from tests.support import postgres_server


def raw_commits(address: str) -> float:
    """Commits a second of one row each, every one on disk."""
    with psycopg.connect(address, autocommit=True) as raw:
        raw.execute("CREATE TABLE raw (position BIGINT PRIMARY KEY, body BYTEA)")
        body = b"x" * 200
        started = time.perf_counter()
        for number in range(WAGERS):
            raw.execute("INSERT INTO raw VALUES (%s, %s)", (number, body))
        return WAGERS / (time.perf_counter() - started)


def main() -> None:
    if not postgres_server.FOLDER:
        raise SystemExit(postgres_server.SKIPPED)
    with postgres_server.running(durable=True) as server:
        raw = raw_commits(server.address())
        single = singly(server.fresh())
        group, shared = asyncio.run(together(server.fresh()))
    rows = Rows("measure", "a second", "÷ raw", "goal")
    rows.add_row("raw commits of one small row", f"{raw:,.0f}", "1.00", "")
    rows.add_row("wagers acknowledged singly", f"{single:,.0f}", f"{single / raw:.2f}", "")
    rows.add_row(
        f"wagers of {PLAYERS} players at each of {TABLES} tables, {shared:.0f} to a commit",
        f"{group:,.0f}",
        f"{group / raw:.2f}",
        "3",
    )
    Console().print(rows)


if __name__ == "__main__":
    main()
