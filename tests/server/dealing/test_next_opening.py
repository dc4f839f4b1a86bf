"""Between rounds everybody is told when the next one opens, and it opens then and not before."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from croupier.server.dealing.dealer import PACE, AutomaticDealer
from croupier.table import commands as asks
from croupier.table.state import Step
from tests.support.configured_house import opened, reached, written

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.opening import OpenHouse

TABLE, FAST = "baccarat", 0.05


async def opens_when_it_says(house: OpenHouse) -> None:
    async with house.queue:
        dealer = AutomaticDealer(house.floor, TABLE, house.shoes, FAST)
        live = house.play.tables[TABLE]
        assert await dealer.act()
        assert await dealer.send(asks.CloseBetting())
        while live.table.step is not Step.CONCLUDED:
            await dealer.act()
        before = house.clock()
        acting = asyncio.create_task(dealer.act())
        await reached(lambda: "opens" in house.floor.times(live.table))
        at = house.floor.times(live.table)["opens"]
        assert live.table.round.number == 1
        assert before < at <= house.clock() + 1000 * FAST * PACE[asks.OpenBetting]
        assert await acting
        assert (live.table.round.number, live.table.step) == (2, Step.BETTING)
        assert live.table.since >= at
        assert "opens" not in house.floor.times(live.table)
    house.close()


@pytest.mark.standard(25)
def test_the_next_round_opens_when_it_was_said(tmp_path: Path) -> None:
    asyncio.run(opens_when_it_says(opened(tmp_path, written(TABLE))))
