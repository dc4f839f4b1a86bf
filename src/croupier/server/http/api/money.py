"""Operations on money: players, buying in, tickets, corrections by two people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.server.http.api.sessions import ledger_of
from croupier.server.http.operation import (
    AUDITOR,
    EVERYBODY,
    PLAYER,
    Cents,
    Name,
    OfName,
    OfNumber,
    Operation,
    Reason,
    RequestId,
    Says,
    Strict,
    not_found,
    up_from,
)
from croupier.server.money import cage, ledger
from croupier.server.people.people import DEMONSTRATION

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.http.operation import AnyCall, Call, PlainCall
    from croupier.server.money.cage import AnyCageEvent, CorrectionProposed
    from croupier.table.commands import Who

MOST_PLAYERS = 100
"""Listed at once."""
MOST_PLAY_CREDITS = 200_000


class Amount(Strict, frozen=True):
    cents: Cents
    id: RequestId | None = None


class PlayCredits(Strict, frozen=True):
    cents: Annotated[int, msgspec.Meta(ge=1, le=MOST_PLAY_CREDITS)]
    id: RequestId | None = None


class NewCorrection(Strict, frozen=True):
    player: Name
    cents: Annotated[int, msgspec.Meta(ge=-(10**11), le=10**11)]
    reason: Reason


class Search(Strict, frozen=True):
    search: Annotated[str, msgspec.Meta(max_length=40)] = ""


class OfTicket(Strict, frozen=True):
    ticket: Annotated[str, msgspec.Meta(pattern="^[0-9]{8,16}$")]


class Player(msgspec.Struct, frozen=True):
    name: str
    balance_cents: int
    provisional_cents: int
    """Won, and not yet to be staked or cashed."""
    owed_cents: int


class Ticket(msgspec.Struct, frozen=True):
    ticket: str
    cents: int
    player: str
    at: int


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """Proposed, with what the balance is and what it would be."""

    number: int
    player: str
    cents: int
    reason: str
    by: str
    at: int
    before_cents: int
    after_cents: int
    owed_cents: int
    """Of it, what the balance could not cover."""


class PlayerInfo(msgspec.Struct, frozen=True):
    player: Player
    tickets: tuple[Ticket, ...]
    corrections: tuple[Correction, ...]


class Bought(msgspec.Struct, frozen=True):
    player: str
    cents: int
    balance_cents: int


class Issued(msgspec.Struct, frozen=True):
    ticket: str
    cents: int


class Redeemed(msgspec.Struct, frozen=True):
    ticket: str
    cents: int


class Corrected(msgspec.Struct, frozen=True, kw_only=True):
    number: int
    player: str
    cents: int
    before_cents: int
    after_cents: int
    owed_cents: int
    by: str
    approved_by: str
    reason: str


REUSED = declined(Policy.REQUEST_REUSED, "this id was used for something else")


def players_of(call: AnyCall) -> list[str]:
    """Guests, accounts of players, and whoever has ever had money."""
    people = call.house.people
    guests = [f"g{number}" for number in range(1, people.register.guests + 1)]
    accounts = [name for name, one in people.accounts.items() if one.role is Role.PLAYER]
    prefix = ledger.player_account("")
    balances = [one for one in list(call.house.play.balances) if one.startswith(prefix)]
    return list(
        dict.fromkeys([*accounts, *guests, *(one.removeprefix(prefix) for one in balances)])
    )


def purse(call: AnyCall, name: str) -> Player:
    return Player(name, *ledger_of(call.house.play, name))


async def players(call: Call[None, Search, None]) -> list[Player]:
    found = [name for name in players_of(call) if call.query.search in name]
    return [purse(call, name) for name in found[:MOST_PLAYERS]]


async def player(call: Call[None, None, OfName]) -> PlayerInfo | Refused:
    name = call.place.name
    if name not in players_of(call):
        return not_found(f"there is no player {name!r}")
    return PlayerInfo(
        purse(call, name),
        tuple(one for one in open_tickets(call) if one.player == name),
        tuple(one for one in open_corrections(call) if one.player == name),
    )


async def buy_in(call: Call[Amount, None, OfName]) -> Bought | Refused:
    name = call.place.name
    if name not in players_of(call):
        return not_found(f"there is no player {name!r}")
    return await bought(call, name)


async def buy_play_credits(call: Call[PlayCredits, None, None]) -> Bought | Refused:
    if call.house.people.store.meta().get(DEMONSTRATION) != "yes":
        return declined(Policy.DEMONSTRATION_ONLY, "only a demonstration house gives play credits")
    return await bought(call, call.who.name)


async def bought(call: AnyCall, name: str) -> Bought | Refused:
    given, by, at = call.given, call.who.name, call.desk.now()
    made = await call.desk.write(
        lambda: call.house.cage.buy_in(name, given.cents, by, at, request_of(call))
    )
    if isinstance(made, Refused):
        return made
    if not isinstance(made, cage.BoughtIn) or (made.player, made.cents) != (name, given.cents):
        return REUSED
    return Bought(name, made.cents, purse(call, name).balance_cents)


def request_of(call: AnyCall) -> str | None:
    """No name begins with a sign, so that it is no request of a socket."""
    return None if call.given.id is None else f"@{call.who.name}/{call.given.id}"


async def cash_out(call: Call[Amount, None, None]) -> Issued | Refused:
    given, name, at = call.given, call.who.name, call.desk.now()
    made = await call.desk.write(
        lambda: call.house.cage.cash_out(name, given.cents, name, at, request_of(call))
    )
    if isinstance(made, Refused):
        return made
    if not isinstance(made, cage.TicketIssued) or made.cents != given.cents:
        return REUSED
    return Issued(made.ticket, made.cents)


def open_tickets(call: AnyCall) -> list[Ticket]:
    issued = list(call.house.cage.issued.values())
    return [Ticket(one.ticket, one.cents, one.player, one.at) for one in issued]


async def tickets(call: PlainCall) -> list[Ticket]:
    mine = call.who.role is Role.PLAYER
    return [one for one in open_tickets(call) if not mine or one.player == call.who.name]


async def redeem(call: Call[None, None, OfTicket]) -> Redeemed | Refused:
    ticket, by, at = call.place.ticket, call.who.name, call.desk.now()
    if ticket not in call.house.cage.issued:
        return not_found(f"no ticket {ticket!r} is open")
    made = await call.desk.write(lambda: call.house.cage.redeem(ticket, by, at))
    if isinstance(made, Refused):
        return made
    assert isinstance(made, cage.TicketRedeemed)
    return Redeemed(made.ticket, made.cents)


def open_corrections(call: AnyCall) -> list[Correction]:
    return [correction(call, one) for one in list(call.house.cage.proposed.values())]


def correction(call: AnyCall, one: CorrectionProposed) -> Correction:
    before = call.house.play.balances.get(ledger.player_account(one.player), 0)
    after, owed = cage.leaves(one.cents, before)
    return Correction(
        number=one.number,
        player=one.player,
        cents=one.cents,
        reason=one.reason,
        by=one.by,
        at=one.at,
        before_cents=before,
        after_cents=after,
        owed_cents=owed,
    )


async def corrections(call: PlainCall) -> list[Correction]:
    return open_corrections(call)


async def propose(call: Call[NewCorrection, None, None]) -> Correction | Refused:
    given, by, at = call.given, call.who.name, call.desk.now()
    if given.player not in players_of(call):
        return declined(Policy.NO_SUCH_PLAYER, f"there is no player {given.player!r}")
    made = await call.desk.write(
        lambda: call.house.cage.propose(given.player, given.cents, given.reason, by, at)
    )
    return made if isinstance(made, Refused) else correction(call, made)


async def decided(
    call: AnyCall, decide: Callable[[int, Who, int], AnyCageEvent | Refused]
) -> AnyCageEvent | Refused:
    number, by, at = call.place.number, call.who, call.desk.now()
    if number not in call.house.cage.proposed:
        return not_found(f"no correction {number} is open")
    return await call.desk.write(lambda: decide(number, by, at))


async def approve(call: Call[None, None, OfNumber]) -> Corrected | Refused:
    made = await decided(call, call.house.cage.approve)
    if isinstance(made, Refused):
        return made
    assert isinstance(made, cage.BalanceCorrected)
    return Corrected(
        number=call.place.number,
        player=made.player,
        cents=made.cents,
        before_cents=made.before_cents,
        after_cents=made.after_cents,
        owed_cents=made.owed_cents,
        by=made.by,
        approved_by=made.approved_by,
        reason=made.reason,
    )


async def refuse(call: Call[None, None, OfNumber]) -> Says | Refused:
    made = await decided(call, call.house.cage.refuse)
    return made if isinstance(made, Refused) else Says(f"correction {call.place.number} is refused")


DEALERS, SUPERVISORS = up_from(Role.DEALER), up_from(Role.PIT_SUPERVISOR)
MANAGERS = up_from(Role.PIT_MANAGER)
OPERATIONS = (
    Operation(
        "GET",
        "/api/players",
        f"Players whose name has these letters, at most {MOST_PLAYERS}.",
        players,
        list[Player],
        who_may=SUPERVISORS | AUDITOR,
        query=Search,
    ),
    Operation(
        "GET",
        "/api/players/{name}",
        "A player's purse, open tickets and corrections.",
        player,
        PlayerInfo,
        who_may=SUPERVISORS | AUDITOR,
        place=OfName,
    ),
    Operation(
        "POST",
        "/api/players/{name}/buy-in",
        "Money from a player for play.",
        buy_in,
        Bought,
        who_may=DEALERS,
        takes=Amount,
        place=OfName,
    ),
    Operation(
        "POST",
        "/api/buy-in",
        "More play credits for oneself, in a demonstration house only.",
        buy_play_credits,
        Bought,
        who_may=PLAYER,
        takes=PlayCredits,
    ),
    Operation(
        "POST",
        "/api/cash-out",
        "A ticket for a part of one's own balance.",
        cash_out,
        Issued,
        who_may=PLAYER,
        takes=Amount,
    ),
    Operation(
        "GET",
        "/api/tickets",
        "Tickets not yet redeemed; a player's own.",
        tickets,
        list[Ticket],
        who_may=EVERYBODY,
    ),
    Operation(
        "POST",
        "/api/tickets/{ticket}/redeem",
        "Pays a ticket out.",
        redeem,
        Redeemed,
        who_may=DEALERS,
        place=OfTicket,
    ),
    Operation(
        "GET",
        "/api/corrections",
        "Corrections that wait for a second person, with before and after.",
        corrections,
        list[Correction],
        who_may=SUPERVISORS | AUDITOR,
    ),
    Operation(
        "POST",
        "/api/corrections",
        "Proposes to correct a player's balance.",
        propose,
        Correction,
        who_may=SUPERVISORS,
        takes=NewCorrection,
    ),
    Operation(
        "POST",
        "/api/corrections/{number}/approve",
        "Another person approves: the balance is corrected, what it cannot cover is owed.",
        approve,
        Corrected,
        who_may=MANAGERS,
        place=OfNumber,
    ),
    Operation(
        "POST",
        "/api/corrections/{number}/refuse",
        "Another person refuses.",
        refuse,
        Says,
        who_may=MANAGERS,
        place=OfNumber,
    ),
)
