"""Operations of the rulebook: every clause, one clause, documents side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.engine.refusals import Refused
from croupier.games import game
from croupier.guide.rulebook_page import (
    ClauseDetail,
    Rulebook,
    SideBySide,
    detail,
    pictures,
    whole,
)
from croupier.said import Sentence
from croupier.server.http.operation import OfGame, Operation, not_found

if TYPE_CHECKING:
    from croupier.server.http.operation import Call, PlainCall

DOCUMENT_HAS_NO_CLAUSE = Sentence("document-has-no-clause", "{title} has no clause {number:quoted}")


class OfClause(OfGame, frozen=True):
    clause: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


async def rulebook(call: PlainCall) -> Rulebook:
    return await call.aside(whole)


async def clause(call: Call[None, None, OfClause]) -> ClauseDetail | Refused:
    of, number = game(call.place.game), call.place.clause
    if number not in of.document.clauses:
        return not_found(DOCUMENT_HAS_NO_CLAUSE(title=of.title, number=number))
    return await call.aside(lambda: detail(of.name, number))


async def beside(call: PlainCall) -> SideBySide:
    return await call.aside(pictures)


OPERATIONS = (
    Operation(
        "GET", "/api/rulebook", "Every clause of every document, with topics.", rulebook, Rulebook
    ),
    Operation(
        "GET",
        "/api/rulebook/beside",
        "Documents of one family, clause by clause.",
        beside,
        SideBySide,
    ),
    Operation(
        "GET",
        "/api/rules/{game}/{clause}",
        "A clause with its code, tests, chances, and the same rule elsewhere.",
        clause,
        ClauseDetail,
        place=OfClause,
    ),
)
