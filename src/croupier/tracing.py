"""Which code carries out each clause and which tests show it, read off the games themselves."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from croupier.engine.configuration import JackpotTerms
from croupier.engine.interpretations import Decides
from croupier.engine.outcome import always
from croupier.games import GAMES
from croupier.lab.odds import odds
from croupier.rulebook import Cite, Document

if TYPE_CHECKING:
    from croupier.engine.game import Game, How

EVIDENCE = Path(__file__).parent / "rulebook" / "evidence.tsv"
PACKAGE = Path(__file__).parent
NO_TERMS = JackpotTerms(1, 0, Fraction(0))
"""What the jackpot bet costs and pays moves no chance."""
PRECEDENCE: tuple[How, ...] = ("code", "console", "definition")


@dataclass(frozen=True, slots=True)
class Carrier:
    """A part of a game that cites clauses."""

    how: How | None
    """None: it refers to the clauses, something else carries them out."""
    label: str
    cite: Cite
    code: tuple[str, ...]


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


def carriers(game: Game) -> Iterator[Carrier]:
    for field in dataclasses.fields(game):
        yield from _walk(getattr(game, field.name))


def _walk(part: Any) -> Iterator[Carrier]:  # noqa: ANN401 - any part of a game
    if isinstance(part, Mapping):
        part = tuple(part.values())
    if isinstance(part, tuple):
        for one in part:
            yield from _walk(one)
    elif dataclasses.is_dataclass(part) and not isinstance(part, Document | Cite | type):
        values = [getattr(part, field.name) for field in dataclasses.fields(part)]
        methods = [rule for name, rule in vars(type(part)).items() if not name.startswith("_")]
        functions = tuple(place for value in [*values, *methods] for place in _places(value))
        for value in values:
            if isinstance(value, Cite):
                how: How | None = getattr(part, "how", "code")
                yield Carrier(how, _label(part), value, (value.where, *functions))
            else:
                yield from _walk(value)


def _places(rule: object) -> Iterator[str]:
    """Where the functions stand that a part of a game is made of."""
    if isinstance(rule, Decides):
        for option in rule.options.values():
            yield from _places(option)
        return
    function = getattr(rule, "__wrapped__", rule)
    code = getattr(function, "__code__", None)
    if code is not None and function is not always:
        file = Path(code.co_filename).relative_to(PACKAGE)
        yield f"src/croupier/{file.as_posix()}:{code.co_firstlineno}"


def _label(part: object) -> str:
    named = next(
        (
            getattr(part, name)
            for name in ("event", "title", "name", "word", "text", "irregularity")
            if hasattr(part, name)
        ),
        "",
    )
    kind = type(part).__name__
    return f"{kind} {named}" if isinstance(named, str) and named else kind


@cache
def evidence() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """The tests behind each clause, from the list that the suite itself is compared with.

    A scenario stands in a text file: its file and title are told.
    """
    found: dict[tuple[str, str], list[str]] = {}
    if EVIDENCE.exists():
        for line in EVIDENCE.read_text(encoding="utf-8").splitlines():
            game, clauses, test = line.split("\t")
            for clause in clauses.split():
                found.setdefault((game, clause), []).append(test)
    return {key: tuple(tests) for key, tests in found.items()}


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
    how = next((how for how in PRECEDENCE if any(one.how == how for one in found)), None)
    code = dict.fromkeys(place for one in found if one.how for place in one.code)
    return Row(
        game=game.name,
        clause=number,
        gist=clause.gist,
        digest=clause.digest,
        how=how if how and tests else "pending",
        code=tuple(code),
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
