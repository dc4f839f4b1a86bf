"""Who may do what to an account, and what an account is called."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from croupier.engine.irregularities import POSITIONS, Role
from croupier.engine.refusals import (
    REASON_IS_GIVEN_IN_ONE_LINE,
    ROLE_OR_HIGHER_DOES_THIS,
    Policy,
    Refused,
    declined,
)
from croupier.said import Sentence

if TYPE_CHECKING:
    from croupier.server.people.accounts import Account
    from croupier.table.commands import Who

NO_SUCH_ACCOUNT = Sentence("no-such-account", "there is no such account")
ACCOUNT_IS_NOT_LOCKED = Sentence("account-is-not-locked", "{name} is not locked")
WHAT_A_NAME_IS = Sentence(
    "what-a-name-is",
    "a name has 1 to 32 small letters, digits, dots and dashes, a letter first;"
    " house, clock, folder and g1, g2 and so on are taken",
)
ANOTHER_PERSON_DOES_THIS = Sentence("another-person-does-this", "another person does this")

MANAGED_BY = {
    Role.SHIFT_MANAGER: Role.SHIFT_MANAGER,
    Role.AUDITOR: Role.SHIFT_MANAGER,
    Role.CASHIER: Role.SHIFT_MANAGER,
}
"""Whose word it takes; all other accounts are a pit manager's."""
APPROVES = frozenset(POSITIONS) - {Role.DEALER} | {Role.CASHIER}
"""Roles that are somebody's second person; a cashier counts drawers with another."""
WITH_FACTOR = {
    "off": frozenset[Role](),
    "managers": frozenset({Role.PIT_MANAGER, Role.SHIFT_MANAGER}),
    "staff": frozenset(Role) - {Role.PLAYER},
}
"""Who gives a code of a phone at sign-in, as the house's file says."""
NAME = re.compile(r"(?!(house|clock|folder|g[0-9]+)$)[a-z][a-z0-9.-]{0,31}")
REASON = 200
BAD_NAME = declined(
    Policy.UNFIT_NAME,
    WHAT_A_NAME_IS(),
)
BAD_REASON = declined(Policy.REASON_NEEDED, REASON_IS_GIVEN_IN_ONE_LINE(letters=REASON))
ANOTHER = declined(Policy.NOT_FOR_THIS_PERSON, ANOTHER_PERSON_DOES_THIS())


def managing(role: Role) -> Role:
    return MANAGED_BY.get(role, Role.PIT_MANAGER)


def needs(by: Who, role: Role) -> Refused | None:
    if by.holds(role):
        return None
    return declined(Policy.NOT_FOR_THIS_ROLE, ROLE_OR_HIGHER_DOES_THIS(role=role))


def takes_two(account: Account) -> bool:
    """Whether its password is reset by two people: where it approves, or where its money lies."""
    return account.role in APPROVES | {Role.PLAYER} or account.secret is not None


def is_lower(role: Role, than: Role) -> bool:
    both = role in POSITIONS and than in POSITIONS
    return both and POSITIONS.index(role) < POSITIONS.index(than)


def unfounded(reason: str) -> Refused | None:
    fit = reason.strip() and len(reason) <= REASON and reason.isprintable()
    return None if fit else BAD_REASON
