"""Accounts, sign-ins and sessions over a real store: what is answered, and what is kept."""

from __future__ import annotations

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.people import people as module
from croupier.server.people.accounts import (
    Account,
    AccountLocked,
    AccountUnlocked,
    AnyPeopleEvent,
    GuestArrived,
    Open,
    PasswordChanged,
    SessionRevoked,
    SessionsSeen,
    SessionUnlocked,
    SignedIn,
    SignedOut,
    SignInFailed,
    decoder,
)
from croupier.server.people.passwords import FULL, LIGHT, RULE, hashed, verify
from croupier.server.people.people import (
    BAD_NAME,
    BAD_PASSWORD,
    BAD_REASON,
    GONE,
    LOCKED,
    STREAM,
    WRONG,
    People,
    Session,
    named,
)
from croupier.server.streams import faults
from croupier.table.commands import CLOCK, Who

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.journal.store import Store

D1, S1 = Who("d1", Role.DEALER), Who("s1", Role.PIT_SUPERVISOR)
M1, F1 = Who("m1", Role.PIT_MANAGER), Who("f1", Role.SHIFT_MANAGER)
PASSWORD, OTHER = "seven of hearts", "nine of spades"
SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000
NOON = 1_000 * HOUR
NONSENSE = ["", " ", "\0", "d1\0", "d1\n", "\ud800", "é" * 9, "\u202e1d", "x" * 1_000_000, "'; --"]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    made = SqliteStore(tmp_path / "house.db")
    yield made
    made.close()


@pytest.fixture
def people(store: Store) -> People:
    """d1, m1 and m2 have an account."""
    made = People(store, profile=LIGHT)
    for name, role in (("d1", Role.DEALER), ("m1", Role.PIT_MANAGER), ("m2", Role.PIT_MANAGER)):
        assert made.make(name, role, PASSWORD, F1, NOON) == Who(name, role)
    return made


def signed_in(people: People, name: str = "d1", at: int = NOON) -> str:
    session = people.sign_in(name, PASSWORD, at)
    assert isinstance(session, Session), session
    return session.token


def journal(people: People, after: int = 0) -> list[AnyPeopleEvent]:
    return [decoder.decode(entry.body) for entry in people.store.read(STREAM, after)]


def again(people: People) -> People:
    return People(people.store, profile=LIGHT)


# Passwords and accounts


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
    assert RULE == "a password has 10 to 200 letters, digits, signs and spaces, not only the name"


def test_a_password_is_the_same_from_every_keyboard(people: People) -> None:
    people.make("p1", Role.PLAYER, "caf\u00e9 au lait", M1, NOON)
    assert isinstance(people.sign_in("p1", "cafe\u0301 au lait", NOON), Session)


@pytest.mark.parametrize(
    "name",
    [*NONSENSE, "D1", "1d", "g1", "g12", "house", "clock", "d 1", "d" * 33, "dé"],
    ids=lambda name: ascii(name)[:24],
)
def test_names_that_no_account_has(people: People, name: str) -> None:
    version = people.version
    assert people.make(name, Role.DEALER, PASSWORD, M1, NOON) == BAD_NAME
    assert people.version == version


@pytest.mark.parametrize("name", ["d", "d" * 32, "g", "g1a", "house1", "d.1-2"])
def test_names_that_an_account_may_have(people: People, name: str) -> None:
    assert people.make(name, Role.DEALER, PASSWORD, M1, NOON) == Who(name, Role.DEALER)


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
        Who("x1", role)
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


# Signing in


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
    assert people.unlock_account(nonsense, M1, NOON) == none
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


@pytest.mark.parametrize(("failures", "locked"), [(2, False), (3, True), (4, True)])
def test_three_failures_lock(people: People, failures: int, locked: bool) -> None:  # noqa: FBT001
    before = people.version
    for at in range(failures):
        assert people.sign_in("d1", OTHER, at) == WRONG
    expected: list[AnyPeopleEvent] = [SignInFailed(at=at, name="d1") for at in range(failures)]
    if locked:
        lock = AccountLocked(at=2, name="d1", by="house", reason="3 failures in a row")
        expected.insert(3, lock)
    assert journal(people, before) == expected
    assert people.accounts["d1"].locked == locked
    assert isinstance(people.sign_in("d1", PASSWORD, NOON), Refused if locked else Session)
    assert isinstance(people.sign_in("m1", PASSWORD, NOON), Session)


