"""Rehearsals one after the other, each from the next seed, until so many rounds were played."""

from __future__ import annotations

import gc
import sys
import warnings
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.server.logs import LOG
from tests.simulation.rehearsal.rehearsal import rehearsed
from tests.simulation.rehearsal.troubles import unfolded

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.simulation.rehearsal.record import Evening
    from tests.simulation.rehearsal.result import Result

SWEEP_EVERY = 8
"""Evenings after which their memory is given back."""


@dataclass(kw_only=True)
class Tally:
    seeds: int = 0
    rounds: int = 0
    wagers: int = 0
    entries: int = 0
    steps: int = 0
    kills: int = 0
    troubles: Counter[str] = field(default_factory=Counter)

    def add(self, one: Result | Evening) -> None:
        self.seeds += 1
        self.rounds += one.rounds
        self.wagers += one.wagers
        self.entries += one.entries
        self.steps += one.steps
        self.kills += one.kills
        self.troubles.update(one.troubles)


def evenings(
    seed: int,
    nodes: int,
    rounds: int,
    tally: Tally,
    done: Callable[[Result], None] = lambda _: None,
) -> Result:
    """All of them are added up; the last is the first in which something was found."""
    while True:
        last = rehearsed(unfolded(seed + tally.seeds, nodes))
        tally.add(last)
        done(last)
        if last.found or tally.rounds >= rounds:
            return last
        if tally.seeds % SWEEP_EVERY == 0:
            sweep()


def sweep() -> None:
    """What a house keeps for good is gone with it, and so is whoever still waits for something."""
    hook, off = sys.unraisablehook, LOG.disabled
    sys.unraisablehook, LOG.disabled = (lambda _: None), True  # processes end in the middle of it
    try:
        with warnings.catch_warnings(action="ignore"):
            gc.unfreeze()
            gc.collect()
            gc.freeze()
    finally:
        sys.unraisablehook, LOG.disabled = hook, off
