"""The names that others rely on and that no rename in the code changes, read from the program.

`tests/golden/contract-names.txt` lists them; a line there is changed by hand, with a line in the
changelog. HTTP bodies stand in `http/openapi.txt`, keys of answers of the verbs in `cli/`.
"""

from __future__ import annotations

import re
import types
from importlib import import_module
from pkgutil import walk_packages
from typing import TYPE_CHECKING, Any, get_args, get_origin

import msgspec

import croupier
from croupier.engine.irregularities import IRREGULARITIES
from croupier.engine.steps import Refusal
from croupier.games import GAMES
from croupier.said import SENTENCES
from croupier.server.app import DOCUMENT
from croupier.wire.house_file import HouseIn

if TYPE_CHECKING:
    from collections.abc import Iterator


def contract_names() -> list[str]:
    """Return the names, one a line, in alphabetical order."""
    for module in walk_packages(croupier.__path__, "croupier."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    return sorted(
        {*tags(), *words(), *documents(), *operations(), *settings(HouseIn, "house.toml")}
    )


def tags() -> Iterator[str]:
    """Yield each stored or sent structure that has a tag, with its fields."""
    for kind in subclasses(msgspec.Struct):
        tag, tag_field = kind.__struct_config__.tag, kind.__struct_config__.tag_field
        if tag is not None and kind.__module__.startswith("croupier."):
            yield f"{tag_field} {tag}: {' '.join(sorted(kind.__struct_encode_fields__))}"


def subclasses(kind: type) -> Iterator[Any]:
    one: type
    for one in kind.__subclasses__():
        yield one
        yield from subclasses(one)


def words() -> Iterator[str]:
    yield from (f"refusal {one.value}" for one in Refusal)
    yield from (f"message {code}" for code in SENTENCES)


def documents() -> Iterator[str]:
    """Yield what is named after the approved documents: bets, irregularities, readings."""
    for name, facts in IRREGULARITIES.items():
        yield f"irregularity {name}: {' '.join(fact.name for fact in facts)}".rstrip(": ")
    for game in GAMES:
        yield f"game {game.name}"
        for bet in game.bets:
            yield f"bet {game.name} {bet.name}"
        for point in game.interpretations:
            yield f"interpretation {game.name} {point.name}: {' '.join(map(str, point.values))}"


def operations() -> Iterator[str]:
    """Yield each operation whose id is not made of its method and path.

    `tests/golden/operations.txt` lists the methods and paths of all operations.
    """
    for path, methods in DOCUMENT["paths"].items():
        for method, operation in methods.items():
            words = re.findall(r"[^/{}]+", path.removeprefix("/api"))
            if operation["operationId"] != "-".join([method, *words]):
                yield f"operation {method.upper()} {path} {operation['operationId']}"


def settings(kind: Any, place: str) -> Iterator[str]:  # noqa: ANN401 - any annotation
    """Yield the keys of a configuration, each with the keys that lead to it."""
    if get_origin(kind) is dict:
        yield from settings(get_args(kind)[1], f"{place}.NAME")
    elif get_origin(kind) is not None or isinstance(kind, types.UnionType):
        for one in get_args(kind):
            yield from settings(one, place)
    elif isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        for field in msgspec.structs.fields(kind):
            yield f"setting {place}.{field.encode_name}"
            yield from settings(field.type, f"{place}.{field.encode_name}")


if __name__ == "__main__":
    print("\n".join(contract_names()))
