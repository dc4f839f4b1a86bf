"""What goes wrong in a rehearsal, when and where: a list that a seed unfolds to."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from tests.simulation.rehearsal.seeds import chance

if TYPE_CHECKING:
    from random import Random


class Kind(StrEnum):
    KILLED = "killed"
    """And started again after so many seconds."""
    KILLED_WRITING = "killed-writing"
    """The same, at the next pass of a step towards the database."""
    STOOD_STILL = "stood-still"
    """Nothing of the process runs; the machine's clock goes on."""
    SLEPT = "slept"
    """The machine itself stood still, and its clocks with it."""
    NO_DATABASE = "no-database"
    """One node does not reach it."""
    DATABASE_DOWN = "database-down"
    DATABASE_SLOW = "database-slow"
    COMMITS_FAIL = "commits-fail"
    COMMITS_UNKNOWN = "commits-unknown"
    """Some are written, and whoever wrote them is told that the line broke."""
    LOCKED = "locked"
    DROPPED = "dropped"
    """The database ends what a node has begun, as it does with whoever is idle for long."""
    ONE_WAY = "one-way"
    """No message comes through from one node to another."""
    LOSSY = "lossy"
    """Messages are lost, late, or come twice."""
    CLOCK_SET = "clock-set"
    DATABASE_CLOCK_SET = "database-clock-set"
    HANDED_OVER = "handed-over"
    """Staff want a table elsewhere."""


PLACES = ("turn", "begin", "entries", "commit", "committed", "lease", "checkpoint", "snapshot")


class Trouble(msgspec.Struct, frozen=True, kw_only=True):
    at: float
    kind: Kind
    node: int
    seconds: float
    other: int = 0
    how: float = 0.0
    place: str = ""

    def __str__(self) -> str:
        where = f" n{self.node}" + (f" n{self.other}" if self.other else "")
        more = f" {self.how:g}" * bool(self.how) + f" at {self.place}" * bool(self.place)
        return f"{self.at:.3f} {self.kind}{where} for {self.seconds:.3f}{more}"


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """All that a seed unfolds to, beside the order in which things happen."""

    seed: int
    nodes: int
    seconds: float
    """Until the troubles are over, of simulated time."""
    pace: float
    sets: int = 1
    """How many tables there are of each game."""
    devices: int = 1
    """Of each player, who plays with all of them at once."""
    by_person: tuple[bool, ...]
    """Which tables people deal at."""
    losses: float
    """Of messages, at any time."""
    troubles: tuple[Trouble, ...]


LENGTHS = (0.05, 0.4, 1.5, 2.6, 3.2, 6.0)
"""Around the terms of leases and the patience of commands."""

SETS = (1, 2, 4, 8)


def unfolded(seed: int, nodes: int = 3, seconds: float = 40.0, tables: int = 6) -> Options:
    rng = chance(seed, "troubles")
    kinds = [kind for kind in Kind if rng.random() < rng.choice((0.3, 0.7, 1.0))]
    many = rng.choice((0, 5, 15, 30, 45))
    troubles = [trouble(rng, rng.choice(kinds), nodes, seconds) for _ in range(many) if kinds]
    return Options(
        seed=seed,
        nodes=nodes,
        seconds=seconds,
        pace=rng.choice((0.02, 0.1, 0.3)),
        by_person=tuple(rng.random() < rng.choice((0.2, 0.6)) for _ in range(tables)),
        losses=rng.choice((0.0, 0.0, 0.02, 0.1)),
        troubles=tuple(sorted(troubles, key=lambda one: one.at)),
        sets=(sets := rng.choice(SETS)),
        devices=rng.randint((sets + 1) // 2, sets),
    )


def trouble(rng: Random, kind: Kind, nodes: int, seconds: float) -> Trouble:
    at = round(rng.uniform(1.0, seconds), 3)
    length = round(rng.choice(LENGTHS) * rng.uniform(0.5, 1.5), 3)
    node, other = rng.sample(range(1, nodes + 1), 2) if nodes > 1 else (1, 1)
    pairs = kind in {Kind.ONE_WAY, Kind.HANDED_OVER}
    how = round(rng.uniform(0.05, 0.5), 2)
    if kind in {Kind.CLOCK_SET, Kind.DATABASE_CLOCK_SET}:
        how = round(rng.choice((-3.0, -0.8, 0.8, 3.0)) * rng.random(), 2)
    place = rng.choice(PLACES) if kind is Kind.KILLED_WRITING else ""
    return Trouble(
        at=at,
        kind=kind,
        node=node,
        seconds=length,
        other=other if pairs else 0,
        how=how,
        place=place,
    )
