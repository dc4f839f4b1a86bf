"""The clock of a table, which ends betting and decisions, and the automatic dealer."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from croupier.server.dealing.faults import Faults
from croupier.server.floor.floor import Sealed
from croupier.server.floor.protocol import NextShoe
from croupier.server.play.requests import Carried, Request
from croupier.sim import dealer
from croupier.table import commands as asks
from croupier.table.authority import PERSON
from croupier.table.betting import dealer_announces
from croupier.table.calling_on import due_at
from croupier.table.clocks import awaits_a_bet, look_until, until
from croupier.table.commands import CLOCK, for_round
from croupier.table.events import (
    RoundConcluded,
    RoundSettled,
    RoundVoided,
    TableClosing,
    TableOpened,
)
from croupier.table.seen import seen_unread
from croupier.table.state import Step

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.server.floor.floor import Floor
    from croupier.server.play.house import Happened
    from croupier.server.shoes.sealed import SealedShoes
    from croupier.table.commands import AnyCommand
    from croupier.table.state import Table

PACE = {
    asks.OpenBetting: 5.0,
    asks.Deal: 0.35,
    asks.ReturnHand: 0.6,
    asks.ExposeDealer: 1.5,
    asks.Settle: 1.5,
    asks.ReplaceShoe: 2.0,
}
"""Seconds before each command, so that people can follow."""
LOOK_EVERY = 0.25
FAILS_AGAIN = "it has failed again and again"
"""Why the house itself closes a table."""
BY_CLOCK = asks.TimeUp | asks.Resume | asks.CloseTable | asks.ReleaseWinnings


class TableClock:
    """Warns or closes, folds and chooses when time is up, and resumes what was interrupted.

    At a table that a person deals, nothing else happens by itself.
    """

    def __init__(self, floor: Floor, name: str) -> None:
        self.floor, self.queue, self.name = floor, floor.queue, name
        self.changed = asyncio.Event()
        self.closing = False
        """No further round is opened."""
        self.faults = Faults(self.queue.clock)
        self.queue.at_table[name].append(self.heard)

    def heard(self, happened: Happened) -> None:
        self.changed.set()
        for event in happened.events:
            if isinstance(event, TableOpened) or (isinstance(event, TableClosing) and event.lifted):
                self.faults.opened(self.name)
            elif isinstance(event, RoundSettled | RoundConcluded):
                self.faults.ended(self.name, lost=False)
            elif isinstance(event, RoundVoided) and event.by == CLOCK.name:
                self.faults.ended(self.name, lost=True)

    @property
    def table(self) -> Table:
        return self.queue.play.tables[self.name].table

    @property
    def is_done(self) -> bool:
        """Whether nobody would lose anything if the house closed now."""
        return self.table.step is Step.CONCLUDED or not self.table.round.wagers

    async def run(self) -> None:
        while True:
            self.changed.clear()
            try:
                await self.faults.look(self.name)
                if self.is_to_close():
                    await self.send(asks.CloseTable(FAILS_AGAIN))
                acted = await self.act()
            except Exception as fault:  # noqa: BLE001 - one table's trouble, told and tried again
                await asyncio.sleep(await self.faults.failed(self.name, fault))
                continue
            await self.faults.went_well(self.name, acted=acted)
            if not acted:
                await self.wait(LOOK_EVERY)

    def is_to_close(self) -> bool:
        """A table that may fail again, until the pit says otherwise."""
        table = self.table
        return self.name in self.faults.disabled and table.is_open and table.closing is None

    async def wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.changed.wait()

    async def act(self) -> bool:
        """What is due now; whether anything was."""
        command, number = self.next(), self.table.round.number
        return command is not None and await self.send(for_round(command, number))

    def next(self) -> AnyCommand | None:
        if self.table.interrupted:  # cards that were seen are first read in by a person
            return None if seen_unread(self.table) else asks.Resume()
        times = until(self.table), due_at(self.table)
        over = min((time for time in times if time is not None), default=None)
        if over is not None and self.queue.clock() >= over:
            return asks.TimeUp()
        due = self.queue.play.rounds.releases_at(self.table)
        return asks.ReleaseWinnings() if due is not None and self.queue.clock() >= due else None

    async def send(self, command: AnyCommand) -> bool:
        who = CLOCK if isinstance(command, BY_CLOCK) else dealer.NAME
        request = Request(self.name, who, command, self.queue.clock())
        return isinstance(await self.queue.ask(request), Carried)


def announces_close(table: Table) -> bool:
    """Whether the dealer closes betting when its time is over, and not the clock."""
    if table.step is not Step.BETTING or table.awaiting is not None:
        return False
    return dealer_announces(table)


def rests(table: Table) -> bool:
    """Whether the table is closed and its last round over: the dealer does nothing at it."""
    return not table.is_open and table.step is Step.CONCLUDED


def publish(floor: Floor, shoes: SealedShoes, table: str) -> None:
    """The shoe in use and the one to come, to all who watch the table."""
    running, coming = shoes.shoes.get(table), shoes.rack(table).coming
    if running is None:
        return
    told = None
    if coming is not None:
        told = NextShoe(coming.event.shoe, coming.event.commitment, coming.closed)
    shoe = running.event
    floor.publish(table, Sealed(shoe.shoe, shoe.commitment, told, len(shoe.seeds)))


class ElectronicShoe:
    """Cards come by themselves; only one that is known to be the next is the dealer's to deal."""

    def take(self, table: Table, number: int) -> list[Card]:
        return list(table.next_cards[:number])

    def shuffle(self) -> None:
        """Nothing: a new filling has a name of its own."""


