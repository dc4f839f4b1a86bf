"""A digest of the rules in force: the document's wording, the readings, every line of every bet.

What a line's own condition does is code, and of the program's digest.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from croupier.engine.bets import Awards, Pays
from croupier.engine.vocabulary import Holds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.engine.bets import Line
    from croupier.engine.game import Game


def rules_digest(game: Game) -> str:
    return sha256("".join(f"{line}\n" for line in rules(game)).encode()).hexdigest()


def rules(game: Game) -> Iterator[str]:
    yield f"{game.name} {game.version}"
    yield from (f"{clause.number} {clause.digest}" for clause in game.document.clauses.values())
    yield from (f"{name}={value}" for name, value in game.readings.items())
    for bet in game.bets:
        yield from (f"{bet.name}: {text(line)}" for line in bet.lines)


def text(line: Line) -> str:
    """A line's name, what it brings, and the clauses or words by which it does."""
    brings = str(line.result)
    if isinstance(line, Pays):
        brings = line.pays
    elif isinstance(line, Awards):
        brings = f"{line.amount}, envy {line.envy}"
    asked = line.when.asked if isinstance(line.when, Holds) else ()
    words = [f"{word.name} {wanted}" for word, wanted in asked]
    return "; ".join([line.event, brings, str(line.cite), *words])
