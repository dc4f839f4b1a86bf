"""The chance that many rounds alike bring at most so much, with a bound on its error.

Results lie on a lattice, so that chance is a finite Fourier sum over a window of it. Frequencies
that many rounds damp to nothing are left out, and so are results that no one will see; the bound
covers them and all rounding. A far award that is seldom can be counted apart: how often it comes.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, gcd, lcm, pi, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from croupier.lab.sessions import reach

if TYPE_CHECKING:
    from croupier.lab.joint import Nets

Array = Any
"""numpy's own types are as wide as it is."""
ROUNDING = 8 * 2.0**-53
"""Of a result of any elementary function, relatively; numpy's are twice as good or better."""
DAMPED = 45.0
"""A frequency whose weight is below e to minus this is left out."""
LEFT_OUT = 1e-16
"""More than all frequencies and results left out can come to."""
SELDOM = Fraction(1, 10**4)
"""Far awards rarer than this can be counted apart."""
MOST_PERIOD = 1 << 30
FEW_FREQUENCIES, MOST_FREQUENCIES = 1 << 13, 1 << 18
"""While nothing is counted apart, and then."""
BRANCHES = 16


class OutOfReachError(Exception):
    """So fine a lattice, or so wide, is not summed."""


class Chance(NamedTuple):
    value: float
    error: float
    """At most."""


class Steps(NamedTuple):
    """What one round brings beyond something, in whole steps, and how likely."""

    steps: Array
    chances: Array


@dataclass(frozen=True)
class Lattice:
    """One round: mostly `base` and some steps of `unit`; seldom, if apart, `far` and some."""

    nets: Nets
    splits: bool
    """Whether a far award is counted apart."""

    @cached_property
    def base(self) -> Fraction:
        """What comes most often."""
        return max(self.nets, key=lambda net: (self.nets[net], -net))

    @cached_property
    def seldom(self) -> Nets:
        """Awards more than half as high as the highest, where they are seldom enough."""
        half = (max(self.nets) - self.base) / 2
        far = {net: p for net, p in self.nets.items() if net - self.base > half}
        return far if self.splits and sum(far.values()) < SELDOM else {}

    @cached_property
    def usual(self) -> Nets:
        return {net: chance for net, chance in self.nets.items() if net not in self.seldom}

    @cached_property
    def far(self) -> Fraction:
        return max(self.seldom, key=lambda net: (self.seldom[net], net), default=self.base)

    @cached_property
    def chance_far(self) -> Fraction:
        return sum(self.seldom.values(), Fraction(0))

    @cached_property
    def unit(self) -> Fraction:
        apart = [net - self.base for net in self.usual] + [net - self.far for net in self.seldom]
        parts = lcm(*(one.denominator for one in apart))
        return Fraction(gcd(*(int(one * parts) for one in apart)) or 1, parts)

    @cached_property
    def finer(self) -> int:
        """So many parts of a unit make the steps on which every result lies."""
        return int(((self.far - self.base) / self.unit).denominator)

    @property
    def step(self) -> Fraction:
        return self.unit / self.finer

    def steps_of(self, nets: Nets, beyond: Fraction) -> Steps:
        total = sum(nets.values(), Fraction(0))
        return Steps(
            np.array([int((net - beyond) / self.unit) for net in nets], dtype=np.int64),
            np.array([float(chance / total) for chance in nets.values()]),
        )

    def window(self, rounds: int) -> tuple[int, int]:
        """From where on, and over how many units, steps add up but for what no one will see."""
        up: dict[int, float] = {}
        for nets, beyond in ((self.usual, self.base), (self.seldom, self.far)):
            for net, chance in nets.items():
                move = int((net - beyond) / self.unit)
                up[move] = up.get(move, 0.0) + float(chance)
        down = {-move: chance for move, chance in up.items()}
        highest = min(max(up) * rounds, ceil(reach(up, rounds)))
        lowest = -min(max(down) * rounds, ceil(reach(down, rounds)))
        return lowest, (highest - lowest + 1) | 1


