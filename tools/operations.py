"""Writes the list of operations in docs/api.md, and who may do each for the pages.

python -m tools.operations
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from croupier.engine.irregularities import POSITIONS, Role
from croupier.server.app import OPERATIONS
from croupier.server.http.operation import ANYBODY
from tools.markdown import DOCS, ROOT

if TYPE_CHECKING:
    from croupier.server.http.operation import Permission
    from croupier.server.people.service_events import Scope

LAB = ", unless `lab` says otherwise"
PAGE = DOCS / "api.md"
WHO_MAY = ROOT / "ui" / "src" / "who-may.json"
BEGIN, END = "<!-- operations -->\n", "<!-- end of operations -->\n"


def rows() -> str:
    lines = ["| operation | | who may |\n|---|---|---|\n"]
    for one in OPERATIONS:
        opens = who(one.may) + opened(one.scopes) + LAB * one.lab
        lines.append(f"| `{one.name}` | {one.says} | {opens} |\n")
    return "".join(lines)


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


def fresh(page: str) -> str:
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{rows()}{END}{after}"


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
    PAGE.write_text(fresh(PAGE.read_text("utf-8")), "utf-8")
