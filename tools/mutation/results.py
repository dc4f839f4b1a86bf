"""What became of the mutants: a row a clause, the survivors with their reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.games import GAMES
from croupier.tracing.mutants import SEPARATOR, UNEXPLAINED, mutants
from tools.mutation.reasons import REASONS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tools.mutation.each import Broken


class Found(NamedTuple):
    """Of a mutant, whether a test of a clause has found it out."""

    game: str
    clause: str
    mutant: str
    """Nothing: nothing was broken."""
    by: str
    """The test that failed; nothing: none did."""


def written(broken: Iterable[Broken], found: Iterable[Found]) -> str:
    """In the order of the documents: game, clause, mutants found out, mutants, survivors."""
    killed = {(one.game, one.clause, one.mutant) for one in found if one.by}
    made: dict[tuple[str, str], list[str]] = {}
    for one in broken:
        for clause in one.clauses if one.is_broken else ():
            made.setdefault((one.game, clause), []).append(one.mutant.name)
    return "".join(
        row(game.name, clause, made.get((game.name, clause), []), killed)
        for game in GAMES
        for clause in game.document.clauses
    )


def row(game: str, clause: str, made: list[str], killed: set[tuple[str, str, str]]) -> str:
    alive = [name for name in made if (game, clause, name) not in killed]
    told = SEPARATOR.join(f"{name}: {reason(game, name)}" for name in alive)
    return f"{game}\t{clause}\t{len(made) - len(alive)}\t{len(made)}\t{told}\n"


def reason(game: str, mutant: str) -> str:
    return REASONS.get((game, mutant.partition(" [")[0]), UNEXPLAINED)


def survivors() -> set[tuple[str, str, str]]:
    """Of the last whole run."""
    return {
        (game, clause, told.rpartition(": ")[0])
        for (game, clause), row in mutants().items()
        for told in row.survivors
    }