class Sums:
    """The result of so many rounds, in steps of the lattice beyond as many times the base."""

    def __init__(self, nets: Nets, rounds: int, *, splits: bool = False) -> None:
        self.lattice, self.rounds = Lattice(nets, splits), rounds
        self.lowest, self.period = self.lattice.window(rounds)
        if self.period >= MOST_PERIOD:
            raise OutOfReachError
        self.usual = self.lattice.steps_of(self.lattice.usual, self.lattice.base)
        self.apart = self.lattice.steps_of(self.lattice.seldom, self.lattice.far)
        self.times, self.likely = often(rounds, float(self.lattice.chance_far))
        self.jump = int((self.lattice.far - self.lattice.base) / self.lattice.step)
        self.most = MOST_FREQUENCIES if splits else FEW_FREQUENCIES
        self.frequencies = self.undamped(rounds - int(self.times[-1]))
        if len(self.frequencies) > self.most:
            raise OutOfReachError

    def result(self, place: int) -> Fraction:
        return self.rounds * self.lattice.base + place * self.lattice.step

    def place(self, result: Fraction) -> int:
        """Of the highest result that is at most this."""
        return int((result - self.rounds * self.lattice.base) // self.lattice.step)

    def undamped(self, rounds: int) -> Array:
        """The frequencies that so many rounds leave, found by halving what may hold some."""
        half, width = (self.period - 1) // 2, 1
        while width * BRANCHES**3 < half:
            width *= BRANCHES
        first = np.arange(1, half + 1, width)
        first = first[self.damping(first, width) * rounds < DAMPED]
        while width > 1:
            width //= BRANCHES
            if len(first) > self.most:
                raise OutOfReachError
            first = (first[:, None] + width * np.arange(BRANCHES)).ravel()
            first = first[first <= half]
            first = first[self.damping(first, width) * rounds < DAMPED]
        return first

    def damping(self, first: Array, width: int) -> Array:
        """By which one round damps each of so many frequencies at least, as an exponent."""
        steps, chances = self.usual
        most = chances.max()
        damped = np.zeros(len(first))
        for step, chance in zip(steps, chances, strict=True):
            turned = (2 * first + width - 1) * (step % (2 * self.period)) % (2 * self.period)
            off = pi / self.period * np.minimum(turned, 2 * self.period - turned)
            nearest = np.maximum(0, off - pi / self.period * abs(step) * (width - 1))
            damped += most * chance * 2 * np.sin(nearest / 2) ** 2
        return damped * (1 - 1e-9)

    @cached_property
    def turns(self) -> tuple[Array, Array]:
        """Logarithm of the transform of a usual round at each frequency, and its error."""
        across, lost, size = (np.zeros(len(self.frequencies)) for _ in range(3))
        for sine, versed, chance in self.angles(self.usual):
            across += chance * sine
            lost += chance * versed
            size += chance * np.hypot(sine, versed)
        # numpy's own log1p of complex numbers is only as good as their size, not as they are small
        square = np.maximum(lost * (lost - 2) + across**2, -1 + 1e-300)
        kept = np.log1p(square) / 2 + 1j * np.arctan2(across, 1 - lost)
        return kept, ROUNDING * (8 * size / (1 + square) + np.abs(kept))

    @cached_property
    def far_turns(self) -> Array:
        """The transform of a seldom award."""
        kept = np.ones(len(self.frequencies), dtype=complex)
        for sine, versed, chance in self.angles(self.apart):
            kept -= chance * (versed - 1j * sine)
        return kept

    def angles(self, of: Steps) -> list[tuple[Array, Array, float]]:
        """By which each step turns each frequency: the sine, and one less the cosine."""
        told = []
        for step, chance in zip(*of, strict=True):
            turned = self.frequencies * (step % self.period) % self.period
            turned = np.where(turned > self.period // 2, turned - self.period, turned)
            angle = 2 * pi / self.period * turned
            told.append((np.sin(angle), 2 * np.sin(angle / 2) ** 2, float(chance)))
        return told

    def at_most(self, place: int) -> Chance:
        """By how often the far award comes; mostly the others decide nothing any more."""
        ends = (place - self.times * self.jump) // self.lattice.finer
        below = ends - self.lowest + 1
        sure = float(self.likely[below >= self.period].sum())
        open_ = (below > 0) & (below < self.period)
        value, error = sure, LEFT_OUT + 8 * ROUNDING * len(self.times)
        for times, likely, count in zip(
            self.times[open_], self.likely[open_], below[open_], strict=True
        ):
            told = self.given(int(times), int(count))
            value += likely * told.value
            error += likely * told.error
        return Chance(float(value), float(error))

    def given(self, times: int, count: int) -> Chance:
        """That the steps are among the first so many of the window, given the far awards."""
        weight, phase, error = self.weights(times)
        middle = self.frequencies * ((2 * self.lowest + count - 1) % (2 * self.period))
        spread = self.frequencies * count % (2 * self.period)
        angle = phase - pi / self.period * (middle % (2 * self.period))
        terms = weight * np.cos(angle) * np.sin(pi / self.period * spread)
        return Chance(count / self.period + 2 * float(terms.sum()), error)

    def weights(self, times: int) -> tuple[Array, Array, float]:
        if times not in self.kept_weights:
            self.kept_weights[times] = self.weighed(times)
        return self.kept_weights[times]

    @cached_property
    def kept_weights(self) -> dict[int, tuple[Array, Array, float]]:
        return {}

    def weighed(self, times: int) -> tuple[Array, Array, float]:
        """Size and phase of each term, and how far off their sum can be."""
        kept, off = self.turns
        rounds = self.rounds - times
        far = self.far_turns**times
        weight = np.exp(rounds * kept.real) * np.abs(far)
        weight /= self.period * np.sin(pi / self.period * self.frequencies)
        wrong = rounds * (off + ROUNDING * np.abs(kept)) + ROUNDING * (4 * times + 64)
        return weight, rounds * kept.imag + np.angle(far), 2 * float(weight @ wrong)


def often(rounds: int, chance: float) -> tuple[Array, Array]:
    """How often something seldom comes in so many rounds, and how likely each number is."""
    mean = rounds * chance
    reached = 10 * sqrt(mean) + 60  # beyond, by Bernstein's bound, less than once in 10^20
    first, last = max(0, int(mean - reached)), min(rounds, int(mean + reached))
    times = np.arange(first, last + 1) if chance else np.arange(1)
    top = int(mean) - first if chance else 0
    ratio = (rounds - times[:-1]) / (times[:-1] + 1) * (chance / (1 - chance))
    up, down = np.cumprod(ratio[top:]), np.cumprod(1 / ratio[:top][::-1])
    likely = np.concatenate([down[::-1], [1.0], up])
    return times, likely / likely.sum()
