"""How a mark stands among those before it, told beside it."""

from __future__ import annotations

from itertools import takewhile
from statistics import median
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.school.marking import Mark

LATELY = 50


class MarkStanding(msgspec.Struct, frozen=True, kw_only=True):
    median_seconds: float
    """Of the trainee's last drills of this kind."""
    in_a_row: int
    """Drills of this kind without an error, up to now."""
    clauses: tuple[str, ...]
    """Of the first error; none: there is no error."""
    wrong: int
    answers: int
    """Of all that was answered by the same clauses."""


def standing(made: Mark, marks: Sequence[Mark]) -> MarkStanding:
    """Among all marks of a trainee, of which this is one."""
    alike = [one for one in marks if one.kind is made.kind]
    error = next((part for part in made.parts if not part.is_right), None)
    same = [
        part
        for one in marks
        if error is not None and one.game == made.game
        for part in one.parts
        if part.clauses == error.clauses
    ]
    return MarkStanding(
        median_seconds=round(median(one.seconds for one in alike[-LATELY:]), 1),
        in_a_row=sum(1 for _ in takewhile(lambda one: one.is_right, reversed(alike))),
        clauses=tuple(said.number for said in error.clauses) if error else (),
        wrong=sum(not part.is_right for part in same),
        answers=len(same),
    )
