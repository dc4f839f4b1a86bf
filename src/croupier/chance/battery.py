"""All tests of all samples of a source, and what they say together."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.cards import DECK
from croupier.chance import raw
from croupier.chance.draws import Draws, which_for
from croupier.chance.sources import FULL_SHOE
from croupier.chance.verdict import judged
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from croupier.chance.raw import Bytes
    from croupier.chance.sources import Source
    from croupier.chance.verdict import Finding, Measured

LEAST, USUAL, MOST = 5_000, 20_000, 200_000
"""Shuffles of a pack."""
PACKS_FOR_A_SHOE, ROUNDS_FOR_A_PACK, BYTES_FOR_A_PACK = 10, 10, 200
"""One sample beside another."""


class Sample(NamedTuple):
    source: Source
    name: str
    take: Callable[[], list[tuple[str, Measured]]]
    """Draws it, and carries out its tests."""


def samples(source: Source, shuffles: int) -> Iterator[Sample]:
    """Of one pack, of a full shoe, of rounds where they are dealt otherwise, and of bytes."""
    kinds, shoes = len(DECK), shuffles // PACKS_FOR_A_SHOE
    yield Sample(source, "packs", lambda: of_draws(Draws(source.orders(1, shuffles), kinds)))
    yield Sample(
        source,
        "shoes",
        lambda: of_draws(Draws(source.orders(FULL_SHOE, shoes), kinds, FULL_SHOE)),
    )
    for name, draws in source.rounds(shuffles * ROUNDS_FOR_A_PACK).items():
        yield Sample(source, name, partial(of_draws, draws))
    size = shuffles * BYTES_FOR_A_PACK
    yield Sample(source, "bytes", lambda: of_bytes(first_bytes(source, size)))


def of_draws(draws: Draws) -> list[tuple[str, Measured]]:
    return [(name, test(draws)) for name, test in which_for(draws).items()]


def of_bytes(given: Bytes) -> list[tuple[str, Measured]]:
    return [(name, test(given)) for name, test in raw.TESTS.items()]


def first_bytes(source: Source, size: int) -> Bytes:
    return np.frombuffer(b"".join(only(source.stream(), size)), np.uint8)


def only(stream: Iterator[bytes], size: int) -> Iterator[bytes]:
    """The first bytes of it."""
    left = size
    while left:
        some = next(stream)[:left]
        left -= len(some)
        yield some


def examined(
    sources: Sequence[Source],
    shuffles: int = USUAL,
    watched: Callable[[Sequence[Sample]], Iterable[Sample]] = iter,
) -> list[Finding]:
    """Every test of every sample, each judged with all the others in mind."""
    if not LEAST <= shuffles <= MOST:
        raise BadInput(f"{LEAST:,} to {MOST:,} shuffles are tested", "shuffles")
    every = [sample for source in sources for sample in samples(source, shuffles)]
    return judged(
        (sample.source.name, sample.name, test, measured)
        for sample in watched(every)
        for test, measured in sample.take()
    )
