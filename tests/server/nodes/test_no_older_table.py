"""A terminal that comes from another node is shown no table older than the one that it has seen."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

from websockets.asyncio.client import ClientConnection, connect

from croupier.server.play.requests import Carried
from croupier.table import commands as asks
from tests.support.several_nodes import DEALER, Cluster, cluster, on_the_web
from tests.support.waiting import LONGEST

if TYPE_CHECKING:
    from pathlib import Path

TABLE = "baccarat"


async def at_two_nodes(floor: Cluster) -> tuple[str, str, int]:
    """The node that holds the table, the other, and the last entry there, which both know."""
    await floor.reached(lambda: floor.holder(TABLE))
    holder = floor.holder(TABLE)
    assert holder is not None
    [other] = floor.houses.keys() - {holder}
    version = floor.houses[holder].play.tables[TABLE].version
    await floor.reached(lambda: floor.houses[other].play.tables[TABLE].version == version)
    return holder, other, version


async def watch(line: ClientConnection, since: int | None) -> None:
    await line.send(json.dumps({"type": "watch", "table": TABLE, "since": since}))


async def shown(line: ClientConnection) -> dict[str, Any]:
    return await next_of(line, "seen")


async def shown_before_pong(line: ClientConnection) -> dict[str, Any] | None:
    """Return the table if it is shown before the house has taken all that was sent to it."""
    await line.send(json.dumps({"type": "ping"}))
    told = await next_of(line, "seen", "pong")
    return told if told["type"] == "seen" else None


async def next_of(line: ClientConnection, *types: str) -> dict[str, Any]:
    async with asyncio.timeout(LONGEST):
        while True:
            told: dict[str, Any] = json.loads(await line.recv())
            if told["type"] in types:
                return told


def test_what_another_node_showed_is_waited_for(tmp_path: Path) -> None:
    async def play() -> None:
        async with cluster(tmp_path, TABLE) as floor:
            holder, other, before = await at_two_nodes(floor)
            behind = floor.houses[other]
            async with on_the_web(behind) as address, connect(f"ws://{address}/ws") as line:
                async with behind.queue.write_lock:  # it cannot look at what others write
                    opened = await floor.ask(holder, TABLE, asks.OpenBetting(), DEALER)
                    assert isinstance(opened, Carried)
                    await watch(line, opened.version)
                    assert await shown_before_pong(line) is None
                told = await shown(line)
                assert (told["version"], told["since"]) == (opened.version, opened.version)
                assert (before, told["view"]["step"]) == (opened.version - 1, "betting")

    asyncio.run(play())


def test_what_was_never_written_is_not_waited_for(tmp_path: Path) -> None:
    """Whoever says so is shown the table as it is, and one who has left it is shown nothing."""

    async def play() -> None:
        async with cluster(tmp_path, TABLE) as floor:
            _, other, version = await at_two_nodes(floor)
            house = floor.houses[other]
            async with on_the_web(house) as address, connect(f"ws://{address}/ws") as line:
                await watch(line, 10**12)
                assert (await shown(line))["version"] == version
                async with house.queue.write_lock:
                    await watch(line, 10**12)
                    await line.send(json.dumps({"type": "unwatch", "table": TABLE}))
                    assert await shown_before_pong(line) is None
                assert await shown_before_pong(line) is None
                assert house.floor.watching[TABLE] == set()

    asyncio.run(play())
