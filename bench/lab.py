"""How fast the lab counts, and how many times faster than going through every pair of hands.

    python -m bench.lab

The reference in the same run is `brute.c`: all 22,100 by 22,100 hands, with the ranks that the game
gives them, as fast as the C compiler makes it. Without a compiler that part is left out.
"""

from __future__ import annotations

import ctypes
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import combinations, cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from bench.ending import ended
from croupier.cards import DECK, RANKS, Hand
from croupier.games import GAMES, game
from croupier.lab.counted import FULL, Pictures, Poker
from croupier.lab.hands import PAIRS
from croupier.lab.kernels import best_play, lines_of_two
from croupier.lab.shoes import Shoes

if TYPE_CHECKING:
    from collections.abc import Callable

TRIES = 15
SHOES = 20_000
PROGRAM = str(Path(sys.executable).with_name("croupier"))
COUNT_EVERYTHING = """
from croupier.games import game
from croupier.lab.counted import Pictures, Poker
from croupier.lab.shoes import Shoes
from croupier.lab.tableau import full_shoe
import numpy as np

shoes = Shoes(game("baccarat"))
shoes.counts(full_shoe(8))
shoes.edges(np.full((1, 13), 32))
Pictures(game("three-pictures")).counts()
Poker(game("three-card-poker")).entry()
"""


def best(answer: Callable[[], object], times: int, tries: int = TRIES) -> float:
    """Seconds a call in the best try: other work on the machine only ever slows one down."""
    seconds = []
    for _ in range(tries):
        start = time.perf_counter()
        for _ in range(times):
            answer()
        seconds.append((time.perf_counter() - start) / times)
    return min(seconds)


class Brute:
    """Every pair of hands, in C."""

    def __init__(self, compiler: str, folder: str) -> None:
        library = Path(folder) / "brute.so"
        source = Path(__file__).with_name("brute.c")
        flags = ["-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run([compiler, *flags, str(source), "-o", str(library)], check=True)
        self.library: Any = ctypes.CDLL(str(library))
        self.library.best_play.restype = ctypes.c_int64
        self.hands = [Hand(cards) for cards in combinations(DECK, 3)]
        masks = [sum(1 << DECK.index(card) for card in hand) for hand in self.hands]
        self.masks = np.array(masks, np.uint64)

    def pictures(self, name: str) -> Callable[[], int]:
        """The deals counted, by ranks of both hands."""
        of = game(name).ranking.rank
        ranks = [of(hand) for hand in self.hands]
        place = {rank: index for index, rank in enumerate(sorted(set(ranks)))}
        numbers = np.array([place[rank] for rank in ranks], np.uint8)
        deals = np.zeros(32 * 32, np.uint64)

        def count() -> int:
            self.library.pictures(pointer(self.masks), pointer(numbers), pointer(deals))
            return int(deals.sum())

        return count

    def poker(self, counted: Poker) -> Callable[[], int]:
        """What all hands are worth at best play, in parts of an ante."""
        dealers, table = counted.lab.dealers, counted.tables
        strengths = np.array([dealers.of(hand) for hand in self.hands], np.uint16)
        worth = table.worth[table.settled]

        def count() -> int:
            return int(
                self.library.best_play(
                    pointer(self.masks), pointer(strengths), counted.lab.least, pointer(worth)
                )
            )

        return count


def pointer(numbers: np.ndarray[Any, Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(numbers.ctypes.data)


def baccarat() -> dict[str, tuple[str, ...]]:
    shoes, rng = Shoes(game("baccarat")), random.Random(1)
    left = [{rank: rng.randint(0, 32) for rank in RANKS} for _ in range(SHOES)]
    many = np.array([[shoe[rank] for rank in RANKS] for shoe in left])
    shoes.counts(left[0])
    shoes.edges(many[:1])
    asked = cycle(left)
    one = best(lambda: shoes.counts(next(asked)), SHOES // 10)
    together = best(lambda: shoes.edges(many), 1) / SHOES
    return {
        "exact baccarat, any shoe, one call": (f"{one * 1e6:.1f} µs", "", "", "25 µs", "6 µs"),
        "the same, many shoes at once": (f"{together * 1e6:.1f} µs", "", "", "", ""),
    }


def three_cards(brute: Brute | None) -> dict[str, tuple[str, ...]]:
    told = {}
    full = np.array([FULL[rank] for rank in RANKS])
    for one in GAMES:
        if one.decision or one.name == "baccarat":
            continue
        tables = Pictures(one).tables
        assert lines_of_two(full, *tables)[: len(one.bets[0].lines)].sum() == PAIRS
        seconds = best(lambda tables=tables: lines_of_two(full, *tables), 500)  # type: ignore[misc]
        slow = brute.pictures(one.name) if brute else None
        assert slow is None or slow() == PAIRS
        told[f"exact {one.name}, all bets"] = against(seconds, slow, "1,000", "20,000")
    counted = Poker(game("three-card-poker"))
    settled, _ = best_play(counted.tables)
    seconds = best(lambda: best_play(counted.tables), 100)
    slow = brute.poker(counted) if brute else None
    assert slow is None or slow() == int((settled * counted.tables.worth).sum())
    told["exact three-card-poker, best play"] = against(seconds, slow, "50", "200")
    return told


def against(
    seconds: float, slow: Callable[[], int] | None, floor: str, goal: str
) -> tuple[str, ...]:
    figure = f"{seconds * 1e6:.1f} µs"
    if slow is None:
        return figure, "no compiler", "", f"{floor} times", f"{goal} times"
    reference = best(slow, 1, 5)
    faster = f"{reference / seconds:,.0f} times"
    return figure, f"{reference * 1e3:.0f} ms", faster, f"{floor} times", f"{goal} times"


def processes() -> dict[str, tuple[str, ...]]:
    def new(*command: str, cache: str) -> None:
        kept = os.environ | {"NUMBA_CACHE_DIR": cache}
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=kept)

    with tempfile.TemporaryDirectory() as cache:
        odds = best(lambda: new(PROGRAM, "odds", "--all", "--json", cache=cache), 1, 5)
        counting = (sys.executable, "-c", COUNT_EVERYTHING)
        first = best(lambda: new(*counting, cache=cache), 1, 1)
        again = best(lambda: new(*counting, cache=cache), 1, 3)
    return {
        "odds of all games, new process": (f"{odds:.2f} s", "", "", "1 s", ""),
        "counting, with what is compiled first": (f"{first:.1f} s", "", "", "", ""),
        "the same, compiled before": (f"{again:.1f} s", "", "", "", ""),
    }


def main() -> None:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("measure", no_wrap=True)
    for heading in ("figure", "every pair in C", "faster", "floor", "goal"):
        table.add_column(heading, justify="right", no_wrap=True)
    with tempfile.TemporaryDirectory() as folder:
        brute = Brute(compiler, folder) if compiler else None
        rows = baccarat() | three_cards(brute) | processes()
    for name, figures in rows.items():
        table.add_row(name, *figures)
    console = Console()
    console.width = max(console.width, 116)
    console.print(table)


if __name__ == "__main__":
    ended(main)
