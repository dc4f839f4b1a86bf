"""The people of a rehearsed house: players, dealers, staff and a cashier."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from croupier.engine.refusals import Refused
from croupier.sim import dealer, punters
from croupier.sim.staff import STAFF, resolve_pending
from croupier.table import commands as asks
from croupier.table.authority import PERSON
from croupier.table.commands import DEALER
from croupier.table.feeding import FAULT
from croupier.table.metered import is_to_void
from croupier.table.seen import seen_unread
from croupier.table.state import Step
from croupier.table.views import candidates
from tests.simulation.hostile import PLAYERS, hostile, irregular
from tests.simulation.rehearsal.clients import Client
from tests.simulation.rehearsal.glances import glance

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from croupier.table.commands import AnyCommand, Who
    from croupier.table.state import Table
    from tests.simulation.rehearsal.clients import Floor
    from tests.simulation.rehearsal.rooms import Rooms
    from tests.simulation.rehearsal.troubles import Options

OF = ("", *"bcdefgh")
"""Devices of one person."""
OFTEN, NOW_AND_THEN, SELDOM = 0.8, 0.15, 0.03


class Person(Client, ABC):
    @abstractmethod
    async def run(self) -> None: ...

    def seen(self, name: str) -> Table | None:
        """A table as the node that one looks at has it."""
        rooms = self.any_node()
        return rooms.play.tables[name].table if rooms else None


class Player(Person):
    async def run(self) -> None:
        while not self.floor.is_over:
            await self.pause(0.12)
            name = self.rng.choice(self.floor.tables)
            table = self.seen(name)
            if table is None:
                continue
            if self.old and self.rng.random() < SELDOM:
                await self.repeat(*self.rng.choice(self.old))
            elif (command := self.wish(table)) is not None:
                await self.ask(name, command)

    def wish(self, table: Table) -> AnyCommand | None:
        chance = self.rng.random()
        if chance < OFTEN:
            return punters.next_command(glance(table, self.who), self.who.name, self.rng)
        if chance < OFTEN + NOW_AND_THEN:
            might = list(candidates(table, self.who))
            sits = asks.Sit(self.who.name, self.rng.randrange(1, 8))
            return self.rng.choice(might) if might else sits
        return hostile(self.rng, table)


class Dealer(Person):
    """At a table that a person deals; he also reads in cards that lie there after a fault."""

    def __init__(self, floor: Floor, who: Who, table: str) -> None:
        super().__init__(floor, who, f"-{table}")
        self.table = table
        decks = floor.observer.folded.tables[table].setup.decks
        self.shoe = dealer.Shoe(decks, self.rng)

    async def run(self) -> None:
        own = self.floor.observer.folded.tables[self.table].setup.dealer == PERSON
        while True:
            await self.pause(0.12 if own else 0.6)
            table = self.seen(self.table)
            if table is not None and (command := self.next(table)) is not None:
                await self.ask(self.table, command)

    def next(self, table: Table) -> AnyCommand | None:
        if table.interrupted:
            unread = seen_unread(table)
            return asks.ReturnHand(unread[0], self.read(table, unread[0])) if unread else None
        if table.setup.dealer != PERSON or table.awaiting is not None:
            return None
        opens = table.step is Step.CONCLUDED
        if opens and (self.floor.is_over or not table.is_open):
            return None
        command = dealer.next_command(table, self.who, self.shoe)
        unread = [place for place, cards in table.round.hands.items() if None in cards]
        if unread and (command is None or isinstance(command, asks.Settle)):
            place = unread[0]
            exposes = place == DEALER and not table.game.cards_open
            cards = self.read(table, place)
            return asks.ExposeDealer(cards) if exposes else asks.ReturnHand(place, cards)
        if isinstance(command, asks.CloseBetting) and self.rng.random() < OFTEN:
            return None
        return command

    def read(self, table: Table, place: int) -> str:
        lying = table.cards_of(place)
        fresh = self.shoe.others(table, lying.count(None))
        return " ".join(str(card or fresh.pop()) for card in lying)


class Supervisor(Person):
    """Opens, rules and decides; and at the end has every table closed."""

    async def run(self) -> None:
        while True:
            await self.pause(0.5)
            name = self.rng.choice(self.floor.tables)
            table = self.seen(name)
            if table is not None and (command := self.next(table)) is not None:
                await self.ask(name, command)

    def next(self, table: Table) -> AnyCommand | None:
        if table.awaiting is not None and not table.awaiting.offers:
            if self.floor.is_over and self.rng.random() < NOW_AND_THEN:
                return asks.Reject("no longer so")
            return resolve_pending(self.rng, table, sound=self.floor.is_over)
        jackpot = self.floor.observer.meters.get(table.setup.game)
        if jackpot is not None and is_to_void(table, jackpot):
            return asks.Report(irregularity=FAULT, facts={"seen": False})
        if self.floor.is_over:
            closes = table.is_open and table.closing is None
            return asks.CloseTable("the evening is over") if closes else None
        if not table.is_open or table.closing is not None:
            return asks.OpenTable()
        return self.meddles(table)

    def meddles(self, table: Table) -> AnyCommand | None:
        chance = self.rng.random()
        if chance < SELDOM:
            return irregular(self.rng, table)
        if chance < 2 * SELDOM:
            return asks.CloseTable("for a while")
        if chance < 3 * SELDOM:
            player = self.rng.choice(PLAYERS).name
            return asks.Restrict(player, lift=self.rng.random() < OFTEN)
        return None


class Cashier(Person):
    """Pays in and out, again under the same name where no answer came; and stops the jackpot."""

    async def run(self) -> None:
        while not self.floor.is_over:
            await self.pause(1.0)
            if self.rng.random() < NOW_AND_THEN:
                await self.jackpot()
            elif self.rng.random() < NOW_AND_THEN:
                await self.hand_over()
            else:
                cents = 100 * self.rng.randrange(1, 200)
                pays_in = self.rng.random() < OFTEN
                await self.pay(self.rng.choice(PLAYERS).name, cents, pays_in=pays_in)

    async def pay(self, player: str, cents: int, *, pays_in: bool) -> bool:
        name = f"cage/{self.new_name()}"

        def paid(rooms: Rooms) -> object:
            cage, now = rooms.cage, rooms.clock()
            way = cage.buy_in if pays_in else cage.cash_out
            return way(player, cents, self.who.name, now, name)

        for _ in range(4):
            told = await self.on_disk(paid, name)
            if told is not None and not isinstance(told, Refused):
                for wrong in self.floor.observer.acknowledged.was_paid(name):
                    self.floor.observer.find(wrong)
                return True
            await self.pause(0.3)
        return False

    async def jackpot(self) -> None:
        games = [*self.floor.observer.meters]
        if not games:
            return
        game, stops = self.rng.choice(games), self.rng.random() < NOW_AND_THEN

        def done(rooms: Rooms) -> object:
            tables = [live.table for live in rooms.play.tables.values()]
            if stops:
                return rooms.jackpots.freeze(game, STAFF[1], "dark", rooms.clock(), tables)
            return rooms.jackpots.resume(game, STAFF[1], rooms.clock())

        await self.on_disk(done, "jackpot")

    async def hand_over(self) -> None:
        rooms, table = self.any_node(), self.rng.choice(self.floor.tables)
        to = self.rng.choice([*self.floor.house.machines])
        if rooms is not None:
            store = rooms.queue.holdings.store
            await self.call(rooms, lambda: rooms.node.leased(lambda: store.want(table, to)))


def everybody(floor: Floor, options: Options) -> list[Coroutine[Any, Any, None]]:
    """A player has several devices, and staff look after as many tables as they can."""
    dealers = [Dealer(floor, STAFF[0], table) for table in floor.tables]
    players = [Player(floor, who, of) for of in OF[: options.devices] for who in PLAYERS]
    staff = [Supervisor(floor, who, of) for of in OF[: options.sets] for who in STAFF[2:]]
    return [*(one.run() for one in (*players, *dealers, *staff, Cashier(floor, STAFF[1])))]
