"""Figures of the last hour, one sample every ten seconds: kept in memory, gone with the process."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.server.exposition import BOUNDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.server.exposition import Figures
    from croupier.server.opening import OpenHouse

EVERY = 10.0
"""Seconds."""
MOST = 360


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """What happened since the one before it."""

    at: int
    seconds: float
    taps: int
    """Commands of people that became durable."""
    p50_ms: float | None
    p99_ms: float | None
    commits: int
    commit_ms: float | None
    carried: int
    refused: int
    connections: int


class Counted(NamedTuple):
    """Since the house was opened."""

    taps: tuple[int, ...]
    commits: int
    commit_seconds: float
    carried: int
    refused: int


def taps_of(figures: Figures) -> tuple[int, ...]:
    """All tables together, by the bounds of a histogram."""
    tables = [one.counts for one in figures.durable.values()]
    return tuple(map(sum, zip([0] * (len(BOUNDS) + 1), *tables, strict=True)))


def counted(house: OpenHouse) -> Counted:
    figures = house.queue.figures
    return Counted(
        taps_of(figures),
        sum(figures.commits.counts),
        figures.commits.seconds,
        house.queue.carried,
        sum(figures.refused.values()),
    )


def quantile_ms(counts: Sequence[int], part: float) -> float | None:
    """By the bucket in which it lies, evenly spread in it; beyond the last bound, that bound."""
    total = sum(counts)
    if not total:
        return None
    wanted, below, low = part * total, 0, 0.0
    for bound, count in zip(BOUNDS, counts, strict=False):
        if count and below + count >= wanted:
            return round((low + (bound - low) * (wanted - below) / count) * 1000, 3)
        below, low = below + count, bound
    return BOUNDS[-1] * 1000


def between(before: Counted, now: Counted, at: int, seconds: float, connections: int) -> Sample:
    taps = [new - old for new, old in zip(now.taps, before.taps, strict=True)]
    commits = now.commits - before.commits
    spent = now.commit_seconds - before.commit_seconds
    return Sample(
        at=at,
        seconds=seconds,
        taps=sum(taps),
        p50_ms=quantile_ms(taps, 0.5),
        p99_ms=quantile_ms(taps, 0.99),
        commits=commits,
        commit_ms=round(spent / commits * 1000, 3) if commits else None,
        carried=now.carried - before.carried,
        refused=now.refused - before.refused,
        connections=connections,
    )


class Sampling:
    def __init__(self, house: OpenHouse) -> None:
        self.house = house
        self.samples: deque[Sample] = deque(maxlen=MOST)
        self.last, self.at = counted(house), house.clock()

    def take(self) -> None:
        now, at = counted(self.house), self.house.clock()
        seconds = max(0.001, (at - self.at) / 1000)
        connections = len(self.house.floor.watchers)
        self.samples.append(between(self.last, now, at, seconds, connections))
        self.last, self.at = now, at
