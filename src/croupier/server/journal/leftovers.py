"""What a backup that was killed has left in a house's folder, which nobody would ever look for."""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.server.journal import durable

if TYPE_CHECKING:
    from collections.abc import Iterator

PREFIX = ".backup."


@contextmanager
def workplace(folder: Path) -> Iterator[Path]:
    """A folder beside the journal for as long as it is needed, held so that it is seen in use."""
    clear(folder)
    with tempfile.TemporaryDirectory(prefix=PREFIX, dir=folder) as place:
        held = os.open(place, os.O_RDONLY)
        try:
            durable.held(held, waiting=True)
            yield Path(place)
        finally:
            os.close(held)


def clear(folder: Path) -> None:
    """Those that no process holds any more; one that cannot be removed hinders nothing."""
    for left in folder.glob(f"{PREFIX}*"):
        with suppress(OSError):
            held = os.open(left, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                durable.held(held)
                shutil.rmtree(left)
            finally:
                os.close(held)
