"""An unbiased shuffle from a cryptographic generator, and its output for a test laboratory."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from croupier.cards import DECK, Hand

if TYPE_CHECKING:
    from typing import BinaryIO, TextIO

Source = Callable[[int], bytes]
"""So many random bytes; the operating system's generator, but in tests."""


def below(number: int, source: Source = os.urandom) -> int:
    """Every value under the number is equally likely: what would favour some is drawn again."""
    size = ((number - 1).bit_length() + 7) // 8
    even = 256**size - 256**size % number
    while (drawn := int.from_bytes(source(size))) >= even:
        pass
    return drawn % number


def shuffled(decks: int, source: Source = os.urandom) -> Hand:
    """Packs in one of their orders, each of which is equally likely (Fisher and Yates)."""
    cards = list(DECK) * decks
    for last in range(len(cards) - 1, 0, -1):
        other = below(last + 1, source)
        cards[last], cards[other] = cards[other], cards[last]
    return Hand(cards)


def dump(
    decks: int, times: int, raw: BinaryIO, final: TextIO, *, source: Source = os.urandom
) -> None:
    """Every byte as the generator gave it, and the shuffles made of them, a line each."""

    def kept(size: int) -> bytes:
        drawn = source(size)
        raw.write(drawn)
        return drawn

    final.writelines(f"{shuffled(decks, kept)}\n" for _ in range(times))
