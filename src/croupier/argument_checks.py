"""Check the arguments of the library's functions against their annotations."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from inspect import signature
from os import PathLike
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    NamedTuple,
    ParamSpec,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from croupier.extras import explained
from croupier.problems import BadInput, among

if TYPE_CHECKING:
    from collections.abc import Iterator

P = ParamSpec("P")
T = TypeVar("T")
FOR_TYPES_ONLY = {"Mapping": Mapping, "Sequence": Sequence, "PathLike": PathLike}
"""Names that modules import for the type checker alone."""


class Kind(NamedTuple):
    """How a type is called in an error, and whether a value is of it."""

    called: str
    fits: Callable[[object], bool]


def is_mapping_by_text(value: object) -> bool:
    return isinstance(value, Mapping) and all(isinstance(name, str) for name in value)


def is_mapping_of_texts(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(part, str) for item in value.items() for part in item
    )


def is_mapping_to_pairs(value: object) -> bool:
    return isinstance(value, Mapping) and all(
        isinstance(name, str)
        and isinstance(pair, tuple | list)
        and [type(number) for number in pair] == [int, int]
        for name, pair in value.items()
    )


def is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


KINDS: dict[object, Kind] = {
    str: Kind("a text", lambda value: isinstance(value, str)),
    bytes: Kind("bytes", lambda value: isinstance(value, bytes)),
    int: Kind("a whole number", lambda value: type(value) is int),
    bool: Kind("True or False", lambda value: isinstance(value, bool)),
    NoneType: Kind("None", lambda value: value is None),
    PathLike: Kind("a path", lambda value: isinstance(value, PathLike)),
    Mapping: Kind("a mapping by name", is_mapping_by_text),
    Mapping[str, str]: Kind("a mapping of texts to texts", is_mapping_of_texts),
    Mapping[str, tuple[int, int]]: Kind("a mapping of names to two amounts", is_mapping_to_pairs),
    Sequence: Kind("a list", is_list),
}
"""By type, or by the type without its parameters. Functions check other types themselves."""


def checked(call: Callable[P, T]) -> Callable[P, T]:
    """Return the function with its arguments checked: `BadInput` says which one is wrong."""
    parameters = signature(call)
    expected = {
        name: kinds_of(parameter.annotation, call.__module__)
        for name, parameter in parameters.parameters.items()
    }

    @wraps(call)
    def with_checks(*args: P.args, **named: P.kwargs) -> T:
        for name, value in parameters.bind(*args, **named).arguments.items():
            check(name, value, expected[name])
        with explained(call.__name__):
            return call(*args, **named)

    return with_checks


def check_options(options: Mapping[str, object], known: type) -> None:
    """Refuse an unknown option, and one whose value does not fit the fields of a `TypedDict`."""
    if unknown := sorted(set(options) - set(known.__annotations__)):
        names = sorted(known.__annotations__)
        raise BadInput(f"no option is called {unknown[0]!r}; {among(unknown[0], names)}")
    for name, value in options.items():
        check(name, value, kinds_of(known.__annotations__[name], known.__module__))


def check(name: str, value: object, kinds: Sequence[Kind]) -> None:
    if kinds and not any(kind.fits(value) for kind in kinds):
        called = " or ".join(kind.called for kind in kinds if kind.called != "None")
        place = name.rstrip("_").replace("_", " ")
        raise BadInput(f"{called} is needed, not {shown(value)}", place)


def kinds_of(annotation: object, module: str) -> Sequence[Kind]:
    """Return the kinds of an annotation's types; none if one of them is not checked here."""
    holder = type("Holder", (), {"__annotations__": {"value": annotation}})
    try:
        hint = get_type_hints(holder, vars(sys.modules[module]), FOR_TYPES_ONLY)["value"]
    except NameError:  # imported for the type checker alone
        return ()
    kinds = [KINDS.get(part) or KINDS.get(get_origin(part)) for part in types_of(hint)]
    return [kind for kind in kinds if kind] if all(kinds) else ()


def types_of(hint: object) -> Iterator[object]:
    if get_origin(hint) in {Union, UnionType}:
        yield from get_args(hint)
    else:
        yield hint


def shown(value: object) -> str:
    """Return at most a few words, whatever the value's own `repr` does."""
    if isinstance(value, int | float | str | bytes | None):
        return repr(value)[:40]
    return type(value).__name__
