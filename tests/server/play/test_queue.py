"""The queue of commands goes on, whatever fails around a batch of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import Role
from croupier.server.journal import open_store
from croupier.server.journal.keys import Keys
from croupier.server.play import queue
from croupier.server.play.house import House
from croupier.server.play.queue import CommandQueue
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.wire.house import setup_of
from tests.support.waiting import wait_until_async

if TYPE_CHECKING:
    from pathlib import Path

DEALER, SUPERVISOR = Who("d1", Role.DEALER), Who("s1", Role.PIT_SUPERVISOR)
OPEN = Request("t1", DEALER, asks.OpenBetting(), 1, "d1/1")
CLOSE = Request("t1", DEALER, asks.CloseBetting(), 2, "d1/2")


@pytest.fixture
def house(tmp_path: Path) -> House:
    house = House(open_store(tmp_path / "house.db"), Keys.new())
    house.add_table("t1", setup_of("baccarat"), "m1", 0)
    return house


class Failing:
    """Fails when it is called for the first time."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, *_: object) -> None:
        self.calls += 1
        if self.calls == 1:
            raise RuntimeError("a fault of the first time")


@pytest.mark.parametrize("place", ["after_writing", "refused", "keep"])
def test_a_fault_beside_a_command_does_not_end_those_that_follow(house: House, place: str) -> None:
    failing = Failing()

    async def asked() -> object:
        async with CommandQueue(house, lambda: 1) as live:
            if place == "keep":
                house.to_keep["t1"] = 1
                house.keep = failing  # type: ignore[method-assign]
            else:
                getattr(live, place).append(failing)
            first = CLOSE if place == "refused" else OPEN
            await asyncio.wait([live.ask(first)], timeout=5)
            if place == "refused":
                await live.ask(OPEN)
            async with asyncio.timeout(5):
                return await live.ask(CLOSE)

    assert isinstance(asyncio.run(asked()), Carried)
    assert failing.calls >= 1


def test_a_house_that_could_not_be_probed_once_is_probed_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = Failing()
    monkeypatch.setattr(queue, "PROBE_EVERY", 0.01)
    monkeypatch.setattr(house, "probe", failing)

    async def looked() -> None:
        async with CommandQueue(house, lambda: 1), asyncio.timeout(5):
            house.paused = "the disk is full"
            await wait_until_async(lambda: failing.calls >= 3)

    asyncio.run(looked())
