"""The time that exact odds of the cards left in a baccarat shoe take."""

from __future__ import annotations

import random
from itertools import cycle
from typing import TYPE_CHECKING

import numpy as np

from croupier.benches.figures import Figure, best
from croupier.cards import RANKS
from croupier.games import DEALT_FROM_SHOES
from croupier.lab.shoes import Shoes

if TYPE_CHECKING:
    from collections.abc import Iterator

SHOES, TRIES = 20_000, 15


def measured() -> Iterator[Figure]:
    shoes, rng = Shoes(DEALT_FROM_SHOES), random.Random(1)  # noqa: S311 - the same shoes each time
    shoes_left = [{rank: rng.randint(1, 32) for rank in RANKS} for _ in range(SHOES)]
    cards_left = np.array([[shoe[rank] for rank in RANKS] for shoe in shoes_left])
    shoes.counts(shoes_left[0])
    shoes.edges(cards_left[:1])
    next_shoe, calls = cycle(shoes_left).__next__, max(SHOES // 10, 1)
    seconds_alone = best(lambda: [shoes.counts(next_shoe()) for _ in range(calls)], TRIES) / calls
    seconds_together = best(lambda: shoes.edges(cards_left), TRIES) / SHOES
    yield Figure(measure="any shoe, one call", value=1e6 * seconds_alone, unit="µs", goal="6 µs")
    yield Figure(measure="many shoes in one call, each", value=1e6 * seconds_together, unit="µs")
