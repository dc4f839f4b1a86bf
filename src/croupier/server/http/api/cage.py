"""Operations at a window of the cage: money in and out, tickets, debts, and requests for more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import NO_PLAYER, Policy, Refused, declined
from croupier.engine.steps import Refusal
from croupier.money import Posting
from croupier.said import Sentence
from croupier.server.http.api.cage_accounts import CageReceipt, receipt
from croupier.server.http.api.corrections import Correction, asked_for, players_of, too_much
from croupier.server.http.api.tickets import REUSED, OfTicket, presented, request_of
from croupier.server.http.operation import (
    CASHIER,
    Cents,
    Name,
    OfNumber,
    Operation,
    Reason,
    RequestId,
    Says,
    Strict,
)
from croupier.server.money import ledger
from croupier.server.money.alone import HOUR, HOURS
from croupier.server.money.books import BoughtIn, TicketIssued, TicketRedeemed
from croupier.server.money.drawer_events import AskedAs, CashedOut, DebtPaid, PaidAs
from croupier.server.money.drawers import notes_of
from croupier.server.money.windows import Windows
from croupier.server.money.wishes import AtWindow, Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.http.operation import AnyCall, Call
    from croupier.server.money.books import AnyCageEvent

MORE_THAN_IS_OWED = Sentence("more-than-is-owed", "{player} owes {cents:money}")
CARD_WAS_REPLACED = Sentence(
    "card-was-replaced",
    "the card of {player} was replaced {at:moment}: for {hours} hours a second person approves"
    " what is paid out",
)
REQUEST_IS_WITHDRAWN = Sentence("request-is-withdrawn", "request {number} is withdrawn")
REQUEST_MS = 10 * 60 * 1000
"""For so long a request of a window waits for its second person."""


class Money(Strict, frozen=True):
    player: Name
    cents: Cents
    id: RequestId


class HandedOut(Strict, frozen=True):
    player: Name
    cents: Cents
    id: RequestId
    paid_as: PaidAs = "cash"


class Wanted(Strict, frozen=True):
    """More than one person does alone."""

    kind: Literal["buy-in", "cash-out", "redeem"]
    reason: Reason
    player: Name | None = None
    cents: Cents | None = None
    paid_as: AskedAs = "cash"
    ticket: Annotated[str, msgspec.Meta(max_length=24)] | None = None


class Presented(msgspec.Struct, frozen=True, kw_only=True):
    """A ticket that is open."""

    ticket: str
    cents: int
    player: str
    at: int
    doubted: bool
    """It was open when a backup was put back: a second person approves it."""
    limit_cents: int


def windows(call: AnyCall) -> Windows:
    house = call.house
    notes = notes_of(house.floor.terms.currency)
    return Windows(house.cage, house.alone["difference"][Role.CASHIER], notes)


async def moved(
    call: AnyCall,
    work: Callable[[str], AnyCageEvent | Refused],
    account: str = ledger.CAGE,
) -> tuple[AnyCageEvent, CageReceipt] | Refused:
    """At this person's open drawer; the receipt is of what is on disk."""

    def within() -> tuple[AnyCageEvent, CageReceipt] | Refused:
        cage, by = call.house.cage, call.who.name
        again = cage.was_done(getattr(call.given, "id", None) and request_of(call))
        window = windows(call).at_work(by)
        if isinstance(window, Refused):
            if not again:
                return window
            window = ""
        made = work(window)
        return made if isinstance(made, Refused) else (made, receipt(call, made, account))

    return await call.desk.write(within)


async def buy_in(call: Call[Money, None, None]) -> CageReceipt | Refused:
    given, by, at, cage = call.given, call.who.name, call.desk.now(), call.house.cage
    request = request_of(call)

    def take(window: str) -> AnyCageEvent | Refused:
        event = BoughtIn(by=by, at=at, player=given.player, cents=given.cents, window=window)
        over = not cage.was_done(request) and too_much(call, "buy_in", given.player, given.cents)
        return over or cage.paid_in(event, request)

    if no := unknown(call, given.player):
        return no
    return same(await moved(call, take), BoughtIn, given)


