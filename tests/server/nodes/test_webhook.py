"""The webhook of a house on several machines: whoever has the duties goes on where it was left."""

from __future__ import annotations

import asyncio
import json
from contextlib import AsyncExitStack, suppress
from typing import TYPE_CHECKING

import pytest

from croupier.server.journal.sharing import DUTIES
from croupier.server.journal.store import Unreadable
from croupier.server.webhook import FILE, Webhook
from tests.support.configured_house import written
from tests.support.several_nodes import PERSON, Cluster
from tests.support.webhook_receiver import Receiver, with_secret

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.opening import OpenHouse

NODES = ("n1", "n2")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        return ""
    fresh: str = request.getfixturevalue("postgres").fresh()
    return fresh


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Webhook, "first_wait", 0.05)


async def bought(house: OpenHouse, cents: int) -> None:
    await house.queue.on_disk(lambda: house.cage.buy_in("p1", cents, "d1", house.clock()))


def test_another_node_posts_nothing_once_more(tmp_path: Path, database: str) -> None:
    async def play() -> None:
        with Receiver() as receiver:
            hook = f'[webhook]\nurl = "{receiver.url}"\nsecret = "hook.secret"\n'
            floor = Cluster(tmp_path, written("baccarat", more=PERSON) + hook, database)
            with_secret(tmp_path / "n1")
            async with AsyncExitStack() as stack:
                for node in NODES:
                    await floor.start(node)
                    stack.push_async_callback(stopped, floor, node)
                await floor.reached(lambda: floor.holder(DUTIES))
                for cents, leaves in ((100, True), (200, False)):
                    holder = floor.holder(DUTIES)
                    assert holder is not None
                    house = floor.houses[holder]
                    await bought(house, cents)
                    await floor.reached(lambda house=house: is_posted(house))  # type: ignore[misc]
                    if leaves:
                        await floor.stop(holder)
                        await floor.reached(lambda: floor.holder(DUTIES))
            found = receiver.positions()
            assert found == sorted(set(found)), "each once, in order"
            assert not (tmp_path / "n1" / FILE).exists()

    asyncio.run(play())


async def stopped(floor: Cluster, node: str) -> None:
    if node in floor.houses:
        await floor.stop(node)


def is_posted(house: OpenHouse) -> bool:
    at = house.webhook.at
    with suppress(Unreadable):  # a machine that is busy looks again
        return at is not None and at.position == house.store.tree_size()
    return False


def test_a_house_that_was_moved_goes_on_where_its_file_says(tmp_path: Path) -> None:
    async def play() -> None:
        with Receiver() as receiver:
            hook = f'[webhook]\nurl = "{receiver.url}"\nsecret = "hook.secret"\n'
            with_secret(tmp_path / "n1")
            before = Cluster(tmp_path, written("baccarat", more=PERSON))
            house = await before.start("n1")
            await bought(house, 100)
            *_, last = house.store.everything()
            await before.stop("n1")
            kept = {"position": last.position, "hash": last.hash.hex()}
            (tmp_path / "n1" / FILE).write_text(json.dumps(kept), "utf-8")
            floor = Cluster(tmp_path, written("baccarat", more=PERSON) + hook)
            house = await floor.start("n1")
            await bought(house, 200)
            await floor.reached(lambda: is_posted(house))
            assert min(receiver.positions()) == last.position + 1
            await floor.stop("n1")

    asyncio.run(play())
