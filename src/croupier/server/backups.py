"""Backups of a whole house: their names, and which of them a folder holds.

A file comes to lie there under its name only after it was restored on trial and found whole.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

NAME = re.compile(r"house-\d{8}T\d{6}Z\.backup")
FORMAT = "house-%Y%m%dT%H%M%SZ.backup"
MOST_KEPT = 100_000


class Kept(NamedTuple):
    """Of one file: its name, when it was made, its bytes."""

    file: str
    made: int
    size: int


def name_at(moment: datetime) -> str:
    return f"{moment:{FORMAT}}"


def backups_in(folder: Path) -> list[Path]:
    """Those that a schedule made, the oldest first; nothing else is ever removed."""
    return sorted(one for one in folder.iterdir() if made_at(one.name) and one.is_file())


def kept_in(folder: Path, most: int) -> list[Kept]:
    """The newest first; none where the folder is not there or cannot be read."""
    try:
        return [
            Kept(one.name, made, one.stat().st_size)
            for one in backups_in(folder)[: -most - 1 : -1]
            if (made := made_at(one.name))
        ]
    except OSError:
        return []


def made_at(name: str) -> int | None:
    """In milliseconds; None where it is no name of a backup."""
    if not NAME.fullmatch(name):
        return None
    try:
        moment = datetime.strptime(name, FORMAT).replace(tzinfo=UTC)
    except ValueError:
        return None
    return int(moment.timestamp() * 1000)
