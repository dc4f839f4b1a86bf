"""A simulation, run and paid."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from croupier.engine.deal import Tableau
from croupier.engine.rules_digest import rules_digest
from croupier.games import is_of_the_documents
from croupier.montecarlo.cache_files import CacheFile, own_code
from croupier.montecarlo.counting import Work, counted, way_of
from croupier.montecarlo.hands import Hands
from croupier.montecarlo.paying import Paid
from croupier.montecarlo.shoes import Shoes
from croupier.montecarlo.words import key_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.engine.game import Game
    from croupier.montecarlo.asking import Asked
    from croupier.montecarlo.chi_square import ChiSquare
    from croupier.montecarlo.counting import Counts
    from croupier.montecarlo.growing import Won
    from croupier.montecarlo.paying import BetPaid
    from croupier.montecarlo.policies import Folds

    Told = Callable[[int], None]


@dataclass(frozen=True, kw_only=True)
class Simulation:
    """What was simulated, and what came of it."""

    asked: Asked
    rounds: int
    """Counted: fewer than were asked for where it was interrupted."""
    device: str
    seconds: float
    """Without the start and compiling."""
    outcomes: dict[str, int]
    """How many rounds came out in each way that bets can tell."""
    bets: tuple[BetPaid, ...]
    chi_square: ChiSquare
    won: Won | None = None
    """How a meter that grows was won."""

    @property
    def rounds_per_second(self) -> float:
        return self.rounds / self.seconds if self.seconds else 0.0


@dataclass(frozen=True)
class Counted:
    """Fresh rounds of one hand by their cells, to be paid by any pays and readings."""

    asked: Asked
    cells: Hands | Shoes
    counts: Counts
    device: str
    seconds: float

    @cached_property
    def rounds(self) -> int:
        return int(self.counts.sum())

    def under(self, game: Game) -> Counted:
        """The same rounds under other pays or readings."""
        return replace(self, asked=replace(self.asked, game=game))

    @cached_property
    def paid(self) -> Paid:
        return Paid(self.cells, self.counts, self.asked)

    def simulation(self) -> Simulation:
        return Simulation(
            asked=self.asked,
            rounds=self.rounds,
            device=self.device,
            seconds=self.seconds,
            outcomes=self.paid.classes(),
            bets=tuple(self.paid.bets()),
            chi_square=self.paid.chi_square(),
        )


def simulate(asked: Asked, told: Told = lambda _: None) -> Simulation:
    """Rounds counted by whatever is fastest here; the same for any number of workers."""
    asked.check()
    if asked.cut_card:
        from croupier.montecarlo.whole_shoes import dealt_to_the_cut_card  # noqa: PLC0415

        return dealt_to_the_cut_card(asked, told)
    if not asked.is_plain:
        from croupier.montecarlo.tables import at_a_table  # noqa: PLC0415 - these know this one

        return at_a_table(asked, told)
    return counted_by(asked, told).simulation()


def counted_by(asked: Asked, told: Told) -> Counted:
    if asked.cluster is None:
        return count(asked, told)
    from croupier.montecarlo.cluster import count as on_many_machines  # noqa: PLC0415 - as above

    return on_many_machines(asked, asked.cluster, told)


def count(asked: Asked, told: Told = lambda _: None) -> Counted:
    cells = cells_of(asked)
    way = way_of(cells, asked.device)
    begun = time.perf_counter()
    work = counted(Work(way, key_of(asked.seed), asked.rounds), asked.workers, told)
    return Counted(asked, cells, work.counts, way.device, time.perf_counter() - begun)


def cells_of(asked: Asked) -> Hands | Shoes:
    """With what bets tell of hands kept for the next time; it decides no payment."""
    game = asked.game
    folds = asked.policy.folds if asked.policy else None
    kept = None
    if is_of_the_documents(game):
        kept = CacheFile("looks", own_code(), rules_digest(game), suffix=".json")
    return cells_for(game, asked.decks, folds, kept=kept)


def cells_for(
    game: Game,
    decks: int | None = None,
    folds: Folds | None = None,
    *,
    kept: CacheFile | None = None,
) -> Hands | Shoes:
    if isinstance(game.deal, Tableau):
        return Shoes(game, decks or game.packs.most)
    return Hands(game, folds, kept=kept)
