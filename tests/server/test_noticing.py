"""What a house notices of itself: its machine's clock, a table that fails, its keys and journal."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, NoReturn

import httpx
import pytest

from croupier.said import Said
from croupier.server import noticing
from croupier.server.dealing.dealer import AutomaticDealer
from croupier.server.dealing.faults import FIRST_PAUSE, LONGEST_PAUSE, Faults
from croupier.server.journal.acts import (
    AnyAct,
    ClockJumped,
    ConfigurationChanged,
    HouseOpened,
    TableFailed,
    TableMended,
)
from croupier.server.play.clock import Clock
from croupier.server.readiness import not_ready
from tests.support.configured_house import on_the_web, opened, reached, until, written
from tests.support.http_callers import Caller, founded, serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from croupier.server.opening import OpenHouse

NOON = 1_800_000_000_000
WORDS = "the next card is Kh"
BOTH = written("baccarat", "three-pictures")


class Machine:
    """Its wall clock may be set; the other runs on."""

    def __init__(self, wall: int = NOON) -> None:
        self.wall, self.run = wall, 0

    def clock(self, not_before: int = 0) -> Clock:
        return Clock(not_before, lambda: self.wall * 1_000_000, lambda: self.run * 1_000_000)


def of_kind(house: OpenHouse, kind: type[AnyAct]) -> list[AnyAct]:
    return [act for act in house.acts.last if isinstance(act, kind)]


def looked(house: OpenHouse) -> None:
    async def look() -> None:
        async with house.queue:
            for _ in range(3):
                await house.noticing.look_at_clock()

    asyncio.run(look())


@pytest.mark.threat("T121")
@pytest.mark.standard(57)
@pytest.mark.parametrize("by", [3_600_000, -3_600_000, 2000])
def test_a_jump_of_the_clock_is_told_and_recorded_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, by: int
) -> None:
    machine = Machine()
    house = opened(tmp_path, written("baccarat"), clock=machine.clock)
    machine.wall += by
    with caplog.at_level(logging.WARNING):
        looked(house)
    assert of_kind(house, ClockJumped) == [ClockJumped(at=NOON, by_ms=by)]
    assert [one.message for one in caplog.records] == ["the machine's clock jumped"]
    assert house.clock() == NOON


def test_a_clock_that_is_a_little_off_has_not_jumped(tmp_path: Path) -> None:
    machine = Machine()
    house = opened(tmp_path, written("baccarat"), clock=machine.clock)
    machine.wall += 1999
    looked(house)
    assert of_kind(house, ClockJumped) == []


def test_a_machine_whose_clock_is_before_the_journal_is_noticed_at_the_opening(
    tmp_path: Path,
) -> None:
    first = opened(tmp_path, written("baccarat"), clock=Machine().clock)
    first.close()
    house = opened(tmp_path, written("baccarat"), clock=Machine(NOON - 60_000).clock)
    looked(house)
    assert of_kind(house, ClockJumped) == [ClockJumped(at=NOON, by_ms=-60_000)]


async def broken(_dealer: AutomaticDealer) -> NoReturn:
    raise LookupError(WORDS)


def breaks(*names: str) -> Callable[[AutomaticDealer], object]:
    """A dealer who cannot deal at these tables."""
    well = AutomaticDealer.act

    async def act(dealer: AutomaticDealer) -> bool:
        return await (broken(dealer) if dealer.name in names else well(dealer))

    return act


@pytest.mark.standard(6, 60)
def test_a_dead_table_is_named_and_the_house_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(AutomaticDealer, "act", breaks("baccarat"))
    house = opened(tmp_path, BOTH)
    with caplog.at_level(logging.ERROR), on_the_web(house) as where:
        until(lambda: house.faults.tries.get("baccarat", 0) >= 2)
        told = httpx.get(f"http://{where}/ready")
        assert (told.status_code, told.text) == (
            200,
            "ready\ntable baccarat has failed: LookupError\n",
        )
        figures = httpx.get(f"http://{where}/metrics").text
    assert 'croupier_table_failed{table="baccarat"} 1\n' in figures
    assert 'croupier_table_failed{table="three-pictures"} 0\n' in figures
    assert [one.message for one in caplog.records] == ["a fault: at a table"]
    [act] = of_kind(house, TableFailed)
    assert isinstance(act, TableFailed)
    assert (act.table, act.says) == ("baccarat", "LookupError")


def test_a_house_in_which_no_table_can_deal_is_not_ready(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(AutomaticDealer, "act", breaks("baccarat", "three-pictures"))
    house = opened(tmp_path, BOTH)
    with on_the_web(house) as where:
        until(lambda: len(house.faults.tables) == 2)
        told = httpx.get(f"http://{where}/ready")
    assert (told.status_code, told.json()["why"]) == (503, "not-ready")
    assert told.json()["says"] == "no table can deal"
    assert WORDS not in told.text


def test_a_key_or_a_journal_that_is_gone_is_told(tmp_path: Path) -> None:
    house = opened(tmp_path, BOTH)
    assert not_ready(house) == []
    (tmp_path / "shoes.key").unlink()
    house.noticing.unreadable = "disk I/O error"
    assert list(map(str, not_ready(house))) == [
        "the journal cannot be read: disk I/O error",
        "shoes.key is gone",
    ]
    house.close()


def test_pauses_grow_and_a_table_that_acts_again_is_mended() -> None:
    recorded: list[AnyAct] = []
    now = [0]

    async def record(act: AnyAct) -> None:
        recorded.append(act)

    async def told() -> list[float]:
        faults = Faults(lambda: now[0], record)
        pauses = [await faults.failed("t1", LookupError(WORDS)) for _ in range(12)]
        await faults.went_well("t1", acted=False)
        assert faults.tables == {"t1": "LookupError"}
        await faults.went_well("t1", acted=True)
        assert faults.tables == {}
        return pauses

    pauses = asyncio.run(told())
    assert (pauses[0], pauses[1], pauses[-1]) == (FIRST_PAUSE, 2 * FIRST_PAUSE, LONGEST_PAUSE)
    assert recorded == [
        TableFailed(at=0, table="t1", says="LookupError"),
        TableMended(at=0, table="t1"),
    ]


def test_the_pit_is_shown_what_was_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def still_failing(_table: str, *, acted: bool) -> None:
        del acted  # or its dealer might mend it before anybody looks

    with serving(founded(tmp_path)) as server:
        monkeypatch.setattr(server.house.faults, "went_well", still_failing)
        supervisor: Caller = server.as_("s1")
        assert supervisor.get("/api/pit")[1]["notices"] == []
        server.house.faults.tables["t1"] = "LookupError"
        jumped = ClockJumped(at=server.house.clock(), by_ms=5000)
        pump = server.house.queue.pump
        assert pump is not None
        recording = server.house.noticing.record(jumped)
        asyncio.run_coroutine_threadsafe(recording, pump.get_loop()).result(20)
        _, pit = supervisor.get("/api/pit")
        del server.house.faults.tables["t1"]
    assert [one["event"] for one in pit["notices"]] == ["clock-jumped"]
    assert [one["failed"] for one in pit["tables"]] == ["LookupError", None]


@pytest.mark.standard(56)
def test_an_opening_is_recorded_and_another_program_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house = opened(tmp_path, written("baccarat"), clock=Machine().clock)
    same = house.opened().configuration
    house.acts.record(HouseOpened(at=1, version="0.1.0", program="another", configuration=same))
    with caplog.at_level(logging.WARNING):
        house.noticing.opened(house.opened(), 1)
        house.noticing.opened(house.opened(), 1)
    assert [one.message for one in caplog.records] == ["another program than at the last opening"]
    [_, one, two] = of_kind(house, HouseOpened)
    assert one == two
    house.close()


def opened_with(folder: Path, people: str) -> list[AnyAct]:
    """The notices of changed configurations after another opening."""
    house = opened(folder, written("baccarat") + people)
    house.noticing.opened(house.opened(), 1)
    told = of_kind(house, ConfigurationChanged)
    house.close()
    return told


@pytest.mark.threat("T74")
@pytest.mark.standard(51)
def test_controls_that_were_weakened_between_two_openings_are_told(tmp_path: Path) -> None:
    """Whoever writes the folder asks for no code any more and lets a dealer pay out anything."""
    weaker = '[people]\nsecond_factor = "off"\nredeem = { dealer = "900000.00" }\n'
    assert opened_with(tmp_path, '[people]\nsecond_factor = "staff"\n') == []
    [notice] = opened_with(tmp_path, weaker)
    assert isinstance(notice, ConfigurationChanged)
    assert notice.controls == {
        "second_factor": ("staff", "off"),
        "redeem.dealer": ("10000.00", "900000.00"),
    }
    assert opened_with(tmp_path, weaker) == [notice], "the same again is no news"


@pytest.mark.threat("T75")
@pytest.mark.parametrize("other", [False, True])
def test_nothing_is_taken_into_a_journal_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, other: bool
) -> None:
    monkeypatch.setattr(noticing, "LOOK_EVERY", 0.05)
    with serving(founded(tmp_path)) as server:
        s1 = server.as_("s1")
        kept = tmp_path / "kept.db"
        journal = server.house.store.path
        journal.rename(kept)
        if other:
            journal.write_bytes(kept.read_bytes())
        status, told = s1.post("/api/corrections", player="p1", cents=1, reason="x")
        gone = "house.db is gone, or another file lies in its place"
        assert (status, told["why"]) == (503, "paused")
        assert gone in told["says"]
        until(lambda: any(gone in str(one) for one in not_ready(server.house)))
        assert Caller(server).get("/ready")[0] == 503
        kept.rename(journal)
        until(lambda: not_ready(server.house) == [])
        again = s1.post("/api/corrections", player="p1", cents=1, reason="x")
        assert again[0] == 200


def test_a_key_whose_file_was_overwritten_is_told(tmp_path: Path) -> None:
    house = opened(tmp_path, BOTH)
    (tmp_path / "shoes.key").write_bytes(bytes(32))
    (tmp_path / "signing.pub").unlink()
    assert not_ready(house) == [
        Said("key-has-changed", {"file": "shoes.key"}),
        Said("key-is-gone", {"file": "signing.pub"}),
    ]
    house.close()


def test_a_look_that_fails_is_told_and_the_house_looks_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(noticing, "LOOK_EVERY", 0.001)
    monkeypatch.setattr(noticing, "A_DAY", 2)
    house, looks = opened(tmp_path, BOTH), list[int]()

    def unread() -> NoReturn:
        looks.append(1)
        raise OSError("a file of the program is gone")

    house.noticing.verify = unread

    async def look() -> None:
        async with house.queue:
            running = asyncio.create_task(house.noticing.run())
            await reached(lambda: len(looks) > 1 or running.done())
            running.cancel()

    asyncio.run(look())
    house.close()
    assert len(looks) > 1
    assert "a fault: looking at the house itself" in caplog.text
