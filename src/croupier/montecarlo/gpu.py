"""Rounds counted by a GPU, through CuPy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from croupier.extras import explained
from croupier.montecarlo.counting import tables_of
from croupier.montecarlo.cuda import ENTRY, THREADS, room, source
from croupier.montecarlo.words import ALL_BITS, GAMMA
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.montecarlo.counting import Counts
    from croupier.montecarlo.hands import Hands
    from croupier.montecarlo.shoes import Shoes


class Gpu:
    """One device; threads of this program would only wait for each other at it."""

    chunk = 1 << 34
    """Rounds at a time, a small part of a second: few enough for each block's counters."""

    def __init__(self, cells: Hands | Shoes) -> None:
        with explained("device"):
            import cupy  # noqa: PLC0415 - where it is installed
        self.cupy, self.cells = cupy, cells
        try:
            about = cupy.cuda.runtime.getDeviceProperties(cupy.cuda.Device().id)
        except cupy.cuda.runtime.CUDARuntimeError as error:
            raise BadInput(f"there is no GPU here: {error}", "device") from None
        self.device = f"cuda, {about['name'].decode()}"
        self.run = cupy.RawKernel(source(cells), ENTRY, backend="nvrtc")
        self.shared = room(cells).bytes
        self.run.max_dynamic_shared_size_bytes = self.shared
        self.tables = [cupy.asarray(table) for table in tables_of(cells)]
        a_processor = min(
            about["maxThreadsPerMultiProcessor"] // THREADS,
            about["sharedMemPerMultiprocessor"] // (self.shared + 1024),
        )
        self.blocks = about["multiProcessorCount"] * max(1, a_processor)

    def count(self, key: int, first: int, rounds: int) -> Counts:
        cupy = self.cupy
        counts = cupy.zeros(self.cells.cells.number, cupy.uint64)
        begin = np.uint64((key + first * GAMMA) & ALL_BITS)
        given = (begin, np.uint64(rounds), counts, *self.tables)
        self.run((self.blocks,), (THREADS,), given, shared_mem=self.shared)
        told: Counts = cupy.asnumpy(counts).astype(np.int64)
        return told