def test_a_right_password_breaks_the_row(people: People) -> None:
    for _ in range(2):
        people.sign_in("d1", OTHER, NOON)
        people.sign_in("d1", OTHER, NOON)
        signed_in(people)
    assert people.accounts["d1"].failures == 0


def test_guesses_at_once_count_as_they_end(people: People) -> None:
    """Passwords verified in threads; the right one comes too late."""
    guesses = [f"guess number {number}" for number in range(9)] + [PASSWORD]
    with ThreadPoolExecutor(4) as pool:
        proofs = list(pool.map(lambda guess: people.proof("d1", guess), guesses))
    assert proofs == [None] * 9 + [people.accounts["d1"].password]
    assert [people.admit("d1", proof, NOON) for proof in proofs] == [WRONG] * 10


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
    assert people.unlock(token, PASSWORD, NOON + 6 * MINUTE) == WRONG
    assert people.unlock_account("d1", M1, NOON + 7 * MINUTE) is None
    assert people.unlock(token, PASSWORD, NOON + 7 * MINUTE) == D1


# Time


@pytest.mark.parametrize(
    ("idle", "answer"),
    [(5 * MINUTE - 1, D1), (5 * MINUTE, LOCKED), (5 * MINUTE + 1, LOCKED)],
)
def test_five_idle_minutes_lock(people: People, idle: int, answer: Who | Refused) -> None:
    token = signed_in(people)
    used = NOON + 4 * MINUTE
    assert people.who(token, used) == D1
    assert people.who(token, used + idle) == answer


def test_who_only_looks_on_does_not_use_a_session(people: People) -> None:
    token = signed_in(people)
    assert people.standing(token, NOON + 5 * MINUTE - 1) == D1
    assert people.who(token, NOON + 5 * MINUTE) == LOCKED


def test_a_locked_session_opens_with_the_password(people: People) -> None:
    token, later = signed_in(people), NOON + HOUR
    before = people.version
    assert people.who(token, later) == LOCKED
    assert people.change_password(token, PASSWORD, OTHER, later) == LOCKED
    assert people.unlock(token, OTHER, later) == WRONG
    assert people.who(token, later) == LOCKED
    assert people.unlock(token, PASSWORD, later + 1) == D1
    assert people.who(token, later + 2) == D1
    assert journal(people, before) == [
        SignInFailed(at=later, name="d1"),
        SessionUnlocked(at=later + 1, session=named(token)),
        SessionsSeen(at=later + 2, seen={named(token): later + 2}),
    ]


def test_a_locked_session_stays_locked_when_the_clock_is_set_back(people: People) -> None:
    token = signed_in(people)
    assert people.who(token, NOON + HOUR) == LOCKED
    assert people.who(token, NOON) == LOCKED


def test_three_failures_to_unlock_lock_the_account(people: People) -> None:
    token, later = signed_in(people), NOON + HOUR
    answers = [people.unlock(token, guess, later) for guess in (OTHER, OTHER, OTHER, PASSWORD)]
    assert answers == [WRONG] * 4
    assert people.accounts["d1"].locked


@pytest.mark.parametrize(
    ("after", "answer"),
    [(12 * HOUR - 1, D1), (12 * HOUR, GONE), (12 * HOUR + 1, GONE)],
)
def test_a_session_ends_after_twelve_hours(
    people: People, after: int, answer: Who | Refused
) -> None:
    token = signed_in(people)
    for at in range(NOON, NOON + 12 * HOUR, 4 * MINUTE):
        assert people.who(token, at) == D1
    assert people.who(token, NOON + after) == answer
    assert people.unlock(token, PASSWORD, NOON + after) == answer


