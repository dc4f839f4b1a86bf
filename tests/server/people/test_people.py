"""Accounts and sign-ins over a real store: what is answered."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused
from croupier.server.people import people as module
from croupier.server.people.accounts import (
    AccountLocked,
    SessionsSeen,
    SignedIn,
    SignedOut,
    SignInFailed,
)
from croupier.server.people.keeping import BAD_PASSWORD
from croupier.server.people.passwords import LIGHT, RULE, verify
from croupier.server.people.people import (
    GONE,
    LOCKED,
    WRONG,
    People,
    Session,
    named,
)
from croupier.server.people.proposals import TWO_DO_THIS, Wish
from croupier.server.people.rules import APPROVES, BAD_NAME
from croupier.table.commands import CLOCK, Who
from tests.support.said import declined
from tests.support.staffed_people import (
    D1,
    F1,
    HOUR,
    M1,
    MINUTE,
    NOON,
    OTHER,
    PASSWORD,
    S1,
    again,
    has_account,
    journal,
    signed_in,
)

if TYPE_CHECKING:
    from croupier.server.journal.store import Store


NONSENSE = ["", " ", "\0", "d1\0", "d1\n", "\ud800", "é" * 9, "\u202e1d", "x" * 1_000_000, "'; --"]


@pytest.mark.parametrize(
    ("password", "name", "answer"),
    [
        ("a" * 9, "p1", BAD_PASSWORD),
        ("a" * 10, "p1", Who("p1", Role.PLAYER)),
        ("a" * 11, "p1", Who("p1", Role.PLAYER)),
        ("é" * 10, "p1", Who("p1", Role.PLAYER)),
        ("a" * 200, "p1", Who("p1", Role.PLAYER)),
        ("a" * 201, "p1", BAD_PASSWORD),
        ("\ufdfa" * 200, "p1", BAD_PASSWORD),
        ("player-one", "player-one", BAD_PASSWORD),
        ("Player-One ", "player-one", BAD_PASSWORD),
        ("player-one1", "player-one", Who("player-one", Role.PLAYER)),
        *((nonsense, "p1", BAD_PASSWORD) for nonsense in NONSENSE),
        ("seven of\0hearts", "p1", BAD_PASSWORD),
        ("seven of\ud800hearts", "p1", BAD_PASSWORD),
    ],
    ids=lambda value: ascii(value)[:24],
)
def test_what_a_password_must_be(
    people: People, password: str, name: str, answer: Who | Refused
) -> None:
    assert people.make(name, Role.PLAYER, password, M1, NOON) == answer
    assert (name in people.accounts) == isinstance(answer, Who)


def test_the_rule_is_one_clear_line() -> None:
    assert str(RULE) == (
        "a password has 10 to 200 letters, digits, signs and spaces;"
        " it is not only the name, nor what it was before"
    )


def test_a_password_is_the_same_from_every_keyboard(people: People) -> None:
    has_account(people, "p1", Role.PLAYER, "caf\u00e9 au lait")
    assert isinstance(people.sign_in("p1", "cafe\u0301 au lait", NOON), Session)


@pytest.mark.parametrize(
    "name",
    [*NONSENSE, "D1", "1d", "g1", "g12", "house", "clock", "folder", "d 1", "d" * 33, "dé"],
    ids=lambda name: ascii(name)[:24],
)
def test_names_that_no_account_has(people: People, name: str) -> None:
    version = people.version
    assert people.make(name, Role.DEALER, PASSWORD, M1, NOON) == BAD_NAME
    assert people.version == version


@pytest.mark.parametrize("name", ["d", "d" * 32, "g", "g1a", "house1", "d.1-2"])
def test_names_that_an_account_may_have(people: People, name: str) -> None:
    assert people.make(name, Role.DEALER, PASSWORD, M1, NOON) == Who(name, Role.DEALER)


@pytest.mark.standard(52)
def test_a_name_has_one_account(people: People) -> None:
    assert people.make("d1", Role.DEALER, OTHER, M1, NOON) == declined(
        Policy.ALREADY_SO, "d1 has an account already"
    )


@pytest.mark.parametrize("by", [D1, S1, M1, F1, CLOCK, Who("a1", Role.AUDITOR)])
@pytest.mark.parametrize("role", Role)
def test_who_makes_whose_account(people: People, by: Who, role: Role) -> None:
    high = role in (Role.SHIFT_MANAGER, Role.AUDITOR)
    needed = "shift manager" if high else "pit manager"
    may = by is F1 or (by is M1 and not high)
    answer = (
        TWO_DO_THIS
        if role in APPROVES
        else Who("x1", role)
        if may
        else declined(Policy.NOT_FOR_THIS_ROLE, f"a {needed} or higher does this")
    )
    assert people.make("x1", role, PASSWORD, by, NOON) == answer


def test_the_first_staff_are_shown_once(store: Store) -> None:
    people = People(store, profile=LIGHT)
    staff = people.first_staff(NOON)
    assert isinstance(staff, list)
    assert [(name, role) for name, role, _ in staff] == [
        ("d1", Role.DEALER),
        ("s1", Role.PIT_SUPERVISOR),
        ("m1", Role.PIT_MANAGER),
        ("f1", Role.SHIFT_MANAGER),
        ("a1", Role.AUDITOR),
        ("c1", Role.CASHIER),
    ]
    assert len({password for _, _, password in staff}) == len(staff)
    for name, role, password in staff:
        session = people.sign_in(name, password, NOON)
        assert isinstance(session, Session)
        assert session.who == Who(name, role)
    assert people.first_staff(NOON) == declined(Policy.ALREADY_SO, "there are accounts already")
    assert again(people).first_staff(NOON) == declined(
        Policy.ALREADY_SO, "there are accounts already"
    )


def test_signing_in_and_out(people: People) -> None:
    before = people.version
    session = people.sign_in("d1", PASSWORD, NOON)
    assert isinstance(session, Session)
    token = session.token
    assert session == Session(token, D1, NOON + 12 * HOUR)
    assert len(token) == 43
    assert people.who(token, NOON) == D1
    assert people.sign_out(token, NOON + 1) is None
    assert (people.who(token, NOON + 1), people.sign_out(token, NOON + 1)) == (GONE, GONE)
    key = named(token)
    assert journal(people, before) == [
        SignedIn(at=NOON, name="d1", session=key, until=NOON + 12 * HOUR),
        SessionsSeen(at=NOON, seen={key: NOON}),
        SignedOut(at=NOON + 1, session=key),
    ]


@pytest.mark.parametrize("nonsense", NONSENSE, ids=lambda name: ascii(name)[:24])
def test_nonsense_lets_nobody_in(people: People, nonsense: str) -> None:
    assert people.sign_in(nonsense, PASSWORD, NOON) == WRONG
    assert people.sign_in("d1", nonsense, NOON) == WRONG
    assert people.sign_in(nonsense, nonsense, NOON) == WRONG
    assert people.who(nonsense, NOON) == GONE
    assert people.standing(nonsense, NOON) == GONE
    assert people.unlock(nonsense, PASSWORD, NOON) == GONE
    assert people.sign_out(nonsense, NOON) == GONE
    assert people.change_password(nonsense, PASSWORD, OTHER, NOON) == GONE
    assert people.revoke(nonsense, M1, NOON) == declined(
        Policy.NO_SUCH_THING, "no such session is open"
    )
    none = declined(Policy.NO_SUCH_THING, "there is no such account")
    assert people.lock_account(nonsense, M1, "left", NOON) == none
    assert people.propose(Wish("unlock", nonsense, "left"), M1, NOON) == none
    assert people.reset_password(nonsense, M1, NOON) == none
    assert again(people).register == people.register


def test_two_people_have_two_sessions(people: People) -> None:
    first, second, third = signed_in(people), signed_in(people, "m1"), signed_in(people)
    assert len({first, second, third}) == 3
    assert [people.who(token, NOON) for token in (first, second, third)] == [D1, M1, D1]
    people.sign_out(first, NOON)
    assert [people.who(token, NOON) for token in (first, second, third)] == [GONE, M1, D1]


def test_a_wrong_name_is_answered_as_a_wrong_password(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same work with a hash of the same cost, the same line, and as many writes."""
    asked: list[str] = []

    def watched(hash_: str, password: str) -> bool:
        asked.append(hash_.rpartition("$")[0].rpartition("$")[0])
        return verify(hash_, password)

    monkeypatch.setattr(module, "verify", watched)
    version = people.version
    assert people.sign_in("d1", OTHER, NOON) == WRONG
    assert people.sign_in("x1", OTHER, NOON) == WRONG
    assert asked == ["$argon2id$v=19$m=8,t=1,p=1"] * 2
    assert people.version == version + 2


