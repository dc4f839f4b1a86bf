"""A simulation asked for, run and paid."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from croupier.engine.deal import Tableau
from croupier.montecarlo.counting import Work, counted, way_of
from croupier.montecarlo.hands import Hands
from croupier.montecarlo.paying import Paid
from croupier.montecarlo.shoes import Shoes
from croupier.montecarlo.words import ALL_BITS, MOST_ROUNDS, key_of
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.cards import Hand
    from croupier.engine.configuration import JackpotTerms
    from croupier.engine.game import Game
    from croupier.montecarlo.counting import Counts


@dataclass(frozen=True, kw_only=True)
class Asked:
    rounds: int
    seed: int
    workers: int = 1
    decks: int | None = None
    jackpot: JackpotTerms | None = None
    meter_cents: int | None = None
    folds: Callable[[Hand], bool] | None = None
    """None: best play."""


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """What was counted, and how; `paid` says what it comes to."""

    game: Game
    cells: Hands | Shoes
    counts: Counts
    rounds: int
    """Counted: fewer than were asked for where it was interrupted."""
    seed: int
    device: str
    seconds: float
    """Without the start and compiling."""
    decks: int | None = None
    jackpot: JackpotTerms | None = None
    meter_cents: int | None = None
    folds: Callable[[Hand], bool] | None = None

    @property
    def rounds_per_second(self) -> float:
        return self.rounds / self.seconds if self.seconds else 0.0

    @cached_property
    def paid(self) -> Paid:
        return self.paid_by(self.game)

    def paid_by(self, game: Game) -> Paid:
        """The same rounds under other pays or readings."""
        return Paid(
            self.cells,
            self.counts,
            game,
            decks=self.decks,
            jackpot=self.jackpot,
            meter_cents=self.meter_cents,
            folds=self.folds,
        )


MOST_WORKERS = 256


def simulate(
    game: Game,
    asked: Asked,
    told: Callable[[int], None] = lambda _: None,
) -> Simulation:
    """Rounds counted by whatever is fastest here; the same for any number of workers."""
    check(asked.rounds, asked.seed, asked.workers)
    cells = cells_of(game, asked.decks)
    way = way_of(cells)
    begun = time.perf_counter()
    work = counted(Work(way, key_of(asked.seed), asked.rounds), asked.workers, told)
    return Simulation(
        game=game,
        cells=cells,
        counts=work.counts,
        rounds=work.done,
        seed=asked.seed,
        device=way.device,
        seconds=time.perf_counter() - begun,
        decks=asked.decks,
        jackpot=asked.jackpot,
        meter_cents=asked.meter_cents,
        folds=asked.folds,
    )


def check(rounds: int, seed: int, workers: int) -> None:
    if not 1 <= rounds < MOST_ROUNDS:
        raise BadInput(f"from 1 to {MOST_ROUNDS - 1:,} rounds are simulated", "rounds")
    if not 0 <= seed <= ALL_BITS:
        raise BadInput("a seed is a whole number from 0 to 2^64 - 1", "seed")
    if not 1 <= workers <= MOST_WORKERS:
        raise BadInput(f"1 to {MOST_WORKERS} workers count", "workers")


def cells_of(game: Game, decks: int | None) -> Hands | Shoes:
    if isinstance(game.deal, Tableau):
        return Shoes(game, game.packs.most if decks is None else decks)
    return Hands(game)
