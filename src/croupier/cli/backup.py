"""`croupier backup` and `croupier restore`."""

from __future__ import annotations

from pathlib import Path

from croupier.cli.journal import journal, key_of, progress_over
from croupier.server import streams
from croupier.server.journal import backup


def back_up(file: str, to: str) -> None:
    with journal(file) as store:
        store.back_up(Path(to))
    print(f"{to}: {Path(to).stat().st_size:,} bytes")


def restore(source: str, to: str, key: str | None) -> None:
    public = key_of(key)
    with journal(source) as store:
        total = sum(store.versions().values())
    with progress_over(total, "checking") as progress:
        entries = backup.restore(
            Path(source), Path(to), lambda store: streams.faults(store, public, progress)
        )
    print(f"{to}: {entries:,} entries, found whole.")
