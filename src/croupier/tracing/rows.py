"""The trace: for every clause the code that carries it out and the tests that show it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from croupier.engine.configuration import JackpotTerms
from croupier.games import GAMES
from croupier.lab.odds import odds
from croupier.tracing.carriers import Carrier, carriers
from croupier.tracing.suite import evidence

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.engine.game import Game, How

NO_TERMS = JackpotTerms(1, 0, Fraction(0))
"""What the jackpot bet costs and pays moves no chance."""
PRECEDENCE: tuple[How, ...] = ("code", "console", "definition")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    game: str
    clause: str
    gist: str
    digest: str
    how: Literal["code", "console", "definition", "pending"]
    code: tuple[str, ...]
    tests: tuple[str, ...]
    chance: Mapping[str, str]


def chances(game: Game) -> dict[str, dict[str, str]]:
    """For each clause, how often it is among those that decide a bet, by bet."""
    by_clause: dict[str, dict[str, str]] = {}
    for bet in odds(game, jackpot=NO_TERMS if game.jackpot else None).bets.values():
        for clause, chance in bet.chances.items():
            by_clause.setdefault(clause, {})[bet.bet] = str(chance)
    return by_clause


def trace(game: Game, *, with_chances: bool = False) -> list[Row]:
    decided = chances(game) if with_chances else {}
    found: dict[str, list[Carrier]] = {}
    for carrier in carriers(game):
        for number in carrier.cite.numbers:
            found.setdefault(number, []).append(carrier)
    return [
        _row(game, number, found.get(number, []), decided.get(number, {}))
        for number in game.document.clauses
    ]


def _row(game: Game, number: str, found: list[Carrier], decided: Mapping[str, str]) -> Row:
    clause = game.document.clauses[number]
    tests = evidence().get((game.name, number), ())
    carried = [one for one in found if one.how and one.by]
    how = next((how for how in PRECEDENCE if any(one.how == how for one in carried)), None)
    missing = any(one.is_missing for one in found)
    return Row(
        game=game.name,
        clause=number,
        gist=clause.gist,
        digest=clause.digest,
        how=how if how and tests and not missing else "pending",
        code=tuple(dict.fromkeys(place for one in carried for place in one.code)),
        tests=tests,
        chance=decided,
    )


def depends(game: Game, number: str) -> tuple[str, ...]:
    """The code that rests on a clause, whether it carries it out or only refers to it."""
    cited = [one for one in carriers(game) if number in one.cite.numbers]
    return tuple(dict.fromkeys(place for one in cited for place in one.code))


def traces(*, with_chances: bool = False) -> list[Row]:
    return [row for game in GAMES for row in trace(game, with_chances=with_chances)]


def references(game: Game, number: str) -> list[str]:
    """Where a clause is referred to, other than where it is carried out."""
    clauses = [
        f"clause {other.number}"
        for other in game.document.clauses.values()
        if f"({number})" in other.gist
    ]
    parts = [
        f"{carrier.label} ({carrier.cite.where})"
        for carrier in carriers(game)
        if carrier.how is None and number in carrier.cite.numbers
    ]
    return [*clauses, *parts]
