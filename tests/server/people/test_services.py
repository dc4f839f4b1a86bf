"""Service accounts over a real store: by two people, revoked by one, as the journal has them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.server import restored
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import Write, Written
from croupier.server.people.passwords import LIGHT
from croupier.server.people.people import People
from croupier.server.people.service_events import Scope, ServiceMade, decoder
from croupier.server.people.services import (
    A_DAY,
    MOST_DAYS,
    USED_EVERY_MS,
    Services,
    Shown,
    Wish,
    digest,
)
from croupier.table.commands import Who
from tests.support.staffed_people import D1, F1, M1, MINUTE, NOON, has_account

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

M2, F2 = Who("m2", Role.PIT_MANAGER), Who("f2", Role.SHIFT_MANAGER)
WISH = Wish("loyalty", (Scope.REPORTS, Scope.EVENTS), 30, "points for players")


class House:
    def __init__(self, folder: Path) -> None:
        self.store = SqliteStore(folder / "house.db")
        self.people = People(self.store, profile=LIGHT)
        for who in (D1, M1, M2, F1, F2):
            has_account(self.people, who.name, who.role or Role.PLAYER)
        self.services = Services(self.store)

    def propose(self, wish: Wish = WISH, by: Who = M1, at: int = NOON) -> int | str:
        asked = self.services.propose(wish, by, ["t1"], at)
        return asked.says if isinstance(asked, Refused) else asked.number

    def confirm(self, number: int, by: Who = F1, at: int = NOON) -> Shown | str:
        shown = self.services.confirm(number, by, self.people.accounts, at)
        return shown.says if isinstance(shown, Refused) else shown

    def made(self, wish: Wish = WISH) -> str:
        number = self.propose(wish)
        assert isinstance(number, int), number
        shown = self.confirm(number)
        assert isinstance(shown, Shown), shown
        return shown.token

    def opens(self, token: str, at: int = NOON) -> bool:
        return self.services.bearer(token, at) is not None

    def events(self) -> list[str]:
        found = [decoder.decode(entry.body) for entry in self.store.read("services")]
        return [str(one.__struct_config__.tag) for one in found]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    yield made
    made.store.close()


def test_two_people_make_it_and_the_journal_has_no_token(house: House) -> None:
    token = house.made()
    assert token.startswith("cs_loyalty.")
    assert (house.opens(token), house.opens(token + "x"), house.opens("")) == (True, False, False)
    [entry] = [one for one in house.store.read("services") if b"service-made" in one.body]
    assert token.encode() not in entry.body
    assert token.rpartition(".")[2].encode() not in entry.body
    assert decoder.decode(entry.body) == ServiceMade(
        at=NOON,
        number=1,
        name="loyalty",
        scopes=(Scope.EVENTS, Scope.REPORTS),
        table=None,
        ends=NOON + 30 * A_DAY,
        by="m1",
        reason="points for players",
        confirmed_by="f1",
        token=digest(token),
    )
    assert Services(house.store).register == house.services.register


@pytest.mark.parametrize(
    ("wish", "by", "says"),
    [
        (WISH, D1, "a pit manager or higher does this"),
        (WISH._replace(name="No"), M1, "a name has 1 to 32 small letters"),
        (WISH._replace(scopes=()), M1, "a token is for something: name its scopes"),
        (WISH._replace(days=0), M1, f"a token ends within {MOST_DAYS} days"),
        (WISH._replace(days=MOST_DAYS + 1), M1, f"a token ends within {MOST_DAYS} days"),
        (WISH._replace(table="t9"), M1, "there is no table 't9' that it could be for"),
        (WISH._replace(reason=" "), M1, "a reason is given"),
    ],
)
def test_what_cannot_be_proposed(house: House, wish: Wish, by: Who, says: str) -> None:
    assert str(house.propose(wish, by)).startswith(says)
    assert house.events() == []


def test_what_can_be_proposed_at_the_limits(house: House) -> None:
    assert house.propose(WISH._replace(days=MOST_DAYS)) == 1
    assert house.propose(WISH) == "proposal 1 waits for this already"
    assert house.propose(WISH._replace(name="other", days=1, table="t1")) == 2


@pytest.mark.threat("T99")
def test_who_may_be_the_second_person(house: House) -> None:
    assert house.propose() == 1
    assert str(house.confirm(1, M1)).startswith("a second person confirms this")
    assert house.confirm(1, M2) == "a shift manager or higher does this"
    assert house.confirm(1, D1) == "a pit manager or higher does this"
    apart = replace(F1, apart=("m1",))
    assert str(house.confirm(1, apart)).startswith("a second person confirms this")
    assert house.confirm(2) == "no proposal 2 waits for a second person"
    assert house.confirm(1, at=NOON + 30 * MINUTE) == "no proposal 1 waits for a second person"
    house.people.lock_account("m1", F1, "gone", NOON)
    assert house.confirm(1) == "m1, who proposed it, does not stand for it any more"
    assert house.services.withdraw(1, M2, NOON) is None
    assert house.confirm(1) == "no proposal 1 waits for a second person"
    assert house.propose(by=F1) == 2
    assert isinstance(house.confirm(2, M2), Shown)


def test_one_person_revokes_it_at_once_and_two_make_another(house: House) -> None:
    first = house.made()
    no = house.services.revoke("nobody", M1, "", NOON)
    assert no is not None
    assert no.says == "there is no service account 'nobody'"
    assert house.services.revoke("loyalty", D1, "", NOON) is not None
    assert house.opens(first)
    assert house.services.revoke("loyalty", M2, "lost", NOON) is None
    assert not house.opens(first)
    again = house.services.revoke("loyalty", M2, "lost", NOON)
    assert again is not None
    assert again.says == "loyalty opens nothing already"
    second = house.made()
    assert (house.opens(first), house.opens(second)) == (False, True)
    third = house.made(WISH._replace(scopes=(Scope.METRICS,)))
    assert (house.opens(second), house.opens(third)) == (False, True)


def test_it_ends_by_itself(house: House) -> None:
    token, end = house.made(), NOON + 30 * A_DAY
    assert [house.opens(token, at) for at in (end - 1, end, end + 1)] == [True, False, False]


def test_use_and_misuse_are_gathered(house: House) -> None:
    token = house.made()
    service = house.services.bearer(token, NOON)
    assert service is not None
    before = len(house.events())
    for second in range(100):
        house.services.use(service, NOON + second)
        if house.services.is_due(NOON + second):
            house.services.write_down(NOON + second)
    assert house.events()[before:] == ["services-used"]
    assert house.services.last_use("loyalty") == NOON + 99
    house.services.write_down(NOON + USED_EVERY_MS)
    for _ in range(100):
        house.services.misused("loyalty", "scope")
        house.services.misused("no such", "token")
        if house.services.is_due(NOON + USED_EVERY_MS):
            house.services.write_down(NOON + USED_EVERY_MS)
    house.services.write_down(NOON + USED_EVERY_MS, all_=True)
    assert house.events()[before + 1 :] == ["services-used"] + 8 * ["service-refused"]
    kept = Services(house.store)
    assert kept.register.services["loyalty"].refused == 100
    assert kept.last_use("loyalty") == NOON + 99


def test_after_a_restore_no_token_opens_anything(house: House) -> None:
    token = house.made()
    house.propose(WISH._replace(name="other"))
    parts = restored.follows(house.store, "folder", NOON)
    assert isinstance(house.store.append([Write(parts)])[0], Written)
    after = Services(house.store)
    assert after.bearer(token, NOON) is None
    assert after.register.proposed == {}
    [one] = after.register.services.values()
    assert one.revoked is not None
    assert one.revoked.reason == "a backup was put back"
