"""Chunks of work on several threads, their results in order.

Ctrl-C ends with what is done; before anything is, it is raised like any other.
"""

from __future__ import annotations

from collections import deque
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Future

Chunk = TypeVar("Chunk")
Result = TypeVar("Result")
AHEAD = 2
"""Chunks that wait for each worker."""


def in_order(
    chunks: Iterable[Chunk], work: Callable[[Chunk], Result], workers: int
) -> Iterator[Result]:
    left, done = iter(chunks), False
    with ThreadPoolExecutor(workers) as pool:
        going: deque[Future[Result]] = deque()
        try:
            going.extend(pool.submit(work, one) for one in islice(left, AHEAD * workers))
            while going:
                result = going.popleft().result()
                done = True
                yield result
                going.extend(pool.submit(work, one) for one in islice(left, 1))
        except KeyboardInterrupt:
            if not done:
                raise
        finally:
            for one in going:
                one.cancel()
