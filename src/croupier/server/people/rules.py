"""Who may do what to an account, and what an account is called."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from croupier.engine.irregularities import POSITIONS, Role
from croupier.engine.refusals import Policy, Refused, declined

if TYPE_CHECKING:
    from croupier.server.people.accounts import Account
    from croupier.table.commands import Who

MANAGED_BY = {Role.SHIFT_MANAGER: Role.SHIFT_MANAGER, Role.AUDITOR: Role.SHIFT_MANAGER}
"""Whose word it takes; all other accounts are a pit manager's."""
APPROVES = frozenset(POSITIONS) - {Role.DEALER}
"""Roles that are somebody's second person; a dealer, an auditor and a player approve nothing."""
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
    "a name has 1 to 32 small letters, digits, dots and dashes, a letter first;"
    " house, clock, folder and g1, g2 and so on are taken",
)
BAD_REASON = declined(
    Policy.REASON_NEEDED, f"a reason is given, in one line of at most {REASON} characters"
)
ANOTHER = declined(Policy.NOT_FOR_THIS_PERSON, "another person does this")


def managing(role: Role) -> Role:
    return MANAGED_BY.get(role, Role.PIT_MANAGER)


def needs(by: Who, role: Role) -> Refused | None:
    if by.holds(role):
        return None
    return declined(Policy.NOT_FOR_THIS_ROLE, f"a {role.replace('-', ' ')} or higher does this")


def takes_two(account: Account) -> bool:
    """Whether its password is reset by two people: where it approves, or where its money lies."""
    return account.role in APPROVES | {Role.PLAYER} or account.secret is not None


def is_lower(role: Role, than: Role) -> bool:
    both = role in POSITIONS and than in POSITIONS
    return both and POSITIONS.index(role) < POSITIONS.index(than)


def unfounded(reason: str) -> Refused | None:
    fit = reason.strip() and len(reason) <= REASON and reason.isprintable()
    return None if fit else BAD_REASON
