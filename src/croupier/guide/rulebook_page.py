"""The rulebook's page: every clause with its trace, topics, and similar clauses elsewhere."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING

import msgspec

from croupier.games import GAMES, game
from croupier.guide.excerpts import excerpt
from croupier.guide.likeness import family, same_in, side_by_side
from croupier.guide.topics import TOPICS, topics
from croupier.rulebook import Kind  # noqa: TC001 - a field's type
from croupier.tracing import carriers, trace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.engine.game import Game
    from croupier.rulebook import Document
    from croupier.tracing import Carrier, Row

PERCENT_DECIMALS = 4


class DocumentInfo(msgspec.Struct, frozen=True):
    game: str
    title: str
    operator: str
    version: int
    effective: str
    clauses: int


class TopicInfo(msgspec.Struct, frozen=True):
    name: str
    title: str
    clauses: int


class Chance(msgspec.Struct, frozen=True):
    """How often a clause is among those that decide a bet, exactly and in percent."""

    bet: str
    title: str
    exact: str
    percent: str


class ClauseRow(msgspec.Struct, frozen=True, kw_only=True):
    game: str
    clause: str
    kind: Kind
    gist: str
    how: str
    """Carried out by code, put before people on the console, a definition, or pending."""
    tests: int
    chances: tuple[Chance, ...]
    topics: tuple[str, ...]


class Rulebook(msgspec.Struct, frozen=True):
    documents: tuple[DocumentInfo, ...]
    topics: tuple[TopicInfo, ...]
    clauses: tuple[ClauseRow, ...]
    beside: tuple[str, ...]
    """The games whose documents can be read side by side."""


class Code(msgspec.Struct, frozen=True):
    where: str
    text: str
    """Its lines, where the source is on the machine."""


class Elsewhere(msgspec.Struct, frozen=True):
    """A clause of another game that speaks of the same thing."""

    game: str
    title: str
    clause: str
    gist: str
    shared: tuple[str, ...]


class OpenPoint(msgspec.Struct, frozen=True):
    """A point that the clause leaves open; the first value is the default."""

    name: str
    values: tuple[str, ...]


class ClauseDetail(msgspec.Struct, frozen=True, kw_only=True):
    document: DocumentInfo
    row: ClauseRow
    digest: str
    """Of the approved wording."""
    code: tuple[Code, ...]
    tests: tuple[str, ...]
    referred: tuple[str, ...]
    """Clauses of the same document that refer to it."""
    used_by: tuple[str, ...]
    """Parts of the game that rest on it without carrying it out."""
    elsewhere: tuple[Elsewhere, ...]
    open_points: tuple[OpenPoint, ...]


class BesideRow(msgspec.Struct, frozen=True):
    clauses: tuple[tuple[str, ...], ...]
    """For each game the clauses that speak of the same thing."""
    shared: tuple[str, ...]


class SideBySide(msgspec.Struct, frozen=True):
    games: tuple[str, ...]
    rows: tuple[BesideRow, ...]


def about(one: Document) -> DocumentInfo:
    return DocumentInfo(
        one.game, one.title, one.operator, one.version, one.effective, len(one.clauses)
    )


@cache
def whole() -> Rulebook:
    rows = tuple(row for one in GAMES for row in clause_rows(one.name).values())
    return Rulebook(
        tuple(about(one.document) for one in GAMES),
        tuple(
            TopicInfo(one.name, one.title, sum(one.name in row.topics for row in rows))
            for one in TOPICS
        ),
        rows,
        tuple(one.name for one in family()),
    )


@cache
def traced(name: str) -> Mapping[str, Row]:
    return {row.clause: row for row in trace(game(name), with_chances=True)}


@cache
def carried(name: str) -> tuple[Carrier, ...]:
    return tuple(carriers(game(name)))


@cache
def clause_rows(name: str) -> Mapping[str, ClauseRow]:
    return {number: clause_row(game(name), row) for number, row in traced(name).items()}


def clause_row(of: Game, row: Row) -> ClauseRow:
    return ClauseRow(
        game=of.name,
        clause=row.clause,
        kind=of.document.clauses[row.clause].kind,
        gist=row.gist,
        how=row.how,
        tests=len(row.tests),
        chances=tuple(
            Chance(bet, of.bet[bet].title, exact, percent(Fraction(exact)))
            for bet, exact in row.chance.items()
        ),
        topics=topics(of.name, row.clause),
    )


def percent(chance: Fraction) -> str:
    return f"{float(round(100 * chance, PERCENT_DECIMALS)):.{PERCENT_DECIMALS}f}"


@lru_cache(maxsize=1024)
def detail(name: str, number: str) -> ClauseDetail:
    of, row = game(name), traced(name)[number]
    citing = [one for one in carried(name) if one.how is None and number in one.cite.numbers]
    clauses = of.document.clauses.values()
    return ClauseDetail(
        document=about(of.document),
        row=clause_rows(name)[number],
        digest=row.digest,
        code=tuple(Code(where, excerpt(where)) for where in row.code),
        tests=row.tests,
        referred=tuple(one.number for one in clauses if f"({number})" in one.gist),
        used_by=tuple(dict.fromkeys(f"{one.label} ({one.cite.where})" for one in citing)),
        elsewhere=tuple(elsewhere(name, number)),
        open_points=tuple(
            OpenPoint(one.name, one.values_text)
            for one in of.interpretations
            if number in one.cite.numbers
        ),
    )


def elsewhere(name: str, number: str) -> list[Elsewhere]:
    return [
        Elsewhere(
            other.name,
            other.title,
            their,
            other.document.clauses[their].gist,
            tuple(subject.title for subject in shared),
        )
        for other in GAMES
        if other.name != name
        for their, shared in same_in(name, number, other.name).items()
    ]


@cache
def pictures() -> SideBySide:
    rows = tuple(BesideRow(one.clauses, one.shared) for one in side_by_side(family()))
    return SideBySide(tuple(one.name for one in family()), rows)
