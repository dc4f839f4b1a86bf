"""Rounds in chunks, on as many threads as asked for: the same counts however they are shared."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor, wait
from importlib.util import find_spec
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from croupier.montecarlo.asking import CUDA
from croupier.montecarlo.dealing import dealt
from croupier.montecarlo.words import ALL_BITS, GAMMA

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from croupier.montecarlo.hands import Hands
    from croupier.montecarlo.shoes import Shoes

    Counts = NDArray[np.int64]

LANES = 64
TELL_EVERY = 0.1
"""Seconds between two words on how far it is."""
SMALL = 1 << 16
"""Rounds that NumPy deals at a time, while they fit into the cache."""


class Way(Protocol):
    """Who counts, and how many rounds at a time."""

    device: str
    chunk: int
    cells: Hands | Shoes

    def count(self, key: int, first: int, rounds: int) -> Counts: ...


class Plain:
    """By NumPy alone."""

    device = "cpu, NumPy"
    chunk = 1 << 20

    def __init__(self, cells: Hands | Shoes) -> None:
        self.cells = cells

    def count(self, key: int, first: int, rounds: int) -> Counts:
        counts = np.zeros(self.cells.cells.number, np.int64)
        for begin in range(first, first + rounds, SMALL):
            some = np.arange(begin, min(begin + SMALL, first + rounds), dtype=np.uint64)
            counts += self.of(dealt(key, some, self.cells.draw))
        return counts

    def of(self, cards: NDArray[np.int64]) -> Counts:
        return np.bincount(self.cells.counted_in(cards), minlength=self.cells.cells.number)


class Compiled:
    """By a kernel; what it refuses, and rounds that fill no lanes, NumPy deals."""

    device = "cpu"
    chunk = 1 << 24
    """Rounds at a time: few enough for counters of 32 bits."""

    def __init__(self, cells: Hands | Shoes) -> None:
        from croupier.montecarlo.compiling import compiled  # noqa: PLC0415 - where it is installed
        from croupier.montecarlo.kernels import COUNTERS, Kernel  # noqa: PLC0415

        self.cells, self.plain = cells, Plain(cells)
        made = Kernel(cells)
        self.counters = COUNTERS, 1 << made.apart
        self.tables = tables_of(cells)
        self.run: Callable[..., None] = compiled(made.module, len(made.function.args))

    def count(self, key: int, first: int, rounds: int) -> Counts:
        steps = rounds // LANES
        counters = np.zeros(self.counters, np.uint32)
        refused = np.zeros(2 * steps + 1, np.uint64)
        given: list[NDArray[Any]] = [counters, refused, *self.tables]
        arrays = [one.ctypes.data for one in given]
        if steps:
            self.run((key + first * GAMMA) & ALL_BITS, steps, *arrays)
        counts: Counts = counters.sum(axis=0, dtype=np.int64)[: self.cells.cells.number]
        again = to_deal_again(refused, first)
        counts += self.plain.of(dealt(key, again, self.cells.draw))
        rest = rounds - steps * LANES
        return counts + self.plain.count(key, first + steps * LANES, rest)


def tables_of(cells: Hands | Shoes) -> list[NDArray[Any]]:
    """What a kernel looks up."""
    *tables, _ = cells.cells
    return [np.ascontiguousarray(table) for table in tables]


def to_deal_again(refused: NDArray[np.uint64], first: int) -> NDArray[np.uint64]:
    notes = refused[1 : 1 + 2 * int(refused[0])].reshape(-1, 2)
    bits = (notes[:, 1:] >> np.arange(LANES, dtype=np.uint64)) & np.uint64(1)
    step, lane = np.nonzero(bits)
    told: NDArray[np.uint64] = (
        np.uint64(first) + notes[step, 0] * np.uint64(LANES) + lane.astype(np.uint64)
    )
    return told


def way_of(cells: Hands | Shoes, device: str) -> Way:
    """The fastest that is installed."""
    if device == CUDA:
        from croupier.montecarlo.gpu import Gpu  # noqa: PLC0415 - as above

        return Gpu(cells)
    return Compiled(cells) if find_spec("llvmlite") else Plain(cells)


class Work:
    """Chunks handed out in order, so that what is done when it stops are the first rounds."""

    def __init__(self, way: Way, key: int, rounds: int) -> None:
        self.way, self.key, self.rounds = way, key, rounds
        self.counts = np.zeros(way.cells.cells.number, np.int64)
        self.done = 0
        self.left = iter(range(0, rounds, way.chunk))
        self.lock = Lock()

    def go_on(self) -> bool:
        """The next chunk, if there is one."""
        with self.lock:
            first = next(self.left, None)
        if first is None:
            return False
        some = min(self.way.chunk, self.rounds - first)
        counts = self.way.count(self.key, first, some)
        with self.lock:
            self.counts += counts
            self.done += some
        return True

    def stop(self) -> None:
        with self.lock:
            self.left = iter(())


def counted(work: Work, workers: int, told: Callable[[int], None]) -> Work:
    """All of it, or what is done when the user interrupts."""

    def help_out() -> None:
        while work.go_on():
            pass

    with ThreadPoolExecutor(workers) as pool:
        helping = {pool.submit(help_out) for _ in range(workers)}
        try:
            while helping:
                try:
                    finished, helping = wait(helping, timeout=TELL_EVERY)
                    for one in finished:
                        one.result()
                    told(work.done)
                except KeyboardInterrupt:
                    work.stop()
        finally:
            work.stop()  # or the pool would wait for all that is left
    if not work.done:
        raise KeyboardInterrupt
    return work
