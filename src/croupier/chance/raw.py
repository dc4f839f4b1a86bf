"""Tests of bytes, as a generator gives them before anything is made of them."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import numpy as np

from croupier.chance.collecting import at_random, collected, collections
from croupier.chance.verdict import chi_square, never, normal, rare

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from croupier.chance.verdict import Measured

    Bytes = NDArray[np.uint8]

BYTES, WORD = 256, 64
NIBBLES = 16
PART = 8
"""The first of so many parts is enough to collect from."""


def frequencies(given: Bytes) -> Measured:
    expected = len(given) / BYTES
    strayed = np.bincount(given, minlength=BYTES) - expected
    return chi_square(float((strayed**2).sum()) / expected, BYTES - 1)


def bits(given: Bytes) -> Measured:
    """How often each bit of a word of 64 is set."""
    words = np.unpackbits(given).reshape(-1, WORD)
    strayed = words.sum(axis=0, dtype=np.int64) - len(words) / 2
    return chi_square(float((strayed**2).sum()) * 4 / len(words), WORD)


def overlaps(given: Bytes) -> Measured:
    """Which byte came after which, less what their frequencies explain (Good, 1953)."""
    pairs = given.astype(np.int64) * BYTES + np.roll(given, -1)
    freedom = BYTES**2 - BYTES
    found = sum_of_squares(pairs, BYTES**2) - sum_of_squares(given, BYTES)
    return chi_square(found, freedom)


def sum_of_squares(drawn: NDArray[np.int64] | Bytes, kinds: int) -> float:
    expected = len(drawn) / kinds
    return float(((np.bincount(drawn, minlength=kinds) - expected) ** 2).sum()) / expected


def runs(given: Bytes) -> Measured:
    """How often a bit differs from the one before it."""
    one = np.unpackbits(given)
    changes = len(one) - 1
    return normal(int((one[1:] != one[:-1]).sum()), changes / 2, changes / 4)


def serial_correlation(given: Bytes) -> Measured:
    """Of words that follow each other, as parts of one."""
    one = given.view("<u8") / 2.0**WORD - 0.5
    return normal(float((one * np.roll(one, -1)).sum()), 0.0, len(one) / 144)


def coupons(given: Bytes) -> Measured:
    """How many of them it takes to see every value of four bits."""
    drawn = given[: len(given) // PART] >> 4
    lengths = collections(drawn.tolist(), len(drawn), NIBBLES)
    return collected(lengths, at_random(NIBBLES))


def duplicates(given: Bytes) -> Measured:
    """How many words of 32 bits are alike."""
    words = given.view("<u4")
    _, times = np.unique(words, return_counts=True)
    found = int((times.astype(np.int64) * (times - 1) // 2).sum())
    return rare(found, comb(len(words), 2) / 2.0**32)


def repeats(given: Bytes) -> Measured:
    """How many words of 64 bits came before."""
    words = given.view("<u8")
    return never(len(words) - len(np.unique(words)), comb(len(words), 2) / 2.0**WORD)


TESTS: dict[str, Callable[[Bytes], Measured]] = {
    "bytes": frequencies,
    "bits": bits,
    "overlaps": overlaps,
    "runs of bits": runs,
    "serial correlation": serial_correlation,
    "coupon collector": coupons,
    "duplicates": duplicates,
    "repeated words": repeats,
}
