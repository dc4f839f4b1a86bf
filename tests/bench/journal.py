"""How long a house takes to start, and its journal to be read, after a million events.

    python -m tests.bench.journal [--events 1000000] [--folder FOLDER]

The journal is made by a real house: rounds at four tables, two of which share a jackpot, money paid
in, guests who arrive. With --folder it is kept there and used again. Every figure is of a
process of its own, the fastest of three, from its start.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table as Rows

from croupier.benches.journals import made
from croupier.server.journal.sqlite import SqliteStore
from tests.bench.ending import ended

TRIES = 3
READY = """
import resource, sys
from pathlib import Path
from croupier.server.opening import OpenHouse
house = OpenHouse(Path(sys.argv[1]))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def kept(folder: Path, events: int, console: Console) -> None:
    """A house with so many events; one that is there is used."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=events)
        made(folder, events, lambda done: bar.update(task, completed=done))


def measured(*command: str) -> tuple[float, str]:
    """The fastest of some processes, in seconds, and what it printed."""
    found = []
    for _ in range(TRIES):
        started = time.perf_counter()
        done = subprocess.run(
            [sys.executable, *command], check=True, capture_output=True, text=True
        )
        found.append((time.perf_counter() - started, done.stdout))
    return min(found)


def main() -> None:
    asked = argparse.ArgumentParser(description="start-up and audit of a long journal")
    asked.add_argument("--events", type=int, default=1_000_000)
    asked.add_argument("--folder", type=Path, help="where the journal is kept for the next time")
    given = asked.parse_args()
    console = Console()
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary)
        kept(folder, given.events, console)
        console.print(figures(folder))


def figures(folder: Path) -> Rows:
    program, db = str(Path(sys.executable).with_name("croupier")), str(folder / "house.db")
    store = SqliteStore(folder / "house.db")
    events = sum(store.versions().values())
    rounds = max(store.versions()["table:t1"] // 30, 1)
    store.close()
    size = (folder / "house.db").stat().st_size
    rows = Rows("measure", "figure", title=f"{events:,} events, {size / 1e6:,.0f} MB")
    ready, memory = measured("-c", READY, str(folder))
    rows.add_row("a house ready, from the start of its process", f"{ready:.2f} s")
    rows.add_row("its memory", f"{int(memory) / 1024:,.0f} MB")
    for name, arguments in {
        "croupier house status": ("house", "status", db),
        "croupier audit recall of a player": ("audit", "recall", db, "p1"),
        "croupier audit replay of an early round": ("audit", "replay", db, "t1", "3"),
        "croupier audit replay of a round in the middle": (
            "audit",
            "replay",
            db,
            "t1",
            str(rounds // 2),
        ),
    }.items():
        seconds, _ = measured(program, *arguments)
        rows.add_row(name, f"{seconds:.2f} s")
    started = time.perf_counter()
    subprocess.run([sys.executable, program, "audit", "verify", db], check=True)
    seconds = time.perf_counter() - started
    rows.add_row("croupier audit verify", f"{seconds:.0f} s, {events / seconds:,.0f} events/s")
    return rows


if __name__ == "__main__":
    ended(main)