async def cash_out(call: Call[HandedOut, None, None]) -> CageReceipt | Refused:
    given, by, at, cage = call.given, call.who.name, call.desk.now(), call.house.cage
    request = request_of(call)

    def hand(window: str) -> AnyCageEvent | Refused:
        event = CashedOut(
            by=by,
            at=at,
            window=window,
            player=given.player,
            cents=given.cents,
            paid_as=given.paid_as,
        )
        return beyond(call, request) or cage.handed_out(event, request)

    if no := unknown(call, given.player):
        return no
    return same(await moved(call, hand), CashedOut, given)


async def issue(call: Call[Money, None, None]) -> CageReceipt | Refused:
    """Out of a balance, as paper: it is in nobody's drawer until it is redeemed.

    Whoever has the paper has the money, so that it counts as paid out.
    """
    given, by, at, cage = call.given, call.who.name, call.desk.now(), call.house.cage
    request = request_of(call)

    def print_(window: str) -> AnyCageEvent | Refused:
        return beyond(call, request) or cage.cash_out(
            given.player, given.cents, by, at, request, window=window or None
        )

    if no := unknown(call, given.player):
        return no
    return same(await moved(call, print_, ledger.TICKETS), TicketIssued, given)


def beyond(call: Call[Any, None, None], request: str | None) -> Refused | None:
    """More out of a balance than a cashier hands over alone, or to a card that is new there."""
    given, cage, at = call.given, call.house.cage, call.desk.now()
    if cage.was_done(request):
        return None
    card = cage.books.cage.cards.get(given.player)
    since = card.replaced_at if card else None
    if since is not None and at - since < HOURS * HOUR:
        says = CARD_WAS_REPLACED(player=given.player, at=since, hours=HOURS)
        return declined(Refusal.SECOND_PERSON, says)
    return too_much(call, "cash_out", given.player, given.cents)


async def pay_debt(call: Call[Money, None, None]) -> CageReceipt | Refused:
    given, by, at, cage = call.given, call.who.name, call.desk.now(), call.house.cage
    account, request = ledger.owed(given.player), request_of(call)

    def take(window: str) -> AnyCageEvent | Refused:
        owes = -cage.balances.get(account, 0)
        if given.cents > owes and not cage.was_done(request):
            says = MORE_THAN_IS_OWED(player=given.player, cents=max(0, owes))
            return declined(Policy.UNFIT_AMOUNT, says)
        event = DebtPaid(by=by, at=at, window=window, player=given.player, cents=given.cents)
        postings = Posting(ledger.CAGE, -given.cents), Posting(account, given.cents)
        return cage.write(event, postings, request)

    if no := unknown(call, given.player):
        return no
    return same(await moved(call, take), DebtPaid, given)


def unknown(call: AnyCall, player: str) -> Refused | None:
    if player in players_of(call):
        return None
    return declined(Policy.NO_SUCH_PLAYER, NO_PLAYER(name=player))


def same(
    made: tuple[AnyCageEvent, CageReceipt] | Refused,
    kind: type[BoughtIn | CashedOut | TicketIssued | DebtPaid],
    given: Money | HandedOut,
) -> CageReceipt | Refused:
    """An id that was used for something else is no request again."""
    if isinstance(made, Refused):
        return made
    event, told = made
    if not isinstance(event, kind) or (event.player, event.cents) != (given.player, given.cents):
        return REUSED
    return told


# Tickets that are brought


async def look_at_ticket(call: Call[None, None, OfTicket]) -> Presented | Refused:
    one = await presented(call)
    if isinstance(one, Refused):
        return one
    return Presented(
        ticket=one.shown,
        cents=one.cents,
        player=one.player,
        at=one.at,
        doubted=one.ticket in call.house.cage.books.doubted,
        limit_cents=call.house.alone["redeem"][Role.CASHIER],
    )


