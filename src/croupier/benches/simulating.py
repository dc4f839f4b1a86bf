"""Fresh rounds by the kernels that are compiled out of a game, beside NumPy alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.benches.figures import Figure, best
from croupier.games import GAMES
from croupier.montecarlo.counting import Compiled, Plain
from croupier.montecarlo.options import asked_of
from croupier.montecarlo.simulation import cells_of
from croupier.montecarlo.words import key_of

if TYPE_CHECKING:
    from collections.abc import Iterator

REFERENCE = "NumPy alone"
ROUNDS, FEW, TRIES = 1 << 22, 1 << 18, 3


def measured() -> Iterator[Figure]:
    key = key_of(7)
    for game in GAMES:
        cells = cells_of(asked_of(game.name))
        compiled, plain = Compiled(cells), Plain(cells)
        compiled.count(key, 0, FEW)  # compiled once, and kept
        rate = ROUNDS / best(lambda: compiled.count(key, 0, ROUNDS), TRIES)  # noqa: B023
        numpy = FEW / best(lambda: plain.count(key, 0, FEW), TRIES)  # noqa: B023
        yield Figure(measure=game.name, value=rate, unit="rounds/s", reference=numpy)
