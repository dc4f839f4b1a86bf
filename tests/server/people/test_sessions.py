"""Sessions: how they lock, unlock, end, and what a manager may do about them."""

from __future__ import annotations

import pytest

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused
from croupier.server.people.accounts import (
    HOUSE,
    Account,
    AccountLocked,
    AccountUnlocked,
    Arrival,
    PasswordChanged,
    PeopleProposed,
    SessionRevoked,
    SessionsSeen,
    SessionUnlocked,
    SignInFailed,
)
from croupier.server.people.keeping import BAD_PASSWORD, Confirmed
from croupier.server.people.people import (
    GONE,
    LOCKED,
    TO_SET,
    WRONG,
    People,
    Session,
    named,
)
from croupier.server.people.proposals import SECOND_PERSON, TWO_DO_THIS, Wish
from croupier.server.people.rules import ANOTHER, BAD_REASON
from croupier.table.commands import Who
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
    SECOND,
    again,
    has_account,
    journal,
    signed_in,
)


@pytest.mark.standard(51)
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


def test_failures_to_unlock_lock_nothing(people: People) -> None:
    token, later = signed_in(people), NOON + HOUR
    answers = [people.unlock(token, guess, later) for guess in (OTHER, OTHER, OTHER, PASSWORD)]
    assert answers == [WRONG] * 3 + [D1]
    assert not people.accounts["d1"].locked


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
    wish = Wish("unlock", "d1", "came back")
    assert people.propose(wish, D1, NOON) == manager
    asked = people.propose(wish, F1, NOON)
    assert isinstance(asked, PeopleProposed)
    assert people.confirm(1, F1, NOON) == SECOND_PERSON
    assert people.confirm(1, M1, NOON) == Confirmed(asked, None)
    assert people.propose(wish, F1, NOON) == declined(Policy.ALREADY_SO, "d1 is not locked")
    assert journal(people, before) == [
        AccountLocked(at=NOON, name="d1", by="m1", reason="left"),
        SessionRevoked(at=NOON, session=named(token), by="m1"),
        SignInFailed(at=NOON, name="d1"),
        asked,
        AccountUnlocked(
            at=NOON, name="d1", by="f1", confirmed_by="m1", reason="came back", number=1
        ),
    ]
    known = people.accounts["d1"]
    assert known == Account(
        role=Role.DEALER,
        password=known.password,
        made=NOON,
        made_by=(HOUSE,),
        seen=NOON,
        arrivals=(Arrival(NOON, None), Arrival(NOON, None, wrong=1)),
    )
    signed_in(people)


def test_nobody_unlocks_oneself(people: People) -> None:
    people.lock_account("m1", F1, "guessed at", NOON)
    wish, m2 = Wish("unlock", "m1", "guessed at"), Who("m2", Role.PIT_MANAGER)
    assert people.propose(wish, M1, NOON) == ANOTHER
    assert isinstance(people.propose(wish, m2, NOON), PeopleProposed)
    assert people.confirm(1, M1, NOON) == ANOTHER
    assert isinstance(people.confirm(1, F1, NOON), Confirmed)


@pytest.mark.standard(55)
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
    has_account(people, "a1", Role.AUDITOR)
    assert people.reset_password("d1", S1, NOON) == declined(
        Policy.NOT_FOR_THIS_ROLE, "a pit manager or higher does this"
    )
    assert people.reset_password("a1", M1, NOON) == declined(
        Policy.NOT_FOR_THIS_ROLE, "a shift manager or higher does this"
    )
    assert people.reset_password("m1", F1, NOON) == TWO_DO_THIS
    password = people.reset_password("d1", M1, NOON)
    assert isinstance(password, str)
    changed, ended = journal(people)[-2:]
    assert isinstance(changed, PasswordChanged)
    assert (changed.name, changed.by) == ("d1", "m1")
    assert ended == SessionRevoked(at=NOON, session=named(token), by="m1")
    assert people.sign_in("d1", PASSWORD, NOON) == WRONG
    assert people.sign_in("d1", password, NOON) == TO_SET