def test_sessions_that_are_over_are_forgotten(people: People) -> None:
    first, second = signed_in(people), signed_in(people, at=NOON + 1)
    last = signed_in(people, at=NOON + 12 * HOUR)
    assert list(people.sessions) == [named(second), named(last)]
    assert named(first) not in people.register.seen
    assert again(people).register == people.register


def test_use_is_written_at_most_once_a_minute_for_all(people: People) -> None:
    first, second = signed_in(people), signed_in(people, "m1")
    before = people.version
    for at in range(NOON, NOON + 2 * MINUTE + 1, SECOND):
        assert [people.who(token, at) for token in (first, second)] == [D1, M1]
    one, two = named(first), named(second)
    start, then, end = NOON, NOON + MINUTE, NOON + 2 * MINUTE
    assert journal(people, before) == [
        SessionsSeen(at=start, seen={one: start}),
        SessionsSeen(at=then, seen={one: then, two: then - SECOND}),
        SessionsSeen(at=end, seen={one: end, two: end - SECOND}),
    ]


def test_after_a_start_a_session_locks_early_but_never_late(people: People) -> None:
    token = signed_in(people)
    people.who(token, NOON)
    people.who(token, NOON + 59 * SECOND)
    locks = NOON + 5 * MINUTE
    assert people.standing(token, locks + 59 * SECOND - 1) == D1
    assert [again(people).standing(token, at) for at in (locks - 1, locks)] == [D1, LOCKED]


def test_an_old_use_does_not_lock_what_was_unlocked(people: People) -> None:
    first, second = signed_in(people), signed_in(people, "m1")
    people.who(second, NOON)
    people.who(first, NOON + 1)
    later = NOON + 6 * MINUTE
    assert people.unlock(first, PASSWORD, later) == D1
    assert people.unlock(second, PASSWORD, later) == M1
    assert people.who(second, later) == M1
    assert people.who(first, later + 1) == D1


# Managers


def test_a_manager_locks_and_unlocks_somebody_else(people: People) -> None:
    token, before = signed_in(people), people.version
    manager = declined(Policy.NOT_FOR_THIS_ROLE, "a pit manager or higher does this")
    assert people.lock_account("d1", S1, "left", NOON) == manager
    assert people.lock_account("m1", M1, "left", NOON) == declined(
        Policy.NOT_FOR_THIS_PERSON, "another person does this"
    )
    assert people.lock_account("d1", M1, "left", NOON) is None
    assert people.lock_account("d1", M1, "left", NOON) == declined(
        Policy.ALREADY_SO, "d1 is locked already"
    )
    assert (people.who(token, NOON), people.sign_in("d1", PASSWORD, NOON)) == (GONE, WRONG)
    assert people.unlock_account("d1", D1, NOON) == manager
    assert people.unlock_account("d1", F1, NOON) is None
    assert people.unlock_account("d1", F1, NOON) == declined(Policy.ALREADY_SO, "d1 is not locked")
    assert journal(people, before) == [
        AccountLocked(at=NOON, name="d1", by="m1", reason="left"),
        SessionRevoked(at=NOON, session=named(token), by="m1"),
        SignInFailed(at=NOON, name="d1"),
        AccountUnlocked(at=NOON, name="d1", by="f1"),
    ]
    assert people.accounts["d1"] == Account(Role.DEALER, people.accounts["d1"].password)
    signed_in(people)


def test_nobody_unlocks_oneself(people: People) -> None:
    token = signed_in(people, "m1")
    for _ in range(3):
        people.sign_in("m1", OTHER, NOON)
    who = people.who(token, NOON)
    assert who == M1
    assert people.unlock_account("m1", M1, NOON) == declined(
        Policy.NOT_FOR_THIS_PERSON, "another person does this"
    )
    assert people.unlock_account("m1", Who("m2", Role.PIT_MANAGER), NOON) is None


