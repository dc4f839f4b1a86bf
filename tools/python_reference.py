"""The functions of the library as a page, read off their signatures and docstrings."""

from __future__ import annotations

import inspect
import re
from typing import TYPE_CHECKING, Any

import croupier
from croupier.montecarlo.options import Options
from croupier.montecarlo.players.options import Options as PlayersOptions
from tools import protocol
from tools.markdown import table

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOMS = {
    "Rounds and rules": (
        "settle",
        "settle_columns",
        "established",
        "ruling",
        "roads",
        "hand",
        "hand_name",
        "game",
        "GAMES",
        "rules",
        "trace",
        "amended",
        "scenarios",
        "answer",
    ),
    "Odds and chance": (
        "odds",
        "strategy",
        "shoe_odds",
        "shoe_moves",
        "session",
        "two_boxes",
        "players",
        "simulate",
        "variant",
        "par",
    ),
    "Play and school": ("play", "replay", "drills", "bench"),
    "A house's journal": (
        "audit",
        "backup",
        "restore",
        "report",
        "played",
        "recall",
        "scenario_of",
    ),
    "Frames and mistakes": ("to_pandas", "to_polars", "BadInput"),
}
"""Every public name, by what it is for; a test holds this to `croupier.__all__`."""
SAID = {
    "GAMES": "The five games, each one frozen value, in the order of the documents.",
    "game": "A game by its name.",
}
"""Of values that have no docstring of their own."""
UNPACKED: dict[str, Any] = {
    "Unpack[Options]": Options,
    "Unpack[PlayersOptions]": PlayersOptions,
}
WIDEST = 88
FUNCTION = re.compile(r"<function .* at 0x[0-9a-f]+>")


def page() -> Iterator[str]:
    yield (
        "Functions of `croupier`, each imported when it is used: most verbs of the command line, "
        "and more. "
        "Examples that run: [the library](library.md). What cannot be read is `BadInput`, one "
        "line with its place; amounts are whole cents, chances are fractions."
    )
    for room, names in ROOMS.items():
        yield f"## {room}"
        yield from map(entry, names)


def entry(name: str) -> str:
    value = getattr(croupier, name)
    says = SAID.get(name) or inspect.getdoc(value) or ""
    parts = [f"### {name}"]
    if callable(value):
        parts.append(f"```text\n{signature(name, value)}\n```")
    parts.append(" ".join(says.split("\n\n")[0].split()))
    parts += list(options(value))
    return "\n\n".join(parts)


def signature(name: str, value: Any) -> str:  # noqa: ANN401 - whatever is public
    asked = inspect.signature(value)
    given = [FUNCTION.sub("…", plain(str(one))) for one in asked.parameters.values()]
    gives = plain(str(asked.return_annotation)).removeprefix("<class ").removesuffix(">")
    given = splat(given, asked)
    line = f"croupier.{name}({', '.join(given)}) -> {gives}"
    if len(line) <= WIDEST:
        return line
    inner = "".join(f"    {one},\n" for one in given)
    return f"croupier.{name}(\n{inner}) -> {gives}"


def splat(given: list[str], asked: inspect.Signature) -> list[str]:
    """With the star in front of what is given by name alone."""
    kinds = [one.kind for one in asked.parameters.values()]
    only = inspect.Parameter.KEYWORD_ONLY
    if only in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
        given.insert(kinds.index(only), "*")
    return given


def plain(text: str) -> str:
    """Without the quotes of postponed annotations, and without the names of modules."""
    return re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])", "", text.replace("'", ""))


def options(value: Any) -> Iterator[str]:  # noqa: ANN401 - whatever is public
    """What stands behind `**options`, each with its type."""
    for one in inspect.signature(value).parameters.values() if callable(value) else ():
        kind = UNPACKED.get(str(one.annotation).strip("'"))
        if kind is not None:
            comments = protocol.commented_in(kind)
            yield table(
                ["option", "holds", ""],
                (
                    [f"`{name}`", plain(hint.__forward_arg__), comments.get(name, "")]
                    for name, hint in kind.__annotations__.items()
                ),
            )
