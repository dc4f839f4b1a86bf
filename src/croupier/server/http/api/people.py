"""Operations on accounts of the people of a house, by one person or by two."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.said import Said, Sentence
from croupier.server.http.api.sessions import Password
from croupier.server.http.dismissing import end_proposals
from croupier.server.http.operation import (
    AUDITOR,
    MANAGERS,
    OfName,
    OfNumber,
    Operation,
    Reason,
    Says,
    Strict,
    not_found,
)
from croupier.server.people.passwords import generated
from croupier.server.people.proposals import TWO_DO_THIS, Wish
from croupier.table.commands import ONE_LINE

if TYPE_CHECKING:
    from croupier.server.http.operation import AnyCall, Call, PlainCall
    from croupier.server.people.accounts import PeopleProposed
    from croupier.server.people.proposals import Asks

ACCOUNT_IS_LOCKED = Sentence("account-is-locked", "{name} is locked")
PROPOSAL_IS_WITHDRAWN = Sentence("proposal-is-withdrawn", "proposal {number} is withdrawn")
SECOND_PERSON_CONFIRMS_IT = Sentence("second-person-confirms-it", "a second person confirms it")
ACCOUNT_HAS_ROLE_NOW = Sentence("account-has-role-now", "{name} is a {role:role} now")
NO_ACCOUNT = Sentence("no-account", "there is no account {name:quoted}")

Why = Annotated[str, msgspec.Meta(max_length=200, pattern=ONE_LINE)]
"""A reason, which only what takes two people needs."""


class NewAccount(Strict, frozen=True):
    name: str
    role: Role
    password: Password | None = None
    """The owner's one-time code, where one person makes the account; without it one is made."""
    reason: Why = ""


class GivenReason(Strict, frozen=True):
    reason: Reason


class SomeReason(Strict, frozen=True):
    reason: Why = ""


class NewRole(Strict, frozen=True):
    role: Role
    reason: Reason


class AccountOpened(msgspec.Struct, frozen=True):
    name: str
    role: Role
    password: str | None
    """A one-time code for its owner, shown this once; its first half where a second person, who is
    then shown the other half, has to confirm it."""
    proposal: int | None = None
    """That waits for a second person."""


class PasswordShown(msgspec.Struct, frozen=True):
    """A one-time code for its owner, or its first half, shown this once."""

    name: str
    password: str | None
    proposal: int | None = None


class Asked(msgspec.Struct, frozen=True):
    """What became of it, or the proposal that waits for a second person."""

    says: str
    proposal: int | None = None
    password: str | None = None
    """The first half of a one-time code for the account's owner, shown this once."""
    said: Said | None = None


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    asks: str
    """`account`, `password`, `unlock` or `role`."""
    name: str
    role: Role
    by: str
    at: int
    reason: str
    until: int


class Confirmed(msgspec.Struct, frozen=True):
    number: int
    asks: str
    name: str
    role: Role
    password: str | None
    """The second half of a one-time code for its owner, shown this once, where one was made."""


async def make(call: Call[NewAccount, None, None]) -> AccountOpened | Refused:
    given, kept = call.given, call.house.people
    made = generated() if given.password is None else None
    code = made or given.password or ""
    at = call.desk.now()
    who = await call.desk.write(lambda: kept.make(given.name, given.role, code, call.who, at))
    if who is not TWO_DO_THIS:
        if isinstance(who, Refused):
            return who
        return AccountOpened(given.name, given.role, made)
    asked = await proposed(call, "account", given.name, given.role)
    if isinstance(asked, Refused):
        return asked
    first = call.house.people.first_half(asked)
    return AccountOpened(given.name, given.role, first, asked.number)


async def proposed(
    call: AnyCall, asks: Asks, name: str, role: Role | None = None
) -> PeopleProposed | Refused:
    wish = Wish(asks, name, call.given.reason, role)
    people, at = call.house.people, call.desk.now()
    return await call.desk.write(lambda: people.propose(wish, call.who, at))


def no_account(call: AnyCall) -> Refused | None:
    name = call.place.name
    if name not in call.house.people.accounts:
        return not_found(NO_ACCOUNT(name=name))
    return None


async def lock_account(call: Call[GivenReason, None, OfName]) -> Says | Refused:
    if no := no_account(call):
        return no
    name, at = call.place.name, call.desk.now()
    people, reason = call.house.people, call.given.reason
    if no := await call.desk.write(lambda: people.lock_account(name, call.who, reason, at)):
        return no
    await end_proposals(call.desk, name)
    return Says.of(ACCOUNT_IS_LOCKED(name=name))


