"""Operations on accounts of the people of a house."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.server.http.api.sessions import Password
from croupier.server.http.operation import (
    AUDITOR,
    OfName,
    Operation,
    Reason,
    Says,
    Strict,
    not_found,
    up_from,
)
from croupier.server.people.passwords import generated
from croupier.server.people.people import MANAGED_BY, needs

if TYPE_CHECKING:
    from croupier.server.http.operation import AnyCall, Call, PlainCall


class NewAccount(Strict, frozen=True):
    name: str
    role: Role
    password: Password | None = None
    """None: one is made, and shown in the answer."""


class GivenReason(Strict, frozen=True):
    reason: Reason


class AccountInfo(msgspec.Struct, frozen=True):
    name: str
    role: Role
    locked: bool
    failures: int
    """To sign in, in a row."""


class AccountOpened(msgspec.Struct, frozen=True):
    name: str
    role: Role
    password: str | None
    """Where the house made it, shown this once."""


class PasswordShown(msgspec.Struct, frozen=True):
    """Shown this once."""

    name: str
    password: str


async def people(call: PlainCall) -> list[AccountInfo]:
    return [
        AccountInfo(name, one.role, one.locked, one.failures)
        for name, one in call.house.people.accounts.items()
    ]


async def make(call: Call[NewAccount, None, None]) -> AccountOpened | Refused:
    given = call.given
    if no := needs(call.who, MANAGED_BY.get(given.role, Role.PIT_MANAGER)):
        return no
    made = generated() if given.password is None else None
    password = made or given.password or ""
    who = call.house.people.make(given.name, given.role, password, call.who, call.desk.now())
    if isinstance(who, Refused):
        return who
    return AccountOpened(given.name, given.role, made)


def not_for(call: AnyCall, role: Role) -> Refused | None:
    """There has to be the account, and another person does it."""
    name = call.place.name
    if name not in call.house.people.accounts:
        return not_found(f"there is no account {name!r}")
    return call.house.people.not_for(name, call.who, role)


async def lock_account(call: Call[GivenReason, None, OfName]) -> Says | Refused:
    if no := not_for(call, Role.PIT_MANAGER):
        return no
    name, at = call.place.name, call.desk.now()
    said = call.house.people.lock_account(name, call.who, call.given.reason, at)
    return said or Says(f"{name} is locked")


async def unlock_account(call: Call[None, None, OfName]) -> Says | Refused:
    if no := not_for(call, Role.PIT_MANAGER):
        return no
    name = call.place.name
    said = call.house.people.unlock_account(name, call.who, call.desk.now())
    return said or Says(f"{name} is unlocked")


async def reset_password(call: Call[None, None, OfName]) -> PasswordShown | Refused:
    accounts, name = call.house.people.accounts, call.place.name
    role = accounts[name].role if name in accounts else Role.PLAYER
    if no := not_for(call, MANAGED_BY.get(role, Role.PIT_MANAGER)):
        return no
    made = call.house.people.reset_password(name, call.who, call.desk.now())
    return made if isinstance(made, Refused) else PasswordShown(name, made)


MANAGERS = up_from(Role.PIT_MANAGER)
OPERATIONS = (
    Operation(
        "GET",
        "/api/people",
        "The accounts of the house.",
        people,
        list[AccountInfo],
        who_may=MANAGERS | AUDITOR,
    ),
    Operation(
        "POST",
        "/api/people",
        "Makes an account; those of shift managers and auditors are a shift manager's to make.",
        make,
        AccountOpened,
        who_may=MANAGERS,
        takes=NewAccount,
    ),
    Operation(
        "POST",
        "/api/people/{name}/lock",
        "Closes another person's account; its sessions end.",
        lock_account,
        Says,
        who_may=MANAGERS,
        takes=GivenReason,
        place=OfName,
    ),
    Operation(
        "POST",
        "/api/people/{name}/unlock",
        "Opens another person's account again.",
        unlock_account,
        Says,
        who_may=MANAGERS,
        place=OfName,
    ),
    Operation(
        "POST",
        "/api/people/{name}/reset-password",
        "A new password for another person, shown this once; the account's sessions end.",
        reset_password,
        PasswordShown,
        who_may=MANAGERS,
        place=OfName,
    ),
)
