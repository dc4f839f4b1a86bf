"""A house over a real store, rounds played in it, and what must hold of its money."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.server.journal.keys import Keys
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.cage import Cage
from croupier.server.play.house import House
from croupier.server.play.requests import Carried, Request
from croupier.server.streams import faults
from croupier.sim.dealer import Shoe
from croupier.table import commands as asks
from croupier.table.commands import CLOCK, Who
from croupier.table.events import decoder as event_decoder
from croupier.table.state import Step, Table, next_place
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from croupier.server.play.requests import Reply


DEALER, S1 = Who("d1", Role.DEALER), Who("s1", Role.PIT_SUPERVISOR)
F1 = Who("f1", Role.SHIFT_MANAGER)
PLAYERS = (Who("p1", Role.PLAYER), Who("p2", Role.PLAYER))
KEYS = Keys.new()
BANKROLL = 100_000


def opened(path: Path, on_step: Callable[[str], None] | None = None) -> House:
    return House(SqliteStore(path, on_step=on_step), KEYS)


def furnished(path: Path, *games: str) -> House:
    """A house with a table for each game, and two players with money."""
    house = opened(path)
    for number, name in enumerate(games, 1):
        house.add_table(f"t{number}", setup_of(name), "m1", 0)
    cage = Cage(house.store, house.balances, house.own_play)
    for who in PLAYERS:
        cage.buy_in(who.name, BANKROLL, "c1", 1)
    return house


class Floor:
    """Asks a house, and remembers what was acknowledged."""

    def __init__(self, house: House, table: str = "t1", at: int = 0) -> None:
        self.house, self.name, self.at = house, table, at
        self.shoe = Shoe(self.table.setup.decks, Random(5))
        self.asked = 0

    @property
    def table(self) -> Table:
        return self.house.tables[self.name].table

    def ask(self, command: asks.AnyCommand, who: Who) -> Reply:
        self.at += 1000
        self.asked += 1
        [reply] = self.house.submit(
            [Request(self.name, who, command, self.at, f"{self.name}-{self.asked}")]
        )
        return reply

    def carried(self, command: asks.AnyCommand, who: Who) -> None:
        reply = self.ask(command, who)
        assert isinstance(reply, Carried), (command, reply)

    def open(self) -> None:
        self.carried(asks.OpenBetting(), DEALER)

    def bet(self) -> None:
        game, boxed = self.table.game, self.table.setup.boxes is not None
        for box, who in enumerate(PLAYERS, 1):
            if boxed and self.table.seat_of(who.name) is None:
                self.carried(asks.Sit(who.name, box), who)
            for bet in game.bets:
                if not bet.bonus_on and not (game.decision and bet.name == game.decision.play):
                    cents = 500 if game.jackpot and bet.name == game.jackpot.bet else 2500
                    self.carried(asks.Place(who.name, bet.name, cents, box if boxed else 0), who)

    def deal(self) -> None:
        self.carried(asks.CloseBetting(), DEALER)
        while self.table.step is Step.DEALING and next_place(self.table) is not None:
            [card] = self.shoe.take(self.table, 1)
            self.carried(asks.Deal(str(card)), DEALER)

    def finish(self) -> None:
        table = self.table
        if table.setup.boxes is not None:
            for box, who in enumerate(PLAYERS, 1):
                if table.game.procedure.looking:
                    self.carried(asks.Look(who.name, box), who)
                if table.game.decision:
                    self.carried(asks.Decide(who.name, box, Choice.PLAY), who)
                elif table.game.procedure.exposing and table.game.procedure.exposing.returned:
                    self.carried(asks.ReturnHand(box), who)
            self.carried(asks.ExposeDealer(), DEALER)
        self.carried(asks.Settle(self.meter()), DEALER)

    def meter(self) -> int | None:
        meter = self.house.meters.get(self.table.setup.game)
        return meter.jackpot.displayed_cents if meter else None

    def release(self) -> None:
        """As the table's clock asks when it is due."""
        due = self.house.rounds.releases_at(self.table)
        assert due is not None
        self.at = due - 1000
        self.carried(asks.ReleaseWinnings(), CLOCK)

    def round(self) -> None:
        self.open()
        self.bet()
        self.deal()
        self.finish()


def balanced(house: House) -> None:
    """In memory as on disk, and nothing lost or doubled."""
    stored = house.store.balances()
    assert {name: cents for name, cents in house.balances.items() if cents} == {
        name: cents for name, cents in stored.items() if cents
    }
    assert sum(stored.values()) == 0
    assert list(faults(house.store, KEYS.public)) == []


def staked(house: House, name: str) -> int:
    table = house.tables[name].table
    lying = 0 if table.round.lines else sum(one.cents for one in table.round.wagers.values())
    assert house.store.balance(f"stakes:{name}") == lying
    return lying


def journal(house: House, name: str) -> Iterator[object]:
    return (event_decoder.decode(entry.body) for entry in house.store.read(f"table:{name}"))


def whole_round(house: House) -> None:
    """A round from its opening to the next one, with which its payments are the players' own."""
    floor = Floor(house)
    floor.round()
    floor.open()


def released_round(house: House) -> None:
    """No other round follows: the clock makes what it paid the players' own."""
    floor = Floor(house)
    while house.rounds.releases_at(floor.table) is None:  # nobody has won yet
        floor.round()
    floor.release()


def voided_round(house: House) -> None:
    floor = Floor(house)
    floor.open()
    floor.bet()
    floor.deal()
    floor.carried(asks.Report(irregularity="foreign-card"), DEALER)
    floor.carried(asks.Rule("a joker"), F1)


def reopened(path: Path) -> House:
    """After a kill; what is written from here on need not outlast a loss of power."""
    store = SqliteStore(path)
    store.connection.execute("PRAGMA synchronous=OFF")
    return House(store, KEYS)
