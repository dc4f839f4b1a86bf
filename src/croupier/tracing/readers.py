"""Which functions carry out what a game declares, found in the source itself.

A part of a game is carried out where its field is read (`procedure.opens`, `looking.one_hand`), a
refusal where it is given (`Refusal.ONE_HAND_ONLY`), an irregularity where it is named. What only
checks that a game is complete, or tells people of it, carries nothing out.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).parents[1]
CARRYING = ("engine", "table", "server/money")
SHOWING = ("table/views.py", "table/calls.py", "table/console.py", "guide/cards.py")
CHECKING = {
    "engine/complete.py",
    "engine/computable.py",
    "engine/needed_refusals.py",
    "engine/reports.py",
}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Read(NamedTuple):
    """What a function reads: a field, and what it is a field of."""

    owner: str
    field: str


class Source(NamedTuple):
    reads: dict[Read, list[str]]
    texts: dict[str, list[str]]


def reading(owners: set[str], field: str) -> tuple[str, ...]:
    """The functions that read a field of something called so."""
    found = source().reads
    return tuple(
        dict.fromkeys(
            place for owner in sorted(owners) for place in found.get(Read(owner, field), ())
        )
    )


def showing(owners: set[str], field: str) -> tuple[str, ...]:
    """Those of them that put it before people."""
    return tuple(
        place
        for place in dict.fromkeys((*reading(owners, field), *reading_elsewhere(owners, field)))
        if place.removeprefix("src/croupier/").partition(":")[0] in SHOWING
    )


def reading_elsewhere(owners: set[str], field: str) -> tuple[str, ...]:
    found = screens().reads
    return tuple(place for owner in sorted(owners) for place in found.get(Read(owner, field), ()))


def naming(text: str) -> tuple[str, ...]:
    """The functions in which a text stands as such."""
    return tuple(dict.fromkeys(source().texts.get(text, ())))


@cache
def source() -> Source:
    files = [file for folder in CARRYING for file in sorted((PACKAGE / folder).rglob("*.py"))]
    return collected([file for file in files if named(file) not in CHECKING])


@cache
def screens() -> Source:
    return collected([PACKAGE / name for name in SHOWING])


def named(file: Path) -> str:
    return file.relative_to(PACKAGE).as_posix()


def collected(files: list[Path]) -> Source:
    found = Source({}, {})
    for file in files:
        try:
            tree = ast.parse(file.read_text(encoding="utf-8"))
        except (OSError, SyntaxError):  # the source is not on the machine
            continue
        for owner, function in functions(tree):
            place = f"src/croupier/{named(file)}:{function.lineno}"
            for read in reads(function, owner):
                found.reads.setdefault(read, []).append(place)
            for node in ast.walk(function):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.texts.setdefault(node.value, []).append(place)
    return found


def functions(tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """Each function, with the name of the class that it stands in."""
    for node in tree.body:
        if isinstance(node, FUNCTIONS):
            yield "", node
        elif isinstance(node, ast.ClassDef):
            yield from ((node.name.lower(), one) for one in node.body if isinstance(one, FUNCTIONS))


def reads(function: Function, owner: str) -> Iterator[Read]:
    known = {"self": owner} | aliases(function)
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and (of := called(node.value)):
            yield Read(known.get(of, of), node.attr)


def aliases(function: Function) -> dict[str, str]:
    """Local names for a field: `rule = game.procedure.limits` makes `rule` the limits."""
    found: dict[str, str] = {}
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign) or len(node.targets) != 1:
            continue
        target, value = node.targets[0], node.value
        pairs = [(target, value)]
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = list(zip(target.elts, value.elts, strict=False))
        for name, of in pairs:
            if isinstance(name, ast.Name) and isinstance(of, ast.Attribute):
                found[name.id] = of.attr
    return found


def called(node: ast.expr) -> str:
    """The last name of what a field is read of: `table.game.bet[name]` is a `bet`."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        return node.attr
    return called(node.value) if isinstance(node, ast.Subscript) else ""