@pytest.mark.parametrize("reason", ["", "  ", "\0", "one\ntwo", "x" * 201, "\ud800"], ids=ascii)
def test_a_lock_has_a_reason(people: People, reason: str) -> None:
    assert people.lock_account("d1", M1, reason, NOON) == BAD_REASON
    assert not people.accounts["d1"].locked


def test_sessions_are_revoked_one_by_one_or_by_account(people: People) -> None:
    first, second, third = (signed_in(people) for _ in range(3))
    manager = signed_in(people, "m1")
    assert people.revoke(named(first), M1, NOON) is None
    assert [people.who(token, NOON) for token in (first, second, third)] == [GONE, D1, D1]
    assert people.revoke("d1", M1, NOON) is None
    assert [people.who(token, NOON) for token in (second, third)] == [GONE, GONE]
    assert people.revoke("d1", M1, NOON) == declined(
        Policy.NO_SUCH_THING, "no such session is open"
    )
    assert people.who(manager, NOON) == M1
    assert again(people).sessions == people.sessions


def test_one_s_own_sessions_are_one_s_own_to_revoke(people: People) -> None:
    token, manager = signed_in(people), signed_in(people, "m1")
    needed = declined(Policy.NOT_FOR_THIS_ROLE, "a pit manager or higher does this")
    for which in ("m1", named(manager), "x1", ""):
        assert people.revoke(which, D1, NOON) == needed
    assert people.revoke("d1", D1, NOON) is None
    assert (people.who(token, NOON), people.who(manager, NOON)) == (GONE, M1)


def test_a_changed_password_ends_the_other_sessions(people: People) -> None:
    here, there = signed_in(people), signed_in(people)
    assert people.change_password(here, OTHER, OTHER, NOON) == WRONG
    assert people.change_password(here, PASSWORD, "short", NOON) == BAD_PASSWORD
    assert people.change_password(here, PASSWORD, OTHER, NOON) is None
    assert (people.who(here, NOON), people.who(there, NOON)) == (D1, GONE)
    assert people.sign_in("d1", PASSWORD, NOON) == WRONG
    assert isinstance(people.sign_in("d1", OTHER, NOON), Session)


def test_a_forgotten_password_is_given_anew(people: People) -> None:
    token = signed_in(people)
    people.make("f1", Role.SHIFT_MANAGER, PASSWORD, F1, NOON)
    assert people.reset_password("d1", S1, NOON) == declined(
        Policy.NOT_FOR_THIS_ROLE, "a pit manager or higher does this"
    )
    assert people.reset_password("f1", M1, NOON) == declined(
        Policy.NOT_FOR_THIS_ROLE, "a shift manager or higher does this"
    )
    assert people.reset_password("m1", M1, NOON) == declined(
        Policy.NOT_FOR_THIS_PERSON, "another person does this"
    )
    password = people.reset_password("d1", M1, NOON)
    assert isinstance(password, str)
    changed, ended = journal(people)[-2:]
    assert isinstance(changed, PasswordChanged)
    assert (changed.name, changed.by) == ("d1", "m1")
    assert ended == SessionRevoked(at=NOON, session=named(token), by="m1")
    assert isinstance(people.sign_in("d1", password, NOON), Session)


# Guests


def test_guests_come_to_the_demonstration_house_only(people: People) -> None:
    refused = declined(Policy.DEMONSTRATION_ONLY, "only a demonstration house has guests")
    assert people.guest(NOON) == refused
    people.store.set_meta("demonstration", "no")
    assert people.guest(NOON) == refused
    people.store.set_meta("demonstration", "yes")
    tokens = []
    for name in ("g1", "g2"):
        came = people.guest(NOON)
        assert not isinstance(came, Refused)
        assert came[0] == Who(name, Role.PLAYER)
        tokens.append(came[1])
    assert journal(people)[-1] == GuestArrived(
        at=NOON, name="g2", session=named(tokens[1]), until=NOON + 12 * HOUR
    )
    version = people.version
    nearly = NOON + 12 * HOUR - 1
    assert people.who(tokens[0], nearly) == Who("g1", Role.PLAYER)
    assert people.who(tokens[0], nearly + 1) == GONE
    assert people.unlock(tokens[0], PASSWORD, nearly) == declined(
        Policy.NO_PASSWORD, "a guest has no password"
    )
    assert people.change_password(tokens[0], "", OTHER, nearly) == declined(
        Policy.NO_PASSWORD, "a guest has no password"
    )
    assert people.version == version
    assert people.sign_out(tokens[0], nearly) is None
    assert people.revoke("g2", M1, nearly) is None
    assert people.sign_in("g1", PASSWORD, nearly) == WRONG
    third = again(people).guest(nearly)
    assert isinstance(third, tuple)
    assert third[0] == Who("g3", Role.PLAYER)


