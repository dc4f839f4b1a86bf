"""How many mutants of what carries a clause out its own tests find, as `make mutants` stored it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

MUTANTS = Path(__file__).parents[1] / "rulebook" / "mutants.tsv"
SEPARATOR = " | "
UNEXPLAINED = "no reason is known"


class Mutants(NamedTuple):
    """Of one clause."""

    killed: int
    made: int
    survivors: tuple[str, ...]
    """Each with its reason."""

    @property
    def found_out(self) -> bool:
        """A test of the clause fails for every mutant but those that make no difference."""
        return self.killed > 0 and not any(UNEXPLAINED in one for one in self.survivors)


class Figure(NamedTuple):
    clauses: int
    found_out: int
    made: int
    killed: int


@cache
def mutants() -> Mapping[tuple[str, str], Mutants]:
    if not MUTANTS.exists():
        return {}
    rows = [line.split("\t") for line in MUTANTS.read_text(encoding="utf-8").splitlines()]
    return {
        (game, clause): Mutants(
            int(killed), int(made), tuple(told.split(SEPARATOR) if told else ())
        )
        for game, clause, killed, made, told in rows
    }


def figure() -> Figure:
    """Of all clauses; a mutant counts once for each clause that it breaks."""
    rows = mutants().values()
    return Figure(
        clauses=len(rows),
        found_out=sum(row.found_out for row in rows),
        made=sum(row.made for row in rows),
        killed=sum(row.killed for row in rows),
    )
