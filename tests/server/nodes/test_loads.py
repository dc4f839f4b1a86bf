"""What each table is asked in a minute, as its holder measures it, and where tables go by that."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import pytest

from croupier.server.journal.sharing import DUTIES
from croupier.server.nodes.loads import Loads
from croupier.table import commands as asks
from tests.support.several_nodes import P1, cluster, queue_of

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.several_nodes import Cluster

BUSY = "three-pictures"
GAMES = ("baccarat", "three-pictures", "royal-three-pictures", "three-card-poker")
QUIET = {name: 0 for name in GAMES if name != BUSY}


def test_entries_of_the_last_minute_are_counted() -> None:
    now = 0.0
    loads = Loads(lambda: now)
    told = []
    for second in range(0, 200, 10):
        now = float(second)
        told.append(loads.measured({"t1": second * 2, "t2": 7}, {})["t1"])
    assert told[:8] == [0, 20, 40, 60, 80, 100, 120, 120]
    assert told[-1] == 120
    assert loads.measured({"t1": 380, "t2": 7, "t3": 900}, {}) == {"t1": 120, "t2": 0, "t3": 0}


def test_whoever_watches_counts_wherever_that_is() -> None:
    loads = Loads(lambda: 0.0)
    loads.elsewhere = {"n2": {"t1": 3}, "n3": {"t1": 1, "t9": 5}}
    assert loads.measured({"t1": 5, "t2": 5}, {"t1": 2}) == {"t1": 6, "t2": 0}


def published(floor: Cluster, node: str) -> dict[str, int]:
    found = queue_of(floor.houses[node]).holdings.leases.values()
    return {one.name: one.load for one in found if one.name != DUTIES}


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        return ""
    fresh: str = request.getfixturevalue("postgres").fresh()
    return fresh


def test_a_busy_table_has_a_node_for_itself(tmp_path: Path, database: str) -> None:
    async def play() -> None:
        async with cluster(tmp_path, *GAMES, nodes=1, database=database) as floor:
            await floor.reached(lambda: set(floor.held("n1")) == {*GAMES, DUTIES})
            for _ in range(10):
                await floor.ask("n1", BUSY, asks.Sit("p1", 1), P1)
                await floor.ask("n1", BUSY, asks.StandUp("p1"), P1)
            await floor.reached(lambda: published(floor, "n1").get(BUSY) == 20)
            await floor.start("n2")
            await floor.reached(lambda: BUSY in floor.held("n2"))
            await floor.reached(lambda: published(floor, "n2") == {**QUIET, BUSY: 20})
            for node in floor.houses:
                assert queue_of(floor.houses[node]).holdings.wanted == {}
            assert floor.held("n2") == [BUSY]
            assert set(floor.held("n1")) == {*QUIET, DUTIES}

    asyncio.run(play())


def until_of(floor: Cluster, node: str) -> float:
    """Return when the leases of a node end; each renewal changes it."""
    return queue_of(floor.houses[node]).holdings.until


def has_new_terms(floor: Cluster, terms: dict[str, float]) -> bool:
    """Return whether every node has renewed its leases since `terms` were read."""
    return all(until_of(floor, node) != term for node, term in terms.items())


def test_what_a_person_hands_over_is_not_brought_back(tmp_path: Path, database: str) -> None:
    async def play() -> None:
        async with cluster(tmp_path, *GAMES, database=database) as floor:
            await floor.reached(lambda: all(len(floor.held(node)) > 1 for node in floor.houses))
            store = queue_of(floor.houses["n1"]).holdings.store
            node = floor.houses["n1"].node
            assert node is not None
            moved = set(floor.held("n2"))
            for table in moved:
                await node.leased(lambda table=table: store.want(table, "n1"))  # type: ignore[misc]
            await floor.reached(lambda: moved <= set(floor.held("n1")))
            await floor.reached(lambda: floor.held("n2"))  # what nobody has put anywhere
            for _ in range(2):
                terms = {name: until_of(floor, name) for name in floor.houses}
                await floor.reached(partial(has_new_terms, floor, terms))
            assert moved <= set(floor.held("n1"))

    asyncio.run(play())
