"""Rehearsals one after the other, each from the next seed, until so many rounds were played."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.rehearsal.rehearsal import rehearsed
from croupier.rehearsal.troubles import unfolded

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.rehearsal.result import Result


@dataclass(kw_only=True)
class Tally:
    seeds: int = 0
    rounds: int = 0
    wagers: int = 0
    entries: int = 0
    steps: int = 0
    kills: int = 0
    troubles: Counter[str] = field(default_factory=Counter)

    def add(self, one: Result) -> None:
        self.seeds += 1
        self.rounds += one.rounds
        self.wagers += one.wagers
        self.entries += one.entries
        self.steps += one.steps
        self.kills += one.kills
        self.troubles.update(one.troubles)


def evenings(
    seed: int, nodes: int, rounds: int, progress: Callable[[int], None] = lambda _: None
) -> tuple[Tally, Result]:
    """All of them together, and the last: the first in which something was found."""
    tally = Tally()
    while True:
        last = rehearsed(unfolded(seed + tally.seeds, nodes))
        tally.add(last)
        progress(tally.rounds)
        if last.found or tally.rounds >= rounds:
            return tally, last
