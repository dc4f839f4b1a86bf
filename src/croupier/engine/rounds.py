"""A round as it lies on the table: cards, wagers, decisions and the table's limits."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import force_setattr

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.cards import Hand
    from croupier.engine.decisions import Choice
    from croupier.engine.game import Game
    from croupier.engine.limits import Limit


class Wager(msgspec.Struct, frozen=True, gc=False):
    player: str
    bet: str
    stake_cents: int


class Box(msgspec.Struct, frozen=True, gc=False):
    """A betting box; in baccarat the whole table is one, without a number."""

    number: int | None
    wagers: tuple[Wager, ...]
    hand: Hand | None = None
    decision: Choice | None = None
    bets: dict[str, int] = msgspec.field(default_factory=dict)
    """The bets that lie on it, each with the index of its first wager; filled in here."""

    def __post_init__(self) -> None:
        bets: dict[str, int] = {}
        for index, wager in enumerate(self.wagers):
            if wager.bet not in bets:
                bets[wager.bet] = index
        force_setattr(self, "bets", bets)

    @property
    def place(self) -> tuple[str, ...]:
        return () if self.number is None else (f"box {self.number}",)


class Round(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    game: Game
    """Under the readings in force."""
    boxes: tuple[Box, ...]
    against: Hand | None = None
    """The dealer's hand; in baccarat the banker's."""
    decks: int = 1
    limits: Mapping[str, Limit] = msgspec.field(default_factory=dict)
    meter_cents: int | None = None
    jackpot_bet_cents: int | None = None
    void: str | None = None
    """The clause that voids the round."""
    under_minimum_before: frozenset[str] = frozenset()
    """Players whose wager under the minimum was settled once already."""
