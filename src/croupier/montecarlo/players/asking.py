"""What can be asked of players' evenings, and what is wrong with it otherwise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.engine.deal import Tableau
from croupier.engine.limits import Limit
from croupier.money import format_amount, parse_amount
from croupier.montecarlo.asking import CPU
from croupier.montecarlo.players.systems import System
from croupier.problems import BadInput
from croupier.wire.house import default_file, default_house
from croupier.wire.session import MOST_PER_HOUR

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.montecarlo.asking import Asked
    from croupier.montecarlo.players.functions import Seat

REDUCE, STOP = "reduce", "stop"
MOST_PLAYERS = 10**7
MOST_ROUNDS_EACH = 1 << 20
MOST_CENTS = 10**11
"""Of any amount: a thousand million dollars."""
Staking = Callable[["Seat"], Any]
"""A player's own system: cents for the bet, or another bet's name with its cents."""


@dataclass(frozen=True, kw_only=True)
class Evenings:
    """Players who each play an evening alike; the first bet follows the system."""

    table: Asked
    players: int
    cents: Mapping[str, int]
    system: System | Staking
    bankroll_cents: int
    rounds_each: int
    per_hour: int = 60
    win_goal_cents: int | None = None
    stop_loss_cents: int | None = None
    minimum_cents: int | None = None
    maximum_cents: int | None = None
    over_limit: str = REDUCE
    """What is done with a stake above the maximum or the bankroll."""

    @property
    def bet(self) -> str:
        return next(iter(self.cents))

    @property
    def others(self) -> dict[str, int]:
        """Bets that are staked the same in every round."""
        return {bet: cents for bet, cents in self.cents.items() if bet != self.bet}

    @property
    def system_name(self) -> str:
        if isinstance(self.system, System):
            return self.system.name
        return str(getattr(self.system, "__name__", "a function"))

    @property
    def follows(self) -> bool:
        return isinstance(self.system, System) and self.system.follows

    def limit(self, bet: str) -> Limit:
        """As told for the bet of the system, else the house's."""
        house = default_house()[self.table.game.name]
        jackpot = self.table.game.jackpot
        if jackpot and bet == jackpot.bet and house.jackpot:
            return Limit(house.jackpot.bet_cents, house.jackpot.bet_cents)
        minimum, maximum = house.limits[bet]
        if bet in self.others:
            return Limit(minimum, maximum)
        return Limit(
            minimum if self.minimum_cents is None else self.minimum_cents,
            maximum if self.maximum_cents is None else self.maximum_cents,
        )

    def check(self) -> None:
        """All that can be seen without the table's odds."""
        whole(self.players, 1, MOST_PLAYERS, "players", "players play")
        whole(self.rounds_each, 1, MOST_ROUNDS_EACH, "rounds-each", "rounds are played by each")
        whole(self.per_hour, 1, MOST_PER_HOUR, "per-hour", "rounds are an hour")
        amounts = {
            **self.cents,
            "bankroll": self.bankroll_cents,
            "win-goal": self.win_goal_cents,
            "stop-loss": self.stop_loss_cents,
            "minimum": self.minimum_cents,
            "maximum": self.maximum_cents,
        }
        for name, cents in amounts.items():
            if cents is not None:
                check_amount(cents, name)
        if self.over_limit not in {REDUCE, STOP}:
            said = str(self.over_limit)[:20]
            raise BadInput(f"{said!r} is neither {REDUCE} nor {STOP}", "over-limit")
        if self.stop_loss_cents is not None and self.stop_loss_cents > self.bankroll_cents:
            raise BadInput("no more than the bankroll can be lost", "stop-loss")
        self.check_table()
        self.check_following()

    def check_table(self) -> None:
        table = self.table
        if table.device != CPU:
            raise BadInput("evenings are played on the processor", "device")
        if table.boxes != 1:
            raise BadInput("a player plays one box", "boxes")
        if table.grows or table.envy:
            raise BadInput(
                "the meter is held and there is no envy", "grows" if table.grows else "envy"
            )

    def check_following(self) -> None:
        if not self.follows:
            return
        if not isinstance(self.table.game.deal, Tableau):
            raise BadInput(f"{self.table.game.name} has no shoe to follow", "system")
        if self.bet not in SIDES or set(self.others) & set(SIDES):
            raise BadInput(f"who follows the shoe bets on {' or '.join(SIDES)}", "bet")

    def check_limits(self) -> None:
        for bet, cents in self.cents.items():
            minimum, maximum = self.limit(bet)
            if minimum > maximum:
                raise BadInput("the minimum is above the maximum", "limits")
            if not minimum <= cents <= maximum:
                bounds = f"{format_amount(minimum)} to {format_amount(maximum)}"
                raise BadInput(f"{format_amount(cents)} is outside the limits {bounds}", bet)


SIDES = ("player", "banker")


def whole(value: object, least: int, most: int, place: str, what: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise BadInput(f"{least:,} to {most:,} {what}", place)


def check_amount(cents: object, place: str) -> None:
    if not isinstance(cents, int) or isinstance(cents, bool) or not 0 < cents <= MOST_CENTS:
        raise BadInput(f"an amount is from 0.01 to {format_amount(MOST_CENTS)}", place[:40])


def chip_cents() -> int:
    """The house's smallest."""
    return parse_amount(default_file().chip)
