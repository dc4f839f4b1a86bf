"""A fault of the program in one command is in the journal, and nothing new is played after it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NoReturn

import pytest

from croupier.engine.bets import Bet
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused
from croupier.server.dealing.faults import TOO_OFTEN, WELL_AFTER, Faults
from croupier.server.journal.acts import AnyAct, TableFailed, TableMended
from croupier.server.journal.check_acts import CommandFailed
from croupier.server.play.clock import MILLISECOND, Clock
from croupier.server.play.failures import AGAIN_AFTER, MOST_KEYS, Failures, code_of
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table import decide
from croupier.table.commands import Who
from tests.support.configured_house import opened, until, written
from tests.support.http_callers import founded, serving
from tests.support.waiting import wait_until_async

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path

    from croupier.server.opening import OpenHouse
    from croupier.server.play.requests import Reply

NOON = 1_800_000_000_000
WORDS = "the next card is Kh"
TABLE, OTHER = "baccarat", "three-pictures"
D1, P1, P2 = Who("d1", Role.DEALER), Who("p1", Role.PLAYER), Who("p2", Role.PLAYER)
CARDS = ("9h", "2c", "Kd", "3s")
ROUND: tuple[asks.AnyCommand, ...] = (
    asks.OpenBetting(),
    asks.CloseBetting(),
    *map(asks.Deal, CARDS),
)


def broken(*_: object) -> NoReturn:
    raise LookupError(WORDS)


def with_a_fault(kind: type[asks.AnyCommand]) -> object:
    """What carries out each kind of command, but that this one breaks."""
    _, *checks = decide.CHECKED[kind]
    return decide.CHECKED | {kind: (broken, *checks)}


class Machine:
    def __init__(self) -> None:
        self.run = 0

    def clock(self, not_before: int = 0) -> Clock:
        return Clock(not_before, lambda: NOON * MILLISECOND, lambda: self.run * MILLISECOND)


def house_in(folder: Path, machine: Machine) -> OpenHouse:
    text = written(TABLE, OTHER, more='dealer = "person"')
    house = opened(folder, text, clock=machine.clock)
    for name in ("p1", "p2"):
        house.cage.buy_in(name, 1_000_000, "c1", house.clock())
    return house


def moving(house: OpenHouse, test: Callable[[], Coroutine[None, None, None]]) -> None:
    async def run() -> None:
        async with asyncio.timeout(60), house.in_motion():
            await test()

    asyncio.run(run())


async def asked(house: OpenHouse, who: Who, command: asks.AnyCommand, table: str = TABLE) -> Reply:
    return await house.queue.ask(Request(table, who, command, house.clock()))


async def fails(house: OpenHouse, who: Who, command: asks.AnyCommand) -> None:
    with pytest.raises(LookupError):
        await house.queue.ask(Request(TABLE, who, command, house.clock()))
    await house.checks.failures.write()


def looks_at(faults: Faults, watched: str) -> list[str]:
    """Return a list that grows whenever the dealer of a table looks whether it may go on."""
    looks: list[str] = []
    look = faults.look

    async def record(table: str) -> None:
        looks.extend([table] * (table == watched))
        await look(table)

    faults.look = record  # type: ignore[method-assign]
    return looks


def acts(house: OpenHouse, kind: type[AnyAct]) -> list[AnyAct]:
    return [act for act in house.acts.last if isinstance(act, kind)]


@pytest.mark.standard(60)
def test_a_pay_line_that_fails_is_in_the_journal_and_its_words_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = house_in(tmp_path, Machine())

    async def test() -> None:
        for command in ROUND[:1]:
            await asked(house, D1, command)
        await asked(house, P1, asks.Place("p1", "player", 10_000))
        for command in ROUND[1:]:
            assert isinstance(await asked(house, D1, command), Carried)
        before = house.play.tables[TABLE].version
        with monkeypatch.context() as patch:
            patch.setattr(Bet, "settle", broken)
            await fails(house, D1, asks.Settle())
            await fails(house, D1, asks.Settle())
        assert house.play.tables[TABLE].version == before
        assert isinstance(await asked(house, D1, asks.Settle()), Carried), "the round ends"

    moving(house, test)
    [told] = acts(house, CommandFailed)
    assert isinstance(told, CommandFailed)
    facts = (told.by, told.table, told.asked, told.fault, told.count)
    assert facts == ("d1", TABLE, "settle", "LookupError", 1)
    assert len(told.code) == 8
    assert WORDS.encode() not in (tmp_path / "house.db").read_bytes()
    [table] = acts(house, TableFailed)
    assert isinstance(table, TableFailed)
    assert (table.table, table.says) == (TABLE, "LookupError")
    assert house.checks.failures.count == 2


@pytest.mark.standard(60)
def test_after_a_fault_nothing_new_is_played_at_the_table_until_it_is_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine()
    house = house_in(tmp_path, machine)
    mine = asks.Place("p1", "player", 10_000)

    async def test() -> None:
        for table in (TABLE, OTHER):
            await asked(house, D1, asks.OpenBetting(), table)
        assert isinstance(await asked(house, P1, mine), Carried)
        with monkeypatch.context() as patch:
            patch.setattr(decide, "CHECKED", with_a_fault(asks.Place))
            await fails(house, P1, mine)
        no = await asked(house, P2, asks.Place("p2", "player", 10_000))
        assert isinstance(no, Refused)
        assert (no.why, no.said and no.said.code) == (Policy.PAUSED, "table-is-out-of-order")
        other = asks.Place("p2", "initial", 10_000, 1)
        assert isinstance(await asked(house, P2, other, OTHER), Carried), "others go on"
        assert isinstance(await asked(house, P1, asks.Withdraw("p1", "player")), Carried)
        machine.run += WELL_AFTER - 1
        looks = looks_at(house.faults, TABLE)
        await wait_until_async(lambda: len(looks) == 2, "the dealer looked and found it too early")
        assert isinstance(await asked(house, P1, mine), Refused)
        machine.run += 1
        await wait_until_async(lambda: TABLE not in house.faults.tables)
        assert isinstance(await asked(house, P1, mine), Carried)

    moving(house, test)
    assert len(acts(house, TableFailed)) == len(acts(house, TableMended)) == 1


@pytest.mark.standard(6, 60)
def test_commands_that_fail_again_and_again_put_the_table_out_of_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine()
    house = house_in(tmp_path, machine)

    async def test() -> None:
        monkeypatch.setattr(decide, "CHECKED", with_a_fault(asks.OpenBetting))
        for _ in range(TOO_OFTEN):
            await fails(house, D1, asks.OpenBetting())
            machine.run += WELL_AFTER
            await wait_until_async(lambda: TABLE not in house.faults.tables)
        await wait_until_async(lambda: not house.play.tables[TABLE].table.is_open)

    moving(house, test)
    told = [one for one in acts(house, CommandFailed) if isinstance(one, CommandFailed)]
    assert sum(one.count for one in told) == TOO_OFTEN


@pytest.mark.standard(60)
def test_an_operation_that_fails_is_in_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(founded(tmp_path)) as server:
        s1 = server.as_("s1")
        monkeypatch.setattr(server.house.cage, "propose", broken)
        status, told = s1.post("/api/corrections", player="p1", cents=1, reason="x")
        assert (status, told["why"]) == (500, "fault")
        assert WORDS not in str(told)
        until(lambda: bool(acts(server.house, CommandFailed)))
        [failed] = acts(server.house, CommandFailed)
        assert isinstance(failed, CommandFailed)
        asked = (failed.by, failed.table, failed.asked, failed.fault)
        assert asked == ("s1", None, "POST /api/corrections", "LookupError")
        figures = s1.ask("GET", "/metrics").text
        assert "croupier_commands_failed_total 1\n" in figures


@pytest.mark.standard(60)
def test_a_flood_of_one_fault_is_a_record_a_minute_and_all_are_counted() -> None:
    now, recorded = [0], list[AnyAct]()

    async def record(act: AnyAct) -> None:
        recorded.append(act)

    async def flood() -> None:
        kept = Failures(lambda: now[0], record)
        for at in (0, 1, AGAIN_AFTER - 1, AGAIN_AFTER, AGAIN_AFTER + 1):
            now[0] = at
            kept.note(LookupError(WORDS), "place", by="p1", table="t1")
        await kept.write()
        assert kept.count == 5
        for one in range(2 * MOST_KEYS):
            kept.note(LookupError(WORDS), f"place {one}", by="p1", table="t1")
        await kept.write()
        assert kept.count == 5 + 2 * MOST_KEYS

    asyncio.run(flood())
    told = [one for one in recorded if isinstance(one, CommandFailed)]
    assert [(one.at, one.count) for one in told[:2]] == [(0, 1), (AGAIN_AFTER, 3)]
    assert len(told) <= 2 + MOST_KEYS


def test_the_code_is_of_the_place_and_not_of_the_words() -> None:
    codes = []
    for words in ("the next card is Kh", "the next card is 2c"):
        with pytest.raises(LookupError) as fault:
            says(words)
        codes.append(code_of(fault.value))
    assert codes[0] == codes[1] != code_of(LookupError())


def says(words: str) -> NoReturn:
    raise LookupError(words)
