"""What each node tells of itself, and that a house of one machine tells nothing of nodes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from croupier.server.exposition import written as in_text
from croupier.server.http.alerts import causes
from croupier.server.http.api.condition import families
from croupier.server.http.api.operations import table_standing, this_node
from croupier.server.nodes.alone import NoMessages
from croupier.server.nodes.local import LocalMessages
from croupier.server.readiness import remarks
from tests.support.configured_house import opened, written
from tests.support.exposition import read
from tests.support.several_nodes import cluster, queue_of

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.opening import OpenHouse
    from tests.support.several_nodes import Cluster

GAMES = ("baccarat", "three-pictures")
DOWN = "the line of messages is down: this machine reaches its own tables only"
ALONE = "no other machine of the house is there: with this one it stands still"
NAMES = (
    "tables",
    "load",
    "lease_seconds",
    "behind_entries",
    "messages_connected",
    "handed_over_total",
    "taken_total",
    "lost_total",
)


def figures(house: OpenHouse) -> dict[str, float]:
    told = read(in_text(families(house)))
    assert house.nodes is not None
    return {
        name: told[f"croupier_node_{name}"].of(node=house.nodes.node)
        for name in NAMES
        if told[f"croupier_node_{name}"].samples
    }


def alerts(house: OpenHouse) -> list[str]:
    return [one.said.code for one in causes(house, []) if "disk" not in one.said.code]


async def in_parts(floor: Cluster) -> None:
    """Each node holds a table."""
    await floor.reached(lambda: all({*floor.held(one)} & {*GAMES} for one in floor.houses))


def all_counted(houses: list[OpenHouse]) -> bool:
    """A table that was handed over was taken once more."""
    told = [figures(one) for one in houses]
    handed = sum(one["handed_over_total"] for one in told)
    return sum(one["taken_total"] for one in told) == len(GAMES) + handed


def test_a_node_is_shown_by_its_name_with_the_tables_that_it_holds(tmp_path: Path) -> None:
    async def play() -> None:
        async with cluster(tmp_path, *GAMES) as floor:
            await in_parts(floor)
            await floor.reached(lambda: all(knows_holders(floor, one) for one in floor.houses))
            for name, house in floor.houses.items():
                shown = this_node(house)
                assert (shown.name, {*shown.tables}) == (name, {*floor.held(name)} & {*GAMES})
                for table in GAMES:
                    assert table_standing(house, table).node == floor.holder(table)

    asyncio.run(play())


def knows_holders(floor: Cluster, node: str) -> bool:
    known = queue_of(floor.houses[node]).holdings
    return all(known.holder(table) == floor.holder(table) for table in GAMES)


def test_a_node_counts_its_tables_and_what_became_of_them(tmp_path: Path) -> None:
    async def play() -> None:
        async with cluster(tmp_path, *GAMES) as floor:
            await in_parts(floor)
            first, second = floor.houses.values()
            both = [figures(first), figures(second)]
            assert [one["tables"] for one in both] == [1, 1]
            assert all(0 < one["lease_seconds"] <= 2.5 for one in both)
            assert [one["messages_connected"] for one in both] == [1, 1]
            assert [one["lost_total"] for one in both] == [0, 0]
            await floor.reached(lambda: all_counted([first, second]))
            both = [figures(first), figures(second)]
            await floor.reached(lambda: figures(second)["behind_entries"] == 0)
            await floor.reached(lambda: [remarks(first), remarks(second)] == [[], []])
            await floor.stop("n2")
            await floor.reached(lambda: figures(first)["tables"] == 2)
            assert figures(first)["taken_total"] == both[0]["taken_total"] + 1
            await floor.reached(lambda: remarks(first) == [ALONE])
            assert alerts(first) == ["no-other-node"]

    asyncio.run(play())


def test_what_ran_out_under_a_node_is_counted_as_lost(tmp_path: Path) -> None:
    async def play() -> None:
        async with cluster(tmp_path, *GAMES, nodes=1) as floor:
            await floor.reached(lambda: set(GAMES) <= {*floor.held("n1")})
            house = floor.houses["n1"]
            holdings = queue_of(house).holdings
            assert house.node is not None
            behind_its_back = house.node.leased(
                lambda: holdings.store.hand_over("baccarat", "n9", 0.0)
            )
            assert await behind_its_back
            await floor.reached(lambda: figures(house)["lost_total"] == 1)
            await floor.reached(lambda: figures(house)["tables"] == 2)
            holdings.until = 0.001
            assert figures(house)["lease_seconds"] == 0

    asyncio.run(play())


def test_how_far_a_node_is_behind_goes_by_what_was_there_at_its_last_look(tmp_path: Path) -> None:
    async def play() -> None:
        async with cluster(tmp_path, "baccarat", nodes=1) as floor:
            house = floor.houses["n1"]
            await floor.reached(lambda: queue_of(house).holdings.size)
            holdings = queue_of(house).holdings
            holdings.size = holdings.sharing.looked + len(holdings.sharing.mine) + 7
            assert figures(house)["behind_entries"] == 7
            holdings.size -= 8
            assert figures(house)["behind_entries"] == 0

    asyncio.run(play())


def test_a_line_that_is_down_is_told_where_there_should_be_one(tmp_path: Path) -> None:
    async def play() -> None:
        async with cluster(tmp_path, *GAMES) as floor:
            await in_parts(floor)
            house = floor.houses["n1"]
            line = queue_of(house).messages
            assert isinstance(line, LocalMessages)
            line.cut()
            assert figures(house)["messages_connected"] == 0
            await floor.reached(lambda: remarks(house) == [DOWN])  # others may be seen late
            await floor.reached(lambda: alerts(house) == ["messages-are-down"])
            line.mend()
            await floor.reached(lambda: remarks(house) == [])
            queue_of(house).messages = NoMessages("n1")
            await floor.reached(lambda: remarks(house) == [])
            assert "messages_connected" not in figures(house)
            queue_of(house).messages = line

    asyncio.run(play())


def test_a_house_of_one_machine_tells_nothing_of_nodes(tmp_path: Path) -> None:
    house = opened(tmp_path, written("baccarat"))
    told = read(in_text(families(house)))
    assert [told[f"croupier_node_{name}"].samples for name in NAMES] == [{}] * len(NAMES)
    assert remarks(house) == []
    house.close()
