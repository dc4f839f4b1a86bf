"""The meter's stream against the books: every step, and what the account holds in the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from msgspec.structs import replace

from croupier.money import Posting
from croupier.server.journal.store import New, Part, Write, Written
from croupier.server.money.reconciling import wrong_meters
from croupier.server.streams import faults
from croupier.table import commands as asks
from croupier.table.meter import MeterFed, MeterFrozen
from tests.support.jackpot_tables import D1, GAME, KEYS, MAJOR, SEED, STREAM

if TYPE_CHECKING:
    from tests.support.jackpot_tables import Pit

ACCOUNT = f"meter:{GAME}"
NO_BETS = "fed by bets of 500 cents, and 0 lay in round"
FED = MeterFed(
    at=1, before=str(SEED), after=str(SEED + 100), clauses=(), table="t1", round=1, bets_cents=500
)


def told(pit: Pit) -> list[str]:
    found = list(wrong_meters(pit.house.store))
    assert found == list(faults(pit.house.store, KEYS.public)), "the books themselves are whole"
    return found


def written(pit: Pit, event: MeterFed | MeterFrozen, cents: int, stream: str = STREAM) -> None:
    """As a program would write it that posts this much to the meter."""
    store = pit.house.store
    money = (Posting(ACCOUNT, cents), Posting("house:t1", -cents)) if cents else ()
    new = New(event.at, msgspec.json.encode(event), money)
    [outcome] = store.append([Write((Part(stream, store.head(stream)[0], (new,)),))])
    assert isinstance(outcome, Written)
    assert pit.house.checkpoint(event.at)


@pytest.mark.standard(20)
def test_rounds_that_feed_win_and_void_it_are_reconciled(pit: Pit) -> None:
    pit.until_exposed("t1", MAJOR)
    pit.carry("t1", asks.Settle(), D1)
    pit.until_exposed("t2", MAJOR)
    pit.void("t2")
    assert pit.house.checkpoint(pit.at)
    assert told(pit) == []


@pytest.mark.standard(20)
@pytest.mark.parametrize("posted", [99, 101, 0])
def test_a_step_that_posts_another_amount_is_found(pit: Pit, posted: int) -> None:
    written(pit, FED, posted)
    assert told(pit) == [
        f"{STREAM} entry 1: its step comes to 100 cents, its postings to {posted}",
        f"{ACCOUNT}: holds {posted}, its meter shows 100 above where it began",
        f"{STREAM} entry 1: {NO_BETS} 1 of t1",
    ]


def test_the_right_amount_is_no_fault(pit: Pit) -> None:
    written(pit, FED, 100)
    assert told(pit) == [f"{STREAM} entry 1: {NO_BETS} 1 of t1"]


@pytest.mark.standard(20)
def test_a_step_that_begins_elsewhere_is_found(pit: Pit) -> None:
    written(pit, FED, 100)
    begins = replace(FED, at=2, before=str(SEED + 101), after=str(SEED + 201), round=2)
    written(pit, begins, 100)
    assert told(pit) == [
        f"{STREAM} entry 2: begins at {SEED + 101}, the meter at {SEED + 100}",
        f"{ACCOUNT}: holds 200, its meter shows 201 above where it began",
        f"{STREAM} entry 1: {NO_BETS} 1 of t1",
        f"{STREAM} entry 2: {NO_BETS} 2 of t1",
    ]


@pytest.mark.standard(20)
def test_money_that_no_step_of_the_meter_moved_is_found(pit: Pit) -> None:
    written(pit, FED, 100)
    store = pit.house.store
    money = (Posting(ACCOUNT, -30), Posting("house:t1", 30))
    store.append([Write((Part("cage", store.head("cage")[0], (elsewhere(pit, money),)),))])
    assert list(wrong_meters(store)) == [
        f"{ACCOUNT}: holds 70, its meter shows 100 above where it began",
        f"{STREAM} entry 1: {NO_BETS} 1 of t1",
    ]


def elsewhere(pit: Pit, money: tuple[Posting, ...]) -> New:
    *_, last = pit.house.store.read("cage")
    return New(last.at, last.body, money)


def test_what_cannot_be_read_is_told_by_the_entries_check(pit: Pit) -> None:
    store = pit.house.store
    store.append([Write((Part(STREAM, 0, (New(1, b"{}", ()),)),))])
    assert list(wrong_meters(store)) == []