async def unlock_account(call: Call[SomeReason, None, OfName]) -> Asked | Refused:
    if no := no_account(call):
        return no
    asked = await proposed(call, "unlock", call.place.name)
    if isinstance(asked, Refused):
        return asked
    said = SECOND_PERSON_CONFIRMS_IT()
    return Asked(str(said), asked.number, said=said)


async def reset_password(call: Call[SomeReason, None, OfName]) -> PasswordShown | Refused:
    if no := no_account(call):
        return no
    people, name, at = call.house.people, call.place.name, call.desk.now()
    made = await call.desk.write(lambda: people.reset_password(name, call.who, at))
    if made is not TWO_DO_THIS:
        return made if isinstance(made, Refused) else PasswordShown(name, made)
    asked = await proposed(call, "password", name)
    if isinstance(asked, Refused):
        return asked
    return PasswordShown(name, people.first_half(asked), asked.number)


async def change_role(call: Call[NewRole, None, OfName]) -> Asked | Refused:
    if no := no_account(call):
        return no
    name, given, at = call.place.name, call.given, call.desk.now()
    people = call.house.people
    no = await call.desk.write(lambda: people.demote(name, given.role, call.who, given.reason, at))
    if no is None:
        await end_proposals(call.desk, name)
        said = ACCOUNT_HAS_ROLE_NOW(name=name, role=given.role)
        return Asked(str(said), said=said)
    if no is not TWO_DO_THIS:
        return no
    asked = await proposed(call, "role", name, given.role)
    if isinstance(asked, Refused):
        return asked
    said = SECOND_PERSON_CONFIRMS_IT()
    return Asked(str(said), asked.number, people.first_half(asked), said)


async def proposals(call: PlainCall) -> list[Proposal]:
    now = call.desk.now()
    return [
        Proposal(
            number=one.number,
            asks=one.asks,
            name=one.name,
            role=one.role,
            by=one.by,
            at=one.at,
            reason=one.reason,
            until=one.until,
        )
        for one in list(call.house.people.register.proposed.values())
        if now < one.until
    ]


async def confirm(call: Call[None, None, OfNumber]) -> Confirmed | Refused:
    people, number, at = call.house.people, call.place.number, call.desk.now()
    await call.house.learn_half(number)
    done = await call.desk.write(lambda: people.confirm(number, call.who, at))
    if isinstance(done, Refused):
        return done
    asked = done.proposal
    if asked.asks == "role":
        await end_proposals(call.desk, asked.name)
    return Confirmed(asked.number, asked.asks, asked.name, asked.role, done.code)


async def withdraw(call: Call[None, None, OfNumber]) -> Says | Refused:
    people, number, at = call.house.people, call.place.number, call.desk.now()
    no = await call.desk.write(lambda: people.withdraw(number, call.who, at))
    return no or Says.of(PROPOSAL_IS_WITHDRAWN(number=number))


OPERATIONS = (
    Operation(
        "POST",
        "/api/people",
        "Makes an account, or proposes one that can approve: a second person confirms it.",
        make,
        AccountOpened,
        may=MANAGERS,
        takes=NewAccount,
    ),
    Operation(
        "POST",
        "/api/people/{name}/lock",
        "Closes the account of somebody of no higher role; its sessions and proposals end.",
        lock_account,
        Says,
        may=MANAGERS,
        takes=GivenReason,
        place=OfName,
    ),
    Operation(
        "POST",
        "/api/people/{name}/unlock",
        "Proposes to open another person's account again.",
        unlock_account,
        Asked,
        may=MANAGERS,
        takes=SomeReason,
        place=OfName,
    ),
    Operation(
        "POST",
        "/api/people/{name}/reset-password",
        "A one-time code for another person, or half of it where a second person confirms.",
        reset_password,
        PasswordShown,
        may=MANAGERS,
        takes=SomeReason,
        place=OfName,
    ),
    Operation(
        "POST",
        "/api/people/{name}/role",
        "Another role: a lower one at once, by somebody above; any other is proposed.",
        change_role,
        Asked,
        may=MANAGERS,
        takes=NewRole,
        place=OfName,
    ),
    Operation(
        "GET",
        "/api/people/proposals",
        "What waits for a second person about accounts.",
        proposals,
        list[Proposal],
        may=MANAGERS | AUDITOR,
    ),
    Operation(
        "POST",
        "/api/people/proposals/{number}/confirm",
        "The second person confirms; the second half of the owner's code is shown this once.",
        confirm,
        Confirmed,
        may=MANAGERS,
        place=OfNumber,
    ),
    Operation(
        "POST",
        "/api/people/proposals/{number}/withdraw",
        "Nothing comes of it.",
        withdraw,
        Says,
        may=MANAGERS,
        place=OfNumber,
    ),
)
