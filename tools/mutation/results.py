"""What became of the mutants: a row a clause and mutant, the survivors with their reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.digest import PACKAGE, digest_of, own_files
from croupier.engine.rules_digest import rules
from croupier.games import GAMES
from croupier.tracing import evidence
from croupier.tracing.mutants import UNEXPLAINED, Kept, Mutant, Mutants, kept, mutants
from croupier.tracing.suite import title_of
from tools.mutation.reasons import REASONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.engine.game import Game
    from tools.mutation.each import Broken

TOO_LONG = "it never ended"


class Found(NamedTuple):
    """Of a mutant, whether a test of a clause has found it out."""

    game: str
    clause: str
    mutant: str
    """Nothing: nothing was broken."""
    by: str
    """The title of the test that failed; nothing: none did."""


def collected(broken: Iterable[Broken], found: Iterable[Found], before: tuple[str, ...]) -> Kept:
    """In the order of the documents, with what was broken; `before`: sources of earlier runs."""
    by = {(one.game, one.clause, one.mutant): one.by for one in found}
    made: dict[tuple[str, str], list[Mutant]] = {
        (game.name, clause): [] for game in GAMES for clause in game.document.clauses
    }
    for one in broken:
        for clause in one.clauses if one.is_broken else ():
            name = one.mutant.name
            test = by.get((one.game, clause, name), "")
            why = "" if test else reason(one.game, name)
            made[one.game, clause].append(Mutant(name, test, why))
    return Kept(
        sources=tuple(dict.fromkeys((*before, sources_digest()))),
        rules={game.name: broken_rules(game) for game in GAMES},
        clauses={key: Mutants(tuple(each)) for key, each in made.items()},
    )


def sources_digest() -> str:
    """Of the program as it stands in the repository, without pages and dependencies."""
    return digest_of(line for line in own_files(PACKAGE) if line.rpartition(" ")[0].endswith(".py"))


def broken_rules(game: Game) -> str:
    """A digest of what is broken of a game: its readings and lines, and no document's wording."""
    wording = {f"{clause.number} {clause.digest}" for clause in game.document.clauses.values()}
    return digest_of(line for line in rules(game) if line not in wording)


def reason(game: str, mutant: str) -> str:
    return REASONS.get((game, mutant.partition(" [")[0]), UNEXPLAINED)


def survivors() -> set[tuple[str, str, str]]:
    """Of the last run."""
    return {
        (game, clause, one.name)
        for (game, clause), row in mutants().items()
        for one in row.each
        if not one.by
    }


def titles(game: str, clause: str) -> set[str]:
    """Of the tests behind a clause."""
    return {title_of(test) for test in evidence().get((game, clause), ())}


def still_found() -> list[Found]:
    """What is known of the last run: of rules as they are, by tests that are still the clause's."""
    same = {game.name for game in GAMES if kept().rules.get(game.name) == broken_rules(game)}
    return [
        Found(game, clause, one.name, one.by)
        for (game, clause), row in mutants().items()
        for one in row.each
        if game in same and one.by in {"", TOO_LONG, *titles(game, clause)}
    ]
