"""Operations on tickets: a balance taken out on paper, and the cage that pays it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.http.api.corrections import Correction, asked_for, too_much
from croupier.server.http.operation import (
    DEALERS,
    EVERYBODY,
    PLAYER,
    Cents,
    Operation,
    Reason,
    RequestId,
    Strict,
    not_found,
)
from croupier.server.http.paging import MOST_TOLD, Skipped, page
from croupier.server.journal.acts import ProbingNoticed
from croupier.server.money import books
from croupier.server.money.cage import NO_SUCH_TICKET_IS_OPEN
from croupier.server.money.wishes import Wish
from croupier.server.people.service_events import Scope

if TYPE_CHECKING:
    from croupier.server.http.operation import AnyCall, Call
    from croupier.server.money.books import TicketIssued

THIS_ID_WAS_USED_FOR_SOMETHING_ELSE = Sentence(
    "this-id-was-used-for-something-else", "this id was used for something else"
)
TOO_MANY_TICKETS = Sentence("too-many-tickets", "too many tickets: wait a while")
THIS_TICKET_IS_PAID_OUT_ALREADY = Sentence(
    "this-ticket-is-paid-out-already", "this ticket is paid out already"
)
TICKET_WAS_PAID_OUT = Sentence(
    "ticket-was-paid-out", "this ticket was paid out {at:moment}[ at window {window}], by {by}"
)
TOO_MANY_TICKETS_THAT_ARE_NONE = Sentence(
    "too-many-tickets-that-are-none", "too many tickets that are none: wait ten minutes"
)


class Amount(Strict, frozen=True):
    cents: Cents
    id: RequestId | None = None


class WhyRedeemed(Strict, frozen=True):
    reason: Reason


class OfTicket(Strict, frozen=True):
    ticket: Annotated[str, msgspec.Meta(pattern="^([0-9]{8,16}|[a-z2-7]{4}(-[a-z2-7]{4}){4})$")]


class Ticket(msgspec.Struct, frozen=True):
    ticket: str
    """In full for its owner; its last four signs for everybody else."""
    cents: int
    player: str
    at: int


class Issued(msgspec.Struct, frozen=True):
    ticket: str
    cents: int


class Redeemed(msgspec.Struct, frozen=True):
    ticket: str
    cents: int


REUSED = declined(Policy.REQUEST_REUSED, THIS_ID_WAS_USED_FOR_SOMETHING_ELSE())


def request_of(call: AnyCall) -> str | None:
    """No name begins with a sign, so that it is no request of a socket."""
    return None if call.given.id is None else f"@{call.who.name}/{call.given.id}"


async def cash_out(call: Call[Amount, None, None]) -> Issued | Refused:
    given, name, at = call.given, call.who.name, call.desk.now()
    if not call.desk.cash_outs.allows(name):
        return declined(Policy.TOO_OFTEN, TOO_MANY_TICKETS())
    made = await call.desk.write(
        lambda: call.house.cage.cash_out(name, given.cents, name, at, request_of(call))
    )
    if isinstance(made, Refused):
        return made
    if not isinstance(made, books.TicketIssued) or made.cents != given.cents:
        return REUSED
    issued = call.house.cage.issued.get(made.ticket)
    if issued is None:
        return declined(Policy.ALREADY_SO, THIS_TICKET_IS_PAID_OUT_ALREADY())
    return Issued(issued.shown, issued.cents)


def open_tickets(call: AnyCall, of: str | None = None) -> list[Ticket]:
    """All of them, or those of one player."""
    issued, name = list(call.house.cage.issued.values()), call.who.name
    return [
        Ticket(one.shown if one.player == name else one.last_four, one.cents, one.player, one.at)
        for one in issued
        if of in {None, one.player}
    ]


async def tickets(call: Call[None, Skipped, None]) -> list[Ticket]:
    """The newest, in the order in which they were issued."""
    mine = call.who.role is Role.PLAYER
    return page(open_tickets(call, call.who.name if mine else None), call.query)


async def redeem(call: Call[None, None, OfTicket]) -> Redeemed | Refused:
    given, by, at = call.place.ticket, call.who.name, call.desk.now()
    issued = await presented(call)
    if isinstance(issued, Refused):
        return issued
    made = await call.desk.write(
        lambda: (
            too_much(call, "redeem", issued.player, issued.cents)
            or call.house.cage.redeem(given, by, at)
        )
    )
    if isinstance(made, Refused):
        return made
    assert isinstance(made, books.TicketRedeemed)
    return Redeemed(given, made.cents)


async def presented(call: AnyCall) -> TicketIssued | Refused:
    """The ticket that was given; who guesses is stopped, and the pit is told."""
    guesses, name, at = call.desk.guesses, call.who.name, call.desk.now()
    if guesses.closed(name, at):
        return declined(Policy.TOO_OFTEN, TOO_MANY_TICKETS_THAT_ARE_NONE())
    issued: TicketIssued | None = call.house.cage.found(call.place.ticket)
    if issued is not None:
        return issued
    if paid := call.house.cage.paid_before(call.place.ticket):  # nobody guesses such a one
        return not_found(TICKET_WAS_PAID_OUT(at=paid.at, window=paid.window, by=paid.by))
    if guesses.missed(name, at):
        guessed = ProbingNoticed(
            at=at,
            by=name,
            table=None,
            asked="POST /api/tickets/{ticket}/redeem",
            count=len(guesses.wrong[name]),
            since=guesses.wrong[name][0],
        )
        await call.desk.write(lambda: call.house.acts.record(guessed))
    return not_found(NO_SUCH_TICKET_IS_OPEN())


async def propose_redeeming(call: Call[WhyRedeemed, None, OfTicket]) -> Correction | Refused:
    one = await presented(call)
    if isinstance(one, Refused):
        return one
    wish = Wish(one.player, one.cents, call.given.reason, "redeem", one.ticket)
    return await asked_for(call, wish)


OPERATIONS = (
    Operation(
        "POST",
        "/api/cash-out",
        "A ticket for a part of one's own balance.",
        cash_out,
        Issued,
        may=PLAYER,
        takes=Amount,
        counted=True,
    ),
    Operation(
        "GET",
        "/api/tickets",
        f"The newest {MOST_TOLD} tickets not yet redeemed, or those before the newest `skip`, "
        "by their last four signs; a player's own in full.",
        tickets,
        list[Ticket],
        may=EVERYBODY,
        scopes=frozenset({Scope.CAGE_READ}),
        query=Skipped,
    ),
    Operation(
        "POST",
        "/api/tickets/{ticket}/redeem",
        "Pays a ticket out; who asks for one that is none too often waits.",
        redeem,
        Redeemed,
        may=DEALERS,
        place=OfTicket,
        limited=True,
    ),
    Operation(
        "POST",
        "/api/tickets/{ticket}/propose",
        "Proposes to pay out a ticket of more than one person does alone.",
        propose_redeeming,
        Correction,
        may=DEALERS,
        takes=WhyRedeemed,
        place=OfTicket,
        limited=True,
    ),
)
