"""What a node notices at its opening is held against its own last one: files differ a little."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from croupier.server.journal.acts import ConfigurationChanged, read_act
from tests.support.configured_house import written
from tests.support.several_nodes import PERSON, Cluster

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.opening import OpenHouse

NODES = ("n1", "n2")


def alarms(house: OpenHouse) -> int:
    found = (read_act(entry) for entry in house.store.read("house"))
    return sum(isinstance(one, ConfigurationChanged) for one in found)


async def all_opened(floor: Cluster, texts: dict[str, str]) -> int:
    for node in NODES:
        floor.text = texts[node]
        await floor.start(node)
    count = alarms(floor.houses["n2"])
    for node in NODES:
        await floor.stop(node)
    return count


def test_a_node_is_held_against_its_own_last_opening(tmp_path: Path) -> None:
    async def play() -> None:
        shared = written("baccarat", more=PERSON)
        texts = {one: f'{shared}\n[nodes]\nnode = "{one}"\n' for one in NODES}
        floor = Cluster(tmp_path, shared)
        once_each = await all_opened(floor, texts)
        assert once_each == 1, "the second node was never there"
        assert await all_opened(floor, texts) == once_each
        texts["n1"] += "# by hand\n"
        assert await all_opened(floor, texts) == once_each + 1
        cashier = '[people]\ncash_out.cashier = "99.00"\n'
        texts = {node: f"{text}{cashier}" for node, text in texts.items()}
        assert await all_opened(floor, texts) == once_each + 3

    asyncio.run(play())
