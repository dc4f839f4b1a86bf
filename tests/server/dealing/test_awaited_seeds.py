"""The dealer opens no betting before the shoe for it is sealed."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TYPE_CHECKING, cast

from croupier.server.dealing.dealer import AutomaticDealer
from croupier.server.play.requests import Carried, Request
from croupier.server.shoes.events import SeedCommitted
from croupier.server.shoes.seeds import player_commitment
from croupier.table import commands as asks
from croupier.table.commands import CLOCK
from tests.support.configured_house import opened, written
from tests.support.sealed_rounds import seed_of

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.sqlite import SqliteStore
    from croupier.server.opening import OpenHouse

TABLE = "baccarat"
NEXT = f"{TABLE}-2"


async def prepared(house: OpenHouse) -> AutomaticDealer:
    """A first shoe is sealed; p1 has a seed in the next, and that one is due."""
    dealer = AutomaticDealer(house.floor, TABLE, house.shoes, 0)
    assert await dealer.prepare()
    seed = seed_of("p1")
    made = player_commitment(NEXT, seed.seed, seed.salt)
    event = SeedCommitted(at=house.clock(), shoe=NEXT, player="p1", commitment=made)
    given = await house.queue.on_disk(lambda: house.shoes.give(TABLE, event))
    assert given is None
    reply = await house.queue.ask(Request(TABLE, CLOCK, asks.ReplaceShoe(), house.clock()))
    assert isinstance(reply, Carried), reply
    return dealer


async def waits(house: OpenHouse) -> None:
    async with house.queue:
        dealer = await prepared(house)
        assert [await dealer.act() for _ in range(3)] == [False] * 3
        assert house.play.tables[TABLE].table.round.number == 0
        coming = house.floor.sealed[TABLE].coming
        assert coming is not None
        assert (coming.shoe, coming.closed) == (NEXT, True)
        assert house.floor.sealed[TABLE].seeds == 0
        seed, at = seed_of("p1"), house.clock()
        wrong = await house.queue.on_disk(lambda: house.shoes.open(TABLE, NEXT, "p1", seed, at))
        assert wrong is None
        assert await dealer.act()
        assert house.play.tables[TABLE].table.round.number == 1
        assert house.floor.sealed[TABLE].shoe == NEXT
    house.close()


def test_betting_opens_when_seeds_are_opened(tmp_path: Path) -> None:
    asyncio.run(waits(opened(tmp_path, written(TABLE))))


async def stands(house: OpenHouse, path: Path) -> None:
    async with house.queue:
        dealer = await prepared(house)
        cast("SqliteStore", house.shoes.store).connection.execute("PRAGMA busy_timeout = 10")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert not await dealer.prepare()
        other.execute("ROLLBACK")
        other.close()
    house.close()


def test_betting_stays_shut_while_no_shoe_can_be_sealed(tmp_path: Path) -> None:
    asyncio.run(stands(opened(tmp_path, written(TABLE)), tmp_path / "house.db"))
