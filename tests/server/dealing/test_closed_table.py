"""A closed automatic table stands still: nothing is drawn, journalled or revealed at it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import Role
from croupier.server.dealing.dealer import AutomaticDealer
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import Who
from tests.support.configured_house import opened, written

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.opening import OpenHouse

M1 = Who("m1", Role.PIT_MANAGER)
ACTS = 8


async def carried(house: OpenHouse, table: str, command: asks.AnyCommand) -> None:
    reply = await house.queue.ask(Request(table, M1, command, house.clock()))
    assert isinstance(reply, Carried), reply


async def stands_still(house: OpenHouse, table: str) -> None:
    async with house.queue:
        dealer = AutomaticDealer(house.floor, table, house.shoes, 0)
        await dealer.prepare()
        await carried(house, table, asks.CloseTable())
        before = house.store.versions()
        assert [await dealer.act() for _ in range(ACTS)] == [False] * ACTS
        assert house.store.versions() == before
        await carried(house, table, asks.OpenTable())
        assert await dealer.act()
        assert house.play.tables[table].table.round.number == 1
    house.close()


@pytest.mark.standard(55)
@pytest.mark.parametrize("game", ["baccarat", "three-pictures"])
def test_a_closed_table_stands_still(game: str, tmp_path: Path) -> None:
    asyncio.run(stands_still(opened(tmp_path, written(game)), game))
