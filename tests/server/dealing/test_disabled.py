"""A table that fails, or loses its rounds, again and again is put out of use; the pit opens it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NoReturn

import httpx
import pytest

from croupier.engine.irregularities import Role
from croupier.server.dealing import faults
from croupier.server.dealing.dealer import FAILS_AGAIN, AutomaticDealer
from croupier.server.dealing.faults import ROUNDS_LOST, TOO_OFTEN, WITHIN, Faults
from croupier.server.journal.acts import TableDisabled
from croupier.server.journal.store import Unreadable
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import CLOCK, Who
from tests.support.configured_house import on_the_web, opened, until, written

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.journal.acts import AnyAct

S1 = Who("s1", Role.PIT_SUPERVISOR)
TABLE = "baccarat"


async def broken(_dealer: AutomaticDealer) -> NoReturn:
    raise LookupError


@pytest.mark.standard(6)
def test_a_table_that_fails_again_and_again_closes_and_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(AutomaticDealer, "act", broken)
    house = opened(tmp_path, written(TABLE, "three-pictures"))
    with on_the_web(house) as where:
        tables = house.play.tables
        until(lambda: not any(one.table.is_open for one in tables.values()))
        house.faults.tables.clear()
        told = httpx.get(f"http://{where}/ready").text
    assert f"table {TABLE} is out of use: it failed {TOO_OFTEN} times\n" in told
    found = [one for one in house.acts.last if isinstance(one, TableDisabled)]
    assert sorted((one.table, one.times) for one in found) == [
        (TABLE, TOO_OFTEN),
        ("three-pictures", TOO_OFTEN),
    ]


@pytest.mark.standard(6)
def test_rounds_lost_in_a_row_close_the_table_and_the_pit_opens_it(tmp_path: Path) -> None:
    house = opened(tmp_path, written(TABLE, more='dealer = "person"'))

    async def ask(who: Who, command: asks.AnyCommand) -> Carried:
        reply = await house.queue.ask(Request(TABLE, who, command, house.clock()))
        assert isinstance(reply, Carried), reply
        return reply

    async def lost() -> None:
        async with house.queue:
            dealer = AutomaticDealer(house.floor, TABLE, house.shoes, 0)
            dealer.faults = house.faults
            for number in range(ROUNDS_LOST):
                await dealer.faults.look(TABLE)
                assert (number, dealer.is_to_close()) == (number, False)
                for who, command in (
                    (S1, asks.OpenBetting()),
                    (CLOCK, asks.Interrupt()),
                    (CLOCK, asks.Resume()),
                ):
                    await ask(who, command)
                assert house.play.tables[TABLE].table.round.voided
            await dealer.faults.look(TABLE)
            assert dealer.is_to_close()
            await dealer.send(asks.CloseTable(FAILS_AGAIN))
            assert not dealer.is_to_close()
            await ask(S1, asks.OpenTable())
            assert (dealer.is_to_close(), house.faults.disabled) == (False, {})

    asyncio.run(lost())
    house.close()


@pytest.mark.standard(6)
@pytest.mark.parametrize(("apart", "times"), [(WITHIN // TOO_OFTEN, 1), (WITHIN, 0)])
def test_faults_count_for_an_hour_and_are_said_once(apart: int, times: int) -> None:
    recorded: list[AnyAct] = []
    now = [0]

    async def record(act: AnyAct) -> None:
        recorded.append(act)

    async def fails() -> None:
        kept = Faults(lambda: now[0], record)
        for _ in range(2 * TOO_OFTEN):
            await kept.failed("t1", LookupError())
            await kept.went_well("t1", acted=True)
            await kept.look("t1")
            now[0] += apart

    asyncio.run(fails())
    assert sum(isinstance(one, TableDisabled) for one in recorded) == times


@pytest.mark.standard(6)
def test_a_round_that_ends_well_ends_the_row() -> None:
    kept = Faults(lambda: 0)
    for lost in [True] * (ROUNDS_LOST - 1) + [False] + [True] * (ROUNDS_LOST - 1):
        kept.ended("t1", lost=lost)
        asyncio.run(kept.look("t1"))
    assert kept.disabled == {}
    kept.ended("t1", lost=True)
    asyncio.run(kept.look("t1"))
    assert kept.disabled == {"t1": ROUNDS_LOST}


def test_a_journal_that_cannot_be_had_puts_no_table_out_of_use() -> None:
    away = [True]

    async def is_away() -> bool:
        return away[0]

    async def fail_often() -> None:
        kept = Faults(lambda: 0)
        kept.is_away = is_away
        for _ in range(TOO_OFTEN):
            await kept.failed("t1", Unreadable("the database cannot be reached"))
        await kept.look("t1")
        assert (kept.tables, kept.disabled) == ({}, {})
        away[0] = False
        for _ in range(TOO_OFTEN):
            await kept.failed("t1", Unreadable("its stream is damaged"))
        await kept.look("t1")
        assert (kept.tables, kept.disabled) == ({"t1": "Unreadable"}, {"t1": TOO_OFTEN})

    asyncio.run(fail_often())


def test_a_journal_that_was_away_for_a_moment_is_no_fault_of_a_table() -> None:
    """As when another server takes its place before anybody looks: tried again, and well."""

    async def fail_once_and_again() -> None:
        kept, away = Faults(lambda: 0), Unreadable("the database cannot be reached")
        for _ in range(2):
            await kept.failed("t1", away)
            assert kept.tables == {}
            await kept.went_well("t1", acted=False)
        for _ in range(2):
            await kept.failed("t1", away)
        assert kept.tables == {"t1": "Unreadable"}

    asyncio.run(fail_once_and_again())
