"""Columns of rounds in, columns of settled bets out, each line as the rulebook has it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.columns.cards import UNREAD, hand_of, read_cards
from croupier.columns.tables import Ended, Tables, at
from croupier.columns.usual import cells_of_usual, ordinary_stakes
from croupier.engine.bets import Result
from croupier.engine.checks import check
from croupier.engine.deal import Tableau
from croupier.engine.rounds import Box, Round, Wager
from croupier.engine.settlement import Settlement, settle
from croupier.frames import Framed, installed
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd
    import polars as pl
    from numpy.typing import NDArray

    from croupier.columns.cards import Places
    from croupier.columns.tables import Numbers
    from croupier.engine.limits import Limit
    from croupier.frames import Row

AT_ONCE = 1 << 16
"""Rounds that are settled while they fit into the cache."""
HAND, SHOE = 3, 6
CARDS, DEALER, METER = "cards", "dealer", "meter"


@dataclass(frozen=True)
class BetColumn:
    ends: tuple[Ended, ...]
    end: Numbers
    """For each round which of the ends, or -1 where nothing was staked and nothing is paid."""
    stake_cents: Numbers
    back_cents: Numbers

    @property
    def won_cents(self) -> Numbers:
        return self.back_cents - self.stake_cents


@dataclass(frozen=True)
class SettledColumns(Framed):
    """By bet, bonuses included, what became of it in each round."""

    asked: Asked = field(repr=False)
    bets: Mapping[str, BetColumn]

    @property
    def back_cents(self) -> Numbers:
        return total([bet.back_cents for bet in self.bets.values()])

    @property
    def won_cents(self) -> Numbers:
        return total([bet.won_cents for bet in self.bets.values()])

    @property
    def house_cents(self) -> int:
        return -int(self.won_cents.sum())

    def settlement(self, row: int) -> Settlement:
        """One round with all its clauses, by the rulebook."""
        return self.asked.settlement(row)

    def columns(self) -> dict[str, NDArray[Any]]:
        """What was won on each bet, and in all, in cents."""
        won = {bet: column.won_cents for bet, column in self.bets.items()}
        return {**won, "won_cents": self.won_cents, "back_cents": self.back_cents}

    def rows(self) -> list[Row]:
        columns = self.columns()
        rows = np.stack([*columns.values()]).T.tolist()
        return [dict(zip(columns, row, strict=True)) for row in rows]

    def to_pandas(self) -> pd.DataFrame:
        frame: pd.DataFrame = installed("pandas").DataFrame(self.columns())
        return frame

    def to_polars(self) -> pl.DataFrame:
        frame: pl.DataFrame = installed("polars").DataFrame(self.columns())
        return frame

    def to_arrow(self) -> Any:  # noqa: ANN401 - a pyarrow.Table, where that is installed
        return installed("pyarrow").table(self.columns())


@dataclass(frozen=True, kw_only=True)
class Asked:
    """Rounds of one box each, or of one player at baccarat's terminals."""

    tables: Tables
    decks: int
    hand: Places
    """In baccarat all cards, in the order drawn."""
    dealer: Places
    stakes: Mapping[str, Numbers]
    meter: Numbers | int | None
    limits: Mapping[str, Limit]

    def __len__(self) -> int:
        return len(self.hand)

    def part(self, rows: slice) -> Asked:
        meter = self.meter[rows] if isinstance(self.meter, np.ndarray) else self.meter
        return Asked(
            tables=self.tables,
            decks=self.decks,
            hand=self.hand[rows],
            dealer=self.dealer[rows],
            stakes=part(self.stakes, rows),
            meter=meter,
            limits=self.limits,
        )

    def settlement(self, row: int) -> Settlement:
        """By the rulebook, which also says what is wrong with a round."""
        game = self.tables.game
        staked = {bet: int(stakes[row]) for bet, stakes in self.stakes.items() if stakes[row]}
        wagers = tuple(Wager("p1", bet, cents) for bet, cents in staked.items())
        for name, cards in ((CARDS, self.hand[row]), (DEALER, self.dealer[row])):
            if (cards == UNREAD).any():
                raise BadInput("no cards as croupier writes them: Kh 9s Td", name)
        hand, against = hand_of(self.hand[row]), hand_of(self.dealer[row])
        if isinstance(game.deal, Tableau):
            hand, against = game.deal.hands(hand)
        choice = self.tables.choice(frozenset(staked))
        number = None if game.boxes is None else 1
        meter = self.meter[row] if isinstance(self.meter, np.ndarray) else self.meter
        round_ = Round(
            game=game,
            boxes=(Box(number, wagers, hand or None, choice),),
            against=against or None,
            decks=self.decks,
            limits=self.limits,
            meter_cents=None if meter is None else int(meter),
        )
        check(round_)
        return settle(round_)


