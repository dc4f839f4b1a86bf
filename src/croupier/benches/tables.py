"""Commands through `decide` and `evolve` at a table of each game.

A round: two players with every bet of the game, the deal, a look, decisions, the settlement. Rounds
are played a hundred at a time, and the time is taken of their commands decided once more from where
the hundred began.
"""

from __future__ import annotations

import gc
import time
from random import Random
from typing import TYPE_CHECKING

from croupier.benches.figures import Figure
from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.games import GAMES
from croupier.server.play.queue import SELDOM
from croupier.sim.dealer import NAME, Shoe
from croupier.table import commands as asks
from croupier.table.betting import shoe_has_ended
from croupier.table.commands import Who
from croupier.table.decide import decide
from croupier.table.evolve import evolve, new_table
from croupier.table.state import Step, next_place
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.commands import AnyCommand
    from croupier.table.state import Table

AT_ONCE, HUNDREDS = 100, 2
PLAYERS = (Who("p1", Role.PLAYER), Who("p2", Role.PLAYER))


class Seat:
    """A table, and what was asked at it."""

    def __init__(self, game: str) -> None:
        self.table: Table = new_table("t1", setup_of(game))
        self.shoe = Shoe(self.table.setup.decks, Random(1))  # noqa: S311 - the same cards each time
        self.at = 0
        self.asked: list[tuple[AnyCommand, Who, int]] = []

    def ask(self, command: AnyCommand, who: Who) -> None:
        self.at += 1000
        self.asked.append((command, who, self.at))
        answer = decide(self.table, command, who, self.at)
        assert not isinstance(answer, Refused), (command, answer)
        for event in answer:
            self.table = evolve(self.table, event)

    def hundred(self) -> tuple[int, float]:
        """How many commands so many rounds have, and the processor time of deciding them."""
        table = self.table
        self.asked.clear()
        for _ in range(AT_ONCE):
            self.round()
        started = time.process_time()
        for command, who, at in self.asked:
            answer = decide(table, command, who, at)
            assert isinstance(answer, list)
            for event in answer:
                table = evolve(table, event)
        taken = time.process_time() - started
        assert table == self.table
        return len(self.asked), taken

    def round(self) -> None:
        game, boxed = self.table.game, self.table.setup.boxes is not None
        if shoe_has_ended(self.table):
            self.shoe.shuffle()
            self.ask(asks.ReplaceShoe(), NAME)
        if game.packs.most == 1:
            self.shoe.shuffle()
        self.ask(asks.OpenBetting(), NAME)
        self.bets(boxed=boxed)
        self.ask(asks.CloseBetting(), NAME)
        while self.table.step is Step.DEALING and next_place(self.table) is not None:
            self.ask(asks.Deal(str(self.shoe.cards.pop())), NAME)
        if boxed:
            self.hands()
        self.ask(asks.Settle(2_000_000), NAME)

    def bets(self, *, boxed: bool) -> None:
        game = self.table.game
        for box, who in enumerate(PLAYERS, 1):
            if boxed and self.table.seat_of(who.name) is None:
                self.ask(asks.Sit(who.name, box), who)
            for bet in game.placeable:
                cents = 500 if game.jackpot and bet == game.jackpot.bet else 2500
                self.ask(asks.Place(who.name, bet, cents, box if boxed else 0), who)

    def hands(self) -> None:
        exposing = self.table.game.procedure.exposing
        for box, who in enumerate(PLAYERS, 1):
            self.ask(asks.Look(who.name, box), who)
            if self.table.game.decision:
                self.ask(asks.Decide(who.name, box, Choice.PLAY), who)
            elif exposing and exposing.returned:
                self.ask(asks.ReturnHand(box), who)
        self.ask(asks.ExposeDealer(), NAME)


def hundreds(game: str, number: int) -> list[tuple[int, float]]:
    """Commands and their processor time, a hundred rounds after the other, at one table."""
    seat = Seat(game)
    gc.freeze()  # as a house does
    before = gc.get_threshold()
    gc.set_threshold(*SELDOM)
    try:
        return [seat.hundred() for _ in range(number)]
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def a_second(found: list[tuple[int, float]]) -> float:
    return sum(commands for commands, _ in found) / sum(seconds for _, seconds in found)


def measured() -> Iterator[Figure]:
    for game in GAMES:
        speed = a_second(hundreds(game.name, HUNDREDS))
        yield Figure(measure=game.name, value=speed, unit="commands/s", goal="150,000")
