"""Answers that tell clauses, with their gists in the language asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from croupier.rulebook.languages import ENGLISH, in_language

if TYPE_CHECKING:
    from collections.abc import Mapping

T = TypeVar("T", bound=msgspec.Struct)


def spoken(answer: T, language: str) -> T:
    """The same answer; what it says of clauses is said in the language."""
    if language == ENGLISH:
        return answer
    told = _told(msgspec.to_builtins(answer), in_language(language))
    return msgspec.convert(told, type(answer))


def _told(part: Any, gists: Mapping[str, str]) -> Any:  # noqa: ANN401 - any part of an answer
    if isinstance(part, str):
        return gists.get(part, part)
    if isinstance(part, dict):
        return {key: _told(one, gists) for key, one in part.items()}
    return [_told(one, gists) for one in part] if isinstance(part, list | tuple) else part
