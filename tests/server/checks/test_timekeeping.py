"""The house's clock is held against its machine's kernel and against time servers."""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from croupier.problems import BadInput
from croupier.server import time_sources
from croupier.server.journal.check_acts import ClockRight, ClockWrong
from croupier.server.play.clock import MILLISECOND, Clock
from croupier.server.time_sources import ERA, SINCE_1900, Kernel, offset_by
from croupier.server.timekeeping import Timekeeping
from croupier.version import RELEASED_MS
from croupier.wire.house_sections import ChecksIn
from croupier.wire.house_self_checks import TimeServer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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

    def keeper(self, *servers: str) -> Timekeeping:
        checks = ChecksIn(clock_servers=servers)
        return Timekeeping(self.clock, self.record, checks, lambda: self.kernel)


def looked(keeper: Timekeeping) -> list[str]:
    asyncio.run(keeper.look())
    return keeper.remarks()


def stamp(seconds: float) -> bytes:
    whole = int(seconds)
    return struct.pack("!II", (whole + SINCE_1900) % ERA, round((seconds - whole) * ERA))


@contextmanager
def time_server(answer: Callable[[bytes], bytes]) -> Iterator[str]:
    """A real one on this machine, which answers as it is told to."""
    line = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    line.bind(("127.0.0.1", 0))

    def serve() -> None:
        while (asked := line.recvfrom(1024))[0] != b"stop":
            line.sendto(answer(asked[0]), asked[1])

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{line.getsockname()[1]}"
    finally:
        line.sendto(b"stop", line.getsockname())
        thread.join(5)
        line.close()


def shows(
    seconds: float, flags: int = 0x24, stratum: int = 2, mark: bytes | None = None
) -> Callable[[bytes], bytes]:
    def answer(asked: bytes) -> bytes:
        assert (asked[0], len(asked)) == (0x23, 48)
        times = bytes(8) + (asked[40:48] if mark is None else mark) + 2 * stamp(seconds)
        return bytes([flags, stratum, 6, 0xEC]) + bytes(12) + times

    return answer


@pytest.mark.standard(57)
@pytest.mark.parametrize(
    ("ahead_ms", "is_wrong"),
    [(0, False), (999, False), (-1000, False), (1001, True), (-1001, True), (90_000_000, True)],
)
def test_a_clock_is_held_against_a_time_server(ahead_ms: int, *, is_wrong: bool) -> None:
    machine = Machine()
    with time_server(shows((NOON - ahead_ms) / 1000)) as where:
        looked(keeper := machine.keeper(where))
        looked(keeper)
    assert keeper.offset_ms == pytest.approx(ahead_ms, abs=0.5)
    told = ClockWrong(at=NOON, why="offset", by_ms=ahead_ms, reference="127.0.0.1")
    assert machine.recorded == ([told] if is_wrong else []), "once for each excursion"
    assert bool(keeper.remarks()) == is_wrong


@pytest.mark.standard(57)
def test_an_excursion_is_over_when_the_clock_is_right_again() -> None:
    machine, shown = Machine(), [NOON / 1000 - 5]
    with time_server(lambda asked: shows(shown[0])(asked)) as where:  # noqa: PLW0108 - it is set
        keeper = machine.keeper(where)
        assert looked(keeper) == ["the house's clock is +5.0 s off, by 127.0.0.1"]
        shown[0] = NOON / 1000
        assert looked(keeper) == []
        shown[0] = NOON / 1000 + 5
        looked(keeper)
    assert [(type(one), one.at) for one in machine.recorded] == [
        (ClockWrong, NOON),
        (ClockRight, NOON),
        (ClockWrong, NOON),
    ]


@pytest.mark.standard(57)
@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (shows(0, flags=0xE4), "does not know the time itself"),
        (shows(0, stratum=0), "does not know the time itself"),
        (shows(0, stratum=16), "does not know the time itself"),
        (shows(0, flags=0x23), "answers with something else"),
        (shows(0, mark=bytes(8)), "answers with something else"),
        (lambda _asked: b"x", "answers with something else"),
        (lambda _asked: b"", "answers with something else"),
    ],
)
def test_a_server_that_lies_or_does_not_know_is_not_believed(
    answer: Callable[[bytes], bytes], says: str
) -> None:
    machine = Machine()
    with time_server(answer) as where:
        assert looked(machine.keeper(where)) == [f"time server 127.0.0.1: {says}"]
    assert machine.recorded == []


def test_a_server_that_is_silent_is_waited_for_a_moment_only() -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        line.bind(("127.0.0.1", 0))
        server = TimeServer("127.0.0.1", line.getsockname()[1])
        with pytest.raises(BadInput, match=r"127\.0\.0\.1: does not answer"):
            offset_by(server, time.time, 0.05)


def test_a_server_that_has_counted_over_is_understood() -> None:
    """In 2036 servers count from nothing again."""
    later = SINCE_1900 + ERA + 10.5
    assert time_sources.seconds_of(stamp(later), near=later + 3) == pytest.approx(later)


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
