"""The same chunks on the workers of a Dask scheduler: the same counts, whoever is lost on the way.

A chunk is told by its first round, and only what a worker has handed over is added, in the order of
the rounds. What a lost worker held is counted again elsewhere; nothing is added twice.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import contextmanager, suppress
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from threading import Thread
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.extras import explained
from croupier.montecarlo.asking import CPU
from croupier.montecarlo.counting import way_of
from croupier.montecarlo.simulation import Counted, cells_of
from croupier.montecarlo.words import key_of
from croupier.problems import BadInput
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.montecarlo.asking import Asked
    from croupier.montecarlo.counting import Counts, Way
    from croupier.montecarlo.hands import Hands
    from croupier.montecarlo.shoes import Shoes

LEAST_CHUNK, MOST_CHUNK = 1 << 24, 1 << 30
"""Rounds: below, asking takes longer than counting; above, a lost worker loses too much."""
CHUNKS_FOR_EACH = 16
"""Of each thread, so that all end at about the same time."""
AHEAD = 3
"""Chunks that wait for each thread of the cluster, so that none is idle."""
ANSWERS_WITHIN = 5
"""Seconds for a scheduler to answer, and to have a worker."""
WITHOUT_WORKERS = 60
"""Seconds without any before it is given up."""
TELL_EVERY = 0.5
ONLY_TO_TABULATE = ("folds", "game", "told", "table")
"""What cells are made from: no worker needs it, and some of it cannot travel."""


def count(
    asked: Asked,
    address: str,
    told: Callable[[int], None] = lambda _: None,
    chunk: int | None = None,
) -> Counted:
    """Rounds by their cells; those that are done, the first ones, when the user interrupts."""
    cells = cells_of(asked)
    with connected(address) as client:
        wait_for_workers(client, address)
        begun = time.perf_counter()
        size = chunk or chunk_for(asked.rounds, sum(client.nthreads().values()))
        run = Run(
            client=client,
            address=address,
            cells=to_travel(cells),
            key=key_of(asked.seed),
            rounds=asked.rounds,
            chunk=size,
        )
        run.finish(told)
        seconds = time.perf_counter() - begun
    return Counted(asked, cells, run.counts, f"cluster, {run.threads} threads", seconds)


def chunk_for(rounds: int, threads: int) -> int:
    chunk = LEAST_CHUNK
    while chunk < MOST_CHUNK and rounds > chunk * CHUNKS_FOR_EACH * max(1, threads):
        chunk *= 2
    return chunk


# On a worker


def chunk_counts(version: str, cells: bytes, key: int, first: int, rounds: int) -> Counts:
    if version != __version__:
        raise BadInput(f"a worker has croupier {__version__}, not {version}")
    way, after = way_from(cells), first + rounds
    counts = np.zeros(way.cells.cells.number, np.int64)
    for begin in range(first, after, way.chunk):
        counts += way.count(key, begin, min(way.chunk, after - begin))
    return counts


@lru_cache(maxsize=8)
def way_from(cells: bytes) -> Way:
    """Compiled once in a worker's life, or read from its disk."""
    import cloudpickle  # noqa: PLC0415 - comes with Dask

    return way_of(cloudpickle.loads(cells), CPU)


# On the user's machine


def to_travel(cells: Hands | Shoes) -> bytes:
    """The tables with all that counting needs."""
    import cloudpickle  # noqa: PLC0415 - comes with Dask

    assert cells.cells.number  # tabulated here, so that all count in the same cells
    light = copy(cells)
    if hasattr(cells, "suits_matter"):
        light.__dict__["suits_matter"] = cells.suits_matter
    for name in ONLY_TO_TABULATE:
        light.__dict__.pop(name, None)
    packed: bytes = cloudpickle.dumps(light)
    return packed


@contextmanager
def connected(address: str) -> Iterator[Any]:
    with explained("cluster"):
        from distributed import Client  # noqa: PLC0415 - where it is installed
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    if not answers(address):
        what = f"no Dask scheduler answers there within {ANSWERS_WITHIN} seconds"
        raise BadInput(what, "cluster", address[:80])
    client = Client(address, timeout=ANSWERS_WITHIN, set_as_default=False)
    try:
        with client.as_current():
            yield client
    finally:
        client.close(timeout=ANSWERS_WITHIN)


