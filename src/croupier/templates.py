"""Sentences with slots: `{cents:money}` is a field written by its kind, `[…]` stands if it has one.

A slot names a field, or a path of fields (`ruling.reason`); its kind says how the value is written.
What stands in brackets is left out when a value in it is empty, or replaced by what follows a bar:
`[{wagers}|as many as the rules allow]`. The pages fill the same templates by the same few rules.
"""

from __future__ import annotations

import re
from functools import reduce
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SLOT = re.compile(r"\{([\w.]+)(?::(\w+))?\}")
PART = re.compile(r"\[([^]|]*)(?:\|([^]]*))?\]")
SHOWS_NOTHING = "if"
"""The kind of a slot that only decides whether its part stands."""


def filled(template: str, whole: object, kinds: Mapping[str, Callable[[Any], str]]) -> str:
    """Parts first, then slots: what a person wrote into a field is never read as a template."""

    def part(found: re.Match[str]) -> str:
        stands = all(value(whole, path) for path, _ in SLOT.findall(found[1]))
        return found[1] if stands else found[2] or ""

    def slot(found: re.Match[str]) -> str:
        path, kind = found.groups()
        if kind == SHOWS_NOTHING:
            return ""
        given = value(whole, path)
        return kinds[kind](given) if kind else str(given)

    return SLOT.sub(slot, PART.sub(part, template))


def value(whole: object, path: str) -> Any:  # noqa: ANN401 - of any field
    return reduce(step, path.split("."), whole)


def step(whole: Any, name: str) -> Any:  # noqa: ANN401 - of any field
    """A field or a fact by its name, or one of a pair by its number."""
    if isinstance(whole, dict):
        return whole[name]
    return whole[int(name)] if name.isdigit() else getattr(whole, name)
