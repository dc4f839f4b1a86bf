"""Rounds as cards, many at once: the same that `dealing` deals, by a kernel where there is one."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import numpy as np

from croupier.montecarlo.dealing import dealt
from croupier.montecarlo.words import ALL_BITS, GAMMA

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from croupier.montecarlo.dealing import Draw

    Narrow = NDArray[np.uint8] | NDArray[np.uint16]

LANES = 64
BYTE = 1 << 8


class Cards:
    """All first cards of so many rounds, then all second ones, and so on."""

    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.of = np.uint8 if draw.deck < BYTE else np.uint16
        self.run = kernel(draw) if find_spec("llvmlite") else None

    def deal(self, key: int, first: int, rounds: int) -> Narrow:
        if self.run is None:
            numbers = np.arange(first, first + rounds, dtype=np.uint64)
            return np.ascontiguousarray(dealt(key, numbers, self.draw).T.astype(self.of))
        steps = -(-rounds // LANES)
        cards = np.empty((self.draw.cards, steps * LANES), self.of)
        unfair = np.empty(steps, np.uint64)
        self.run((key + first * GAMMA) & ALL_BITS, steps, cards.ctypes.data, unfair.ctypes.data)
        again = lanes_of(unfair)
        numbers = np.uint64(first) + again.astype(np.uint64)
        cards[:, again] = dealt(key, numbers, self.draw).T
        return cards[:, :rounds]


def lanes_of(words: NDArray[np.uint64]) -> NDArray[np.int64]:
    """The places of all bits that are set."""
    some = words.nonzero()[0]
    bits = (words[some, None] >> np.arange(LANES, dtype=np.uint64)) & np.uint64(1)
    step, lane = bits.nonzero()
    found: NDArray[np.int64] = some[step] * LANES + lane
    return found


def kernel(draw: Draw) -> Callable[..., None]:
    from croupier.montecarlo.card_kernel import ARGUMENTS, module  # noqa: PLC0415 - where installed
    from croupier.montecarlo.compiling import compiled  # noqa: PLC0415

    return compiled(module(draw), ARGUMENTS)
