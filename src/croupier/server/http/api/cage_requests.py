"""How a request of the cage stands that waits for a second person."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Literal

import msgspec

from croupier.engine.refusals import Refused
from croupier.server.http.api.cage_accounts import CageReceipt, receipt
from croupier.server.http.operation import CASHIER, OfNumber, Operation, not_found
from croupier.server.journal import private
from croupier.server.money import books, drawer_events, ledger
from croupier.server.money.cage import NO_CORRECTION_IS_OPEN

if TYPE_CHECKING:
    from croupier.server.http.operation import AnyCall, Call

MOST_BACK = 2_000
PAID = (books.BoughtIn, books.TicketIssued, books.TicketRedeemed, drawer_events.CashedOut)


class RequestNow(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    state: Literal["waiting", "paid", "refused", "withdrawn", "ended"]
    by: str | None = None
    """Who approved or refused it."""
    receipt: CageReceipt | None = None


async def request(call: Call[None, None, OfNumber]) -> RequestNow | Refused:
    """How one's own request stands; what was paid has its receipt."""
    number = call.place.number
    nobody = not_found(NO_CORRECTION_IS_OPEN(number=number))
    open_ = call.house.cage.proposed.get(number)
    if open_ is not None:
        if open_.by != call.who.name:
            return nobody
        waits = open_.waits(call.desk.now())
        return RequestNow(number=number, state="waiting" if waits else "ended")
    return await call.desk.write(lambda: answered(call, number)) or nobody


def answered(call: AnyCall, number: int) -> RequestNow | None:
    store, found = call.house.store, RequestNow(number=number, state="ended")
    back = store.read_back(books.STREAM, store.head(books.STREAM)[0] + 1)
    for entry in islice(back, MOST_BACK):
        event = books.decoder.decode(private.whole(entry))
        if getattr(event, "number", None) != number:
            continue
        if isinstance(event, books.CorrectionProposed):
            return found if event.by == call.who.name else None
        if isinstance(event, PAID):
            on_paper = isinstance(event, books.TicketIssued)
            told = receipt(call, event, ledger.TICKETS if on_paper else ledger.CAGE)
            found = RequestNow(number=number, state="paid", by=event.approved_by, receipt=told)
        elif isinstance(event, books.CorrectionRefused):
            found = RequestNow(number=number, state="refused", by=event.by)
        elif isinstance(event, drawer_events.RequestWithdrawn):
            found = RequestNow(number=number, state="withdrawn")
    return None


OPERATIONS = (
    Operation(
        "GET",
        "/api/cage/requests/{number}",
        "How one's own request stands.",
        request,
        RequestNow,
        may=CASHIER,
        place=OfNumber,
    ),
)
