"""A player's own system: a Python function, asked before each round of each player."""

from __future__ import annotations

import runpy
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from croupier.engine.deal import Tableau
from croupier.money import format_amount
from croupier.montecarlo.players.asking import MOST_CENTS, SIDES
from croupier.problems import BadInput, own_words

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.montecarlo.players.asking import Staking
    from croupier.montecarlo.players.table import Table

    Numbers = NDArray[np.int64]


class Result(NamedTuple):
    """Of one round: the stake on the system's bet, and what it won or lost."""

    bet: str
    stake_cents: int
    won_cents: int | Fraction


@dataclass
class Seat:
    """What a player knows before a round."""

    player: int
    bet: str
    """The first bet asked for, and its stake."""
    stake_cents: int
    bankroll_cents: int
    """What is left, in whole cents."""
    results: list[Result] = field(default_factory=list)
    shoe: list[str | None] = field(default_factory=list)
    """Who won each round of this shoe, `None` for a tie; empty where there is no shoe."""


class ByFunction:
    """A function that is asked for a chunk of players, one by one."""

    def __init__(self, table: Table, first: int, players: int) -> None:
        asked = table.asked
        self.table, self.name, self.function = table, asked.system_name, asked.system
        self.side_of = {bet: side for side, bet in enumerate(table.sides)}
        self.shoes = isinstance(table.game.deal, Tableau)
        self.seats = [
            Seat(first + place, asked.bet, asked.cents[asked.bet], asked.bankroll_cents)
            for place in range(players)
        ]

    def wants(self, who: Numbers, money: Numbers, is_new: NDArray[np.bool_]) -> Any:  # noqa: ANN401
        """The side and the cents of each player's next stake."""
        wanted = []
        left = (money // self.table.parts).tolist()
        for place, cents, new in zip(who.tolist(), left, is_new.tolist(), strict=True):
            seat = self.seats[place]
            seat.bankroll_cents = cents
            if new:
                seat.shoe.clear()
            wanted.append(self.stake(seat))
        sides, stakes = np.array(wanted, np.int64).reshape(-1, 2).T
        return sides, stakes

    def would_want(self, who: Numbers) -> Any:  # noqa: ANN401 - as above
        """After the last round nobody is asked; the least stake is what could be played on with."""
        return np.zeros_like(who), np.full_like(who, self.table.minimum[0])

    def stake(self, seat: Seat) -> tuple[int, int]:
        try:
            answer = self.function(seat)  # type: ignore[operator] # no system with a name
        except (Exception, SystemExit) as error:
            what = f"{type(error).__name__}: {error}".rstrip(": ")[:80]
            raise BadInput(f"{self.name} failed {at(seat)} with {what}", "system") from error
        is_pair = isinstance(answer, tuple) and len(answer) == len(("bet", "cents"))
        bet, cents = answer if is_pair else (seat.bet, answer)
        self.check(seat, bet, cents, answer)
        return self.side_of[bet], cents

    def check(self, seat: Seat, bet: Any, cents: Any, answer: Any) -> None:  # noqa: ANN401
        if not isinstance(bet, str) or bet not in self.side_of:
            bets = ", ".join(self.side_of)
            raise BadInput(
                f"{self.name} bets {at(seat)} on {str(bet)[:20]!r}, none of {bets}", "system"
            )
        if not isinstance(cents, int) or isinstance(cents, bool) or not 0 <= cents <= MOST_CENTS:
            said = repr(answer)[:40]
            raise BadInput(f"{self.name} says {said} {at(seat)}, not whole cents or 0", "system")
        least = int(self.table.minimum[self.side_of[bet]])
        if 0 < cents < least:
            under = f"{format_amount(cents)}, under the minimum {format_amount(least)}"
            raise BadInput(f"{self.name} stakes {at(seat)} {under}", "system")

    def hear(
        self, who: Numbers, sides: Numbers, cents: Numbers, nets: Numbers, cells: Numbers
    ) -> None:
        parts, bets = self.table.parts, self.table.sides
        rows = zip(who.tolist(), sides.tolist(), cents.tolist(), nets.tolist(), strict=True)
        for place, side, stake, net in rows:
            won, rest = divmod(net, parts)
            result = Result(bets[side], stake, Fraction(net, parts) if rest else won)
            self.seats[place].results.append(result)
        if self.shoes:
            winners = self.table.felt.winner[cells].tolist()
            for place, winner in zip(who.tolist(), winners, strict=True):
                self.seats[place].shoe.append(SIDES[winner] if winner >= 0 else None)


def at(seat: Seat) -> str:
    return f"at round {len(seat.results) + 1} of player {seat.player + 1}"


def function_in(named: str) -> Staking:
    """`FILE.py:function`; the file is run."""
    file, _, name = named.rpartition(":")
    try:
        found = runpy.run_path(str(Path(file)))
    except OSError as error:
        raise BadInput(f"cannot be read: {own_words(error)}", file) from None
    except (Exception, SystemExit) as error:  # noqa: BLE001 - it is somebody's own program
        what = f"{type(error).__name__}: {error}".rstrip(": ")[:120]
        raise BadInput(f"cannot be run: {what}", file) from None
    function = found.get(name)
    if not callable(function):
        raise BadInput(f"has no function {name[:40]!r}", file)
    staking: Staking = function
    return staking
