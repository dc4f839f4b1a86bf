"""Many rounds: where a player stands after them, and what the house may lose in an hour.

Distributions are convolved, never sampled. `exactly` multiplies fractions out; `after` does the
same by the Fourier transform, in floating point, for as many rounds as an evening or a year has.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.lab.joint import Nets

MOST_CELLS = 1 << 26
Array = Any
"""numpy's own types are as wide as it is."""


@dataclass(frozen=True)
class Standing:
    """The player's result after some rounds: `chances[i]` of `lowest + i * step`."""

    lowest: Fraction
    step: Fraction
    chances: Array

    def results(self) -> Array:
        return float(self.lowest) + float(self.step) * np.arange(len(self.chances))

    @property
    def mean(self) -> float:
        return float(self.results() @ self.chances)

    @property
    def sd(self) -> float:
        return float(np.sqrt(((self.results() - self.mean) ** 2) @ self.chances))

    @property
    def ahead(self) -> float:
        """The chance that the player has won something."""
        return float(self.chances[self.results() > float(self.step) / 4].sum())

    @property
    def even(self) -> float:
        return float(self.chances[np.abs(self.results()) < float(self.step) / 4].sum())

    def at_most(self, result: float) -> float:
        return float(self.chances[self.results() <= result + float(self.step) / 4].sum())

    def quantile(self, chance: float) -> float:
        """The least result that is not exceeded with so great a chance."""
        place = int(np.searchsorted(np.cumsum(self.chances), chance))
        return float(self.results()[min(place, len(self.chances) - 1)])


@dataclass(frozen=True)
class Session:
    """Rounds alike and independent, each with the same nets."""

    nets: Nets
    staked: int
    """By the player in one round, at most."""

    @cached_property
    def step(self) -> Fraction:
        return Fraction(1, lcm(*(net.denominator for net in self.nets)))

    @cached_property
    def lowest(self) -> Fraction:
        return min(self.nets)

    @cached_property
    def once(self) -> Array:
        """One round on a grid of steps."""
        cells = int((max(self.nets) - self.lowest) / self.step) + 1
        grid = np.zeros(cells)
        for net, chance in self.nets.items():
            grid[int((net - self.lowest) / self.step)] = float(chance)
        return grid

    def after(self, rounds: int) -> Standing:
        if rounds < 1:
            raise BadInput("at least one round is needed", "rounds")
        cells = (len(self.once) - 1) * rounds + 1
        if cells > MOST_CELLS:
            raise BadInput(f"{rounds} rounds have too many results to tell apart", "rounds")
        size = 1 << (cells - 1).bit_length() if cells > 1 else 1
        spectrum = np.fft.rfft(self.once, size) ** rounds
        chances = np.clip(np.fft.irfft(spectrum, size)[:cells], 0, None)
        return Standing(self.lowest * rounds, self.step, chances / chances.sum())

    def exactly(self, rounds: int) -> Nets:
        """The same in fractions; for few rounds."""
        standing: Nets = {Fraction(0): Fraction(1)}
        for _ in range(rounds):
            grown: Nets = {}
            for result, chance in standing.items():
                for net, more in self.nets.items():
                    grown[result + net] = grown.get(result + net, Fraction(0)) + chance * more
            standing = grown
        return standing

    def ruin(self, bankroll: int, rounds: int) -> float:
        """The chance that within so many rounds the bankroll cannot cover the next one."""
        per_unit = int(1 / self.step)
        moves = [(int(net / self.step), float(chance)) for net, chance in self.nets.items()]
        most_lost = max(0, -min(move for move, _ in moves))
        standing = {bankroll * per_unit: 1.0}
        floor, ruined = self.staked * per_unit, 0.0
        if bankroll * per_unit < floor:
            return 1.0
        for left in range(rounds - 1, -1, -1):
            safe = floor + most_lost * left  # from here on nothing can ruin
            grown: dict[int, float] = {}
            for held, chance in standing.items():
                for move, more in moves:
                    now = held + move
                    if now < floor:
                        ruined += chance * more
                    elif now < safe:
                        grown[now] = grown.get(now, 0.0) + chance * more
            standing = grown
        return ruined

    def worst_for_the_house(self, rounds: int, chance: float = 0.99) -> float:
        """What the house loses at most with so great a chance, to one such player."""
        return max(0.0, self.after(rounds).quantile(chance))
