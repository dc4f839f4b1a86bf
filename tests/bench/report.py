"""How long a report takes out of a million events.

    python -m tests.bench.report [--events 1000000] [--folder FOLDER]

The journal is that of `tests.bench.journal`. The index is made first, as in a running house; then
each report is asked for in the same process, the fastest and the slowest of twenty.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table as Rows

from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money import kept_sums
from croupier.server.money.report import Asked, report_of
from croupier.wire.report import Heading
from tests.bench.ending import ended
from tests.bench.journal import kept

HOUR = 3_600_000
TRIES = 20


def asked(last: int) -> dict[str, Asked]:
    heading = Heading(house="bench", made=last, gaming_day="02:00")
    day, shift = (0, 24 * HOUR), (8 * HOUR, 16 * HOUR)
    return {
        "a day": Asked(*day, heading=heading),
        "a day by table": Asked(*day, "table", heading=heading),
        "a day by player": Asked(*day, "player", heading=heading),
        "a day by hour": Asked(*day, "hour", heading=heading),
        "a shift by dealer, compared": Asked(*shift, "dealer", "before", heading),
        "a shift to the second": Asked(shift[0] + 61_000, shift[1] + 7_000, "table", "", heading),
    }


def figures(folder: Path) -> Rows:
    store = SqliteStore(folder / "house.db")
    events = store.tree_size()
    started = time.perf_counter()
    counted = kept_sums.keep(store)
    seconds = time.perf_counter() - started
    rows = Rows("report", "fastest", "slowest", title=f"{events:,} events")
    if counted:
        rows.add_row(f"the index of {counted:,} events made", f"{seconds:.1f} s", "")
    last = next(store.told(events - 1)).at
    for name, one in asked(last).items():
        times = []
        for _ in range(TRIES):
            started = time.perf_counter()
            found = report_of(store, one)
            times.append(1000 * (time.perf_counter() - started))
        says = f"{name} ({found.rounds:,} rounds)"
        rows.add_row(says, f"{min(times):.0f} ms", f"{max(times):.0f} ms")
    store.close()
    return rows


def main() -> None:
    given = argparse.ArgumentParser(description="reports out of a long journal")
    given.add_argument("--events", type=int, default=1_000_000)
    given.add_argument("--folder", type=Path, help="where the journal is kept for the next time")
    options = given.parse_args()
    console = Console()
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        kept(folder, options.events, console)
        console.print(figures(folder))


if __name__ == "__main__":
    ended(main)
