"""What `simulate --json` answers, and `par --simulation` reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET, UnsetType

from croupier.digest import software_digest
from croupier.engine.rules_digest import rules_digest
from croupier.montecarlo.policies import BEST
from croupier.montecarlo.words import NAME
from croupier.version import __version__

if TYPE_CHECKING:
    from croupier.montecarlo.chi_square import ChiSquare
    from croupier.montecarlo.growing import Won
    from croupier.montecarlo.paying import BetPaid
    from croupier.montecarlo.simulation import Simulation

LEVEL = 0.99
"""Of confidence: counts that stray so far less often than once in a hundred differ."""


class BetOut(msgspec.Struct, frozen=True):
    bet: str
    mean: float
    standard_error: float
    exact: float
    z: float


class ChiSquareOut(msgspec.Struct, frozen=True):
    statistic: float
    freedom: int
    p: float
    level: float
    agrees: bool


class WonOut(msgspec.Struct, frozen=True):
    times: int
    mean_cents: float | None
    least_cents: int | None
    most_cents: int | None
    by_table: list[int]


class SimulationOut(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    rounds: int
    seed: int
    device: str
    seconds: float
    rounds_per_second: float
    outcomes: dict[str, int]
    bets: list[BetOut]
    chi_square: ChiSquareOut
    version: int
    """Of the approved document."""
    rules: str
    """Their digest, with pays and readings."""
    interpretations: dict[str, str]
    """Read otherwise than by default."""
    decks: int | None
    boxes: int
    strategy: str
    generator: str
    software: str
    digest: str
    meter_won: WonOut | UnsetType = UNSET


def answer(of: Simulation) -> SimulationOut:
    asked = of.asked
    return SimulationOut(
        game=asked.game.name,
        rounds=of.rounds,
        seed=asked.seed,
        device=of.device,
        seconds=round(of.seconds, 6),
        rounds_per_second=round(of.rounds_per_second),
        outcomes=of.outcomes,
        bets=[bet_out(one) for one in of.bets],
        chi_square=chi_square_out(of.chi_square),
        version=asked.game.version,
        rules=rules_digest(asked.game),
        interpretations=dict(asked.game.chosen),
        decks=asked.decks,
        boxes=asked.boxes,
        strategy=asked.policy.name if asked.policy else BEST,
        generator=NAME,
        software=f"croupier {__version__}",
        digest=software_digest(),
        meter_won=won_out(of.won, asked.tables) if of.won else UNSET,
    )


def bet_out(bet: BetPaid) -> BetOut:
    return BetOut(bet.bet, float(bet.mean), bet.standard_error, float(bet.exact), bet.z)


def chi_square_out(found: ChiSquare) -> ChiSquareOut:
    agrees = found.p >= 1 - LEVEL
    return ChiSquareOut(found.statistic, found.freedom, found.p, LEVEL, agrees)


def won_out(won: Won, tables: int) -> WonOut:
    cents = [one.cents for one in won.awards]
    at = [one.hit.round % tables for one in won.awards]
    mean = won.mean_cents
    return WonOut(
        len(cents),
        None if mean is None else float(mean),
        min(cents, default=None),
        max(cents, default=None),
        [at.count(table) for table in range(tables)],
    )
