"""The parts of the record: what is recorded is what stands in this list."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from tests.record import cli, house, openapi, pages, rounds
from tests.record.core import GAME_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable

    Make = Callable[[str], Callable[[str], str]]


class Part(NamedTuple):
    files: tuple[str, ...]
    outputs: Callable[[Make], dict[str, str]]
    """Returns these files as they are now; what is digested goes through `make(file)` first."""


def of_rounds(game: str) -> Part:
    return Part(rounds.files(game), partial(rounds.outputs, game))


def of_cli(name: str) -> Part:
    return Part((f"cli/{name}.txt",), partial(cli.outputs, name))


def of_house(name: str) -> Part:
    return Part((f"house/{name}.txt",), partial(house.outputs, name))


def of_pages(language: str) -> Part:
    return Part((f"pages/{language}.txt",), partial(pages.outputs, language))


PARTS: dict[str, Part] = {
    **{f"rounds/{game}": of_rounds(game) for game in GAME_NAMES},
    **{f"cli/{name}": of_cli(name) for name in cli.COMMANDS},
    **{f"house/{name}": of_house(name) for name in house.HOW},
    "http/openapi": Part((openapi.FILE,), openapi.outputs),
    **{f"pages/{name}": of_pages(name) for name in pages.LANGUAGES},
}
