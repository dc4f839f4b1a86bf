"""The folder of a house: opened by one process, read by its owner, with the places of its keys."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server import logs
from croupier.server.journal.durable import held
from croupier.server.journal.keys import key_places
from croupier.wire.house_sections import KeysIn

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.keys import KeyPlaces
    from croupier.wire.house import HousePlan


def locked(folder: Path) -> int:
    """A house is opened once: each table has one writer. The lock goes with the process."""
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, logs.OWNER_ONLY)
    try:
        held(lock)
    except OSError:
        os.close(lock)
        raise BadInput("this house is open already", str(folder)) from None
    return lock


def private(path: Path) -> Path:
    """A file that only its owner may read, made when there is none."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, logs.OWNER_ONLY))
    return path


def content(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def places_in(folder: Path, plan: HousePlan | None) -> KeyPlaces:
    keys = plan.file.keys if plan else KeysIn()
    return key_places(folder, keys.signing, keys.shoes)
