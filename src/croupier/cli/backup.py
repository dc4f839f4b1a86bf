"""`croupier backup` and `croupier restore`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from croupier.cli.journal import journal, key_of, progress_over
from croupier.problems import BadInput
from croupier.server import housekeeping


def back_up(file: str, to: str) -> None:
    with journal(file) as store:
        try:
            store.back_up(Path(to))
        except (OSError, sqlite3.Error) as error:
            raise BadInput(f"cannot be written: {error}", to) from None
    print(f"{to}: {Path(to).stat().st_size:,} bytes")


def restore(source: str, to: str, key: str | None) -> None:
    public = key_of(key)
    with journal(source) as store:
        total = sum(store.versions().values())
    with progress_over(total, "checking") as progress:
        entries = housekeeping.restore(Path(source), Path(to), public, progress)
    print(f"{to}: {entries:,} entries, found whole.")
