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
from croupier.guide.speaking import spoken
from croupier.said import Sentence
from croupier.server.http.operation import ANYBODY, InLanguage, OfGame, Operation, not_found

if TYPE_CHECKING:
    from croupier.server.http.operation import Call, PlainCall

DOCUMENT_HAS_NO_CLAUSE = Sentence("document-has-no-clause", "{title} has no clause {number:quoted}")


class OfClause(OfGame, frozen=True):
    clause: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


async def rulebook(call: Call[None, InLanguage, None]) -> Rulebook:
    return await call.aside(lambda: spoken(whole(), call.query.language))


async def clause(call: Call[None, InLanguage, OfClause]) -> ClauseDetail | Refused:
    of, number = game(call.place.game), call.place.clause
    if number not in of.document.clauses:
        return not_found(DOCUMENT_HAS_NO_CLAUSE(title=of.title, number=number))
    language = call.query.language
    return await call.aside(lambda: spoken(detail(of.name, number), language))


async def beside(call: PlainCall) -> SideBySide:
    return await call.aside(pictures)


OPERATIONS = (
    Operation(
        "GET",
        "/api/rulebook",
        "Every clause of every document, with topics.",
        rulebook,
        Rulebook,
        may=ANYBODY,
        query=InLanguage,
        packed=True,
    ),
    Operation(
        "GET",
        "/api/rulebook/beside",
        "Documents of one family, clause by clause.",
        beside,
        SideBySide,
        may=ANYBODY,
        packed=True,
    ),
    Operation(
        "GET",
        "/api/rules/{game}/{clause}",
        "A clause with its code, tests, chances, and the same rule elsewhere.",
        clause,
        ClauseDetail,
        may=ANYBODY,
        query=InLanguage,
        place=OfClause,
        packed=True,
    ),
)
