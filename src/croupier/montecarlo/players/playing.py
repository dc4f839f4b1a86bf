"""Evenings of a chunk of players, round by round, all players at once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from croupier.montecarlo.players.asking import SIDES, STOP
from croupier.montecarlo.players.dealers import dealer_of
from croupier.montecarlo.players.functions import ByFunction
from croupier.montecarlo.players.systems import System
from croupier.montecarlo.players.tally import Tally

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.montecarlo.players.table import Table

    Numbers = NDArray[np.int64]
    Flags = NDArray[np.bool_]


class End(IntEnum):
    """Why an evening ended."""

    ROUNDS = 0
    GOAL = 1
    LOSS = 2
    RUIN = 3
    MAXIMUM = 4


class Stakes(NamedTuple):
    sides: Numbers
    cents: Numbers


class InPlay(Protocol):
    """A system as some players play it, who are named by their places in the chunk."""

    def wants(self, who: Numbers, money: Numbers, is_new: Flags) -> Any: ...  # noqa: ANN401

    def would_want(self, who: Numbers) -> Any: ...  # noqa: ANN401 - sides and cents, both

    def hear(
        self, who: Numbers, sides: Numbers, cents: Numbers, nets: Numbers, cells: Numbers
    ) -> None: ...


class ByName:
    """One of the systems with a name."""

    def __init__(self, table: Table, players: int) -> None:
        assert isinstance(table.asked.system, System)
        self.table, self.system = table, table.asked.system
        self.stake = table.asked.cents[table.asked.bet]
        self.most = int(table.maximum.max()) // self.stake + 1
        """Units: a stake of more is over the maximum all the same."""
        self.place, self.side = np.zeros((2, players), np.int64)

    def wants(self, who: Numbers, money: Numbers, is_new: Flags) -> tuple[Numbers, Numbers]:
        del money
        if self.system.follows:
            self.side[who[is_new]] = 0
        return self.would_want(who)

    def would_want(self, who: Numbers) -> tuple[Numbers, Numbers]:
        units = np.minimum(self.system.units(self.place[who]), self.most)
        return self.side[who], units * self.stake

    def hear(
        self, who: Numbers, sides: Numbers, cents: Numbers, nets: Numbers, cells: Numbers
    ) -> None:
        del sides, cents
        self.place[who] = self.system.after(self.place[who], np.sign(nets))
        if self.system.follows:
            side_of = np.array([self.table.sides.index(side) for side in SIDES])
            winner = self.table.felt.winner[cells]
            self.side[who] = np.where(winner < 0, self.side[who], side_of[winner])


@dataclass(kw_only=True)
class Played:
    """What came of some evenings; money in parts of a cent."""

    players: int
    money: Tally
    rounds: Tally
    """That each player sat through."""
    fan: dict[int, Tally]
    """Money after so many rounds, of those who have left, too."""
    ends: NDArray[np.int64]
    """How many evenings ended in each way."""
    staked: Numbers
    """Cents on each side."""
    rounds_staked: int
    off: float
    """Summed over players: what the result differs from the edge on what was staked."""
    off_squared: float

    def add(self, other: Played) -> None:
        self.players += other.players
        self.money.add(other.money)
        self.rounds.add(other.rounds)
        for mark, tally in other.fan.items():
            self.fan[mark].add(tally)
        self.ends = self.ends + other.ends
        self.staked = self.staked + other.staked
        self.rounds_staked += other.rounds_staked
        self.off += other.off
        self.off_squared += other.off_squared


class Chunk:
    def __init__(self, table: Table, first: int, players: int, marks: list[int]) -> None:
        self.table, self.asked, self.marks, self.players = table, table.asked, marks, players
        self.dealer = dealer_of(table, first, players)
        self.system: InPlay
        if isinstance(self.asked.system, System):
            self.system = ByName(table, players)
        else:
            self.system = ByFunction(table, first, players)
        self.began = self.asked.bankroll_cents * table.parts
        self.money = np.full(players, self.began)
        self.rounds, self.rounds_staked = np.zeros((2, players), np.int64)
        self.staked = np.zeros((len(table.sides), players), np.int64)
        self.end = np.full(players, End.ROUNDS)
        self.going = np.arange(players)
        self.fan: dict[int, Tally] = {}

    def played(self) -> Played:
        for number in range(self.asked.rounds_each):
            self.note(number)
            if not len(self.going):
                continue
            self.leave_content()
            is_new = self.dealer.is_new(self.going)
            wanted = self.system.wants(self.going, self.money[self.going], is_new)
            self.play(number, self.allowed(*wanted))
        self.note(self.asked.rounds_each)
        self.leave_content()
        self.allowed(*self.system.would_want(self.going))
        return self.summed_up()

    def note(self, number: int) -> None:
        if number in self.marks:
            self.fan[number] = Tally(self.money)

    def leave(self, leaving: Flags, why: End) -> None:
        self.end[self.going[leaving]] = why
        self.going = self.going[~leaving]

    def leave_content(self) -> None:
        """With enough won, or enough lost."""
        goal, loss, parts = self.asked.win_goal_cents, self.asked.stop_loss_cents, self.table.parts
        if goal is not None:
            self.leave(self.money[self.going] >= self.began + goal * parts, End.GOAL)
        if loss is not None:
            self.leave(self.money[self.going] <= self.began - loss * parts, End.LOSS)

    def allowed(self, sides: Numbers, wanted: Numbers) -> Stakes:
        """What the table and the purse allow of it; who cannot stake leaves."""
        table = self.table
        most, least = table.maximum[sides], table.minimum[sides]
        left = self.money[self.going] // table.parts - table.others_cover
        room = np.maximum(left // table.cover[sides], 0)
        if self.asked.over_limit == STOP:
            over, short = wanted > most, wanted > room
            stakes = wanted
        else:
            over = np.zeros(len(wanted), bool)
            stakes = np.minimum(wanted, most)
            stakes = np.where(stakes <= room, stakes, room // table.chip * table.chip)
            short = (stakes < least) & (wanted > 0)
        staying = ~(over | short)
        self.leave(over, End.MAXIMUM)
        self.leave(short[~over], End.RUIN)
        return Stakes(sides[staying], stakes[staying])

    def play(self, number: int, stakes: Stakes) -> None:
        who, (sides, cents) = self.going, stakes
        cells = self.dealer.cells(who, number)
        nets = cents * self.table.nets[sides, cells]
        self.money[who] += nets + np.where(cents > 0, self.table.others_net[cells], 0)
        self.staked[sides, who] += cents
        self.rounds[who] += 1
        self.rounds_staked[who] += cents > 0
        self.system.hear(who, sides, cents, nets, cells)

    def summed_up(self) -> Played:
        table = self.table
        off = (self.money - self.began) / table.parts
        for side, bet in enumerate(table.sides):
            off -= float(table.edges[bet]) * self.staked[side]
        for bet, cents in self.asked.others.items():
            off -= float(table.edges[bet]) * cents * self.rounds_staked
        return Played(
            players=self.players,
            money=Tally(self.money),
            rounds=Tally(self.rounds),
            fan=self.fan,
            ends=np.bincount(self.end, minlength=len(End)),
            staked=self.staked.sum(axis=1),
            rounds_staked=int(self.rounds_staked.sum()),
            off=float(off.sum()),
            off_squared=float((off * off).sum()),
        )