def asked_of(
    tables: Tables, decks: int, columns: Mapping[str, Any], limits: Mapping[str, Limit]
) -> Asked:
    """Columns as they were given, read; each problem names its column."""
    game = tables.game
    known = {CARDS, METER, *tables.names} | (set() if game.drawn_by_tableau else {DEALER})
    for name in columns:
        if name not in known:
            there = ", ".join(sorted(known))
            raise BadInput(f"no column is called {str(name)[:40]!r}; there are {there}")
    hand = read_cards(of(columns, CARDS), SHOE if game.drawn_by_tableau else HAND, CARDS)
    dealer = np.zeros((len(hand), 0), np.int64)
    if not game.drawn_by_tableau:
        dealer = read_cards(of(columns, DEALER), HAND, DEALER)
    stakes = {bet: cents_of(columns[bet], bet) for bet in tables.names if bet in columns}
    meter = cents_of(columns[METER], METER) if METER in columns else None
    if game.jackpot is None and meter is not None:
        raise BadInput(f"{game.name} has no jackpot", METER)
    lengths = {CARDS: len(hand), **{bet: len(one) for bet, one in stakes.items()}}
    lengths |= {} if game.drawn_by_tableau else {DEALER: len(dealer)}
    lengths |= {} if meter is None else {METER: len(meter)}
    for name, length in lengths.items():
        if length != len(hand):
            raise BadInput(f"{length:,} rows, and there are {len(hand):,} rounds", name)
    return Asked(
        tables=tables,
        decks=decks,
        hand=hand,
        dealer=dealer,
        stakes=stakes,
        meter=meter,
        limits=limits,
    )


def of(columns: Mapping[str, Any], name: str) -> Any:  # noqa: ANN401 - any column
    try:
        return columns[name]
    except KeyError:
        raise BadInput("the column is missing", name) from None


def cents_of(column: Any, name: str) -> Numbers:  # noqa: ANN401 - any column
    given = np.asarray(column)
    if given.ndim != 1 or (given.dtype.kind not in "iu" and len(given)):
        raise BadInput("whole cents are needed, a number a round", name)
    if len(given) and (int(given.min()) < 0 or int(given.max()) > np.iinfo(np.int64).max):
        raise BadInput("cents are 0 or more, and no more than any house has", name)
    return given.astype(np.int64)


def settle_columns(asked: Asked) -> SettledColumns:
    """All rounds, or none: the first that cannot have been played is named."""
    total, game = len(asked), asked.tables.game
    end = {bet.name: np.full(total, -1, np.int64) for bet in game.bets}
    back = {bet.name: np.zeros(total, np.int64) for bet in game.bets}
    for first in range(0, total, AT_ONCE):
        rows = slice(first, min(first + AT_ONCE, total))
        Some(asked.part(rows), first, part(end, rows), part(back, rows)).settle()
    nothing = np.zeros(total, np.int64)
    return SettledColumns(
        asked,
        {
            bet.name: BetColumn(
                tuple(asked.tables.ends[bet.name].known),
                end[bet.name],
                asked.stakes.get(bet.name, nothing),
                back[bet.name],
            )
            for bet in game.bets
        },
    )


def total(columns: list[Numbers]) -> Numbers:
    sums: Numbers = np.sum(columns, axis=0)
    return sums


def part(columns: Mapping[str, Numbers], rows: slice) -> dict[str, Numbers]:
    return {name: column[rows] for name, column in columns.items()}


@dataclass(frozen=True)
class Some:
    """Rounds that are settled at once; `end` and `back` are filled in."""

    asked: Asked
    first: int
    end: Mapping[str, Numbers]
    back: Mapping[str, Numbers]

    def settle(self) -> None:
        asked = self.asked
        cells, usual = cells_of_usual(asked)
        usual &= ordinary_stakes(asked)
        placed = np.zeros(len(asked), np.int64)
        for bit, stakes in enumerate(asked.stakes.values()):
            placed |= (stakes > 0).astype(np.int64) << bit
        for pattern in np.unique(placed).tolist():
            staked = frozenset(bet for bit, bet in enumerate(asked.stakes) if pattern >> bit & 1)
            rows = np.flatnonzero(usual & (placed == pattern))
            if len(rows):
                self.settle_alike(rows, staked, cells[rows])
        for row in np.flatnonzero(~usual).tolist():
            self.by_rulebook(row)

    def settle_alike(self, rows: Numbers, staked: frozenset[str], cells: Numbers) -> None:
        """Rounds with the same bets, of which the rulebook is asked once whether they can be."""
        tables = self.asked.tables
        self.checked(int(rows[0]))
        folded = tables.choice(staked) == "fold"
        tables.ask(folded, cells)
        returned = tables.returned(staked)
        for bet in tables.game.bets:
            name = bet.bonus_on or bet.name
            if name not in staked or (bet.bonus_on and name in returned):
                continue
            ends = tables.ends[bet.name]
            if name in returned:
                found = np.full(len(rows), returned[name])
            else:
                found = tables.lines[bet.name][int(folded)][cells]
            self.need_meter(rows, found, ends.known)
            stakes = self.asked.stakes[name][rows]
            back = ends.back(found, stakes, at(self.asked.meter, rows))
            if bet.bonus_on:
                won = np.array([end.result is Result.WIN for end in ends.known])[found]
                found, back = np.where(won, found, -1), np.where(won, back - stakes, 0)
            self.end[bet.name][rows], self.back[bet.name][rows] = found, back

    def need_meter(self, rows: Numbers, found: Numbers, known: list[Ended]) -> None:
        if self.asked.meter is None:
            majors = np.array([end.wins_meter for end in known])[found]
            for row in rows[majors].tolist():
                self.checked(row)

    def by_rulebook(self, row: int) -> None:
        """Rounds out of the ordinary, one by one."""
        for line in self.checked(row).lines:
            end = Ended(
                bet=line.bet,
                event=line.event,
                result=line.result,
                odds=line.odds,
                clauses=line.clauses,
            )
            self.end[line.bet][row] = self.asked.tables.ends[line.bet].number(end)
            self.back[line.bet][row] = line.back_cents

    def checked(self, row: int) -> Settlement:
        try:
            return self.asked.settlement(row)
        except BadInput as wrong:
            raise wrong.at(f"row {self.first + row + 1}") from None
