"""Operations for the game console: who deals where, dry runs, calls for a supervisor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.engine.refusals import Refused, declined
from croupier.engine.steps import Refusal
from croupier.problems import BadInput
from croupier.said import Said, Sentence
from croupier.server.http.api.tables import table_of
from croupier.server.http.operation import (
    DEALERS,
    SUPERVISORS,
    OfTable,
    Operation,
    Reason,
    Says,
    Strict,
)
from croupier.server.play.calls import OpenCall
from croupier.server.play.refusals import CARDS_NAMED, CLAIMS
from croupier.server.play.requests import Carried, Request
from croupier.table.authority import PERSON, dealer_of, names_cards
from croupier.table.commands import Report, Settle
from croupier.table.console import impossible
from croupier.table.events import RoundSettled, SettledLine
from croupier.table.reasons import in_pay_order
from croupier.table.record import RECORD_SHOWS
from croupier.table.reporting import Known, Reporting, irregularities, reporting

if TYPE_CHECKING:
    from croupier.server.http.operation import AnyCall, Call, PlainCall
    from croupier.server.play.calls import AnyCallEvent

CALLED = Sentence("supervisor-is-called", "called")
CALL_ANSWERED = Sentence("call-is-answered", "answered")
NO_CARDS_ARE_TYPED = Sentence("no-cards-are-typed", "no cards are typed at this table")


class Cards(Strict, frozen=True):
    cards: Annotated[str, msgspec.Meta(max_length=200)] = ""


class GivenReport(Strict, frozen=True):
    report: Report


class CallFor(Strict, frozen=True):
    reason: Reason


class DealtBy(msgspec.Struct, frozen=True):
    table: str
    title: str
    dealer: str
    """`person` or `automatic`."""
    shoe: bool
    """Whether cards come from an electronic shoe."""


class Checked(msgspec.Struct, frozen=True):
    """Whether cards can come now; the line says why not."""

    says: str | None
    clauses: tuple[str, ...]
    said: Said | None = None


class Settlement(msgspec.Struct, frozen=True):
    """How the round would be settled; nothing is."""

    lines: tuple[SettledLine, ...]
    says: str | None
    """Why it cannot be yet."""
    said: Said | None = None


async def consoles(call: PlainCall) -> list[DealtBy]:
    return [dealt_by(call, name) for name in call.house.play.tables]


def dealt_by(call: AnyCall, name: str) -> DealtBy:
    table = call.house.play.tables[name].table
    return DealtBy(name, table.game.title, dealer_of(table), bool(table.setup.shoe))


async def check(call: Call[None, Cards, OfTable]) -> Checked | Refused:
    """Only where a person reads the cards: elsewhere nobody may try which are out."""
    table = table_of(call)
    if isinstance(table, Refused):
        return table
    by = dealt_by(call, table.name)
    leave = table.round.typing
    types = leave is not None and bool(leave.allowed_by) and leave.by == call.who.name
    if not types and (by.dealer != PERSON or by.shoe):
        said = NO_CARDS_ARE_TYPED()
        return Checked(str(said), (), said)
    no = impossible(table, call.query.cards, call.who)
    return Checked(no.says, no.clauses, no.said) if no else Checked(None, ())


async def settlement(call: Call[None, None, OfTable]) -> Settlement | Refused:
    table = table_of(call)
    if isinstance(table, Refused):
        return table
    house = call.house
    async with house.queue.write_lock:  # as a settlement is decided, and nothing of it written
        asked = Request(table.name, call.who, Settle(), call.desk.now())
        [tried] = house.play.decide_all([asked])
    if not isinstance(tried.reply, Carried):
        return Settlement((), tried.reply.says, tried.reply.said)
    events = tried.reply.events
    lines = [line for one in events if isinstance(one, RoundSettled) for line in one.lines]
    return Settlement(in_pay_order(table, lines), None)


async def known(call: Call[None, None, OfTable]) -> list[Known] | Refused:
    table = table_of(call)
    return table if isinstance(table, Refused) else irregularities(table)


async def foresee(call: Call[GivenReport, None, OfTable]) -> Reporting | Refused:
    table = table_of(call)
    if isinstance(table, Refused):
        return table
    try:
        found = reporting(table, call.given.report, call.who, call.desk.now())
    except BadInput as wrong:
        return declined(Refusal.NO_SUCH_IRREGULARITY, wrong.said)
    if found.missing_said and names_cards(call.given.report):  # a search needs no report to be sent
        noted(call, declined(Refusal.FACTS_MISSING, found.missing_said), CARDS_NAMED)
    for one in found.record:
        if one.fact in found.clashing:
            said_otherwise = RECORD_SHOWS(shows=one.said)
            noted(call, declined(Refusal.RECORD_SHOWS_OTHERWISE, said_otherwise), CLAIMS)
    return found


def noted(call: Call[GivenReport, None, OfTable], no: Refused, kind: str) -> None:
    """The pit reads of it, though nothing was reported."""
    asked = "POST /api/tables/{table}/ruling"
    call.house.refusals.note(call.who, call.place.table, asked, no, (kind,))


async def calls(call: PlainCall) -> list[OpenCall]:
    return list(call.desk.calls.open.values())


async def call_supervisor(call: Call[CallFor, None, OfTable]) -> Says | Refused:
    table = table_of(call)
    if isinstance(table, Refused):
        return table
    told = table.name, call.given.reason, call.who.name, call.desk.now()
    return said(await call.desk.write(lambda: call.desk.calls.call(*told)), CALLED())


async def answer_call(call: Call[None, None, OfTable]) -> Says | Refused:
    table = table_of(call)
    if isinstance(table, Refused):
        return table
    told = table.name, call.who.name, call.desk.now()
    return said(await call.desk.write(lambda: call.desk.calls.answer(*told)), CALL_ANSWERED())


def said(written: AnyCallEvent | Refused, done: Said) -> Says | Refused:
    return written if isinstance(written, Refused) else Says.of(done)


OPERATIONS = (
    Operation(
        "GET", "/api/console", "Who deals at which table.", consoles, list[DealtBy], may=DEALERS
    ),
    Operation(
        "GET",
        "/api/tables/{table}/check",
        "Whether the cards typed so far can come now; nothing is dealt.",
        check,
        Checked,
        may=DEALERS,
        query=Cards,
        place=OfTable,
    ),
    Operation(
        "GET",
        "/api/tables/{table}/settlement",
        "How the round would be settled now; nothing is.",
        settlement,
        Settlement,
        may=DEALERS,
        place=OfTable,
    ),
    Operation(
        "GET",
        "/api/tables/{table}/irregularities",
        "What can be reported at a table, and the facts that can change the ruling.",
        known,
        list[Known],
        may=DEALERS,
        place=OfTable,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/ruling",
        "What a report would lead to: the next question, or the ruling; nothing is reported.",
        foresee,
        Reporting,
        may=DEALERS,
        takes=GivenReport,
        place=OfTable,
    ),
    Operation(
        "GET",
        "/api/calls",
        "Tables that call a supervisor.",
        calls,
        list[OpenCall],
        may=DEALERS,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/call",
        "Calls a supervisor to a table.",
        call_supervisor,
        Says,
        may=DEALERS,
        takes=CallFor,
        place=OfTable,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/answer",
        "Somebody of the pit has come to the table.",
        answer_call,
        Says,
        may=SUPERVISORS,
        place=OfTable,
    ),
)
