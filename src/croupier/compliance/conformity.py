"""How a game conforms to its document: each clause, what carries it out and what shows it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from croupier.compliance.named import named
from croupier.engine.rules_digest import rules_digest
from croupier.rulebook.remarks import remarks
from croupier.tracing import carriers, evidence, trace
from croupier.tracing.mutants import Mutants, mutants
from croupier.tracing.suite import SCENARIOS, title_of

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.tracing import Carrier, Row

NO_REMARK = "none is written yet"
MOST = 6
"""Functions that are named; of more than these the rest is counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conforms:
    """A clause of a game."""

    number: str
    kind: str
    gist: str
    digest: str
    how: str
    parts: tuple[str, ...]
    """The parts of the game that cite it, file by file."""
    functions: tuple[str, ...]
    """What carries them out."""
    scenario: str
    """A situation that shows it: its file and title."""
    tests: int
    mutants: Mutants
    readings: tuple[str, ...]
    """Open points that are read so here, with the value in force."""
    remark: str


@dataclass(frozen=True, slots=True)
class Statement:
    game: Game
    rules: str
    """Digest of the rules."""
    clauses: tuple[Conforms, ...]


def statement(game: Game) -> Statement:
    by_clause: dict[str, list[Carrier]] = {}
    for carrier in carriers(game):
        for number in carrier.cite.numbers:
            by_clause.setdefault(number, []).append(carrier)
    rows = trace(game)
    return Statement(
        game,
        rules_digest(game),
        tuple(conforms(game, row, by_clause.get(row.clause, [])) for row in rows),
    )


def conforms(game: Game, row: Row, cited: list[Carrier]) -> Conforms:
    clause = game.document.clauses[row.clause]
    carried = [one for one in cited if one.how and one.by]
    broken = mutants().get((game.name, row.clause), Mutants(()))
    return Conforms(
        number=row.clause,
        kind=str(clause.kind),
        gist=clause.gist,
        digest=clause.digest,
        how=row.how,
        parts=parts(carried),
        functions=tuple(dict.fromkeys(named(place) for one in carried for place in one.by)),
        scenario=scenario(game.name, row, broken),
        tests=len(row.tests),
        mutants=broken,
        readings=readings(game, row.clause),
        remark=remarks(game.name).get(row.clause, NO_REMARK),
    )


def parts(carried: list[Carrier]) -> tuple[str, ...]:
    """File by file."""
    files: dict[str, dict[str, None]] = {}
    for one in carried:
        files.setdefault(named(one.cite.where), {})[one.label] = None
    return tuple(f"{', '.join(labels)} in {file}" for file, labels in files.items())


@cache
def shown_by() -> Counter[tuple[str, str]]:
    """How many clauses of a game a test shows."""
    return Counter((game, test) for (game, _), tests in evidence().items() for test in tests)


def scenario(game: str, row: Row, broken: Mutants) -> str:
    """A situation before a single fact, and one that fails when the clause is broken.

    Of several the one that finds most of it, then the one that shows the fewest clauses besides.
    """
    finds = Counter(one.by for one in broken.each)

    def order(test: str) -> tuple[bool, bool, int, int]:
        title = title_of(test)
        is_fact = title[:1].islower()
        return not test.startswith(SCENARIOS), is_fact, -finds[title], shown_by()[game, test]

    return min(row.tests, key=order, default="")


def readings(game: Game, number: str) -> tuple[str, ...]:
    return tuple(
        f"{one.name}: {game.readings[one.name]}"
        for one in game.interpretations
        if number in one.cite.numbers and one.name in game.readings
    )
