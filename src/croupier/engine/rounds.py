"""A round as it lies on the table: cards, wagers, decisions and the table's limits."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.cards import Hand
    from croupier.engine.decisions import Choice
    from croupier.engine.game import Game
    from croupier.engine.limits import Limit


class Wager(NamedTuple):
    player: str
    bet: str
    stake_cents: int


class Box(NamedTuple):
    """A betting box; in baccarat the whole table is one, without a number."""

    number: int | None
    wagers: tuple[Wager, ...]
    hand: Hand | None = None
    decision: Choice | None = None

    @property
    def bets(self) -> set[str]:
        return {wager.bet for wager in self.wagers}

    @property
    def place(self) -> tuple[str, ...]:
        return () if self.number is None else (f"box {self.number}",)


class Round(NamedTuple):
    game: Game
    """Under the readings in force."""
    boxes: tuple[Box, ...]
    against: Hand | None = None
    """The dealer's hand; in baccarat the banker's."""
    decks: int = 1
    limits: Mapping[str, Limit] = MappingProxyType({})
    meter_cents: int | None = None
    jackpot_bet_cents: int | None = None
    void: str | None = None
    """The clause that voids the round."""
    under_minimum_before: frozenset[str] = frozenset()
    """Players whose wager under the minimum was settled once already."""
