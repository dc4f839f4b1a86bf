"""A table whose commands are carried out one by one, with those who work at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.games import GAMES
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.table.decide import decide
from croupier.table.evolve import fold, new_table
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from croupier.table.commands import AnyCommand
    from croupier.table.console import Entry
    from croupier.table.state import Table

D1, S1, M1 = (
    Who("d1", Role.DEALER),
    Who("s1", Role.PIT_SUPERVISOR),
    Who("m1", Role.PIT_MANAGER),
)
F1, A1, P1 = Who("f1", Role.SHIFT_MANAGER), Who("a1", Role.AUDITOR), Who("p1", Role.PLAYER)
A_WHILE = 60_000
"""Longer than any time for bets or looks."""
NAMES = [game.name for game in GAMES]


class At:
    """A table whose commands are carried out, or fail the test."""

    def __init__(self, game: str, device: str = "manual", **readings: str) -> None:
        setup = replace(setup_of(game), device=device)
        setup = replace(setup, interpretations=setup.interpretations | readings)
        self.table: Table = new_table("t", setup)
        self.now = 0

    def does(self, command: AnyCommand, who: Who = D1) -> None:
        self.now += A_WHILE
        answer = decide(self.table, command, who, self.now)
        assert not isinstance(answer, Refused), (command, answer)
        self.table = fold(self.table, answer)

    def begin(self) -> None:
        self.does(asks.OpenBetting())
        box = 0 if self.table.game.at_terminals else 2
        self.does(asks.Place("p1", self.table.main_bet, 2500, box), P1)
        self.does(asks.CloseBetting())

    def enters(self, found: Entry, cards: str) -> None:
        named = iter(cards.split())
        lies = found.lies.split() or ["??"] * found.size
        cards = " ".join(next(named) if known == "??" else known for known in lies)
        commands: dict[str, AnyCommand] = {
            "deal": asks.Deal(cards, found.place),
            "return-hand": asks.ReturnHand(found.place, cards),
            "expose-dealer": asks.ExposeDealer(cards),
        }
        self.does(commands[found.command])
