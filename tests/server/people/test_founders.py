"""The three managers of a real house, and who is second while they have no passwords."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused
from croupier.engine.steps import Refusal
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.people.accounts import FOLDER, AccountUnlocked, PeopleProposed
from croupier.server.people.keeping import FIRST_MANAGERS
from croupier.server.people.passwords import LIGHT
from croupier.server.people.people import EXPIRED, TO_SET, WRONG, People, Session
from croupier.server.people.proposals import Wish
from croupier.table.commands import Who
from tests.support.staffed_people import HOUR, NOON, again, journal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HALF_AN_HOUR_MS, DAY_MS = 30 * 60_000, 24 * 3_600_000
F1, F2 = Who("f1", Role.SHIFT_MANAGER), Who("f2", Role.SHIFT_MANAGER)
OWN = "a password of my own"


@pytest.fixture
def people(tmp_path: Path) -> Iterator[People]:
    store = SqliteStore(tmp_path / "house.db")
    yield People(store, profile=LIGHT)
    store.close()


def founded(people: People) -> dict[str, str]:
    made = people.first_managers(NOON)
    assert isinstance(made, list)
    return {one.name: one.password for one in made}


def sets(people: People, name: str, code: str, at: int = NOON + 1) -> str | Refused:
    return people.set_first(name, people.proof(name, code), people.first_of(name, OWN), at)


def proposed(people: People, wish: Wish, by: Who = F1) -> int:
    asked = people.propose(wish, by, NOON)
    assert isinstance(asked, PeopleProposed), asked
    return asked.number


@pytest.mark.threat("T23")
def test_a_code_opens_nothing_until_it_was_changed(people: People) -> None:
    codes = founded(people)
    assert [people.sign_in(name, code, NOON) for name, code in codes.items()] == [TO_SET] * 3
    assert people.sessions == {}
    assert people.sign_in("f1", codes["f2"], NOON) == WRONG
    last = NOON + DAY_MS
    assert people.sign_in("f3", codes["f3"], last - 1) == TO_SET
    assert (people.sign_in("f3", codes["f3"], last), sets(people, "f3", codes["f3"], last)) == (
        EXPIRED,
        EXPIRED,
    )
    assert isinstance(sets(people, "f1", codes["f1"]), str)
    assert isinstance(people.sign_in("f1", OWN, NOON + 2), Session)
    assert people.sign_in("f1", codes["f1"], NOON + 2) == WRONG
    assert (people.register.founders, again(people).register.founders) == (("f2", "f3"),) * 2


def test_they_are_apart_from_nobody(people: People) -> None:
    founded(people)
    assert {name: people.register.apart_from(name) for name in people.accounts} == dict.fromkeys(
        FIRST_MANAGERS, ()
    )


@pytest.mark.threat("T24")
def test_the_folder_confirms_until_the_last_has_a_password(people: People) -> None:
    codes = founded(people)
    for name in ("f1", "f2"):
        sets(people, name, codes[name])
    people.lock_account("f2", F1, "mistaken", NOON + 2)
    number = proposed(people, Wish("unlock", "f2", "it was a mistake"))
    made = people.confirm_from_folder(number, NOON + 3)
    assert not isinstance(made, Refused)
    assert made.code is None
    assert journal(people)[-1] == AccountUnlocked(
        at=NOON + 3,
        name="f2",
        by="f1",
        confirmed_by=FOLDER,
        reason="it was a mistake",
        number=number,
    )
    sets(people, "f3", codes["f3"])
    waits = proposed(people, Wish("account", "m1", "for tonight", Role.PIT_MANAGER))
    before = people.version
    no = people.confirm_from_folder(waits, NOON + 4)
    assert isinstance(no, Refused)
    assert (no.why, people.version) == (Refusal.SECOND_PERSON, before)
    assert not isinstance(people.confirm(waits, F2, NOON + 5), Refused), "one of them does"


def test_a_lost_code_of_the_last_keeps_the_folder_as_second_person(people: People) -> None:
    codes = founded(people)
    sets(people, "f1", codes["f1"])
    sets(people, "f2", codes["f2"])
    code = people.recover_password("f3", NOON + 2 * 24 * HOUR)
    assert (people.register.founders, isinstance(code, str)) == (("f3",), True)
    assert sets(people, "f3", codes["f3"], NOON + 2 * 24 * HOUR) == WRONG, "the old one is void"
    sets(people, "f3", str(code), NOON + 2 * 24 * HOUR + 1)
    assert people.register.founders == ()
    people.recover_password("f3", NOON + 3 * 24 * HOUR)
    assert people.register.founders == (), "who had a password once has founded the house"


@pytest.mark.parametrize("late", [HALF_AN_HOUR_MS - 1, HALF_AN_HOUR_MS])
def test_a_proposal_waits_no_longer_for_the_folder(people: People, late: int) -> None:
    founded(people)
    number = proposed(people, Wish("account", "m1", "for tonight", Role.PIT_MANAGER))
    made = people.confirm_from_folder(number, NOON + late)
    assert isinstance(made, Refused) == (late == HALF_AN_HOUR_MS)
    if isinstance(made, Refused):
        assert made.why == Policy.NOTHING_WAITS
    else:
        assert people.sign_in("m1", str(made.code), NOON + late) == TO_SET
        assert people.register.apart_from("m1") == ("f1",)


def test_there_is_no_second_founding(people: People) -> None:
    founded(people)
    before = people.version
    for no in (people.first_managers(NOON), people.first_staff(NOON)):
        assert isinstance(no, Refused)
        assert no.why == Policy.ALREADY_SO
    assert people.version == before