def answers(address: str) -> bool:
    """Asked first: a client waits for ever where somebody listens and says nothing."""
    from distributed import rpc  # noqa: PLC0415 - as above

    found = []

    async def identity() -> None:
        async with rpc(address) as scheduler:
            found.append(await scheduler.identity())

    def ask() -> None:
        with suppress(OSError, ValueError, TypeError, AttributeError):
            asyncio.run(asyncio.wait_for(identity(), ANSWERS_WITHIN))

    asking = Thread(target=ask, daemon=True)
    asking.start()
    asking.join(ANSWERS_WITHIN)
    return bool(found)


def wait_for_workers(client: Any, address: str) -> None:  # noqa: ANN401 - Dask has no types
    try:
        client.wait_for_workers(1, timeout=ANSWERS_WITHIN)
    except TimeoutError:
        raise BadInput("the scheduler has no workers", "cluster", address[:80]) from None


@dataclass(kw_only=True)
class Run:
    client: Any
    address: str
    cells: bytes
    key: int
    rounds: int
    chunk: int
    done: int = 0
    """Rounds from the first on, all of them counted."""
    early: dict[int, Counts] = field(default_factory=dict)
    """Chunks that came before one that is still missing."""
    going: dict[Any, int] = field(default_factory=dict)
    """What is asked of the cluster, each with its first round."""
    counts: Counts = field(default_factory=lambda: np.zeros(0, np.int64))

    threads: int = 0
    """At most, of all workers at once: they may come and go."""

    def finish(self, told: Callable[[int], None]) -> None:
        from distributed import CancelledError  # noqa: PLC0415 - as above

        cells = self.client.submit(bytes, self.cells, pure=False)  # made again where it is lost
        left = iter(range(0, self.rounds, self.chunk))
        try:
            while self.done < self.rounds:
                self.ask(cells, islice(left, self.wanted()))
                for future in self.wait():
                    self.fetch(future)
                told(self.done)
        except KeyboardInterrupt:
            if not self.done:
                raise
        except (CancelledError, OSError):
            raise self.wrong("the scheduler is gone") from None
        finally:
            self.client.cancel(list(self.going), force=True)

    def wanted(self) -> int:
        """Chunks more, for as many threads as there are now."""
        threads: int = sum(self.client.nthreads().values())
        self.threads = max(self.threads, threads)
        return max(0, AHEAD * max(1, threads) - len(self.going))

    def ask(self, cells: Any, firsts: Iterator[int]) -> None:  # noqa: ANN401 - as above
        for first in firsts:
            rounds = min(self.chunk, self.rounds - first)
            asked = (__version__, cells, self.key, first, rounds)
            self.going[self.client.submit(chunk_counts, *asked, pure=False)] = first

    def fetch(self, future: Any) -> None:  # noqa: ANN401 - as above
        """Unless its worker was lost before it could be fetched: then it is counted again."""
        with suppress(TimeoutError):
            counts = future.result(timeout=ANSWERS_WITHIN)
            self.take(self.going.pop(future), counts)

    def take(self, first: int, counts: Counts) -> None:
        """Added once every round before it is."""
        self.early[first] = counts
        while (here := self.early.pop(self.done, None)) is not None:
            self.counts = here if not self.done else self.counts + here
            self.done = min(self.rounds, self.done + self.chunk)

    def wait(self) -> list[Any]:
        """Those that have come meanwhile, and there is always one."""
        from distributed import wait  # noqa: PLC0415 - as above

        since = time.monotonic()
        while True:
            try:
                finished = wait(list(self.going), TELL_EVERY, "FIRST_COMPLETED").done
            except TimeoutError:
                if self.client.nthreads():
                    since = time.monotonic()
                if time.monotonic() - since > WITHOUT_WORKERS:
                    raise self.wrong("all workers are gone") from None
                continue
            for future in finished:
                if future.status == "error":
                    raise self.wrong(why(future.exception()))
            return list(finished)

    def wrong(self, what: str) -> BadInput:
        counted = f"after {self.done:,} of {self.rounds:,} rounds"
        return BadInput(f"{what}, {counted}", "cluster", self.address[:80])


def why(error: BaseException) -> str:
    if isinstance(error, BadInput):
        return error.what
    if isinstance(error, ModuleNotFoundError):
        return f"a worker has no {error.name}: pip install 'croupier[cluster]' there"
    if type(error).__name__ == "KilledWorker":
        return "a chunk has ended several workers, and is given up"
    return f"a worker could not count: {type(error).__name__}"
