"""Many evenings, played and summed up beside what the edge makes of what was staked."""

from __future__ import annotations

import time
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import TYPE_CHECKING

from croupier.montecarlo.chunks import in_order
from croupier.montecarlo.players.playing import Chunk, End, Played
from croupier.montecarlo.players.systems import System
from croupier.montecarlo.players.table import Felt, Table
from croupier.wire.session import QUANTILES

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.montecarlo.players.asking import Evenings

AT_A_TIME = 1 << 14
"""Players: their money stays in the cache."""
FEW_AT_A_TIME = 1 << 9
"""Where a function is asked about each, and Ctrl-C should not wait."""
MARKS = 60
"""Of the fan, at most, beside the beginning."""


@dataclass(frozen=True)
class Players:
    """What became of players; amounts are in cents."""

    asked: Evenings
    table: Table
    played: Played
    seconds: float

    @property
    def players(self) -> int:
        """Fewer than were asked for where it was interrupted."""
        return self.played.players

    @property
    def mean(self) -> Fraction:
        """What an evening brought."""
        return self.played.money.mean / self.table.parts - self.asked.bankroll_cents

    @property
    def sd(self) -> float:
        return self.played.money.sd / self.table.parts

    @property
    def standard_error(self) -> float:
        return self.sd / sqrt(self.players)

    @property
    def staked(self) -> dict[str, Fraction]:
        """On each bet in an evening, on average."""
        sides = zip(self.table.sides, self.played.staked.tolist(), strict=True)
        others = {
            bet: cents * self.played.rounds_staked for bet, cents in self.asked.others.items()
        }
        totals = {bet: cents for bet, cents in sides if cents or bet == self.asked.bet} | others
        return {bet: Fraction(cents, self.players) for bet, cents in totals.items()}

    @property
    def exact(self) -> Fraction:
        """What the exact edge makes of what was staked: no system can move the mean from it."""
        edges = self.table.edges
        return sum((edges[bet] * cents for bet, cents in self.staked.items()), Fraction(0))

    @property
    def z(self) -> float:
        """How many standard errors the mean is off it."""
        mean = self.played.off / self.players
        variance = self.played.off_squared / self.players - mean**2
        return mean / sqrt(variance / self.players) if variance > 0 else 0.0

    @property
    def ruined(self) -> float:
        """The part of players whose money did not cover a further round."""
        return int(self.played.ends[End.RUIN]) / self.players

    @property
    def ruined_error(self) -> float:
        return sqrt(self.ruined * (1 - self.ruined) / self.players)

    @property
    def ahead(self) -> float:
        return 1 - self.played.money.below(self.began + 1) / self.players

    @property
    def even(self) -> float:
        tally = self.played.money
        return (tally.below(self.began + 1) - tally.below(self.began)) / self.players

    @property
    def behind(self) -> float:
        return self.played.money.below(self.began) / self.players

    @property
    def began(self) -> int:
        return self.asked.bankroll_cents * self.table.parts

    @property
    def fan(self) -> dict[int, list[float]]:
        """Quantiles of money after some rounds."""
        a_cent = self.table.parts
        return {
            mark: [tally.quantile(chance) / a_cent for chance in QUANTILES]
            for mark, tally in sorted(self.played.fan.items())
        }

    @property
    def player_rounds(self) -> int:
        return self.played.rounds.sum_of_powers(1)

    @property
    def rounds_per_second(self) -> float:
        return self.player_rounds / self.seconds if self.seconds else 0.0

    @property
    def hours(self) -> float:
        """At the table, on average."""
        return float(self.played.rounds.mean) / self.asked.per_hour


def play(
    asked: Evenings, told: Callable[[int], None] = lambda _: None, felt: Felt | None = None
) -> Players:
    """All evenings, or those that were over when the user interrupted."""
    table = Table(asked, felt)
    prepare(table)
    marks = marks_of(asked.rounds_each)
    begun = time.perf_counter()

    by_name = isinstance(asked.system, System)
    size, workers = (AT_A_TIME, asked.table.workers) if by_name else (FEW_AT_A_TIME, 1)

    def chunk(first: int) -> Played:
        return Chunk(table, first, min(size, asked.players - first), marks).played()

    chunks = in_order(range(0, asked.players, size), chunk, workers)
    played = next(chunks)
    told(played.players)
    for some in chunks:
        played.add(some)
        told(played.players)
    return Players(asked, table, played, time.perf_counter() - begun)


def prepare(table: Table) -> None:
    """What threads would otherwise each work out."""
    _ = table.nets, table.others_net, table.edges, table.cells.cells
    if table.game.boxes is None:
        _ = table.felt.shoes, table.felt.winner


def marks_of(rounds: int) -> list[int]:
    return sorted({round(rounds * mark / MARKS) for mark in range(MARKS + 1)})
