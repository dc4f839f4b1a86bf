"""The automatic dealer of a table: a client that sends the dealer's commands at a human pace."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from croupier.server.floor import until
from croupier.server.house import Carried, Request
from croupier.sim import dealer
from croupier.table import commands as asks
from croupier.table.commands import CLOCK
from croupier.table.playing import time_is_left, yet_to_look
from croupier.table.state import Step
from croupier.table.views import view

if TYPE_CHECKING:
    from croupier.server.live import LiveHouse
    from croupier.sim.dealer import Shoe
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


class AutomaticDealer:
    def __init__(self, live: LiveHouse, name: str, shoe: Shoe, pace: float = 1.0) -> None:
        self.live, self.name, self.shoe, self.pace = live, name, shoe, pace
        self.changed = asyncio.Event()
        live.listeners.append(self.heard)

    def heard(self, name: str, *_: object) -> None:
        if name == self.name:
            self.changed.set()

    @property
    def table(self) -> Table:
        return self.live.house.tables[self.name].table

    async def run(self) -> None:
        while True:
            self.changed.clear()
            command = self.next()
            if command is None or not await self.send(command):
                await self.wait(LOOK_EVERY)

    async def wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.changed.wait(), seconds)

    def next(self) -> AnyCommand | None:
        """What is due; the clock closes betting, folds and chooses, the dealer does the rest."""
        table, now = self.table, self.live.clock()
        over = until(table)
        if table.interrupted:
            return asks.Resume()
        if over is not None:
            return asks.TimeUp() if now >= over else None
        if table.awaiting is not None or self.live.paused:
            return None
        if table.step is Step.PLAYING and time_is_left(table, now) and yet_to_look(table):
            return None
        meter = self.live.house.meters.get(table.setup.game)
        shown = meter.jackpot.displayed_cents if meter else None
        return dealer.next_command(table, view(table, dealer.NAME), self.shoe, shown)

    async def send(self, command: AnyCommand) -> bool:
        pause = PACE.get(type(command), 0) * self.pace
        if pause:
            before = self.table
            await asyncio.sleep(pause)
            if self.table is not before and not isinstance(command, asks.Deal):
                return True  # something happened meanwhile: look again
        who = CLOCK if isinstance(command, asks.TimeUp | asks.Resume) else dealer.NAME
        request = Request(self.name, who, command, self.live.clock())
        return isinstance(await self.live.ask(request), Carried)
