"""Writes the list of operations in docs/api.md, between its two marks.

python -m tools.operations
"""

from __future__ import annotations

from pathlib import Path

from croupier.engine.irregularities import POSITIONS, Role
from croupier.server.app import OPERATIONS

PAGE = Path(__file__).parents[1] / "docs" / "api.md"
BEGIN, END = "<!-- operations -->\n", "<!-- end of operations -->\n"


def rows() -> str:
    lines = ["| operation | | who may |\n|---|---|---|\n"]
    lines += [f"| `{one.name}` | {one.says} | {who(one.who_may)} |\n" for one in OPERATIONS]
    return "".join(lines)


def who(may: frozenset[Role] | None) -> str:
    """Positions by the lowest of them, as a higher one may do the same."""
    if may is None:
        return "anybody"
    if may == frozenset(Role):
        return "who is signed in"
    lowest = [role for role in POSITIONS if role in may][:1]
    others = [role for role in (Role.PLAYER, Role.AUDITOR) if role in may]
    words = [f"{role.replace('-', ' ')} and up" for role in lowest]
    return ", ".join([*words, *others])


def fresh(page: str) -> str:
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{rows()}{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(fresh(PAGE.read_text("utf-8")), "utf-8")
