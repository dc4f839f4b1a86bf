"""Calls of the library refuse what is of no use to them in one line, before they begin."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import signature
from os import PathLike
from typing import NamedTuple, ParamSpec, TypeVar

from croupier.extras import explained
from croupier.problems import BadInput, among

P = ParamSpec("P")
T = TypeVar("T")


class Kind(NamedTuple):
    called: str
    fits: Callable[[object], bool]


def is_mapping_of_texts(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(part, str) for both in value.items() for part in both
    )


def is_mapping_by_text(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(name, str) for name in value)


def is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def is_mapping_to_pairs(value: object) -> bool:
    return is_mapping_by_text(value) and all(
        isinstance(both, tuple | list) and [type(one) for one in both] == [int, int]
        for both in value.values()  # type: ignore[attr-defined]  # it is a mapping
    )


KINDS = {
    "str": Kind("a text", lambda value: isinstance(value, str)),
    "bytes": Kind("bytes", lambda value: isinstance(value, bytes)),
    "int": Kind("a whole number", lambda value: type(value) is int),
    "bool": Kind("True or False", lambda value: isinstance(value, bool)),
    "None": Kind("None", lambda value: value is None),
    "PathLike[str]": Kind("a path", lambda value: isinstance(value, PathLike)),
    "Mapping[str, str]": Kind("a mapping of texts to texts", is_mapping_of_texts),
    "Mapping[str, object]": Kind("a mapping by name", is_mapping_by_text),
    "Mapping[str, int]": Kind("a mapping by name", is_mapping_by_text),
    "Stakes": Kind("a mapping of bets to stakes", is_mapping_by_text),
    "Sequence[Change]": Kind("a list of changes", is_list),
    "Sequence[str]": Kind("a list of texts", is_list),
    "Mapping[str, tuple[int, int]]": Kind("a mapping of names to two amounts", is_mapping_to_pairs),
}
"""By how a parameter is annotated; whoever takes what is not here looks at it himself."""


def check_options(given: Mapping[str, object], known: Mapping[str, object]) -> None:
    """By their annotations; a misspelt option would be left out without a word."""
    if unknown := sorted(set(given) - set(known)):
        raise BadInput(f"no option is called {unknown[0]!r}; {among(unknown[0], sorted(known))}")
    for name, value in given.items():
        check(name, value, kinds_of(written(known[name])))


def check(name: str, value: object, wanted: list[Kind]) -> None:
    if wanted and not any(kind.fits(value) for kind in wanted):
        called = " or ".join(one.called for one in wanted if one.called != "None")
        raise BadInput(f"{called} is needed, not {shown(value)}", place(name))


def written(note: object) -> str:
    """An annotation as it stands in the source."""
    return getattr(note, "__forward_arg__", str(note))


def checked(call: Callable[P, T]) -> Callable[P, T]:
    """The same call, which holds what it is given against its annotations first."""
    wanted = {name: kinds for name, note in notes(call) if (kinds := kinds_of(note))}
    parameters = signature(call)

    @wraps(call)
    def asked(*args: P.args, **named: P.kwargs) -> T:
        for name, value in parameters.bind(*args, **named).arguments.items():
            check(name, value, wanted.get(name, []))
        with explained(call.__name__):
            return call(*args, **named)

    return asked


def notes(call: Callable[..., object]) -> list[tuple[str, str]]:
    return [(name, str(note)) for name, note in call.__annotations__.items()]


def kinds_of(note: str) -> list[Kind]:
    parts = note.split(" | ")
    return [KINDS[part] for part in parts] if all(part in KINDS for part in parts) else []


def place(name: str) -> str:
    return name.rstrip("_").replace("_", " ")


def shown(value: object) -> str:
    """Never more than a few words of it, whatever its own way to show itself does."""
    if isinstance(value, int | float | str | bytes | None):
        return repr(value)[:40]
    return type(value).__name__