# What is kept


def test_another_node_comes_to_the_same(people: People) -> None:
    people.store.set_meta("demonstration", "yes")
    tokens = [signed_in(people), signed_in(people, "m1")]
    people.guest(NOON)
    people.sign_in("m2", OTHER, NOON)
    people.change_password(tokens[0], PASSWORD, OTHER, NOON)
    people.lock_account("m2", M1, "left", NOON)
    people.unlock(tokens[1], PASSWORD, NOON + HOUR)
    other = again(people)
    assert other.register == people.register
    assert other.version == people.version
    assert other.who(tokens[1], NOON + HOUR) == M1
    assert other.sessions[named(tokens[1])] == Open(M1, NOON + 12 * HOUR)
    assert list(faults(people.store)) == []


def test_what_another_node_wrote_first_is_seen(people: People) -> None:
    other = again(people)
    people.lock_account("d1", M1, "left", NOON)
    assert other.sign_in("d1", PASSWORD, NOON) == declined(
        Policy.CHANGED_MEANWHILE, "something else happened first: ask again"
    )
    assert other.sign_in("d1", PASSWORD, NOON) == WRONG


def test_a_stolen_database_holds_no_password_and_no_token(people: People, tmp_path: Path) -> None:
    people.store.set_meta("demonstration", "yes")
    token = signed_in(people)
    people.who(token, NOON)
    people.change_password(token, PASSWORD, OTHER, NOON)
    given = people.reset_password("m1", F1, NOON)
    came = people.guest(NOON)
    assert isinstance(given, str)
    assert isinstance(came, tuple)
    stolen = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for secret in (token, came[1], given, PASSWORD, OTHER):
        assert secret.encode() not in stolen
    kept = [named(token), people.accounts["d1"].password]
    for found in kept:
        assert found.encode() in stolen
        assert people.who(found, NOON) == GONE
        assert people.sign_in("d1", found, NOON) == WRONG


def test_a_full_profile_is_argon2id(people: People) -> None:
    kept = hashed(PASSWORD, FULL)
    assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
    assert (verify(kept, PASSWORD), verify(kept, OTHER)) == (True, False)
    assert [verify(broken, PASSWORD) for broken in ("", "x", kept[:-9])] == [False] * 3
    assert hashed(PASSWORD, LIGHT) != people.accounts["d1"].password


def test_nothing_happens_while_the_disk_is_full(tmp_path: Path) -> None:
    full = False

    def fault(_place: str) -> None:
        if full:
            raise sqlite3.OperationalError("database or disk is full")

    people = People(SqliteStore(tmp_path / "house.db", fault=fault), profile=LIGHT)
    people.make("d1", Role.DEALER, PASSWORD, F1, NOON)
    token = signed_in(people)
    full, before = True, people.version
    no = declined(Policy.PAUSED, "the house pauses, nothing happened: database or disk is full")
    assert people.sign_in("d1", PASSWORD, NOON) == no
    assert people.sign_in("d1", OTHER, NOON) == no
    assert people.lock_account("d1", M1, "left", NOON) == no
    assert people.make("d2", Role.DEALER, PASSWORD, F1, NOON) == no
    assert people.who(token, NOON + MINUTE) == D1
    assert people.version == before
    full = False
    assert people.who(token, NOON + 2 * MINUTE) == D1
    assert people.version == before + 1
    people.store.close()
