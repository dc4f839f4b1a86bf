"""A clause of an approved document, and the citation of clauses as a value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from sys import _getframe
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

PACKAGE = Path(__file__).parents[1]


class Kind(StrEnum):
    DEFINITION = "definition"
    PROCEDURE = "procedure"
    BET = "bet"
    PAYMENT = "payment"
    IRREGULARITY = "irregularity"
    AUTHORITY = "authority"
    LAYOUT = "layout"


@dataclass(frozen=True, slots=True)
class Clause:
    number: str
    kind: Kind
    digest: str
    """Of the approved wording, so that an amended document shows which clauses changed."""
    gist: str


@dataclass(frozen=True, slots=True)
class Cite:
    """One or more clauses of a document, and the line of code that cites them."""

    document: Document = field(repr=False, compare=False)
    numbers: tuple[str, ...]
    where: str = field(compare=False)

    def __str__(self) -> str:
        return ", ".join(self.numbers)

    @property
    def gists(self) -> tuple[str, ...]:
        return tuple(self.document.clauses[number].gist for number in self.numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    game: str
    title: str
    operator: str
    version: int
    effective: str
    layout: str
    """The clause to which the appendices that picture the layout belong."""
    clauses: Mapping[str, Clause] = field(repr=False)

    def cite(self, *numbers: str) -> Cite:
        """The citation of clauses that must exist, made at the caller's line."""
        for number in numbers:
            if number not in self.clauses:
                raise LookupError(f"{self.title}, version {self.version}, has no clause {number}")
        frame = _getframe(1)
        file = Path(frame.f_code.co_filename)
        inside = file.is_relative_to(PACKAGE)
        place = f"src/croupier/{file.relative_to(PACKAGE).as_posix()}" if inside else file.name
        return Cite(self, numbers, f"{place}:{frame.f_lineno}")
