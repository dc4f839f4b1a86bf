"""Rounds played into a journal, and the program asked about it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
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
    """At once, also under a house that is open."""
    with closing(sqlite3.connect(path)) as raw, raw:
        raw.execute("BEGIN IMMEDIATE")
        guards = list(raw.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"))
        for name, _ in guards:
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute(statement)
        for _, guard in guards:
            raw.execute(guard)
