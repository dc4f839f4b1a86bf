"""The lines of our own code that a reference such as `src/croupier/games/baccarat.py:88` means."""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path
from textwrap import dedent

PACKAGE = Path(__file__).parents[1]
MOST_LINES = 16
KINDS = (ast.Call, ast.FunctionDef, ast.Assign)


def excerpt(where: str) -> str:
    """The smallest call or function there; nothing where the source is not on the machine.

    Of one that is long, the lines around the one that is meant.
    """
    path, _, digits = where.rpartition(":")
    line = int(digits)
    lines, spans = source(path)
    around = [span for span in spans if span[0] <= line <= span[1]]
    if not around:
        return ""
    begin, end = min(around, key=lambda span: span[1] - span[0])
    begin = max(begin, min(line, end - MOST_LINES + 1, line - MOST_LINES // 2))
    return dedent("\n".join(lines[begin - 1 : min(end, begin + MOST_LINES - 1)]))


@lru_cache(maxsize=64)
def source(path: str) -> tuple[list[str], list[tuple[int, int]]]:
    """A file's lines, and from where to where its calls and functions go."""
    try:
        text = (PACKAGE / path.removeprefix("src/croupier/")).read_text(encoding="utf-8")
        tree = ast.parse(text)
    except (OSError, SyntaxError):
        return [], []
    decorators = {
        decorator
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
    }
    nodes = [
        node
        for node in ast.walk(tree)
        if isinstance(node, KINDS) and not is_citation(node) and node not in decorators
    ]
    return text.splitlines(), [(first_line(node), node.end_lineno or node.lineno) for node in nodes]


def first_line(node: ast.Call | ast.FunctionDef | ast.Assign) -> int:
    """Return where a node begins; a function with its decorators, which say what it carries out."""
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef) else []
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def is_citation(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "cite"
