"""How fast rounds are simulated, beside careful scalar C in the same run.

    python -m tests.bench.simulate_in_c

The reference is `simulate_in_c.c`, built with -O3 -march=native for this processor: scalar C on one
core, the same tables, another generator. Without a compiler its column is left out.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
import time
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from croupier.games import GAMES
from croupier.montecarlo.counting import Compiled, Plain, Work, counted
from croupier.montecarlo.hands import SORTS, Hands, index_of
from croupier.montecarlo.options import asked_of
from croupier.montecarlo.shoes import Shoes
from croupier.montecarlo.simulation import cells_of
from croupier.montecarlo.words import key_of
from tests.bench.ending import ended

if TYPE_CHECKING:
    from collections.abc import Callable

TRIES = 7
ROUNDS = 1 << 25
FEW = 1 << 21
"""For NumPy alone."""
PROGRAM = str(Path(sys.executable).with_name("croupier"))
BEFORE, AFTER = "first", "from cache"


def rate(count: Callable[[], object], rounds: int, clock: Callable[[], float]) -> float:
    begun = clock()
    count()
    return rounds / (clock() - begun)


def in_c(library: ctypes.CDLL, cells: Hands | Shoes) -> Callable[[], object]:
    """The same rounds by the C reference."""
    counts = np.zeros(1 + (1 << 16), np.uint32)
    args: list[Any]
    if isinstance(cells, Shoes):
        *tables, _ = cells.cells
        args = [
            library.shoe,
            ctypes.c_uint32(cells.draw.deck),
            ctypes.c_uint32(4 * cells.decks),
            *tables,
        ]
    else:
        places = np.array(list(combinations(range(52), 3)), np.int64)
        cards = (np.uint64(1) << places.astype(np.uint64)).sum(axis=1).astype(np.uint64)
        index = index_of(places)
        player, dealer = (table[index].astype(np.uint32) for table in cells.cells[:2])
        packed = [cards << np.uint64(12) | one.astype(np.uint64) for one in (player, dealer)]
        args = [library.hands, *packed]
        if not cells.by_looks:
            strength = np.array([cells.strength_of[int(look)] for look in player], np.uint32)
            own = (player << np.uint32(16)) | strength
            args = [library.bounds, cards, own, dealer, ctypes.c_uint32(cells.least)]
            assert SORTS == 4
    function, *rest = args
    kept = [*rest, counts]
    pointers = [
        ctypes.c_void_p(one.ctypes.data) if isinstance(one, np.ndarray) else one for one in kept
    ]

    def run() -> object:
        function(ctypes.c_uint64(ROUNDS), ctypes.c_uint64(7), *pointers)
        return kept

    return run


def built(folder: str) -> ctypes.CDLL | None:
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        return None
    source, library = Path(__file__).with_suffix(".c"), Path(folder, "reference.so")
    flags = ["-O3", "-march=native", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", library, source], check=True)
    return ctypes.CDLL(str(library))


def measured(name: str, library: ctypes.CDLL | None) -> list[str]:
    cells = cells_of(asked_of(name))
    way, plain, key = Compiled(cells), Plain(cells), key_of(7)
    reference = in_c(library, cells) if library else None
    rates: dict[str, list[float]] = {"ours": [], "theirs": [], "one": [], "two": []}
    for _ in range(TRIES):  # in turn, so that other work on the machine slows all alike
        if reference:
            rates["theirs"].append(rate(reference, ROUNDS, time.thread_time))
        rates["ours"].append(rate(lambda: way.count(key, 0, ROUNDS), ROUNDS, time.thread_time))
        for workers, kept in ((1, "one"), (2, "two")):
            work = Work(way, key, ROUNDS * 2)
            run = lambda work=work, workers=workers: counted(work, workers, lambda _: None)  # noqa: E731
            rates[kept].append(rate(run, ROUNDS * 2, time.perf_counter))
    numpy = rate(lambda: plain.count(key, 0, FEW), FEW, time.thread_time)
    best = {kind: max(some, default=0.0) for kind, some in rates.items()}
    return [
        name,
        f"{best['ours'] / 1e6:,.0f}",
        f"{best['theirs'] / 1e6:,.0f}" if best["theirs"] else "",
        f"{best['ours'] / best['theirs']:.2f}" if best["theirs"] else "",
        f"{best['two'] / best['one']:.2f}",
        f"{numpy / 1e6:.1f}",
        *started(name),
    ]


def started(name: str) -> list[str]:
    """Seconds of a whole program that simulates a thousand rounds: the first, and the next."""
    with tempfile.TemporaryDirectory() as cache:
        seconds = []
        for _ in range(3):
            begun = time.perf_counter()
            command = [PROGRAM, "simulate", name, "--rounds", "1000", "--json"]
            subprocess.run(
                command, check=True, capture_output=True, env=os.environ | {"XDG_CACHE_HOME": cache}
            )
            seconds.append(time.perf_counter() - begun)
    return [f"{seconds[0]:.2f}", f"{min(seconds[1:]):.2f}"]


def main() -> None:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    headings = (
        "game",
        "M rounds/s",
        "scalar C",
        "ratio",
        "two cores ÷ one",
        "NumPy",
        BEFORE,
        AFTER,
    )
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "game" else "right")
    with tempfile.TemporaryDirectory() as folder:
        library = built(folder)
        for game in GAMES:
            table.add_row(*measured(game.name, library))
    Console(width=100).print(table)


if __name__ == "__main__":
    ended(main)
