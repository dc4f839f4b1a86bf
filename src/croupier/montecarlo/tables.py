"""A table as it is played: several boxes from one deck, a meter that grows, envy."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TYPE_CHECKING

import numpy as np

from croupier.engine.bets import METER, Awards
from croupier.engine.jackpot import Seat, envy
from croupier.lab.jackpot import progressive, prospects
from croupier.lab.paytables import slug
from croupier.montecarlo.chunks import in_order
from croupier.montecarlo.counting import SMALL
from croupier.montecarlo.dealing import Draw, dealt
from croupier.montecarlo.growing import Hit, won_by
from croupier.montecarlo.hands import DECK, THREE, Hands
from croupier.montecarlo.paying import BetPaid, Paid
from croupier.montecarlo.simulation import Simulation, cells_of
from croupier.montecarlo.units import Spread, Units, by_cell, merged
from croupier.montecarlo.words import key_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from numpy.typing import NDArray

    from croupier.engine.bets import Bet, Line
    from croupier.engine.outcome import Outcome
    from croupier.montecarlo.asking import Asked
    from croupier.montecarlo.counting import Counts
    from croupier.montecarlo.growing import Won

    Cells = NDArray[np.int64]
    """Of each round a row, of each box a column."""
    Pattern = tuple[tuple[int, bool], ...]

DEVICE = "cpu, NumPy"


@dataclass
class Seen:
    """What came of some rounds."""

    rounds: int
    counts: Counts
    """Of all hands by their cells."""
    first: Counts
    """Of the first box alone: its hands do not hang together."""
    outcomes: Counter[tuple[int, ...]]
    """How many boxes came out in each way of the main bet, and in how many rounds so."""
    spreads: dict[str, Spread]
    hits: list[Hit] = field(default_factory=list)

    def add(self, other: Seen) -> None:
        self.rounds += other.rounds
        self.counts += other.counts
        self.first += other.first
        self.outcomes += other.outcomes
        self.hits += other.hits
        merged(self.spreads, other.spreads)


class Table:
    """Boxes that all have every bet; rounds by their numbers."""

    def __init__(self, asked: Asked) -> None:
        cells = cells_of(asked)
        assert isinstance(cells, Hands)
        self.asked, self.game, self.cells, self.key = asked, asked.game, cells, key_of(asked.seed)
        self.draw = Draw(DECK, THREE * (asked.boxes + 1), THREE)
        self.paid = Paid(cells, np.zeros(cells.cells.number, np.int64), asked)
        self.jackpot_bet = self.game.bet[self.game.jackpot.bet] if self.game.jackpot else None
        self.envy_of = cache(self._envy_of)

    @cached_property
    def main(self) -> tuple[list[str], NDArray[np.int64]]:
        """The lines of the main bet, and which of them is settled by in each cell."""
        bet = self.game.bets[0]
        place = {id(line): number for number, line in enumerate(bet.lines)}
        told = np.zeros(self.cells.cells.number, np.int64)
        for cell, outcome in self.paid.of_cells.items():
            told[cell] = place[id(bet.settle(outcome))]
        return [f"{bet.name}:{slug(line.event)}" for line in bet.lines], told

    @cached_property
    def units(self) -> dict[str, Units]:
        """The jackpot bet in cents; what a meter that grows pays is added when it is known."""
        units = {name: by_cell(self.paid, name) for name in self.paid.names}
        if self.jackpot_bet and self.asked.jackpot:
            name = self.jackpot_bet.name
            units[name] = by_cell(self.paid, name, self.asked.jackpot.bet_cents)
            if self.asked.grows:
                units[name].of_cell[self.wins_meter] -= self.meter_cents * self.units_a_cent(
                    units[name]
                )
        return units

    def units_a_cent(self, units: Units) -> int:
        assert self.asked.jackpot is not None
        return units.parts // self.asked.jackpot.bet_cents

    @property
    def meter_cents(self) -> int:
        assert self.asked.jackpot is not None
        held = self.asked.meter_cents
        return self.asked.jackpot.seed_cents if held is None else held

    @cached_property
    def wins_meter(self) -> NDArray[np.bool_]:
        """By cell."""
        told = np.zeros(self.cells.cells.number, bool)
        if self.jackpot_bet:
            for cell, outcome in self.paid.of_cells.items():
                told[cell] = wins_meter(self.jackpot_bet.settle(outcome))
        return told

    @cached_property
    def envied(self) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """By cell: what others get for the hand, in cents, and whether it is folded."""
        cents = np.zeros(self.cells.cells.number, np.int64)
        folded = np.zeros(self.cells.cells.number, bool)
        if self.jackpot_bet and self.asked.envy:
            for cell, outcome in self.paid.of_cells.items():
                cents[cell] = envy_cents(
                    self.jackpot_bet, self.game.outcome(outcome.hand, outcome.against)
                )
                folded[cell] = outcome.folded
        return cents, folded

    def _envy_of(self, pattern: Pattern) -> int:
        """What all boxes of a round get together for each other's hands, in cents."""
        seats = [
            Seat(box, f"p{box}", folded=folded, in_jackpot=True, envy_cents=cents)
            for box, (cents, folded) in enumerate(pattern, 1)
        ]
        return sum(one.cents for seat in seats for one in envy(seat, seats, self.game))

    def nobody(self) -> Seen:
        number = self.cells.cells.number
        empty = np.zeros((2, number), np.int64)
        return Seen(0, empty[0], empty[1], Counter(), {name: Spread() for name in self.units})

    def seen(self, first: int, rounds: int) -> Seen:
        return self.paid_at_once(first, self.cells_of(first, rounds))

    def cells_of(self, first: int, rounds: int) -> Cells:
        numbers = np.arange(first, first + rounds, dtype=np.uint64)
        cards = dealt(self.key, numbers, self.draw)
        dealer = cards[:, -THREE:]
        boxes = [
            self.cells.counted_in(np.hstack([cards[:, box * THREE : (box + 1) * THREE], dealer]))
            for box in range(self.asked.boxes)
        ]
        return np.stack(boxes, axis=1)

    def paid_at_once(self, first: int, cells: Cells) -> Seen:
        found = self.nobody()
        found.rounds = len(cells)
        number = self.cells.cells.number
        found.counts += np.bincount(cells.ravel(), minlength=number)
        found.first += np.bincount(cells[:, 0], minlength=number)
        found.outcomes = self.tallied(cells)
        for name, units in self.units.items():
            brought = units.of_cell[cells].sum(axis=1)
            if self.jackpot_bet and name == self.jackpot_bet.name:
                brought += self.envy(cells, units)
                found.hits = self.hits(first, cells, brought)
            found.spreads[name].add(brought, np.full(len(cells), self.asked.boxes))
        return found

    def tallied(self, cells: Cells) -> Counter[tuple[int, ...]]:
        names, line = self.main
        many = self.asked.boxes + 1
        keys = (many ** line[cells]).sum(axis=1)
        found, times = np.unique(keys, return_counts=True)
        digits = [
            tuple(int(key) // many**place % many for place in range(len(names))) for key in found
        ]
        return Counter(dict(zip(digits, times.tolist(), strict=True)))

    def envy(self, cells: Cells, units: Units) -> NDArray[np.int64]:
        cents, folded = self.envied
        told = np.zeros(len(cells), np.int64)
        for row in np.flatnonzero(cents[cells].any(axis=1)):
            one = cells[row]
            pattern = tuple(zip(cents[one].tolist(), folded[one].tolist(), strict=True))
            told[row] = self.envy_of(pattern) * self.units_a_cent(units)
        return told

    def hits(self, first: int, cells: Cells, brought: NDArray[np.int64]) -> list[Hit]:
        if not self.asked.grows:
            return []
        rows, boxes = np.nonzero(self.wins_meter[cells])
        return [
            Hit(first + int(row), int(box) + 1, int(brought[row]))
            for row, box in zip(rows, boxes, strict=True)
        ]

    def exact(self, name: str, won: Won | None) -> Fraction:
        """What a bet should bring; the jackpot bet with envy and, if it grows, in the long run."""
        if self.jackpot_bet is None or name != self.jackpot_bet.name:
            return self.paid.exact(name)[0]
        terms, lab = self.asked.jackpot, self.paid.exactly.lab
        assert terms is not None
        assert lab is not None
        meter, hands = self.meter_cents, self.asked.boxes if self.asked.envy else 1
        odds = progressive(lab, self.jackpot_bet, meter, terms.bet_cents, hands)
        if won is None:
            return odds.ev
        return prospects(odds, self.jackpot_bet, terms, meter).ev_in_the_long_run


def wins_meter(line: Line) -> bool:
    return isinstance(line, Awards) and line.amount == METER


def envy_cents(bet: Bet, outcome: Outcome) -> int:
    line = bet.settle(outcome)
    return (line.envy_cents or 0) if isinstance(line, Awards) else 0


def at_a_table(asked: Asked, told: Callable[[int], None]) -> Simulation:
    table = Table(asked)
    seen = table.nobody()
    chunks = range(0, asked.rounds, SMALL)
    table.paid_at_once(0, np.zeros((0, asked.boxes), np.int64))  # tables first, then threads
    begun = time.perf_counter()
    for one in in_order(
        chunks, lambda first: table.seen(first, min(SMALL, asked.rounds - first)), asked.workers
    ):
        seen.add(one)
        told(seen.rounds)
    seconds = time.perf_counter() - begun
    return summed_up(table, seen, seconds)


def summed_up(table: Table, seen: Seen, seconds: float) -> Simulation:
    asked = table.asked
    won = None
    if asked.grows and asked.jackpot and table.jackpot_bet:
        name = table.jackpot_bet.name
        won = won_by(seen.hits, asked.jackpot, asked.boxes, table.meter_cents)
        won.paid_into(seen.spreads[name], table.units_a_cent(table.units[name]))
    bets = tuple(
        BetPaid(
            name,
            spread.mean() / table.units[name].parts,
            table.exact(name, won),
            spread.error() / table.units[name].parts,
        )
        for name, spread in seen.spreads.items()
    )
    of_first = Paid(table.cells, seen.first, asked)
    return Simulation(
        asked=asked,
        rounds=seen.rounds,
        device=DEVICE,
        seconds=seconds,
        outcomes=named(table, seen.outcomes),
        bets=bets,
        chi_square=of_first.chi_square(),
        won=won,
    )


def named(table: Table, outcomes: Counter[tuple[int, ...]]) -> dict[str, int]:
    names, _ = table.main
    return {
        " ".join(
            f"{name}:{boxes}" for name, boxes in zip(names, tally, strict=True) if boxes
        ): times
        for tally, times in outcomes.most_common()
    }
