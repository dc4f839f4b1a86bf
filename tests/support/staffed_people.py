"""Accounts of a house over a real store, and people who sign in."""

from __future__ import annotations

from croupier.engine.irregularities import Role
from croupier.server.people.accounts import (
    HOUSE,
    AccountMade,
    AnyPeopleEvent,
    decoder,
)
from croupier.server.people.keeping import STREAM
from croupier.server.people.passwords import LIGHT, hashed
from croupier.server.people.people import (
    People,
    Session,
)
from croupier.table.commands import Who

D1, S1 = Who("d1", Role.DEALER), Who("s1", Role.PIT_SUPERVISOR)
M1, F1 = Who("m1", Role.PIT_MANAGER), Who("f1", Role.SHIFT_MANAGER)
PASSWORD, OTHER = "seven of hearts", "nine of spades"
SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000
NOON = 1_000 * HOUR


def has_account(people: People, name: str, role: Role, password: str = PASSWORD) -> None:
    """As the first staff of a house have one: with a password, and by nobody's hand."""
    kept = hashed(password, LIGHT)
    made = AccountMade(at=NOON, name=name, role=role, password=kept, by=HOUSE)
    assert people.write(made) is None


def signed_in(people: People, name: str = "d1", at: int = NOON) -> str:
    session = people.sign_in(name, PASSWORD, at)
    assert isinstance(session, Session), session
    return session.token


def journal(people: People, after: int = 0) -> list[AnyPeopleEvent]:
    return [decoder.decode(entry.body) for entry in people.store.read(STREAM, after)]


def again(people: People) -> People:
    return People(people.store, profile=LIGHT)
