"""What takes two people: proposed by one, confirmed by another, by neither for their own account.

One of the two holds the position that manages the account, the other is a pit manager at least, so
that a house with one shift manager can have a second.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.engine.steps import Refusal
from croupier.said import Sentence
from croupier.server.people.accounts import PeopleProposed
from croupier.server.people.rules import (
    ACCOUNT_IS_NOT_LOCKED,
    ANOTHER,
    BAD_NAME,
    NAME,
    NO_SUCH_ACCOUNT,
    managing,
    needs,
    unfounded,
)
from croupier.table.commands import Who

if TYPE_CHECKING:
    from croupier.server.people.accounts import Register

SECOND_PERSON_CONFIRMS_THIS = Sentence(
    "second-person-confirms-this",
    "a second person confirms this, neither of whom made the other's account",
)
TWO_PEOPLE_DO_THIS = Sentence(
    "two-people-do-this", "two people do this: one proposes, one confirms"
)
HOUSE_WAS_STARTED_SINCE = Sentence(
    "house-was-started-since",
    "the house was started since, half of the code is gone: propose it again",
)
PROPOSAL_WAITS_FOR_THIS_ALREADY = Sentence(
    "proposal-waits-for-this-already", "proposal {number} waits for this already"
)
ACCOUNT_HAS_THAT_ROLE_ALREADY = Sentence(
    "account-has-that-role-already", "{name} has that role already"
)
PLAYERS_ACCOUNT_STAYS_A_PLAYERS = Sentence(
    "players-account-stays-a-players", "a player's account stays a player's"
)
NAME_HAS_AN_ACCOUNT_ALREADY = Sentence(
    "name-has-an-account-already", "{name} has an account already"
)
NO_PROPOSAL_WAITS_FOR_A_SECOND_PERSON = Sentence(
    "no-proposal-waits-for-a-second-person", "no proposal {number} waits for a second person"
)

OPEN_MS = 30 * 60 * 1000
"""For so long a proposal waits for its second person."""
SECOND_PERSON = declined(Refusal.SECOND_PERSON, SECOND_PERSON_CONFIRMS_THIS())
TWO_DO_THIS = declined(Refusal.SECOND_PERSON, TWO_PEOPLE_DO_THIS())
STARTED_SINCE = declined(Policy.NOTHING_WAITS, HOUSE_WAS_STARTED_SINCE())
Asks = Literal["account", "password", "unlock", "role"]


class Wish(NamedTuple):
    asks: Asks
    name: str
    reason: str
    role: Role | None = None
    """Of the account that is to be made, or as it is to be."""


def proposed(register: Register, wish: Wish, by: Who, at: int) -> PeopleProposed | Refused:
    event = PeopleProposed(
        at=at,
        number=register.proposals + 1,
        asks=wish.asks,
        name=wish.name,
        role=wish.role or role_of(register, wish.name) or Role.PLAYER,
        by=by.name,
        reason=wish.reason,
        until=at + OPEN_MS,
    )
    if no := needs(by, Role.PIT_MANAGER) or cannot_be(register, event) or unfounded(wish.reason):
        return no
    if wish.name == by.name:
        return ANOTHER
    for one in register.proposed.values():
        if (one.asks, one.name) == (wish.asks, wish.name) and at < one.until:
            return declined(Policy.ALREADY_SO, PROPOSAL_WAITS_FOR_THIS_ALREADY(number=one.number))
    return event


def cannot_be(register: Register, asked: PeopleProposed) -> Refused | None:
    """As things stand, when it is proposed and again when it is confirmed."""
    name, account = asked.name, register.accounts.get(asked.name)
    if asked.asks == "account":
        return no_new_account(register, name)
    if account is None:
        return declined(Policy.NO_SUCH_THING, NO_SUCH_ACCOUNT())
    if asked.asks == "unlock" and not account.locked:
        return declined(Policy.ALREADY_SO, ACCOUNT_IS_NOT_LOCKED(name=name))
    if asked.asks == "role" and account.role is asked.role:
        return declined(Policy.ALREADY_SO, ACCOUNT_HAS_THAT_ROLE_ALREADY(name=name))
    if asked.asks == "role" and Role.PLAYER in (account.role, asked.role):
        return declined(Policy.NOT_FOR_THIS_ROLE, PLAYERS_ACCOUNT_STAYS_A_PLAYERS())
    return None


def no_new_account(register: Register, name: str) -> Refused | None:
    if not NAME.fullmatch(name):
        return BAD_NAME
    if name in register.accounts:
        return declined(Policy.ALREADY_SO, NAME_HAS_AN_ACCOUNT_ALREADY(name=name))
    return None


def to_confirm(register: Register, number: int, by: Who, at: int) -> PeopleProposed | Refused:
    """The proposal, where this person may be its second."""
    asked = register.proposed.get(number)
    if asked is None or at >= asked.until:
        return declined(Policy.NOTHING_WAITS, NO_PROPOSAL_WAITS_FOR_A_SECOND_PERSON(number=number))
    if no := needs(by, Role.PIT_MANAGER) or cannot_be(register, asked):
        return no
    if by.name == asked.name:
        return ANOTHER
    if not by.pairs_with(asked.by):
        return SECOND_PERSON
    proposer = Who(asked.by, role_of(register, asked.by))
    for role in {asked.role, role_of(register, asked.name) or asked.role}:
        needed = managing(role)
        if not proposer.holds(needed) and (no := needs(by, needed)):
            return no
    return asked


def role_of(register: Register, name: str) -> Role | None:
    account = register.accounts.get(name)
    return account.role if account else None


def of(register: Register, name: str) -> list[int]:
    """Everything that somebody has proposed."""
    return [one.number for one in register.proposed.values() if one.by == name]
