"""How fast the lab computes exact odds: of any baccarat shoe, and of all games.

python -m bench.lab
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bench.ending import ended
from croupier.cards import RANKS
from croupier.games import game
from croupier.lab.shoes import Shoes

if TYPE_CHECKING:
    from collections.abc import Callable

TRIES = 15
SHOES = 20_000
PROGRAM = str(Path(sys.executable).with_name("croupier"))


def best(answer: Callable[[], object], times: int, tries: int = TRIES) -> float:
    """Seconds a call in the best try: other work on the machine only ever slows one down."""
    seconds = []
    for _ in range(tries):
        start = time.perf_counter()
        for _ in range(times):
            answer()
        seconds.append((time.perf_counter() - start) / times)
    return min(seconds)


def baccarat() -> tuple[float, float]:
    """Seconds for a shoe in one call, and for each of many shoes in one call."""
    shoes, rng = Shoes(game("baccarat")), random.Random(1)
    left = [{rank: rng.randint(0, 32) for rank in RANKS} for _ in range(SHOES)]
    many = np.array([[shoe[rank] for rank in RANKS] for shoe in left])
    shoes.counts(left[0])
    shoes.edges(many[:1])
    next_shoe = cycle(left).__next__
    one = best(lambda: shoes.counts(next_shoe()), SHOES // 10)
    return one, best(lambda: shoes.edges(many), 1) / SHOES


def odds_of_all_games() -> float:
    command = (PROGRAM, "odds", "--all", "--json")
    return best(lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL), 1, 5)


def main() -> None:
    one, together = baccarat()
    print(f"baccarat, any shoe, one call   {one * 1e6:8.1f} µs   goal 6 µs")
    print(f"the same, many shoes at once   {together * 1e6:8.1f} µs")
    print(f"odds of all games, new process {odds_of_all_games():8.2f} s    at most 1 s")


if __name__ == "__main__":
    ended(main)
