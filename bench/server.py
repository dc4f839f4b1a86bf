"""What a durable wager costs, against the store alone, in one run.

    python -m bench.server

Single: one commit for each wager, acknowledged before the next. Together: the wagers of 64 players
at each of five tables; those that arrive while the disk is busy share a commit. The reference is a
file of the same kind written to with plain sqlite3, one small event a commit. Processor time is
that of the whole process, with the players who ask; the best of three runs counts.
"""

from __future__ import annotations

import sqlite3
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table as Rows

from bench.ending import ended
from croupier.benches.wagers import PLAYERS, TABLES, in_its_loop, singly, together

WAGERS = 2000


def raw_commits(path: Path) -> float:
    """Commits a second of one row each, every one on disk."""
    with sqlite3.connect(path, isolation_level=None) as raw:
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute("PRAGMA synchronous=FULL")
        raw.execute("CREATE TABLE events (position INTEGER PRIMARY KEY, body BLOB)")
        body = b"x" * 200
        started = time.perf_counter()
        for _ in range(WAGERS):
            raw.execute("INSERT INTO events (body) VALUES (?)", (body,))
        return WAGERS / (time.perf_counter() - started)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        raw = raw_commits(Path(folder) / "raw.db")
        single = singly(Path(folder) / "single.db", WAGERS)
        runs = [in_its_loop(together(Path(folder) / f"{one}.db", WAGERS)) for one in range(3)]
    group, least = max(runs), min(run.microseconds for run in runs)
    rows = Rows("measure", "a second", "÷ raw", "floor, goal")
    rows.add_row("raw commits of one small row", f"{raw:,.0f}", "1.00", "")
    rows.add_row("wagers acknowledged singly", f"{single:,.0f}", f"{single / raw:.2f}", "0.5, 0.9")
    rows.add_row(
        f"wagers of {PLAYERS} players at each of {TABLES} tables, {group.shared:.0f} to a commit",
        f"{group.a_second:,.0f}",
        f"{group.a_second / raw:.2f}",
        "8",
    )
    rows.add_row("processor time a wager of these", f"{least:.1f} µs", "", "20 µs")
    Console().print(rows)


if __name__ == "__main__":
    ended(main)
