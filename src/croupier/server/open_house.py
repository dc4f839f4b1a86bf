"""A house with its doors open: store, people, cage, floor, dealers, put together from a folder."""

from __future__ import annotations

import asyncio
import fcntl
import os
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.games import GAMES
from croupier.problems import BadInput
from croupier.server.cage import Cage, No
from croupier.server.dealer import LOOK_EVERY, AutomaticDealer
from croupier.server.floor import Floor
from croupier.server.house import House
from croupier.server.live import LiveHouse
from croupier.server.passwords import FULL
from croupier.server.people import No as NotThatPerson
from croupier.server.people import People
from croupier.server.sealed import SealedShoes, ShoeKey
from croupier.server.seals import Keys
from croupier.server.sqlite import SqliteStore
from croupier.table import commands as asks
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from argon2 import Parameters

    from croupier.server.cage import AnyCageEvent
    from croupier.table.commands import AnyCommand, Who

DEMONSTRATION = "demonstration"
PLAY_CREDITS = 200_000
"""Cents that a guest of the demonstration house is given."""


def by_the_clock() -> int:
    return time.time_ns() // 1_000_000


def locked(folder: Path) -> int:
    """A house is opened once: each table has one writer. The lock goes with the process."""
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise BadInput("this house is open already", str(folder)) from None
    return lock


class OpenHouse:
    def __init__(
        self,
        folder: Path,
        *,
        pace: float = 1.0,
        secure: bool = False,
        patience: float = 0,
        profile: Parameters = FULL,
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.lock = locked(folder)
        self.store = SqliteStore(folder / "house.db")
        self.keys = Keys.at(folder / "signing.key")
        self.secure, self.pace, self.patience = secure, pace, patience
        self.house = House(self.store, self.keys)
        self.store.set_meta("key", self.keys.public)
        self.people = People(SqliteStore(folder / "house.db"), profile=profile)
        self.shoes = SealedShoes(SqliteStore(folder / "house.db"), ShoeKey.at(folder / "shoes.key"))
        self.cage = Cage(self.house)
        self.live = LiveHouse(self.house, by_the_clock)
        self.floor = Floor(self.live)
        self.started = by_the_clock()

    def furnish(self) -> None:
        """A demonstration: a table of each game, for guests with play credits."""
        self.store.set_meta(DEMONSTRATION, "yes")
        for number, game in enumerate(GAMES, 1):
            if f"t{number}" not in self.house.tables:
                self.house.add_table(f"t{number}", setup_of(game.name), "house", self.started)

    @asynccontextmanager
    async def in_motion(self) -> AsyncIterator[None]:
        """Rounds that were in play are resolved, then dealers deal."""
        self.house.recover(by_the_clock())
        async with self.live:
            dealers = [
                AutomaticDealer(self.floor, name, self.shoes, self.pace)
                for name in self.house.tables
            ]
            tasks = [asyncio.create_task(dealer.run()) for dealer in dealers]
            try:
                yield
            finally:
                await self.wind_down(dealers)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        self.store.close()
        self.people.store.close()
        self.shoes.store.close()
        os.close(self.lock)

    async def wind_down(self, dealers: list[AutomaticDealer]) -> None:
        """Rounds in play are brought to their end, for as long as there is time."""
        for dealer in dealers:
            dealer.closing = True
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            busy = [dealer for dealer in dealers if not dealer.is_done]
            if not busy:
                return
            await busy[0].wait(LOOK_EVERY)

    def who(self, token: str | None) -> Who | None:
        if not token:
            return None
        found = self.people.who(token, by_the_clock())
        return None if isinstance(found, NotThatPerson) else found

    async def seat_guest(self) -> tuple[Who, str] | str:
        """A guest with play credits; or why there is none."""
        now = by_the_clock()
        made = self.people.guest(now)
        if isinstance(made, NotThatPerson):
            return made.says
        who, token = made
        await self.live.on_disk(lambda: self.cage.buy_in(who.name, PLAY_CREDITS, "house", now))
        return who, token

    async def cash_out(self, who: Who, cents: int) -> AnyCageEvent | No:
        now = by_the_clock()
        return await self.live.on_disk(lambda: self.cage.cash_out(who.name, cents, who.name, now))

    def completed(self, table: str, command: AnyCommand) -> AnyCommand:
        """The meter's amount is the house's to say."""
        live = self.house.tables.get(table)
        if isinstance(command, asks.Settle) and live is not None:
            return replace(command, meter_cents=self.floor.meter(live.table))
        return command

    def says(self) -> str:
        return "The house is paused." if self.live.paused else "The house is open."

    def measures(self) -> dict[str, int]:
        return {
            "commits_total": self.live.commits,
            "commands_carried_total": self.live.carried,
            "connections": len(self.floor.watchers),
            "tables": len(self.house.tables),
            "paused": int(self.live.paused is not None),
            "up_seconds": (by_the_clock() - self.started) // 1000,
        }
