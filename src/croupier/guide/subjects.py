"""What each clause speaks of, read off the games.

A game's parts cite clauses; two games that have the same part (an irregularity, a pay line's
condition, a step of the procedure, a term) speak of the same thing in the clauses behind it.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from croupier.engine.bets import Awards, Bet, Loses, Pays, Returns
from croupier.engine.interpretations import Decides
from croupier.engine.irregularities import Case
from croupier.games import game
from croupier.rulebook import Cite, Document

if TYPE_CHECKING:
    from croupier.engine.game import Game

MAIN, ALSO = 1.0, 0.3
"""What a part says of the first clause that it cites, and of those that it cites besides."""
RESULTS = {"win": "won", "lose": "lost", "push": "stood off"}
NAMED = ("irregularity", "word", "why", "name", "text", "title")


class Subject(NamedTuple):
    """Where in a game, and which of the parts that stand there."""

    where: str
    what: str = ""

    @property
    def title(self) -> str:
        words = self.what or self.where.rpartition(".")[2]
        if self.where == "bets.lines":
            result, _, condition = words.partition(" ")
            words = RESULTS[result] if condition == "always" else condition
        return words.replace("-", " ").replace("_", " ")


def cited(of: Game) -> Iterator[tuple[Subject, Cite]]:
    """Every part of a game that cites clauses, with what it is."""
    for field in dataclasses.fields(of):
        yield from _walk(getattr(of, field.name), field.name)


def _walk(part: Any, where: str) -> Iterator[tuple[Subject, Cite]]:  # noqa: ANN401 - any part
    if isinstance(part, Decides):
        return  # its interpretation is a part of its own
    if isinstance(part, Mapping):
        for key, one in part.items():
            yield from _walk(one, f"{where}.{key}")
    elif isinstance(part, tuple):
        for one in part:
            yield from _walk(one, where)
    elif isinstance(part, Bet):
        yield from _of_bet(part)
    elif dataclasses.is_dataclass(part) and not isinstance(part, Document | Cite | type):
        yield from _of_part(part, where)


def _of_part(part: Any, where: str) -> Iterator[tuple[Subject, Cite]]:  # noqa: ANN401 - as above
    for field in dataclasses.fields(part):
        value = getattr(part, field.name)
        if isinstance(value, Cite):
            place = where if field.name == "cite" else f"{where}.{field.name}"
            yield Subject(place, _named(part)), value
        else:
            yield from _walk(value, f"{where}.{field.name}")
    if isinstance(part, Case):
        yield from ((Subject("remedy", remedy), part.cite) for remedy in part.remedies)
        facts = ", ".join(f"{name} {value}" for name, value in sorted(part.when.items()))
        yield Subject("irregularities.facts", f"{part.irregularity}: {facts}"), part.cite


def _of_bet(bet: Bet) -> Iterator[tuple[Subject, Cite]]:
    """A line is the same in two games when it holds on the same condition."""
    side = bet.needs is not None or bet.bonus_on is not None
    yield Subject("bets.placed", "side bet" if side else "main bet"), bet.placed
    for line in bet.lines:
        settles = line if not isinstance(line, Loses) or not side else bet.lines[0]
        yield Subject("bets.lines", f"{line.result} {_condition(settles)}"), line.cite
    if bet.needs is not None:
        yield Subject("bets.needs", "needs the main bet"), bet.needs.cite
        yield Subject("bets.missing", "main bet missing"), bet.needs.missing.cite


def _condition(line: Pays | Awards | Returns | Loses) -> str:
    when: Any = line.when
    while isinstance(when, Decides):
        when = when.options[when.interpretation.default]
    return function_name(when)


def _named(part: object) -> str:
    key = getattr(part, "key", None)
    if callable(key):
        return function_name(key)
    names = (getattr(part, name, None) for name in NAMED)
    return next((str(name) for name in names if isinstance(name, str)), "")


def function_name(rule: Any) -> str:  # noqa: ANN401 - any function
    name: str = getattr(getattr(rule, "__wrapped__", rule), "__qualname__", type(rule).__name__)
    return name.split(".", maxsplit=1)[0]


@cache
def subjects(name: str) -> Mapping[str, Mapping[Subject, float]]:
    """By clause, what it speaks of and how much of that it says."""
    found: dict[str, dict[Subject, float]] = defaultdict(dict)
    for subject, cite in cited(game(name)):
        for at, number in enumerate(cite.numbers):
            said = found[number]
            said[subject] = max(said.get(subject, 0), MAIN if at == 0 else ALSO)
    return found
