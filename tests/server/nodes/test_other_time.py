"""A machine whose clock is not the database's: countdowns at its tables are not the others'."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from croupier.server.nodes.envelopes import SKEW_MS
from croupier.server.nodes.holdings import Holdings, wall_ms
from croupier.server.nodes.joining import shared_store
from croupier.server.nodes.terms import terms_of
from croupier.server.readiness import remarks
from croupier.wire.house_sections import NodesIn
from tests.support.several_nodes import cluster, queue_of

if TYPE_CHECKING:
    from tests.support.postgres_server import Server

HOUR = 3_600_000
SAYS = "this machine's clock and the database's differ by 3600 s: set the one that is wrong"


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:{tmp_path}/house.db"
    server: Server = request.getfixturevalue("postgres")
    return server.fresh()


@pytest.mark.parametrize("ahead", [-HOUR, 0, HOUR])
def test_by_how_much_it_differs_is_known(database: str, ahead: int) -> None:
    terms = terms_of(NodesIn(database=database, node="n1"), Path(), "")
    assert terms is not None
    store = shared_store(terms)
    holdings = Holdings(store, store.sharing, wall=lambda: wall_ms() + ahead)
    holdings.look((), {})
    assert abs(holdings.ahead_ms - ahead) < SKEW_MS
    assert holdings.has_other_time == bool(ahead)
    store.close()


def test_whoever_looks_after_the_house_is_told(tmp_path: Path) -> None:
    async def play() -> None:
        async with cluster(tmp_path, "baccarat", nodes=1) as floor:
            house = floor.houses["n1"]
            await floor.reached(lambda: floor.holder("baccarat"))
            assert SAYS not in remarks(house)
            queue_of(house).holdings.wall = lambda: wall_ms() + HOUR
            await floor.reached(lambda: SAYS in remarks(house))
            queue_of(house).holdings.wall = wall_ms
            await floor.reached(lambda: SAYS not in remarks(house))

    asyncio.run(play())
