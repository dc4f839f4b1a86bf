"""Operations of the watch over results: investigations opened, looked into, closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.engine.refusals import Refused
from croupier.problems import BadInput
from croupier.said import Sentence
from croupier.server.http.operation import (
    AUDITOR,
    MANAGERS,
    SUPERVISORS,
    OfNumber,
    Operation,
    Reason,
    Strict,
    not_found,
)
from croupier.server.http.paging import MOST_TOLD
from croupier.server.money.kept_sums import with_index
from croupier.server.money.spans import FAR, Span, whole
from croupier.server.money.subjects import played, seen
from croupier.server.money.watch_events import Cause, Kind, Place, Subject
from croupier.server.past.investigated import investigation
from croupier.server.people.service_events import Scope
from croupier.wire.report import moment
from croupier.wire.watched import InvestigationTold

if TYPE_CHECKING:
    from croupier.server.http.operation import Call
    from croupier.server.journal.store import Store
    from croupier.server.money.subjects import Seen
    from croupier.server.money.watch import Investigation

NO_RESULTS = Sentence("no-results", "{name:quoted} has no results in that time")
Text = Annotated[str, msgspec.Meta(max_length=40)]
Named = Annotated[str, msgspec.Meta(min_length=1, max_length=400)]


class NewInvestigation(Strict, frozen=True, rename={"since": "from", "until": "to"}, kw_only=True):
    """Of a row of the report, in its time; times as there."""

    kind: Kind
    name: Named
    reason: Reason
    since: Text | None = None
    until: Text | None = None


class NewNote(Strict, frozen=True):
    note: Reason


class NewFinding(Strict, frozen=True):
    cause: Cause
    finding: Reason


class Which(Strict, frozen=True):
    open: bool = False
    """Only those that are."""


async def investigations(call: Call[None, Which, None]) -> list[InvestigationTold]:
    all_ = call.house.watching.watch.investigations.values()
    chosen = [one for one in all_ if one.is_open or not call.query.open]
    return [investigation(one) for one in reversed(chosen[-MOST_TOLD:])]


async def open_one(call: Call[NewInvestigation, None, None]) -> InvestigationTold | Refused:
    given, watch, at = call.given, call.house.watching.watch, call.desk.now()
    since, until = moment(given.since, "from"), moment(given.until, "to")
    if since is not None and until is not None and since >= until:
        raise BadInput("it ends before it begins", "to")
    span = Span(since or 0, FAR if until is None else until)
    found = await call.read(lambda store: results(store, given, span))
    if found is None:
        return not_found(NO_RESULTS(name=given.name[:60]))
    about, one = found
    place = Place(about, "span", span.since)
    made = await call.desk.write(
        lambda: watch.open(place, until, one.figures, reason=given.reason, by=call.who, at=at)
    )
    return sent(made)


def results(store: Store, given: NewInvestigation, span: Span) -> tuple[Subject, Seen] | None:
    found = with_index(store, lambda index: played(whole(index, span)))
    for about, plays in found.items():
        if (about.kind, about.name) == (given.kind, given.name):
            one = seen(about, plays)
            return None if one is None else (about, one)
    return None


async def note(call: Call[NewNote, None, OfNumber]) -> InvestigationTold | Refused:
    watch, number, at = call.house.watching.watch, call.place.number, call.desk.now()
    return sent(await call.desk.write(lambda: watch.note(number, call.given.note, call.who, at)))


async def close(call: Call[NewFinding, None, OfNumber]) -> InvestigationTold | Refused:
    watch, number, at = call.house.watching.watch, call.place.number, call.desk.now()
    given = call.given
    return sent(
        await call.desk.write(lambda: watch.close(number, given.cause, given.finding, call.who, at))
    )


def sent(made: Investigation | Refused) -> InvestigationTold | Refused:
    return made if isinstance(made, Refused) else investigation(made)


READERS = SUPERVISORS | AUDITOR
OPERATIONS = (
    Operation(
        "GET",
        "/api/investigations",
        f"The newest {MOST_TOLD} investigations of results, with notes and findings.",
        investigations,
        list[InvestigationTold],
        may=READERS,
        scopes=frozenset({Scope.REPORTS}),
        query=Which,
    ),
    Operation(
        "POST",
        "/api/investigations",
        "Opens an investigation of a table's, bet's, dealer's or player's results in a time.",
        open_one,
        InvestigationTold,
        may=READERS,
        takes=NewInvestigation,
        optional=True,
    ),
    Operation(
        "POST",
        "/api/investigations/{number}/note",
        "Notes what was looked into.",
        note,
        InvestigationTold,
        may=READERS,
        takes=NewNote,
        place=OfNumber,
    ),
    Operation(
        "POST",
        "/api/investigations/{number}/close",
        "Closes one with its cause and finding; by another person than who opened it.",
        close,
        InvestigationTold,
        may=MANAGERS | AUDITOR,
        takes=NewFinding,
        place=OfNumber,
    ),
)
