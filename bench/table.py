"""Commands a second through `decide` and `evolve`, for each game, on one core.

    python -m bench.table

A round: two players with every bet of the game, the deal, a look, decisions, the settlement. What
a command costs after thousands of rounds is set against what it costs in the first hundred.
"""

from __future__ import annotations

import time
from random import Random
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table as Rows

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.games import GAMES
from croupier.sim.dealer import NAME, Shoe
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.table.decide import decide
from croupier.table.evolve import evolve, new_table
from croupier.table.state import Step, next_place
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from croupier.table.commands import AnyCommand
    from croupier.table.state import Table

ROUNDS, FIRST = 3000, 100
PLAYERS = (Who("p1", Role.PLAYER), Who("p2", Role.PLAYER))


class Seat:
    """A table, and the seconds of processor time that its rounds took."""

    def __init__(self, game: str) -> None:
        self.table: Table = new_table("t1", setup_of(game))
        self.shoe = Shoe(self.table.setup.decks, Random(1))
        self.commands, self.seconds, self.at = 0, 0.0, 0

    def ask(self, command: AnyCommand, who: Who) -> None:
        self.at += 1000
        self.commands += 1
        answer = decide(self.table, command, who, self.at)
        assert not isinstance(answer, Refused), (command, answer)
        for event in answer:
            self.table = evolve(self.table, event)

    def round(self) -> None:
        game, boxed = self.table.game, self.table.setup.boxes is not None
        if self.table.game.shoe_lasts and len(self.shoe.cards) < 52:
            self.shoe.shuffle()
            self.ask(asks.ReplaceShoe(), NAME)
        if game.packs.most == 1:
            self.shoe.shuffle()
        started = time.process_time()
        self.ask(asks.OpenBetting(), NAME)
        if not boxed or game.packs.most == 1:
            self.bets(boxed=boxed)
        self.ask(asks.CloseBetting(), NAME)
        while self.table.step is Step.DEALING and next_place(self.table) is not None:
            self.ask(asks.Deal(str(self.shoe.cards.pop())), NAME)
        if boxed:
            self.hands()
        self.ask(asks.Settle(2_000_000), NAME)
        self.seconds += time.process_time() - started

    def bets(self, *, boxed: bool) -> None:
        game = self.table.game
        play = game.decision.play if game.decision else None
        for box, who in enumerate(PLAYERS, 1):
            for bet in game.bets:
                if not bet.bonus_on and bet.name != play:
                    cents = 500 if game.jackpot and bet.name == game.jackpot.bet else 2500
                    self.ask(asks.Place(who.name, bet.name, cents, box if boxed else 0), who)

    def hands(self) -> None:
        exposing = self.table.game.procedure.exposing
        for box, who in enumerate(PLAYERS, 1):
            if self.table.seat_of(who.name) is None:
                self.ask(asks.Sit(who.name, box), who)
            self.ask(asks.Look(who.name, box), who)
            if self.table.game.decision:
                self.ask(asks.Decide(who.name, box, Choice.PLAY), who)
            elif exposing and exposing.returned:
                self.ask(asks.ReturnHand(box), who)
        self.ask(asks.ExposeDealer(), NAME)


def measured(game: str) -> tuple[float, float]:
    """Commands a second over all rounds, and the last hundred's cost over the first hundred's."""
    seat = Seat(game)
    costs = []
    for _ in range(ROUNDS):
        commands, seconds = seat.commands, seat.seconds
        seat.round()
        costs.append((seat.seconds - seconds) / (seat.commands - commands))
    first, last = sorted(costs[:FIRST])[FIRST // 2], sorted(costs[-FIRST:])[FIRST // 2]
    return seat.commands / seat.seconds, last / first


def main() -> None:
    rows = Rows("game", "commands/s", "cost after 3,000 rounds ÷ at first")
    for game in GAMES:
        speed, growth = measured(game.name)
        rows.add_row(game.name, f"{speed:,.0f}", f"{growth:.2f}")
    Console().print(rows)


if __name__ == "__main__":
    main()