def test_a_password_typed_as_a_name_is_not_kept(people: People) -> None:
    people.sign_in(PASSWORD, "d1", NOON)
    assert journal(people)[-1] == SignInFailed(at=NOON, name="")


@pytest.mark.parametrize("failures", [2, 3, 4, 500])
def test_failures_lock_nobody_and_do_not_flood_the_journal(people: People, failures: int) -> None:
    before = people.version
    for at in range(failures):
        assert people.sign_in("d1", OTHER, NOON + at) == WRONG
    first = min(failures, 3)
    assert journal(people, before) == [SignInFailed(at=NOON + at, name="d1") for at in range(first)]
    assert not people.accounts["d1"].locked
    people.write_down(NOON + 2 * MINUTE)
    assert people.accounts["d1"].failures == failures
    assert people.version - before <= first + 1
    assert isinstance(people.sign_in("d1", PASSWORD, NOON + 2 * MINUTE), Session)
    assert again(people).register == people.register


def test_who_was_locked_by_failures_once_is_not_any_more(people: People) -> None:
    """As journals from before have it; what a manager has locked stays."""
    people.write(AccountLocked(at=NOON, name="d1", by="house", reason="3 failures in a row"))
    people.write(AccountLocked(at=NOON, name="m2", by="m1", reason="left"))
    assert isinstance(people.sign_in("d1", PASSWORD, NOON), Session)
    assert people.sign_in("m2", PASSWORD, NOON) == WRONG


