"""Point totals: what a card counts, and the last digit of what a hand's cards come to."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from croupier.cards import RANKS

if TYPE_CHECKING:
    from croupier.cards import Hand

# A ten comes to ten and a picture to nothing: as a last digit, both are 0.
VALUES = {rank: int(rank) if rank.isdigit() else 0 for rank in RANKS} | {"A": 1}


@lru_cache(maxsize=1 << 15)
def points(hand: Hand) -> int:
    return sum([VALUES[rank] for rank, _ in hand]) % 10