async def redeem(call: Call[None, None, OfTicket]) -> CageReceipt | Refused:
    given, by, at = call.place.ticket, call.who.name, call.desk.now()
    issued = await presented(call)
    if isinstance(issued, Refused):
        return issued

    def pay(window: str) -> AnyCageEvent | Refused:
        over = too_much(call, "redeem", issued.player, issued.cents)
        return over or call.house.cage.redeem(given, by, at, window)

    made = await moved(call, pay)
    if isinstance(made, Refused):
        return made
    assert isinstance(made[0], TicketRedeemed)
    return msgspec.structs.replace(made[1], player=None, ticket=issued.last_four)


# Requests: a second person answers in a session of their own


async def ask_for(call: Call[Wanted, None, None]) -> Correction | Refused:
    window = windows(call).at_work(call.who.name)
    if isinstance(window, Refused):
        return window
    wish = await wished(call, window)
    return wish if isinstance(wish, Refused) else await asked_for(call, wish)


async def wished(call: Call[Wanted, None, None], window: str) -> Wish | Refused:
    given = call.given
    there = AtWindow(window, call.desk.now() + REQUEST_MS, given.paid_as)
    if given.kind == "redeem":
        place = OfTicket(given.ticket or "")
        one = await presented(call._replace(place=place))  # type: ignore[arg-type]
        if isinstance(one, Refused):
            return one
        return Wish(one.player, one.cents, given.reason, "redeem", one.ticket, there)
    if no := unknown(call, given.player or ""):
        return no
    return Wish(given.player or "", given.cents or 0, given.reason, given.kind, at=there)


async def withdraw(call: Call[None, None, OfNumber]) -> Says | Refused:
    number, at = call.place.number, call.desk.now()
    made = await call.desk.write(lambda: windows(call).withdraw(number, call.who, at))
    if isinstance(made, Refused):
        return made
    return Says.of(REQUEST_IS_WITHDRAWN(number=number))


OPERATIONS = (
    Operation(
        "POST",
        "/api/cage/buy-in",
        "Cash from a player, at one's own open drawer.",
        buy_in,
        CageReceipt,
        may=CASHIER,
        takes=Money,
    ),
    Operation(
        "POST",
        "/api/cage/cash-out",
        "Cash or chips out of a player's balance.",
        cash_out,
        CageReceipt,
        may=CASHIER,
        takes=HandedOut,
    ),
    Operation(
        "POST",
        "/api/cage/tickets",
        "A ticket out of a player's balance.",
        issue,
        CageReceipt,
        may=CASHIER,
        takes=Money,
    ),
    Operation(
        "POST",
        "/api/cage/debts",
        "What a player owes, in cash.",
        pay_debt,
        CageReceipt,
        may=CASHIER,
        takes=Money,
    ),
    Operation(
        "GET",
        "/api/cage/tickets/{ticket}",
        "A ticket that is brought; who asks for one that is none too often waits.",
        look_at_ticket,
        Presented,
        may=CASHIER,
        place=OfTicket,
    ),
    Operation(
        "POST",
        "/api/cage/tickets/{ticket}/redeem",
        "Pays it out of one's own open drawer.",
        redeem,
        CageReceipt,
        may=CASHIER,
        place=OfTicket,
    ),
    Operation(
        "POST",
        "/api/cage/requests",
        "Asks a second person for more than one does alone; it ends by itself after ten minutes.",
        ask_for,
        Correction,
        may=CASHIER,
        takes=Wanted,
    ),
    Operation(
        "POST",
        "/api/cage/requests/{number}/withdraw",
        "Withdraws one's own request.",
        withdraw,
        Says,
        may=CASHIER,
        place=OfNumber,
    ),
)
