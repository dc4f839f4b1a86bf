"""Marks: a function states itself which part of a game it carries out.

A document's clauses are cited by the parts of a game (a step, a pay line, a refusal, a word). The
function that carries a part out is marked with that part, so its name, its module and the names in
its body can change freely. Marks only register: a marked function is returned unchanged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

MARKED: dict[str, list[Callable[..., Any]]] = {}
"""The marked functions by the key of the part, in the order in which their modules are imported."""


def carries(*parts: object) -> Callable[[Function], Function]:
    """Mark the function that carries parts of a game out.

    A part is a member of an enumeration (`Refusal.ONE_HAND_ONLY`), a class (`Packs`), or a field
    (`field_of(Looking, "one_hand")`). Raise TypeError for anything else.
    """
    return _mark([key_of(part) for part in parts])


@dataclass(frozen=True, slots=True)
class FieldOf:
    """A field of a dataclass that is part of a game."""

    owner: type
    name: str


def field_of(owner: type, name: str) -> FieldOf:
    """Name a field as a part of a game; raise TypeError where the class has no such field."""
    if name not in {field.name for field in fields(owner)}:
        raise TypeError(f"{owner.__name__} has no field {name}")
    return FieldOf(owner, name)


def handles(*irregularities: str) -> Callable[[Function], Function]:
    """Mark a function that treats these irregularities in a way of its own."""
    return _mark([irregularity_key(name) for name in irregularities])


def defines(*words: str) -> Callable[[Function], Function]:
    """Mark the function that makes words of the documents mean at a table what they say."""
    return _mark([word_key(word) for word in words])


def key_of(part: object) -> str:
    """Return the key under which a part of a game is marked."""
    if isinstance(part, Enum):
        return f"{type(part).__name__}.{part.name}"
    if isinstance(part, type):
        return part.__name__
    if isinstance(part, FieldOf):
        return f"{part.owner.__name__}.{part.name}"
    raise TypeError(
        f"{part!r} is no part of a game: mark a member of an enumeration, a class or a field"
    )


def irregularity_key(name: str) -> str:
    return f"irregularity {name}"


def word_key(word: str) -> str:
    return f"word {word}"


def _mark(keys: list[str]) -> Callable[[Function], Function]:
    def mark(function: Function) -> Function:
        for key in keys:
            MARKED.setdefault(key, []).append(function)
        return function

    return mark
