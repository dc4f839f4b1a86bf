"""The house's clock is compared with its machine's, whose kernel says whether it is right."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from croupier.server import time_sources
from croupier.server.journal.check_acts import ClockRight, ClockWrong
from croupier.server.play.clock import MILLISECOND, Clock
from croupier.server.time_sources import Kernel
from croupier.server.timekeeping import Timekeeping
from croupier.version import RELEASED_MS
from croupier.wire.house_sections import ChecksIn

if TYPE_CHECKING:
    from croupier.server.journal.acts import AnyAct

NOON = 1_800_000_000_000
SYNCHRONISED = Kernel(synchronised=True, error_ms=20)


class Machine:
    """Its wall clock may be set; the other runs on."""

    def __init__(self, wall: int = NOON, not_before: int = 0) -> None:
        self.wall = wall
        self.kernel: Kernel | None = SYNCHRONISED
        self.clock = Clock(not_before, lambda: self.wall * MILLISECOND, lambda: 0)
        self.recorded: list[AnyAct] = []

    async def record(self, act: AnyAct) -> None:
        self.recorded.append(act)

    def keeper(self) -> Timekeeping:
        return Timekeeping(self.clock, self.record, ChecksIn(), lambda: self.kernel)


def looked(keeper: Timekeeping) -> list[str]:
    asyncio.run(keeper.look())
    return keeper.remarks()


@pytest.mark.standard(57)
@pytest.mark.parametrize(
    ("ahead_ms", "is_wrong"),
    [(0, False), (999, False), (-1000, False), (1001, True), (-1001, True), (90_000_000, True)],
)
def test_a_clock_is_compared_with_the_machines(ahead_ms: int, *, is_wrong: bool) -> None:
    machine = Machine()
    keeper = machine.keeper()
    machine.wall -= ahead_ms
    looked(keeper)
    looked(keeper)
    assert keeper.offset_ms == pytest.approx(ahead_ms, abs=0.5)
    told = ClockWrong(at=NOON, why="offset", by_ms=ahead_ms, reference="this machine")
    assert machine.recorded == ([told] if is_wrong else []), "once for each excursion"
    assert bool(keeper.remarks()) == is_wrong


@pytest.mark.standard(57)
def test_an_excursion_is_over_when_the_clock_is_right_again() -> None:
    machine = Machine()
    keeper = machine.keeper()
    machine.wall = NOON - 5000
    assert looked(keeper) == ["the house's clock is +5.0 s off, by this machine"]
    machine.wall = NOON
    assert looked(keeper) == []
    machine.wall = NOON + 5000
    looked(keeper)
    assert [(type(one), one.at) for one in machine.recorded] == [
        (ClockWrong, NOON),
        (ClockRight, NOON),
        (ClockWrong, NOON),
    ]


@pytest.mark.standard(57)
@pytest.mark.parametrize(
    ("kernel", "says"),
    [
        (Kernel(synchronised=False, error_ms=16_000), True),
        (Kernel(synchronised=True, error_ms=1001), True),
        (Kernel(synchronised=True, error_ms=1000), False),
        (None, False),
    ],
)
def test_what_the_kernel_says_of_its_clock(kernel: Kernel | None, *, says: bool) -> None:
    machine = Machine()
    machine.kernel = kernel
    keeper = machine.keeper()
    assert bool(looked(keeper)) == says
    told = [ClockWrong(at=NOON, why="unsynchronised")] if says else []
    assert machine.recorded == told


@pytest.mark.standard(57)
def test_a_house_that_opened_by_a_wrong_clock_is_told_when_the_machine_was_put_right() -> None:
    """Entries go by the clock of the opening: only another opening takes the right time."""
    machine = Machine()
    keeper = machine.keeper()
    assert looked(keeper) == []
    machine.wall -= 1500
    assert looked(keeper) == ["the house's clock is +1.5 s off, by this machine"]


@pytest.mark.standard(57)
@pytest.mark.parametrize(
    ("wall", "not_before", "says"),
    [
        (RELEASED_MS - 1, 0, "the machine's clock shows a time before this program was made"),
        (RELEASED_MS, 0, None),
        (NOON, NOON + 1, "the machine's clock shows a time before the newest entry of the journal"),
        (NOON, NOON, None),
    ],
)
def test_a_wrong_year_is_told_at_the_start(wall: int, not_before: int, says: str | None) -> None:
    machine = Machine(wall, not_before)
    keeper = machine.keeper()

    async def begun() -> None:
        running = asyncio.create_task(keeper.run())
        await asyncio.sleep(0)
        running.cancel()

    asyncio.run(begun())
    assert keeper.remarks() == ([says] if says else [])
    assert [type(one) for one in machine.recorded] == ([ClockWrong] if says else [])


def test_this_machines_kernel_answers_or_nobody_does() -> None:
    told = time_sources.kernel()
    assert told is None or told.error_ms >= 0