class AutomaticDealer(TableClock):
    """Deals where the table's own record has the house deal; elsewhere it is the clock alone."""

    def __init__(self, floor: Floor, name: str, sealed: SealedShoes, pace: float = 1.0) -> None:
        super().__init__(floor, name)
        self.sealed, self.electronic, self.pace = sealed, ElectronicShoe(), pace
        self.opens = 0, 0
        """After which round the next one opens, and when."""

    @property
    def deals(self) -> bool:
        """As the pit may change between rounds, with two people."""
        return self.table.setup.dealer != PERSON

    @property
    def shoes(self) -> SealedShoes | ElectronicShoe:
        return self.electronic if self.table.setup.shoe else self.sealed

    @property
    def is_done(self) -> bool:
        if not self.deals or self.table.setup.shoe:  # it may have no card for a round of nobody's
            return super().is_done
        return self.table.step is Step.CONCLUDED

    async def act(self) -> bool:
        return await self.prepare() and await super().act()

    async def prepare(self) -> bool:
        """A sealed shoe, its commitment published, before betting opens and before each deal.

        Not while its seeds may still be opened; and nothing is drawn for a table that is closed.
        """
        table, shoes = self.table, self.shoes
        if isinstance(shoes, ElectronicShoe) or not self.deals or rests(table):
            return True
        if table.step not in {Step.CONCLUDED, Step.DEALING} or self.queue.paused:
            return True
        now = self.queue.clock()
        refused = await self.queue.on_disk(lambda: shoes.ready(table, now))
        publish(self.floor, shoes, self.name)
        return refused is None and not shoes.is_waiting(self.name)

    def next(self) -> AnyCommand | None:
        """The clock folds, declines and chooses, the dealer closes betting and does the rest."""
        table = self.table
        by_time = super().next()
        if by_time is not None or not self.deals:
            closes = self.deals and isinstance(by_time, asks.TimeUp) and announces_close(table)
            return asks.CloseBetting() if closes else by_time
        if (self.closing and self.is_done) or rests(table):
            return None
        closing = self.closing or table.closing is not None
        if closing and table.step is Step.BETTING and not table.round.wagers:
            return asks.CloseBetting()  # a round that nobody waits for
        if self.waits():
            return None
        command = dealer.next_command(table, dealer.NAME, self.shoes)
        if isinstance(command, asks.Deal) and not command.cards:
            return None  # the shoe has none to give yet
        return None if isinstance(command, asks.OpenBetting) and self.is_early() else command

    def is_early(self) -> bool:
        """Whether the house has no round open now: a dispute holds the table, or the hour is full.

        Then it is looked at again; the usual pause is made when the command is sent.
        """
        rules, table = self.queue.play.rounds, self.table
        if table.name in rules.disputes.tables:
            return True
        soon = self.queue.clock() + round(1000 * PACE[asks.OpenBetting] * self.pace)
        return soon < rules.opens_at(table)

    def waits(self) -> bool:
        """Whether it is others' turn."""
        table = self.table
        held = until(table) is not None or table.awaiting is not None or awaits_a_bet(table)
        return held or bool(self.queue.paused) or self.leaves_time()

    def leaves_time(self) -> bool:
        """Also where no clause has the dealer wait, players are given the time to look."""
        over = look_until(self.table)
        return over is not None and self.queue.clock() < over

    async def send(self, command: AnyCommand) -> bool:
        pause = PACE.get(type(command), 0) * self.pace
        if isinstance(command, asks.OpenBetting) and self.deals:
            pause = self.until_opening(pause)
        if pause and self.deals:
            before = self.table
            await asyncio.sleep(pause)
            if self.table is not before and not isinstance(command, asks.Deal):
                return True  # something happened meanwhile: look again
        if self.closing and isinstance(command, asks.OpenBetting):
            return False
        return await super().send(command)

    def until_opening(self, pause: float) -> float:
        """Seconds; all who watch are told when, and what happens meanwhile does not put it off."""
        now, number = self.queue.clock(), self.table.round.number
        if self.opens[0] != number:
            soonest = self.queue.play.rounds.opens_at(self.table)
            self.opens = number, max(now + round(1000 * pause), soonest)
            self.floor.tell_opening(self.name, self.opens[1], here=True)
        return max(0, self.opens[1] - now) / 1000
