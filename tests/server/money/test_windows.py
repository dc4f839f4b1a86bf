"""Drawers and requests of the cage by themselves: what ends by the clock, what is erased."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.server.journal.acts import PrivateErased
from croupier.server.journal.erasing import erase, values_by_person
from croupier.server.journal.keys import Keys
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.cage import Cage
from croupier.server.money.drawer_events import CardGiven, CashedOut
from croupier.server.money.drawers import Count, notes_of
from croupier.server.money.windows import Windows
from croupier.server.money.wishes import AtWindow, Wish
from croupier.server.play.house import House
from croupier.table.commands import Who

if TYPE_CHECKING:
    from pathlib import Path

C1, C2, M1 = Who("c1", Role.CASHIER), Who("c2", Role.CASHIER), Who("m1", Role.PIT_MANAGER)
FLOAT = Count(notes={"10000": 10}, coins_cents=50)


def opened(folder: Path) -> Windows:
    store = SqliteStore(folder / "house.db")
    house = House(store, Keys.new())
    return Windows(Cage(store, house.balances, house.own_play), 1_000)


def why(told: object) -> str | None:
    return str(told.why) if isinstance(told, Refused) else None


@pytest.fixture
def windows(tmp_path: Path) -> Windows:
    made = opened(tmp_path)
    made.count("1", FLOAT, C1, 1)
    made.count("1", FLOAT, C2, 2)
    return made


@pytest.mark.threat("T41")
def test_a_request_ends_by_itself(windows: Windows) -> None:
    cage = windows.cage
    cage.buy_in("p1", 5_000, "c1", 3)
    for at, paid in ((99, True), (100, False)):
        wish = Wish("p1", 100, "leaves", "cash-out", at=AtWindow("1", 100))
        made = cage.propose(wish, "c1", 4)
        assert not isinstance(made, Refused)
        told = cage.approve(made.number, M1, at)
        assert isinstance(told, CashedOut) is paid
    assert cage.balances["player:p1"] == 4_900


def test_a_request_of_a_drawer_that_was_closed_is_paid_by_nobody(windows: Windows) -> None:
    cage = windows.cage
    made = cage.propose(Wish("p1", 100, "comes", "buy-in", at=AtWindow("1", 100)), "c1", 4)
    assert not isinstance(made, Refused)
    windows.cage.books.cage.drawers["1"].cashier = None
    told = cage.approve(made.number, M1, 5)
    assert isinstance(told, Refused)
    assert told.says == "the drawer of window 1 is closed, or it is being counted"


def test_a_person_who_is_apart_counts_nothing_as_the_second(windows: Windows) -> None:
    assert not isinstance(windows.count("1", FLOAT, C1, 5), Refused)
    told = windows.count("1", FLOAT, Who("c3", Role.CASHIER, apart=("c1",)), 6)
    assert isinstance(told, Refused)


def test_the_next_shift_counts_what_was_left_without_seeing_it(windows: Windows) -> None:
    for who in (C1, C2):
        windows.count("1", FLOAT, who, 5)
    windows.close("1", C1, "", 6)
    less = Count(notes={"10000": 9})
    windows.count("1", less, C2, 7)
    assert why(windows.open("1", C2, "in the safe", 8)) == "nothing-waits"
    windows.count("1", less, C1, 8)
    assert windows.drawers["1"].cashier is None, "not what was left: who counted second says why"
    assert why(windows.open("1", C2, "in the safe", 9)) == "second-person"
    assert why(windows.open("1", M1, "in the safe", 9)) == "second-person"
    assert why(windows.open("1", C1, " \n", 9)) == "reason-needed"
    assert why(windows.open("1", C1, "in the safe", 9)) is None
    drawer = windows.drawers["1"]
    assert (drawer.cashier, drawer.float_cents, drawer.left_cents) == ("c2", 90_000, 100_050)
    assert (drawer.float_with, drawer.float_reason) == ("c1", "in the safe")
    assert why(windows.open("1", C1, "again", 10)) == "nothing-waits"
    for who in (C2, C1):
        windows.count("1", less, who, 11)
    windows.close("1", C2, "", 12)
    for who in (C1, C2):
        windows.count("1", less, who, 13)
    assert windows.drawers["1"].cashier == "c1", "just what was left"


def test_nothing_left_is_something_left(windows: Windows) -> None:
    windows.cage.books.cage.drawers["1"].sums["cash-out"] = -100_050
    for who in (C1, C2):
        windows.count("1", Count(), who, 5)
    windows.close("1", C1, "", 6)
    assert windows.drawers["1"].left_at == 6
    for who in (C1, C2):
        windows.count("1", FLOAT, who, 7)
    assert windows.drawers["1"].cashier is None


def test_counts_that_differ_are_opened_by_nobody(windows: Windows) -> None:
    windows.count("2", FLOAT, C2, 5)
    windows.count("2", Count(), C1, 6)
    assert why(windows.open("2", C1, "so it is", 7)) == "nothing-waits"


@pytest.mark.parametrize(
    ("currency", "known", "unknown"),
    [
        ("SGD", ("100000", "10000", "5000", "1000", "500", "200"), ("100", "2000", "50000")),
        ("EUR", ("50000", "20000", "2000", "500", "100"), ("300", "50", "")),
    ],
)
def test_notes_are_those_of_the_house_s_money(
    tmp_path: Path, currency: str, known: tuple[str, ...], unknown: tuple[str, ...]
) -> None:
    windows = opened(tmp_path)
    windows.known["notes"] = notes_of(currency)
    for value in unknown:
        assert why(windows.count("1", Count(notes={value: 1}), C1, 1)) == "unreadable"
    assert why(windows.count("1", Count(notes=dict.fromkeys(known, 1)), C1, 2)) is None


def test_a_name_and_a_card_that_were_erased_are_nobody_s(windows: Windows, tmp_path: Path) -> None:
    cage = windows.cage
    cage.write(CardGiven(by="c1", at=3, player="p1", full_name="Tan", card="60214417"), ())
    store = cage.stream.store
    held = values_by_person(store)["p1"]
    acts = (
        PrivateErased(at=4, by="folder", position=position, field=field, reason="asked")
        for position, field in held
    )
    erase(store, *acts)
    store.close()
    again = opened(tmp_path)
    assert again.cage.books.cage.cards == {}
    assert again.drawers["1"].cashier == "c1"
