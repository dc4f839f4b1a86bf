"""Many rounds: where a player stands after them, and what the house may lose in an hour.

Distributions are convolved, never sampled. `exactly` multiplies fractions out; `after` does the
same by the Fourier transform, in floating point, for as many rounds as an evening or a year has.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, gcd, lcm, log, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.lab.joint import Nets

MOST_ROUNDS = 10**7
MOST_CELLS = 1 << 24
MANY_CELLS = 1 << 20
"""From here on, results that no one will see are left out."""
MOST_MOVES = 10**10
"""Additions while a bankroll is followed: half a minute."""
UNSEEN = -log(1e-18)
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
    def nothing(self) -> int:
        """The place of a result of nothing, which may lie outside."""
        return int(-self.lowest / self.step)

    @property
    def ahead(self) -> float:
        """The chance that the player has won something."""
        return float(self.chances[max(0, self.nothing + 1) :].sum())

    @property
    def even(self) -> float:
        inside = 0 <= self.nothing < len(self.chances)
        return float(self.chances[self.nothing]) if inside else 0.0

    @property
    def behind(self) -> float:
        return float(self.chances[: max(0, self.nothing)].sum())

    def at_most(self, result: float) -> float:
        return float(self.chances[self.results() <= result + float(self.step) / 4].sum())

    def quantile(self, chance: float) -> float:
        """The least result that is not exceeded with so great a chance."""
        place = int(np.searchsorted(np.cumsum(self.chances), chance))
        return float(self.lowest + min(place, len(self.chances) - 1) * self.step)


@dataclass(frozen=True)
class Session:
    """Rounds alike and independent, each with the same nets."""

    nets: Nets
    staked: int | Fraction
    """By the player in one round, at most."""

    @cached_property
    def mean(self) -> Fraction:
        """Of one round; of so many rounds it is so many times that."""
        return sum((net * chance for net, chance in self.nets.items()), Fraction(0))

    @cached_property
    def variance(self) -> Fraction:
        """Of one round, and adds up likewise."""
        square = sum((net**2 * chance for net, chance in self.nets.items()), Fraction(0))
        return square - self.mean**2

    @cached_property
    def step(self) -> Fraction:
        """What every net is a multiple of."""
        parts = lcm(*(net.denominator for net in self.nets))
        return Fraction(gcd(*(int(net * parts) for net in self.nets)) or 1, parts)

    @cached_property
    def moves(self) -> dict[int, float]:
        """One round in steps, with its chances."""
        return {int(net / self.step): float(chance) for net, chance in self.nets.items() if chance}

    def after(self, rounds: int) -> Standing:
        if rounds < 1:
            raise BadInput("at least one round is needed", "rounds")
        if rounds > MOST_ROUNDS:
            raise BadInput(f"{rounds:,} are too many; at most {MOST_ROUNDS:,}", "rounds")
        lowest, cells = self.span(rounds)
        if cells > MOST_CELLS:
            raise BadInput(f"{rounds:,} have too many results to tell apart", "rounds")
        chances = convolved(self.moves, rounds, lowest, cells)
        return Standing(lowest * self.step, self.step, chances)

    def span(self, rounds: int) -> tuple[int, int]:
        """The lowest result in steps, and how many there are from it on."""
        lowest, highest = min(self.moves) * rounds, max(self.moves) * rounds
        if highest - lowest > MANY_CELLS:
            highest = min(highest, ceil(reach(self.moves, rounds)))
            down = {-move: chance for move, chance in self.moves.items()}
            lowest = max(lowest, -ceil(reach(down, rounds)))
        return lowest, highest - lowest + 1

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

    def ruin(
        self,
        bankroll: int | Fraction,
        rounds: int,
        watched: Callable[[range], Iterable[int]] = iter,
    ) -> float:
        """The chance that within so many rounds the bankroll cannot cover the next one."""
        if bankroll < self.staked:
            return 1.0
        room = floor((bankroll - self.staked) / self.step)
        deepest = self.deepest(rounds)
        if room >= deepest:
            return 0.0
        if deepest * rounds * len(self.moves) > MOST_MOVES:
            raise BadInput("a bankroll cannot be followed through so many", "rounds")
        standing, ruined = np.zeros(deepest), 0.0  # from `deepest` up nothing can ruin
        standing[room] = 1.0
        for _ in watched(range(rounds)):
            grown = np.zeros(deepest)
            for move, chance in self.moves.items():
                if move < 0:
                    ruined += chance * float(standing[:-move].sum())
                    grown[:move] += chance * standing[-move:]
                elif move < deepest:
                    grown[move:] += chance * standing[: deepest - move]
            standing = grown
        return ruined

    def deepest(self, rounds: int) -> int:
        """How many steps down a player can be at any time, but for what no one will see."""
        down = {-move: chance for move, chance in self.moves.items()}
        deepest = max(down) * rounds
        return min(deepest, ceil(reach(down, rounds, whenever=True))) if deepest > 0 else deepest

    def worst_for_the_house(self, rounds: int, chance: float = 0.99) -> float:
        """What the house loses at most with so great a chance, to one such player."""
        return max(0.0, self.after(rounds).quantile(chance))


def reach(moves: dict[int, float], rounds: int, *, whenever: bool = False) -> float:
    """What the sum of so many moves exceeds less than once in 10^18; `whenever`: at no time.

    Chernoff's bound, and Doob's for all times; any tilt bounds, and the best of many is taken.
    """
    steps, chances = np.array(list(moves), dtype=float), np.array(list(moves.values()))
    spread = max(1.0, float(np.sqrt(steps**2 @ chances)))
    tilts = np.geomspace(1e-2, 1e2, 400) * np.sqrt(UNSEEN / rounds) / spread
    tilts = np.minimum(tilts, MOST_TILT / np.abs(steps).max())
    growth = np.log1p(np.expm1(np.outer(tilts, steps)) @ chances)
    if whenever:
        growth = np.maximum(growth, 0)
    return float(((rounds * growth + UNSEEN) / tilts).min())


MOST_TILT = 500
"""Beyond this an exponential has no floating point."""


def convolved(moves: dict[int, float], rounds: int, lowest: int, cells: int) -> Array:
    """The chances of `cells` sums from `lowest` on.

    How far the transform falls below nothing tells its noise, which is taken off.
    """
    size = 1 << (cells - 1).bit_length()
    once = np.zeros(size)
    for move, chance in moves.items():
        once[move % size] += chance
    if size > 1:
        once = np.fft.irfft(np.fft.rfft(once) ** rounds, size)
    chances = np.roll(once, -(lowest % size))[:cells]
    chances[chances < -4 * once.min()] = 0.0
    return chances / chances.sum()


def by_normal(mean: Fraction, variance: Fraction, chance: float) -> float:
    """What a sum of that mean and variance does not exceed, as if it were normal."""
    return float(mean) + NormalDist().inv_cdf(chance) * sqrt(variance)
