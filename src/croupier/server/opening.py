"""A house with its doors open: store, people, cage, floor, dealers, put together from a folder."""

from __future__ import annotations

import asyncio
import fcntl
import os
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from croupier.digest import software_digest
from croupier.problems import BadInput
from croupier.server import house_log as noted
from croupier.server import logs
from croupier.server.dealing.dealer import AutomaticDealer, ElectronicShoe, TableClock
from croupier.server.dealing.shoe_table import ShoeTable
from croupier.server.floor.floor import Floor
from croupier.server.http.listening import bound
from croupier.server.journal.checkpoints import Keys
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.cage import Cage, No
from croupier.server.people.passwords import FULL
from croupier.server.people.people import No as NotThatPerson
from croupier.server.play import furnishing
from croupier.server.play.clock import Clock, newest
from croupier.server.play.house import House
from croupier.server.play.queue import LiveHouse
from croupier.server.shoes.sealed import SealedShoes, ShoeKey
from croupier.table.state import Step
from croupier.version import __version__
from croupier.wire.house_file import AUTOMATIC, Address

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path
    from socket import socket

    from argon2 import Parameters

    from croupier.server.money.cage import AnyCageEvent
    from croupier.table.commands import Who
    from croupier.wire.house import HousePlan

PLAY_CREDITS = 200_000
"""Cents that a guest of the demonstration house is given."""
LOOK_EVERY = 0.05
"""Seconds, while rounds are brought to their end."""


def locked(folder: Path) -> int:
    """A house is opened once: each table has one writer. The lock goes with the process."""
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, logs.OWNER_ONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise BadInput("this house is open already", str(folder)) from None
    return lock


def private(path: Path) -> Path:
    """A file that only its owner may read, made when there is none."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, logs.OWNER_ONLY))
    return path


class OpenHouse:
    def __init__(  # noqa: PLR0913 - each is one choice of whoever opens it
        self,
        folder: Path,
        *,
        plan: HousePlan | None = None,
        pace: float = 1.0,
        secure: bool = False,
        patience: float = 0,
        profile: Parameters = FULL,
        clock: Callable[[int], Clock] = Clock,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.lock = locked(folder)
        self.plan = plan
        self.store = SqliteStore(private(folder / "house.db"))
        self.keys = Keys.at(folder / "signing.key")
        self.secure, self.pace, self.patience = secure, pace, patience
        self.clock = clock(newest(self.store))
        self.house = House(self.store, self.keys)
        self.store.set_meta("key", self.keys.public)
        self.people = noted.NotedPeople(SqliteStore(folder / "house.db"), profile=profile)
        self.shoes = SealedShoes(SqliteStore(folder / "house.db"), ShoeKey.at(folder / "shoes.key"))
        self.cage = Cage(self.house)
        self.live = LiveHouse(self.house, self.clock)
        self.floor = Floor(self.live)
        self.noted = noted.Noted(self.live)
        self.started = self.clock()
        self.clocks: list[TableClock] = []
        self.lines: dict[str, tuple[ShoeTable, socket]] = {}
        self.deadline: float | None = None
        """For rounds in play, once the house is told to stop."""

    def furnish(self) -> list[str]:
        """As the file says; what the journal has otherwise, a line for each table."""
        assert self.plan is not None
        said = furnishing.furnish(self.house, self.plan, self.clock())
        for name, table in self.plan.tables.items():
            if table.shoe is not None:
                self.lines[name] = (ShoeTable(self.live, name), bound(*table.shoe))
        return said

    def listening(self) -> dict[str, Address]:
        """Where each table listens for its shoe."""
        return {name: Address(*one.getsockname()[:2]) for name, (_, one) in self.lines.items()}

    def clock_of(self, name: str) -> TableClock:
        """Who moves a table along; without a plan every table has an automatic dealer."""
        if self.plan is None:
            return AutomaticDealer(self.floor, name, self.shoes, self.pace)
        planned = self.plan.tables.get(name)
        if planned is None or planned.dealer != AUTOMATIC:
            return TableClock(self.floor, name)
        shoes = ElectronicShoe() if planned.shoe else self.shoes
        return AutomaticDealer(self.floor, name, shoes, self.pace)

    @asynccontextmanager
    async def in_motion(self) -> AsyncIterator[None]:
        """Rounds that were in play are resolved, then dealers deal."""
        configuration = self.plan.digest if self.plan else None
        logs.tell(
            "house opened",
            version=__version__,
            program=software_digest(),
            configuration=configuration,
            tables=len(self.house.tables),
        )
        rounds = {name: live.table.round.number for name, live in self.house.tables.items()}
        noted.recovered(rounds, self.house.recover(self.clock()))
        async with self.live:
            servers = [await table.line.serve_at(one) for table, one in self.lines.values()]
            self.clocks = [self.clock_of(name) for name in self.house.tables]
            tasks = [asyncio.create_task(one.run()) for one in self.clocks]
            try:
                yield
            finally:
                await self.wind_down()
                for server in servers:
                    server.close()
                for table, _ in self.lines.values():
                    table.line.close()
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        logs.tell("house closed", left_in_play=self.left_in_play())
        self.close()

    def close(self) -> None:
        for _, listening in self.lines.values():
            listening.close()
        for store in (self.store, self.people.store, self.shoes.store):
            store.close()
        os.close(self.lock)

    async def wind_down(self, hurry: Callable[[], bool] = lambda: False) -> None:
        """Rounds in play are brought to their end, for as long as there is time."""
        if self.deadline is None:
            self.deadline = time.monotonic() + self.patience
        for one in self.clocks:
            one.closing = True
        while time.monotonic() < self.deadline and not hurry():
            if all(one.is_done for one in self.clocks):
                break
            await asyncio.sleep(LOOK_EVERY)
        self.deadline = 0.0

    def left_in_play(self) -> list[str]:
        """For the next opening to resolve, by each document's own clause."""
        return [
            f"{name}: round {live.table.round.number}, {live.table.step}"
            for name, live in self.house.tables.items()
            if live.table.step is not Step.CONCLUDED
        ]

    def who(self, token: str | None) -> Who | None:
        if not token:
            return None
        found = self.people.who(token, self.clock())
        return None if isinstance(found, NotThatPerson) else found

    async def seat_guest(self) -> tuple[Who, str] | str:
        """A guest with play credits; or why there is none."""
        now = self.clock()
        made = self.people.guest(now)
        if isinstance(made, NotThatPerson):
            return made.says
        who, token = made
        paid = await self.live.on_disk(
            lambda: self.cage.buy_in(who.name, PLAY_CREDITS, "house", now)
        )
        return paid.says if isinstance(paid, No) else (who, token)

    async def cash_out(self, who: Who, cents: int) -> AnyCageEvent | No:
        now = self.clock()
        return await self.live.on_disk(lambda: self.cage.cash_out(who.name, cents, who.name, now))

    def says(self) -> str:
        return "The house is paused." if self.live.paused else "The house is open."

    def measures(self) -> dict[str, int]:
        return {
            "commits_total": self.live.commits,
            "commands_carried_total": self.live.carried,
            "connections": len(self.floor.watchers),
            "tables": len(self.house.tables),
            "paused": int(self.live.paused is not None),
            "up_seconds": (self.clock() - self.started) // 1000,
        }
