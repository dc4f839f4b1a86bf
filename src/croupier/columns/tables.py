"""What a game says of each kind of round: the line that settles each bet, asked of the rulebook."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from croupier.engine.bets import Awards, Pays, Result
from croupier.engine.counting import count
from croupier.engine.decisions import Choice
from croupier.engine.readings import JACKPOT_BET_RETURNED, MONEY_ROUNDING, JackpotBet
from croupier.engine.rounds import Box, Round, Wager
from croupier.money import Odds, pay
from croupier.montecarlo.simulation import cells_for

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.cards import Hand
    from croupier.engine.bets import Bet, Line
    from croupier.engine.game import Game

    Numbers = NDArray[np.int64]

UNASKED = -1
UNIT_CENTS = 100


@dataclass(frozen=True, kw_only=True)
class Ended:
    """How a bet can end: as one line of a settlement has it, but for the amounts."""

    bet: str
    event: str
    result: Result
    odds: Odds | None
    clauses: tuple[str, ...]
    award_cents: int | None = None
    """Paid whatever the stake; the meter's where `wins_meter`."""
    wins_meter: bool = False


class Ends:
    """The ways to end of one bet, each with a number."""

    def __init__(self, game: Game, bet: Bet) -> None:
        self.bet, self.known = bet.name, list[Ended]()
        self.rounding = game.reads(MONEY_ROUNDING)
        self.award_returns = (
            game.jackpot is not None and game.reads(JACKPOT_BET_RETURNED) is JackpotBet.RETURNED
        )

    def number(self, end: Ended) -> int:
        if end not in self.known:
            self.known.append(end)
        return self.known.index(end)

    def of(self, line: Line) -> Ended:
        award = line.amount_cents if isinstance(line, Awards) else None
        return Ended(
            bet=self.bet,
            event=line.event,
            result=line.result,
            odds=line.odds if isinstance(line, Pays) else None,
            clauses=line.cite.numbers,
            award_cents=award,
            wins_meter=isinstance(line, Awards) and award is None,
        )

    def back(self, ends: Numbers, stakes: Numbers, meter: Numbers | int | None) -> Numbers:
        """What each gets back; of a pay that is no whole cent, what `pay` says of the rest."""
        told = np.zeros(len(stakes), np.int64)
        for number, end in enumerate(self.known):
            these = np.flatnonzero(ends == number)
            if len(these) and end.result is not Result.LOSE:
                told[these] = self.brings(end, stakes[these], at(meter, these))
        return told

    def brings(self, end: Ended, stakes: Numbers, meter: Numbers | int | None) -> Numbers:
        if end.odds is not None:
            whole, rest = np.divmod(stakes, end.odds.to)
            small = [pay(end.odds, cents, self.rounding)[0] for cents in range(end.odds.to)]
            won: Numbers = whole * end.odds.pays + np.array(small)[rest]
            return stakes + won
        if end.result is not Result.WIN:
            return stakes
        award = meter if end.wins_meter else end.award_cents
        assert award is not None, "the meter is asked for before"
        return award + (stakes if self.award_returns else np.zeros_like(stakes))


def at(meter: Numbers | int | None, rows: Numbers) -> Numbers | int | None:
    return meter[rows] if isinstance(meter, np.ndarray) else meter


class Tables:
    """Of one game under its readings; filled as rounds are met."""

    def __init__(self, game: Game, decks: int) -> None:
        self.game, self.decks = game, decks
        self.cells = cells_for(game, decks if game.shoe_lasts else None)
        self.bets = [bet for bet in game.bets if not bet.bonus_on]
        self.ends = {bet.name: Ends(game, bet) for bet in game.bets}
        shape = (2, self.cells.cells.number)
        self.lines = {bet.name: np.full(shape, UNASKED, np.int64) for bet in game.bets}
        """By bet: the number of its end, by whether the hand was folded and by cell."""
        self.dealt = np.full(self.cells.cells.number, UNASKED, np.int64)

    def __reduce__(self) -> tuple[object, ...]:
        """A copy asks anew."""
        return tables_of, (self.game, self.decks)

    def example(self, cell: int) -> tuple[Hand, Hand]:
        found = self.cells.example(cell)
        assert found is not None, "a round was dealt that comes there"
        return found

    def drawn(self, cells: Numbers) -> Numbers:
        """How many cards a round of each cell has in all."""
        met = np.unique(cells)
        for cell in met[self.dealt[met] == UNASKED].tolist():
            self.dealt[cell] = sum(map(len, self.example(cell)))
        return self.dealt[cells]

    @cached_property
    def names(self) -> list[str]:
        return [bet.name for bet in self.bets]

    def ask(self, folded: bool, cells: Numbers) -> None:  # noqa: FBT001 - an index
        """Settle an example of each cell that was not met before."""
        asked = self.lines[self.names[0]][int(folded)]
        met = np.unique(cells)
        for cell in met[asked[met] == UNASKED].tolist():
            outcome = self.game.outcome(*self.example(cell), folded=folded)
            for bet in self.game.bets:
                ends = self.ends[bet.name]
                line = bet.settle(outcome)
                self.lines[bet.name][int(folded), cell] = ends.number(ends.of(line))

    @lru_cache(maxsize=256)  # noqa: B019 - a table lives as long as its game
    def returned(self, staked: frozenset[str]) -> dict[str, int]:
        """Of bets that lie together on a box: those that go back, with how they end."""
        box = Box(1, tuple(Wager("p1", bet, UNIT_CENTS) for bet in self.names if bet in staked))
        counted = count(Round(game=self.game, boxes=(box,)), box)
        found = {}
        for wager, part in zip(box.wagers, counted, strict=True):
            if not part.cents:
                end = Ended(
                    bet=wager.bet,
                    event="Returned",
                    result=Result.RETURNED,
                    odds=None,
                    clauses=part.clauses,
                )
                found[wager.bet] = self.ends[wager.bet].number(end)
        return found

    def choice(self, staked: frozenset[str]) -> Choice | None:
        """What the bets on a box say of the decision: who has no play bet has folded."""
        decision = self.game.decision
        if decision is None or decision.entry not in staked:
            return None
        return Choice.PLAY if decision.play in staked else Choice.FOLD


@lru_cache(maxsize=16)
def tables_of(game: Game, decks: int) -> Tables:
    return Tables(game, decks)
