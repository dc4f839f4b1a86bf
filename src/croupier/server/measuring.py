"""What a house counts of its play, and its figures as families; no label names a person."""

from __future__ import annotations

import os
import shutil
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.digest import software_digest
from croupier.server.exposition import Family, Sample, by_label, counter, gauge
from croupier.table.events import RoundSettled, RoundVoided, WagerPlaced
from croupier.table.state import CONCLUDED
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.refusals import Refused
    from croupier.server.play.house import Happened
    from croupier.server.play.queue import CommandQueue
    from croupier.table.state import Table

SETTLED, VOID = "settled", "void"
MEMORY = Path("/proc/meminfo")


class Measuring:
    """Follows the queue; what it has counted goes with the process."""

    def __init__(self, queue: CommandQueue) -> None:
        self.queue = queue
        self.rounds: Counter[tuple[str, str]] = Counter()
        self.wagers: Counter[str] = Counter()
        self.paused_since: float | None = None
        self.paused_before = 0.0
        queue.listeners.append(self.heard)
        queue.after_writing.append(self.note_pause)

    def heard(self, happened: Happened) -> None:
        if happened.elsewhere:
            return
        for event in happened.events:
            if isinstance(event, WagerPlaced):
                self.wagers[happened.table] += 1
            elif isinstance(event, RoundSettled):
                self.rounds[happened.table, SETTLED] += 1
            elif isinstance(event, RoundVoided):
                self.rounds[happened.table, VOID] += 1

    def note_refused(self, table: str | None, no: Refused) -> None:
        """Over HTTP; a name that is no table's becomes no label."""
        known = table if table in self.queue.play.tables else None
        self.queue.figures.refused[known or "", str(no.why)] += 1

    def note_pause(self) -> None:
        paused = self.queue.paused is not None
        if paused and self.paused_since is None:
            self.paused_since = time.monotonic()
        elif not paused and self.paused_since is not None:
            self.paused_before += time.monotonic() - self.paused_since
            self.paused_since = None

    @property
    def paused_seconds(self) -> float:
        running = 0.0 if self.paused_since is None else time.monotonic() - self.paused_since
        return self.paused_before + running

    def of_tables(self) -> Iterator[Family]:
        """Each table has its lines from the start, so that nothing is missing from a rate."""
        figures, tables = self.queue.figures, self.queue.play.tables
        rounds = tuple(
            Sample(self.rounds[name, ended], {"table": name, "ended": ended})
            for name in tables
            for ended in (SETTLED, VOID)
        )
        yield Family("rounds_total", "counter", "Rounds that ended.", rounds)
        wagers = ((name, self.wagers[name]) for name in tables)
        yield by_label("wagers_total", "counter", "Wagers placed.", "table", wagers)
        refused = tuple(
            Sample(count, {"table": table, "why": why})
            for (table, why), count in sorted(figures.refused.items())
        )
        says = "Requests refused, by reason; without a table where they were at none."
        yield Family("refusals_total", "counter", says, refused)
        durable = tuple(
            sample
            for name in tables
            if name in figures.durable
            for sample in figures.durable[name].samples({"table": name})
        )
        says = "From a person's command to its being on disk."
        yield Family("tap_to_durable_seconds", "histogram", says, durable)
        is_open = ((name, int(live.table.is_open)) for name, live in tables.items())
        yield by_label("table_open", "gauge", "1 while a table is open.", "table", is_open)
        in_play = ((name, int(has_stakes(live.table))) for name, live in tables.items())
        says = "1 while stakes lie in a table's round."
        yield by_label("table_in_play", "gauge", says, "table", in_play)

    def of_house(self) -> Iterator[Family]:
        queue, figures = self.queue, self.queue.figures
        yield counter("commits_total", "Commits to the journal.", queue.commits)
        says = "Time of a commit of commands to the journal."
        yield Family("commit_seconds", "histogram", says, tuple(figures.commits.samples({})))
        says = "Commands carried out at tables."
        yield counter("commands_carried_total", says, queue.carried)
        yield gauge("tables", "Tables of the house.", len(queue.play.tables))
        says = "1 while the journal cannot be written to."
        yield gauge("paused", says, int(queue.paused is not None))
        says = "Seconds in which the journal could not be written to."
        yield counter("paused_seconds_total", says, self.paused_seconds)
        says = "Sign-ins that failed."
        yield counter("sign_in_failures_total", says, figures.sign_in_failures)
        meters = ((name, one.jackpot.displayed_cents) for name, one in queue.play.meters.items())
        yield by_label("jackpot_cents", "gauge", "The jackpot as displayed.", "game", meters)
        frozen = ((name, int(one.jackpot.frozen)) for name, one in queue.play.meters.items())
        yield by_label("jackpot_frozen", "gauge", "1 while it is frozen.", "game", frozen)


def has_stakes(table: Table) -> bool:
    return bool(table.round.wagers) and table.step is not CONCLUDED


def of_machine(folder: Path) -> Iterator[Family]:
    disk = shutil.disk_usage(folder)
    yield gauge("disk_free_bytes", "Free where the journal lies.", disk.free)
    yield gauge("disk_size_bytes", "Size of the disk where the journal lies.", disk.total)
    build = Sample(1, {"version": __version__, "program": software_digest()})
    yield Family("build_info", "gauge", "Version and digest of the program.", (build,))


def load_percent() -> int | None:
    """Of the last minute, of all processors together."""
    try:
        return min(100, round(os.getloadavg()[0] * 100 / (os.cpu_count() or 1)))
    except OSError:
        return None


def memory_percent() -> int | None:
    """Where the system tells it."""
    try:
        lines = (line.split() for line in MEMORY.read_text("ascii").splitlines())
        told = {line[0]: int(line[1]) for line in lines}
        return round((1 - told["MemAvailable:"] / told["MemTotal:"]) * 100)
    except (OSError, KeyError, ValueError, IndexError):
        return None
