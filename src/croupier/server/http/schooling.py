"""The dealer school of a house: drills that wait, tables in memory, and marks in a file of its own.

Nothing of it is the house's: no money, no table of the floor, no journal.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from secrets import SystemRandom, token_urlsafe
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from croupier.problems import BadInput, own_words
from croupier.school.drills import SEEDS, about, drills, kinds_of
from croupier.school.records import Kept, kept_in, line_of
from croupier.server.limits import RateLimit
from croupier.server.logs import OWNER_ONLY

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from croupier.engine.game import Game
    from croupier.school.marking import Mark
    from croupier.school.sheets import Drill, DrillKind
    from croupier.school.table import SchoolTable

FILE = "school.jsonl"
AT_ONCE, A_SECOND = 60, 5.0
"""Requests of one trainee."""
MOST_WAITING = 1_000
"""Drills handed out; the one that has waited for longest is forgotten."""


class Handed(NamedTuple):
    drill: Drill
    trainee: str
    began: float
    """By a clock that nobody sets."""


class Lesson(NamedTuple):
    """A trainee's table, and whoever is at it: one request at a time."""

    table: SchoolTable
    lock: Lock


class School:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.kept = defaultdict[str, list[Kept]](list)
        self.pending: list[Kept] = []
        self.waiting: dict[str, Handed] = {}
        self.lessons: dict[str, Lesson] = {}
        self.rate_limit = RateLimit(AT_ONCE, A_SECOND)
        self.lock = Lock()
        self.chance = SystemRandom()
        for one in marks_of(path):
            self.kept[one.trainee].append(one)

    def hand_out(self, drill: Drill, trainee: str) -> str:
        number = token_urlsafe(12)
        self.waiting[number] = Handed(drill, trainee, time.monotonic())
        if len(self.waiting) > MOST_WAITING:
            del self.waiting[next(iter(self.waiting))]
        return number

    def handed(self, number: str, trainee: str) -> Handed | None:
        """Whose own it is: nobody answers for another."""
        found = self.waiting.get(number)
        return found if found is not None and found.trainee == trainee else None

    def keep(self, trainee: str, marks: Iterable[Mark], at: int) -> None:
        """On disk before it is told; what the disk does not take waits for the next time."""
        with self.lock:
            self.pending += (Kept(trainee, at, one) for one in marks)
            if not self.pending:
                return
            append(self.path, b"".join(map(line_of, self.pending)))
            for one in self.pending:
                self.kept[one.trainee].append(one)
            self.pending = []

    def marks(self, trainee: str) -> Sequence[Kept]:
        return tuple(self.kept.get(trainee, ()))


def marks_of(path: Path) -> list[Kept]:
    """All of the file; a last line that a crash has cut off was never told, and goes."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if len(whole) < len(data):
            os.truncate(path, len(whole))
    except OSError as error:
        raise BadInput(f"cannot be read: {own_words(error)}", str(path)) from None
    try:
        return kept_in(whole)
    except BadInput as wrong:
        raise wrong.at(str(path)) from None


def append(path: Path, data: bytes) -> None:
    """Whole or not at all: what was written of it in vain is taken back."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, OWNER_ONLY)
    before = os.fstat(file).st_size
    try:
        with open(file, "ab", closefd=False) as opened:
            opened.write(data)
        os.fsync(file)
    except OSError:
        os.ftruncate(file, before)
        raise
    finally:
        os.close(file)


def drill_for(
    chance: SystemRandom, games: Sequence[Game], kind: DrillKind | None, clauses: Sequence[str]
) -> Drill:
    """Of a game that has the kind; where clauses are named, one that rests on them."""
    able = [one for one in games if kind is None or kind in kinds_of(one)]
    game = chance.choice(able or list(games))
    return next(about(drills(game, kind, chance.randrange(SEEDS)), game, clauses))
