"""Write ui/src/who-may.json: who may call each operation, for the pages.

    python -m tools.operations

`rows` is the list of operations in the documentation.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from croupier.engine.irregularities import POSITIONS, Role
from croupier.server.app import OPERATIONS
from croupier.server.http.operation import ANYBODY
from tools.markdown import ROOT, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.http.operation import AnyOperation, Permission
    from croupier.server.people.service_events import Scope

LAB = ", unless `lab` says otherwise"
WHO_MAY = ROOT / "ui" / "src" / "who-may.json"


def rows() -> Iterator[str]:
    yield table(["operation", "", "who may"], map(row, OPERATIONS))


def row(operation: AnyOperation) -> list[str]:
    scopes = opened(operation.scopes) + LAB * operation.lab
    return [f"`{operation.name}`", operation.says, who(operation.may) + scopes]


def who(may: Permission) -> str:
    """Positions by the lowest of them, as a higher one may do the same."""
    if may is ANYBODY:
        return "anybody"
    if may == frozenset(Role):
        return "who is signed in"
    lowest = [role for role in POSITIONS if role in may][:1]
    others = [role for role in (Role.PLAYER, Role.AUDITOR, Role.CASHIER) if role in may]
    words = [f"{role.replace('-', ' ')} and up" for role in lowest]
    return ", ".join([*words, *others])


def opened(scopes: frozenset[Scope]) -> str:
    """By a token, where one opens it."""
    return "".join(f"; scope `{one}`" for one in sorted(scopes))


def who_may() -> str:
    """The roles by operation, and the scopes of tokens; null where anybody may."""
    roles = {
        one.name: None
        if one.may is ANYBODY
        else [*sorted(one.may), *(f"scope:{scope}" for scope in sorted(one.scopes))]
        for one in OPERATIONS
    }
    return json.dumps(roles, indent=2) + "\n"


if __name__ == "__main__":
    WHO_MAY.write_text(who_may(), "utf-8")
