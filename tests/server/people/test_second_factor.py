"""Codes of a phone: worked out as RFC 6238 has it, asked for where the house does, taken once."""

from __future__ import annotations

from base64 import b32encode
from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import Role
from croupier.server.journal.acts import PrivateErased
from croupier.server.journal.erasing import erase
from croupier.server.people.keeping import Confirmed
from croupier.server.people.passwords import LIGHT
from croupier.server.people.people import (
    CODE_NEEDED,
    ENROLLED,
    LOCKED,
    TO_ENROL,
    WRONG,
    WRONG_CODE,
    People,
    Session,
)
from croupier.server.people.proposals import STARTED_SINCE, TWO_DO_THIS, Wish
from croupier.server.people.second_factor import address, code, step_of
from croupier.table.commands import Who
from tests.support.staffed_people import F1, HOUR, M1, NOON, PASSWORD, again, has_account

if TYPE_CHECKING:
    from croupier.server.journal.store import Store

RFC = b32encode(b"12345678901234567890").decode()
STEP = 30_000


@pytest.mark.parametrize(
    ("seconds", "expected"),
    [
        (59, "94287082"),
        (1111111109, "07081804"),
        (1111111111, "14050471"),
        (1234567890, "89005924"),
        (2000000000, "69279037"),
        (20000000000, "65353130"),
    ],
)
def test_codes_are_those_of_the_standard(seconds: int, expected: str) -> None:
    """RFC 6238, appendix B, SHA-1."""
    assert code(RFC, seconds // 30, 8) == expected
    assert code(RFC, seconds // 30) == expected[2:]


@pytest.mark.parametrize(
    ("off", "taken"), [(-2, False), (-1, True), (0, True), (1, True), (2, False)]
)
def test_a_phone_may_be_one_step_off(off: int, *, taken: bool) -> None:
    now = NOON // STEP
    assert (step_of(RFC, code(RFC, now + off), NOON, 0) == now + off) is taken


def test_the_address_is_as_phones_read_it() -> None:
    assert address("m1", RFC) == f"otpauth://totp/croupier:m1?secret={RFC}&issuer=croupier"


@pytest.fixture
def staff(store: Store) -> People:
    made = People(store, profile=LIGHT, second_factor="staff")
    for name, role in (("d1", Role.DEALER), ("m1", Role.PIT_MANAGER), ("p1", Role.PLAYER)):
        has_account(made, name, role)
    return made


def enrolled(people: People, name: str) -> str:
    secret = people.offer_factor(name, people.proof(name, PASSWORD), NOON)
    assert isinstance(secret, str)
    first = people.sign_in(name, PASSWORD, NOON, code(secret, NOON // STEP))
    assert isinstance(first, Session)
    return secret


def test_a_house_asks_those_whom_it_names(store: Store) -> None:
    people = People(store, profile=LIGHT, second_factor="managers")
    for name, role in (("d1", Role.DEALER), ("m1", Role.PIT_MANAGER)):
        has_account(people, name, role)
    assert isinstance(people.sign_in("d1", PASSWORD, NOON), Session)
    assert people.sign_in("m1", PASSWORD, NOON) == TO_ENROL


@pytest.mark.threat("T55")
def test_a_code_is_asked_for_and_taken_once(staff: People) -> None:
    assert staff.sign_in("d1", PASSWORD, NOON) == TO_ENROL
    assert isinstance(staff.sign_in("p1", PASSWORD, NOON), Session)
    assert staff.offer_factor("d1", None, NOON) == WRONG
    secret = enrolled(staff, "d1")
    assert staff.offer_factor("d1", staff.proof("d1", PASSWORD), NOON) == ENROLLED
    assert staff.sign_in("d1", PASSWORD, NOON) == CODE_NEEDED
    used = code(secret, NOON // STEP)
    assert staff.sign_in("d1", "another password", NOON, used) == WRONG, "no word on the code"
    assert staff.sign_in("d1", PASSWORD, NOON, used) == WRONG_CODE, "it was taken"
    assert again(staff).accounts == staff.accounts
    later = NOON + STEP
    assert isinstance(staff.sign_in("d1", PASSWORD, later, code(secret, later // STEP)), Session)


def test_unlocking_asks_for_a_code_as_well(staff: People) -> None:
    secret = enrolled(staff, "m1")
    at = NOON + STEP
    session = staff.sign_in("m1", PASSWORD, at, code(secret, at // STEP))
    assert isinstance(session, Session)
    later = at + HOUR
    assert staff.who(session.token, later) == LOCKED
    assert staff.unlock(session.token, PASSWORD, later) == CODE_NEEDED
    assert staff.unlock(session.token, PASSWORD, later, "000000") == WRONG_CODE
    assert staff.unlock(session.token, PASSWORD, later, code(secret, later // STEP)) == M1
    assert staff.unlock(session.token, PASSWORD, later, code(secret, later // STEP)) == WRONG_CODE


def test_an_erased_secret_stays_in_force_and_no_code_is_right(staff: People) -> None:
    secret = enrolled(staff, "d1")
    [offered] = (one for one in staff.store.read("people") if b"factor-offered" in one.body)
    act = PrivateErased(at=NOON, by="m1", position=offered.position, field="secret", reason="lost")
    erase(staff.store, act)
    people = People(staff.store, profile=LIGHT, second_factor="staff")
    later = NOON + STEP
    assert people.sign_in("d1", PASSWORD, later) == CODE_NEEDED
    for guess in (secret, ""):
        told = people.sign_in("d1", PASSWORD, later, code(guess, later // STEP))
        assert told == WRONG_CODE, "a code of the empty secret, which anybody works out, neither"
    assert people.offer_factor("d1", people.proof("d1", PASSWORD), later) == ENROLLED


def test_a_lost_phone_takes_two_people(staff: People) -> None:
    enrolled(staff, "d1")
    assert staff.reset_password("d1", M1, NOON) == TWO_DO_THIS
    staff.propose(Wish("password", "d1", "lost the phone"), M1, NOON)
    first = staff.halves[1]
    done = staff.confirm(1, F1, NOON)
    assert isinstance(done, Confirmed)
    assert staff.proof("d1", f"{first}-{done.code}") is not None
    assert staff.accounts["d1"].secret is None


def test_half_a_code_is_written_nowhere(staff: People) -> None:
    staff.propose(Wish("password", "m1", "forgotten"), F1, NOON)
    started = People(staff.store, profile=LIGHT)
    assert started.confirm(1, Who("m2", Role.PIT_MANAGER), NOON) == STARTED_SINCE
