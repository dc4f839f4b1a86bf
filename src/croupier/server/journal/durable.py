"""Small files that are on disk, whole or not at all, when a function returns."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

OWNER_ONLY, READ_BY_ALL = 0o600, 0o644
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL


def create(path: Path, data: bytes, mode: int = OWNER_ONLY) -> None:
    """A file where there is none; one that is there is never written over."""
    try:
        written(path, data, mode)
    except FileExistsError:
        raise
    except BaseException:
        discard(path)
        raise
    sync_folder(path.parent)


def replace(path: Path, data: bytes, mode: int = OWNER_ONLY) -> None:
    """A file in the place of the one that may be there: a reader has either, never a part."""
    beside = path.with_name(f".{path.name}.part")
    beside.unlink(missing_ok=True)
    try:
        written(beside, data, mode)
        beside.replace(path)
    finally:
        discard(beside)
    sync_folder(path.parent)


def discard(unfinished: Path) -> None:
    """What went wrong before is what is told: not that nothing can be taken away there, either."""
    with suppress(OSError):
        unfinished.unlink(missing_ok=True)


def held(file: int, *, waiting: bool = False) -> None:
    """An open file or folder is this process's alone, as long as it is open; else OSError."""
    import fcntl  # noqa: PLC0415 - Linux and macOS have it; what only reads a journal needs none

    fcntl.flock(file, fcntl.LOCK_EX if waiting else fcntl.LOCK_EX | fcntl.LOCK_NB)


def written(path: Path, data: bytes, mode: int) -> None:
    with open(os.open(path, NEW, mode), "wb") as file:  # noqa: PTH123 - with its mode from the start
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """The names in it, which are no part of any file."""
    sync(folder)


def sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
