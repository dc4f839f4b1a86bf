"""The simulator's chance: SplitMix64 of a counter. Not for play, where shuffles are cryptographic.

Each 64-bit word belongs to one draw of one round, so any round can be dealt on its own, and counts
do not depend on who deals which rounds, or in what order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Words = NDArray[np.uint64]

NAME = "SplitMix64 in counter mode"
GAMMA = 0x9E3779B97F4A7C15
MIXES = ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB))
LAST_SHIFT = 31
MOST_ROUNDS = 1 << 48
"""The draws of a round are so far apart in the counter."""
ALL_BITS = (1 << 64) - 1


def mixed(state: int) -> int:
    """One word of SplitMix64 (Steele, Lea and Flood, 2014)."""
    for shift, factor in MIXES:
        state = (state ^ (state >> shift)) * factor & ALL_BITS
    return state ^ (state >> LAST_SHIFT)


def key_of(seed: int) -> int:
    """Where a seed's words begin; mixed, so that near seeds are far apart."""
    return mixed((seed + 1) * GAMMA & ALL_BITS)


def words(key: int, rounds: Words, draw: int) -> Words:
    """The word of one draw for each of these rounds."""
    begin = np.uint64((key + draw * MOST_ROUNDS * GAMMA) & ALL_BITS)
    state = rounds * np.uint64(GAMMA) + begin
    for shift, factor in MIXES:
        state ^= state >> np.uint64(shift)
        state *= np.uint64(factor)
    state ^= state >> np.uint64(LAST_SHIFT)
    return state
