"""Refusals by what they say in English; their codes have tests of their own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.engine.refusals import Refused

if TYPE_CHECKING:
    from croupier.engine.refusals import Why


@dataclass(frozen=True)
class Saying:
    """Equal to a refusal that says this."""

    why: Why
    clauses: tuple[str, ...]
    says: str

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Refused):
            return False
        said = other.why, other.clauses, other.says
        return said == (self.why, self.clauses, self.says)

    __hash__ = None  # type: ignore[assignment]


def declined(why: Why, says: str) -> Saying:
    return Saying(why, (), says)
