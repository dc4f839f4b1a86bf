"""A table as evenings see it: what each bet brings in each cell, its limits, its edge."""

from __future__ import annotations

from functools import cached_property
from math import lcm
from typing import TYPE_CHECKING

import numpy as np

from croupier.engine.bets import Pays
from croupier.engine.deal import Tableau
from croupier.money import format_amount
from croupier.montecarlo.paying import Paid
from croupier.montecarlo.players.asking import SIDES, chip_cents
from croupier.montecarlo.players.systems import System
from croupier.montecarlo.simulation import cells_of
from croupier.montecarlo.units import by_cell
from croupier.montecarlo.whole_shoes import Dealt
from croupier.problems import BadInput
from croupier.wire.session import check_prescribed

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

    from croupier.montecarlo.asking import Asked
    from croupier.montecarlo.players.asking import Evenings
    from croupier.montecarlo.units import Units

    Numbers = NDArray[np.int64]

FITS = 1 << 62


class Felt:
    """What the rules make of a round, whoever bets on it."""

    def __init__(self, asked: Asked) -> None:
        asked.check()
        self.asked, self.game = asked, asked.game
        self.cells = cells_of(asked)
        self.paid = Paid(self.cells, np.zeros(self.cells.cells.number, np.int64), asked)

    @cached_property
    def shoes(self) -> Dealt:
        return Dealt(self.asked)

    @cached_property
    def winner(self) -> Numbers:
        """By cell: the place in `SIDES` of the hand that won, or -1."""
        won = np.full(self.cells.cells.number, -1)
        assert isinstance(self.game.deal, Tableau)
        for cell, outcome in self.paid.of_cells.items():
            for place, side in enumerate(SIDES):
                if isinstance(self.game.bet[side].settle(outcome), Pays):
                    won[cell] = place
        return won


class Table:
    """Money is counted in parts of a cent, so small that every net is whole."""

    def __init__(self, asked: Evenings, felt: Felt | None = None) -> None:
        asked.check()
        self.asked, self.game = asked, asked.table.game
        self.felt = felt or Felt(asked.table)
        self.cells, self.paid = self.felt.cells, self.felt.paid
        self.rounds = self.paid.exactly
        self.rounds.check(asked.cents)
        check_prescribed(self.game, asked.cents)
        asked.check_limits()
        limits = [asked.limit(bet) for bet in self.sides]
        self.minimum = np.array([limit.minimum_cents for limit in limits])
        self.maximum = np.array([limit.maximum_cents for limit in limits])
        self.cover = np.array([int(self.rounds.staked({bet: 1})) for bet in self.sides])
        """What a round may need for each cent on a bet: an ante is raised by as much."""
        self.others_cover = int(self.rounds.staked(asked.others))
        self.chip = chip_cents()
        needed = asked.cents[asked.bet] * int(self.cover[0]) + self.others_cover
        if asked.bankroll_cents < needed:
            raise BadInput(f"one round may need {format_amount(needed)}", "bankroll")
        self.check_size()

    @cached_property
    def sides(self) -> list[str]:
        """The bets that the system may stake on, the one asked for first."""
        first, others = self.asked.bet, self.asked.others
        if self.asked.follows:
            return sorted(SIDES, key=lambda side: side != first)
        if isinstance(self.asked.system, System):
            return [first]
        jackpot = self.game.jackpot.bet if self.game.jackpot else None
        free = [bet for bet in self.paid.names if bet != jackpot and bet not in others]
        return [first, *(bet for bet in free if bet != first)]

    @cached_property
    def in_units(self) -> dict[str, Units]:
        """Every bet in play."""
        return {bet: by_cell(self.paid, bet) for bet in (*self.sides, *self.asked.others)}

    @cached_property
    def parts(self) -> int:
        """Of a cent."""
        return lcm(*(units.parts for units in self.in_units.values()))

    def net_of(self, bet: str) -> Numbers:
        """By cell: parts for a cent staked."""
        units = self.in_units[bet]
        return units.of_cell * (self.parts // units.parts)

    @cached_property
    def nets(self) -> Numbers:
        """Of each side a row."""
        return np.array([self.net_of(bet) for bet in self.sides])

    @cached_property
    def others_net(self) -> Numbers:
        """Of the bets beside the system's, by cell."""
        net = np.zeros(self.cells.cells.number, np.int64)
        for bet, cents in self.asked.others.items():
            net += cents * self.net_of(bet)
        return net

    @cached_property
    def edges(self) -> dict[str, Fraction]:
        """The exact mean of each bet, for one unit staked."""
        return {bet: self.paid.exact(bet)[0] for bet in self.in_units}

    def check_size(self) -> None:
        """Money stays within 64 bits whatever happens."""
        a_round = int(self.maximum.max()) * int(abs(self.nets).max()) + int(
            abs(self.others_net).max()
        )
        all_money = self.asked.rounds_each * a_round + self.asked.bankroll_cents * self.parts
        if all_money >= FITS:
            raise BadInput("so many rounds at such limits cannot be counted", "maximum")
