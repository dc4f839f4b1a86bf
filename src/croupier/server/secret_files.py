"""Files that hold a secret shared with another program: long enough, and their owner's alone."""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from croupier.problems import BadInput, own_words

if TYPE_CHECKING:
    from pathlib import Path

SHORTEST, LONGEST = 32, 1024
"""Characters, without space around them."""
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def secret_in(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            mode, data = path.stat().st_mode, file.read(LONGEST + 1).strip()
    except OSError as error:
        raise BadInput(own_words(error), str(path)) from None
    if mode & OTHERS:
        raise BadInput("others may read it: it is for its owner alone (chmod 600)", str(path))
    if not SHORTEST <= len(data) <= LONGEST:
        what = f"a shared secret has {SHORTEST} to {LONGEST} characters"
        raise BadInput(what, str(path))
    return data
