"""Rounds played into a journal, and the program asked about it."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, NamedTuple

from tests.support.played_house import (
    Floor,
    furnished,
)

if TYPE_CHECKING:
    from pathlib import Path


class Asked(NamedTuple):
    status: int
    out: str
    err: str


def some_rounds(path: Path, game: str = "baccarat", rounds: int = 2) -> Floor:
    floor = Floor(furnished(path, game))
    for _ in range(rounds):
        floor.round()
    return floor


def tampered(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as raw:
        for trigger in ("entries_stay", "entries_remain", "postings_stay", "postings_remain"):
            raw.execute(f"DROP TRIGGER {trigger}")
        raw.execute(statement)
    raw.close()
