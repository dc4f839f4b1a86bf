"""The calm end of a rehearsal: what has to come true once nothing goes wrong any more."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from croupier.server.streams import faults
from croupier.sim.staff import STAFF
from croupier.table.state import Step
from tests.simulation.hostile import PLAYERS
from tests.simulation.rehearsal.faulty_sqlite import leases
from tests.simulation.rehearsal.people import Cashier

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.journal.sqlite import SqliteStore
    from tests.simulation.rehearsal.rehearsal import Rehearsal
    from tests.simulation.rehearsal.rooms import Rooms

LONGEST = 240.0
"""Simulated seconds in which everything has to come to its end."""


class Ending:
    def __init__(self, rehearsal: Rehearsal) -> None:
        self.rehearsal, self.observer = rehearsal, rehearsal.observer
        self.floor, self.house, self.loop = rehearsal.floor, rehearsal.house, rehearsal.loop

    async def run(self) -> None:
        self.floor.is_over = True
        await self.comes("a node does not open", self.is_all_up, 30.0)
        await self.comes("a round does not end", self.is_all_over)
        await self.comes("a table is held by nobody", self.is_all_held, 30.0)
        await self.comes("nodes do not agree", self.is_all_level, 30.0)
        await self.cashed_out()
        await self.comes("nodes do not agree", self.is_all_level, 30.0)
        if not self.observer.found:
            self.rehearsal.look()
            for wrong in self.observer.acknowledged.wrong():
                self.observer.find(wrong)
            journal: SqliteStore = self.observer.store
            for wrong in faults(journal, self.rehearsal.keys.public):
                self.observer.find(wrong)

    async def comes(self, what: str, done: Callable[[], str], longest: float = LONGEST) -> None:
        over, why = self.loop.time() + longest, ""
        while not self.observer.found and (why := done()):
            if self.loop.time() > over:
                self.observer.find(f"{what}: {why}")
                return
            await asyncio.sleep(0.2)

    @property
    def nodes(self) -> list[Rooms]:
        found = [one.rooms for one in self.house.machines.values()]
        return [one for one in found if one is not None and one.is_open]

    def is_all_up(self) -> str:
        return " ".join(one.name for one in self.house.machines.values() if not one.is_up)

    def is_all_over(self) -> str:
        tables = self.observer.folded.tables.values()
        going = [one for one in tables if one.step is not Step.CONCLUDED or one.awaiting]
        return " ".join(f"{one.name} ({one.setup.game} {one.step})" for one in going)

    def is_all_held(self) -> str:
        runs, now = {one.sharing.run for one in self.nodes}, self.observer.store.now()
        held = {
            name
            for name, _node, run, _token, until in leases(self.observer.store)
            if run in runs and until > now
        }
        return " ".join(one for one in (*self.floor.tables, "*") if one not in held)

    def is_all_level(self) -> str:
        return " ".join(one.name for one in self.nodes if not self.observer.is_level(one))

    async def cashed_out(self) -> None:
        """Every player has all of it, down to nothing."""
        cashier = Cashier(self.floor, STAFF[1], "-at-the-end")
        for who in PLAYERS:
            account = f"player:{who.name}"
            for _ in range(5):
                has = self.observer.balances[account]
                if not has or self.observer.found:
                    break
                await cashier.pay(who.name, has, pays_in=False)
            if self.observer.balances[account]:
                self.observer.find(f"{who.name} cannot cash out")
