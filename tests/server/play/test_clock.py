"""One clock for the house: the machine's may jump, a countdown and the journal do not."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.server.people.people import LOCKED, Session
from croupier.server.play.clock import Clock, newest
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import CLOCK, Who
from tests.support.configured_house import opened, reached, written

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.server.opening import OpenHouse

FIVE_MINUTES_MS = 300_000
HOUR = 3_600_000
NOON = 1_800_000_000_000
D1 = Who("d1", Role.DEALER)


class Machine:
    """Its wall clock may be set; the other runs on."""

    def __init__(self, wall: int = NOON) -> None:
        self.wall, self.run = wall, 0

    def clock(self, not_before: int = 0) -> Clock:
        return Clock(not_before, lambda: self.wall * 1_000_000, lambda: self.run * 1_000_000)

    def passes(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.run += milliseconds


@pytest.mark.standard(57)
def test_wall_time_at_the_start_and_the_time_since() -> None:
    machine = Machine()
    clock = machine.clock()
    assert clock() == NOON
    machine.passes(1500)
    assert clock() == NOON + 1500


def test_never_before_the_newest_entry(tmp_path: Path) -> None:
    machine = Machine()
    house = opened(tmp_path, written("baccarat"), clock=machine.clock)
    assert newest(house.store) == NOON
    house.cage.buy_in("p1", 100, "c1", NOON + 7)
    assert newest(house.store) == NOON + 7
    assert Machine(NOON - HOUR).clock(newest(house.store))() == NOON + 7


async def ask(house: OpenHouse, command: asks.AnyCommand, who: Who = D1) -> Carried | Refused:
    reply = await house.queue.ask(Request("baccarat", who, command, house.clock()))
    assert isinstance(reply, Carried | Refused)
    return reply


def moving(house: OpenHouse, steps: Callable[[], object]) -> None:
    async def run() -> None:
        async with asyncio.timeout(60), house.in_motion():
            found = steps()
            if asyncio.iscoroutine(found):
                await found

    asyncio.run(run())


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_jump_disturbs_no_countdown(tmp_path: Path, jump: int) -> None:
    """Betting lasts as long as it was to last, and entries are in order."""
    machine = Machine()
    text = written("baccarat", more='dealer = "person"', betting_seconds=10)
    house = opened(tmp_path, text, clock=machine.clock)

    async def steps() -> None:
        assert isinstance(await ask(house, asks.OpenBetting()), Carried)
        machine.wall += jump
        machine.passes(9_999)
        early = await ask(house, asks.TimeUp(), CLOCK)
        assert isinstance(early, Refused)
        assert early.why == "time-not-over"
        machine.passes(1)
        await reached(lambda: house.play.tables["baccarat"].table.round.warned)

    moving(house, steps)
    again = opened(tmp_path, text, clock=machine.clock)
    times = [entry.at for entry in again.store.read("table:baccarat")]
    assert times == sorted(times)
    assert times[-1] == NOON + 10_000


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
def test_a_jump_between_two_openings(tmp_path: Path, jump: int) -> None:
    """Forward, an hour has passed for the house as well; back, it goes on where it was."""
    machine = Machine()
    text = written("baccarat", more='dealer = "person"', betting_seconds=10)
    first = opened(tmp_path, text, clock=machine.clock)

    async def before() -> None:
        machine.passes(5_000)
        assert isinstance(await ask(first, asks.OpenBetting()), Carried)

    moving(first, before)
    machine.wall += jump
    again = opened(tmp_path, text, clock=machine.clock)
    assert again.clock() == NOON + 5_000 + max(jump, 0)
    moving(again, lambda: None)
    last = opened(tmp_path, text, clock=machine.clock)
    times = [entry.at for entry in last.store.everything()]
    assert times == sorted(times)


@pytest.mark.parametrize("jump", [0, HOUR, -HOUR])
def test_a_session_locks_when_nobody_was_there_and_not_by_a_jump(tmp_path: Path, jump: int) -> None:
    machine = Machine()
    house = opened(tmp_path, written("baccarat"), clock=machine.clock)
    staff = house.people.first_staff(house.clock())
    assert isinstance(staff, list)
    name, _, password = staff[0]
    session = house.people.sign_in(name, password, house.clock())
    assert isinstance(session, Session)
    machine.wall += jump
    machine.passes(FIVE_MINUTES_MS - 1)
    assert house.who(session.token) == session.who
    machine.passes(FIVE_MINUTES_MS - 1)
    assert house.who(session.token) == session.who
    machine.passes(FIVE_MINUTES_MS)
    assert house.who(session.token) == LOCKED
    assert house.people.standing(session.token, house.clock()) == LOCKED
