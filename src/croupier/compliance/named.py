"""Functions by their names: lines move with every edit, names stay."""

from __future__ import annotations

import ast
from functools import cache

from croupier.rulebook.clauses import PACKAGE


@cache
def names_in(file: str) -> dict[int, str]:
    """The functions of a file of the package by the line that they begin at, decorators too."""
    found: dict[int, str] = {}

    def walk(node: ast.AST, above: str) -> None:
        for one in ast.iter_child_nodes(node):
            inner = above
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = f"{above}.{one.name}" if above else one.name
                first = min([one.lineno, *(each.lineno for each in one.decorator_list)])
                found.update(dict.fromkeys(range(first, one.lineno + 1), inner))
            elif isinstance(one, ast.Lambda):
                found.setdefault(one.lineno, above)
            walk(one, inner)

    path = PACKAGE / file
    if path.is_file():
        walk(ast.parse(path.read_text(encoding="utf-8")), "")
    return found


def named(place: str) -> str:
    """`table/placing.py:place` of `src/croupier/table/placing.py:40`."""
    where, _, line = place.rpartition(":")
    file = where.removeprefix("src/croupier/")
    name = names_in(file).get(int(line), "")
    return f"{file}:{name}" if name else file
