"""Every mutant of every clause."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from croupier.games import GAMES
from croupier.tracing.parts import parts
from tools.mutation.bets import OF_BETS
from tools.mutation.breaking import Mutant, constant
from tools.mutation.rounds import OF_ROUNDS
from tools.mutation.rulings import OF_RULINGS

if TYPE_CHECKING:
    from collections.abc import Iterator

OF = OF_BETS | OF_ROUNDS | OF_RULINGS
"""By the kind of a part how it is broken."""


class Broken(NamedTuple):
    """A mutant, and the clauses whose tests have to find it out."""

    game: str
    clauses: tuple[str, ...]
    mutant: Mutant

    @property
    def is_broken(self) -> bool:
        return bool(self.mutant.name)

    def keys(self) -> set[tuple[str, str, str]]:
        return {(self.game, clause, self.mutant.name) for clause in self.clauses}


def nothing_broken() -> Iterator[Broken]:
    """Section by section: with nothing broken every test holds, or what it finds says nothing."""
    for game in GAMES:
        sections: dict[str, list[str]] = {}
        for clause in game.document.clauses:
            sections.setdefault(clause.split(".")[0], []).append(clause)
        for clauses in sections.values():
            yield Broken(game.name, tuple(clauses), Mutant("", constant(None)))


def every_mutant() -> Iterator[Broken]:
    for game in GAMES:
        names: Counter[str] = Counter()
        for part in parts(game):
            for mutant in OF[type(part.value)](part) if part.how else ():
                names[mutant.name] += 1
                number = names[mutant.name]
                name = mutant.name if number == 1 else f"{mutant.name} [{number}]"
                yield Broken(game.name, part.cite.numbers, mutant._replace(name=name))
