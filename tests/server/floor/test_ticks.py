"""When a crowd is shown what has changed: in parts, and not so often that nobody is heard."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, cast

import pytest

from croupier.server.floor import display, ticks
from croupier.server.floor.watcher import Watcher
from croupier.server.opening import OpenHouse
from croupier.server.people.passwords import LIGHT
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.floor.floor import Floor

TABLES = ("t1", "t2", "t3")


class Line:
    """The other end takes everything."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []

    def write(self, data: bytes) -> int:
        self.taken.append(data)
        return 0

    def waiting(self) -> int:
        return 0

    def drop(self) -> None: ...

    def end(self, code: int, says: str) -> None: ...


@pytest.fixture
def floor(tmp_path: Path) -> Floor:
    house = OpenHouse(tmp_path, profile=LIGHT)
    for name in TABLES:
        house.play.add_table(name, setup_of("baccarat"), "house", 0)
    return house.floor


def watching(floor: Floor, table: str, count: int) -> list[Line]:
    lines = [Line() for _ in range(count)]
    for line in lines:
        Watcher(floor, None, line).watch(table, None)
    return lines


async def shown(floor: Floor) -> None:
    while floor.ticks.ticking:  # noqa: ASYNC110 - for as long as it takes
        await asyncio.sleep(0)


def test_what_has_arrived_is_heard_between_the_parts_of_a_crowd(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ticks, "TICK", 0)
    monkeypatch.setattr(ticks, "AT_A_TIME", 2)
    sizes: list[int] = []

    async def crowd() -> None:
        lines = [line for table in TABLES for line in watching(floor, table, 2)]
        while floor.ticks.ticking:
            sizes.append(sum(bool(line.taken) for line in lines))
            await asyncio.sleep(0)
        assert all(line.taken for line in lines)

    asyncio.run(crowd())
    assert {2, 4} <= set(sizes)


def test_the_more_are_shown_something_the_longer_until_the_next_time(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ticks, "TICK", 0)
    monkeypatch.setattr(ticks, "A_SECOND", 100)

    async def crowd() -> None:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        watching(floor, "t1", 10)
        await shown(floor)
        until = floor.ticks.rested_at
        assert until >= begun + 0.1
        newcomer = watching(floor, "t2", 1)
        await shown(floor)
        assert loop.time() >= until
        assert newcomer[0].taken
        assert floor.ticks.rested_at - loop.time() <= 0.01

    asyncio.run(crowd())


def test_what_comes_while_a_crowd_is_shown_is_not_forgotten(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ticks, "TICK", 0)
    monkeypatch.setattr(ticks, "AT_A_TIME", 1)

    async def crowd() -> None:
        for table in TABLES:
            watching(floor, table, 1)
        while len(floor.ticks.due) != 1:  # noqa: ASYNC110 - in the middle of it
            await asyncio.sleep(0)
        [late] = watching(floor, (set(TABLES) - set(floor.ticks.due)).pop(), 1)
        await shown(floor)
        assert late.taken

    asyncio.run(crowd())


def test_a_change_beside_the_tables_is_shown_also_if_it_comes_in_the_middle_of_a_tick(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a frozen jackpot or a notice, which the tick has looked at before."""
    monkeypatch.setattr(ticks, "TICK", 0)
    monkeypatch.setattr(ticks, "AT_A_TIME", 1)

    async def crowd() -> None:
        for table in TABLES:
            watching(floor, table, 1)
        while len(floor.ticks.due) != 1:  # noqa: ASYNC110 - in the middle of it
            await asyncio.sleep(0)
        floor.queue.play.paused = "the disk is full"
        floor.stir()
        await shown(floor)
        assert floor.notice.paused == "the disk is full"

    asyncio.run(crowd())


def test_a_table_of_many_is_shown_in_parts_of_its_own(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever stops to watch meanwhile, or has gone, is sent nothing of it."""
    monkeypatch.setattr(ticks, "TICK", 0)
    monkeypatch.setattr(ticks, "A_PART", 0)
    monkeypatch.setattr(display, "AT_A_TIME", 1)
    monkeypatch.setattr(ticks, "A_SECOND", 10**9)

    async def crowd() -> None:
        lines = watching(floor, "t1", 5)
        await shown(floor)
        for line in lines:
            line.taken.clear()
        floor.tell_opening("t1", 1)
        while not any(line.taken for line in lines):  # noqa: ASYNC110 - in the middle of it
            await asyncio.sleep(0)
        waiting = [one for one in floor.watching["t1"] if not cast("Line", one.line).taken]
        assert waiting
        waiting[0].unwatch("t1")
        await shown(floor)
        taken = [bool(line.taken) for line in lines]
        assert (taken.count(True), cast("Line", waiting[0].line).taken) == (4, [])

    asyncio.run(crowd())


def test_what_is_sent_to_one_in_a_tick_is_one_write(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ticks, "TICK", 0)

    async def crowd() -> None:
        [line] = watching(floor, "t1", 1)
        await shown(floor)
        [together] = line.taken
        assert together.count(b'{"type":"') == 2
        assert together.index(b'"seen"') < together.index(b'"results"')

    asyncio.run(crowd())


def test_a_table_that_cannot_be_shown_holds_up_no_other(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ticks, "TICK", 0)

    async def crowd() -> None:
        told: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, about: told.append(about))
        floor.changed["t9"] = None
        floor.stir()
        await shown(floor)
        assert len(told) == 1
        [line] = watching(floor, "t1", 1)
        await shown(floor)
        assert line.taken

    asyncio.run(crowd())
