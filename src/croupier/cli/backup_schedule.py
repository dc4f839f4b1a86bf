"""`croupier backup --every`: whole houses backed up again and again, each restored on trial."""

from __future__ import annotations

import re
import time
from contextlib import ExitStack
from datetime import UTC, datetime
from time import time_ns
from typing import TYPE_CHECKING, NamedTuple

from croupier.cli.house_backup import checking
from croupier.cli.house_keys import places_of
from croupier.problems import BadInput, own_words
from croupier.server import proven_backups, restored
from croupier.server.backups import MOST_KEPT, backups_in, name_at
from croupier.server.journal import durable, leftovers, whole
from croupier.server.journal.keys import Passphrase
from croupier.server.shoes.bound import check_key

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
EVERY = re.compile(r"([1-9]\d{0,5})([smhd])")
LONGEST = 366 * UNITS["d"]
KEPT = 48


class Made(NamedTuple):
    path: Path
    entries: int
    removed: tuple[Path, ...]


def seconds_of(every: str) -> int:
    """`90s`, `30m`, `1h` or `2d`."""
    said = EVERY.fullmatch(every)
    seconds = int(said[1]) * UNITS[said[2]] if said else 0
    if not 1 <= seconds <= LONGEST:
        raise BadInput(f"{every[:20]!r} is no time like 90s, 30m, 1h or 2d", "every")
    return seconds


def run(
    folder: Path,
    to: Path,
    *,
    every: str | None,
    keep: int | None,
    wait: Callable[[float], None] = time.sleep,
) -> None:
    """Once, or until it is stopped; the first that fails ends it."""
    pause = None if every is None else seconds_of(every)
    kept = KEPT if keep is None else keep
    if not 1 <= kept <= MOST_KEPT:
        raise BadInput(f"a number from 1 to {MOST_KEPT:,}", "keep")
    if not folder.is_dir():
        raise BadInput("is no folder of a house: a schedule backs up the whole house", str(folder))
    while True:
        began = time.monotonic()
        made = backed_up(folder, to, kept)
        print(told(made, kept), flush=True)
        if pause is None:
            return
        wait(max(0.0, began + pause - time.monotonic()))


def told(made: Made, kept: int) -> str:
    size = made.path.stat().st_size
    away = f", {len(made.removed)} older removed" if made.removed else ""
    return (
        f"{made.path}: {made.entries:,} entries, {size:,} bytes, restored on trial and found whole;"
        f" the newest {kept} are kept{away}."
    )


def backed_up(folder: Path, to: Path, kept: int) -> Made:
    """Older ones go only after a newer one was restored on trial."""
    try:
        to.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = to / name_at(datetime.now(UTC))
        if path.exists():
            raise BadInput("is there already", str(path))
        with leftovers.workplace(to) as place:
            try:
                entries = tried(folder, place / path.name)
            except BadInput as wrong:
                says = f"no backup was made, and older ones are kept: {wrong}"
                raise BadInput(says, str(folder)) from None
            (place / path.name).rename(path)
            durable.sync_folder(to)
            made = time_ns() // 1_000_000
            proven = proven_backups.Proven(made=made, file=path.name, entries=entries)
            proven_backups.leave_note(folder, proven)
        removed = pruned(to, kept)
    except OSError as error:
        raise BadInput(f"cannot be written: {own_words(error)}", str(to)) from None
    return Made(path, entries, removed)


def tried(folder: Path, written: Path) -> int:
    """Written, and put back into a folder of its own, which is thrown away."""
    with ExitStack() as shown:
        whole.back_up(
            folder, written, places_of(folder), shoes=check_key, passphrase=Passphrase().given()
        )
        return whole.restore(
            written,
            written.with_name("trial"),
            whole.Proof(checking(shown, None), check_key),
            follows=restored.follows,
            at=time_ns() // 1_000_000,
        )


def pruned(to: Path, kept: int) -> tuple[Path, ...]:
    old = backups_in(to)[:-kept]
    for one in old:
        one.unlink()
    durable.sync_folder(to)
    return tuple(old)
