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
    from croupier.server.floor import Floor
    from croupier.server.sealed import SealedShoes
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
    def __init__(self, floor: Floor, name: str, shoes: SealedShoes, pace: float = 1.0) -> None:
        self.floor, self.live, self.name = floor, floor.live, name
        self.shoes, self.pace = shoes, pace
        self.changed = asyncio.Event()
        self.closing = False
        """No further round is opened."""
        self.live.listeners.append(self.heard)

    def heard(self, name: str, *_: object) -> None:
        if name == self.name:
            self.changed.set()

    @property
    def table(self) -> Table:
        return self.live.house.tables[self.name].table

    @property
    def is_done(self) -> bool:
        return self.table.step is Step.CONCLUDED

    async def run(self) -> None:
        while True:
            self.changed.clear()
            await self.prepare()
            command = self.next()
            if command is None or not await self.send(command):
                await self.wait(LOOK_EVERY)

    async def prepare(self) -> None:
        """A sealed shoe, its commitment published, before betting opens and before each deal."""
        table = self.table
        if table.step not in {Step.CONCLUDED, Step.DEALING} or self.live.paused:
            return
        now = self.live.clock()
        await self.live.on_disk(lambda: self.shoes.ready(table, now))
        running = self.shoes.shoes.get(self.name)
        if running is not None:
            self.floor.publish(self.name, running.event.shoe, running.event.commitment)

    async def wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.changed.wait()

    def next(self) -> AnyCommand | None:
        """What is due; the clock closes betting, folds and chooses, the dealer does the rest."""
        table, now = self.table, self.live.clock()
        over = until(table)
        if table.interrupted:
            return asks.Resume()
        if over is not None:
            return asks.TimeUp() if now >= over else None
        if table.awaiting is not None or self.live.paused or (self.closing and self.is_done):
            return None
        if table.step is Step.PLAYING and time_is_left(table, now) and yet_to_look(table):
            return None
        meter = self.live.house.meters.get(table.setup.game)
        shown = meter.jackpot.displayed_cents if meter else None
        return dealer.next_command(table, view(table, dealer.NAME), self.shoes, shown)

    async def send(self, command: AnyCommand) -> bool:
        pause = PACE.get(type(command), 0) * self.pace
        if pause:
            before = self.table
            await asyncio.sleep(pause)
            if self.table is not before and not isinstance(command, asks.Deal):
                return True  # something happened meanwhile: look again
        if self.closing and isinstance(command, asks.OpenBetting):
            return False
        who = CLOCK if isinstance(command, asks.TimeUp | asks.Resume) else dealer.NAME
        request = Request(self.name, who, command, self.live.clock())
        return isinstance(await self.live.ask(request), Carried)
