"""Operations of the shift's report: to be shown, and to take away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from starlette.responses import Response

from croupier.server.http.operation import AUDITOR, SUPERVISORS, Operation, Strict
from croupier.server.money.report import Asked, report_of
from croupier.server.past.investigated import within
from croupier.server.past.report_files import as_csv, as_workbook
from croupier.server.people.service_events import Scope
from croupier.wire.report import Heading, moment
from croupier.wire.report_sent import ShiftReport, reported

if TYPE_CHECKING:
    from croupier.server.http.operation import Call

Text = Annotated[str, msgspec.Meta(max_length=40)]
Word = Annotated[str, msgspec.Meta(max_length=20)]
Title = Annotated[str, msgspec.Meta(max_length=80)]
COMMAS = "text/csv"
WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


class ReportAsked(Strict, frozen=True, rename={"since": "from", "until": "to"}):
    """Times like `2026-07-01T06:00`; without a zone they are UTC."""

    since: Text | None = None
    until: Text | None = None
    by: Word = ""
    """table, game, pays, dealer, player, seat, hour or day; nothing: no groups."""
    compare: Word = ""
    """With the span right before, or the same a day or a week earlier: before, day, week."""
    title: Title = "Shift report"


async def shift_report(call: Call[None, ReportAsked, None]) -> ShiftReport:
    asked = Asked(
        moment(call.query.since, "from"),
        moment(call.query.until, "to"),
        call.query.by,
        call.query.compare,
        heading(call),
    )
    found = await call.read(lambda store: report_of(store, asked))
    looked_into = within(
        call.house.watching.watch.investigations.values(), asked.since, asked.until
    )
    return reported(msgspec.structs.replace(found, investigations=looked_into))


def heading(call: Call[None, ReportAsked, None]) -> Heading:
    """As the house's configuration has it."""
    terms = call.house.floor.terms
    return Heading(
        house=terms.name,
        title=call.query.title,
        currency=terms.currency,
        time_zone=terms.time_zone,
        gaming_day=terms.gaming_day,
        made=call.desk.now(),
        by=call.who.name,
    )


async def commas(call: Call[None, ReportAsked, None]) -> Response:
    report = await shift_report(call)
    return file_of(await call.aside(lambda: as_csv(report)), "report.csv", COMMAS)


async def workbook(call: Call[None, ReportAsked, None]) -> Response:
    report = await shift_report(call)
    return file_of(await call.aside(lambda: as_workbook(report)), "report.xlsx", WORKBOOK)


def file_of(content: bytes, name: str, media: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, media_type=media)


READERS = SUPERVISORS | AUDITOR
SCOPES = frozenset({Scope.REPORTS})
OPERATIONS = (
    Operation(
        "GET",
        "/api/report",
        "What the house took and won, by table, game, dealer, player, hour or gaming day, and bet.",
        shift_report,
        ShiftReport,
        may=READERS,
        scopes=SCOPES,
        query=ReportAsked,
    ),
    Operation(
        "GET",
        "/api/report.csv",
        "The report to take away: comma-separated values.",
        commas,
        str,
        may=READERS,
        scopes=SCOPES,
        query=ReportAsked,
        media=COMMAS,
    ),
    Operation(
        "GET",
        "/api/report.xlsx",
        "The report to take away: a workbook.",
        workbook,
        str,
        may=READERS,
        scopes=SCOPES,
        query=ReportAsked,
        media=WORKBOOK,
    ),
)