def test_a_right_password_breaks_the_row(people: People) -> None:
    for _ in range(2):
        people.sign_in("d1", OTHER, NOON)
        people.sign_in("d1", OTHER, NOON)
        signed_in(people)
    assert people.accounts["d1"].failures == 0


def test_guesses_at_once_count_as_they_end(people: People) -> None:
    """Passwords verified in threads; the right one is let in."""
    guesses = [f"guess number {number}" for number in range(9)] + [PASSWORD]
    with ThreadPoolExecutor(4) as pool:
        proofs = list(pool.map(lambda guess: people.proof("d1", guess), guesses))
    assert proofs == [None] * 9 + [people.accounts["d1"].password]
    told = [people.admit("d1", proof, NOON) for proof in proofs]
    assert told[:9] == [WRONG] * 9
    assert isinstance(told[9], Session)


def test_a_proof_is_worth_nothing_after_the_password_changed(people: People) -> None:
    proof = people.proof("d1", PASSWORD)
    people.reset_password("d1", M1, NOON)
    assert people.admit("d1", proof, NOON) == WRONG


def test_a_stranger_s_guesses_take_no_dealer_from_a_table(people: People) -> None:
    token = signed_in(people)
    for _ in range(3):
        people.sign_in("d1", OTHER, NOON)
    assert people.who(token, NOON + MINUTE) == D1
    assert people.who(token, NOON + 6 * MINUTE) == LOCKED
    assert people.unlock(token, PASSWORD, NOON + 6 * MINUTE) == D1
