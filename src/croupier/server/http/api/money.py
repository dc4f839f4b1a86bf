"""Operations on money: players and buying in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.engine.refusals import NO_PLAYER, Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.http.api.corrections import (
    Correction,
    asked_for,
    open_corrections,
    players_of,
    too_much,
)
from croupier.server.http.api.sessions import ledger_of
from croupier.server.http.api.tickets import (
    REUSED,
    Amount,
    Ticket,
    open_tickets,
    request_of,
)
from croupier.server.http.operation import (
    AUDITOR,
    DEALERS,
    PLAYER,
    SUPERVISORS,
    Cents,
    OfName,
    Operation,
    Reason,
    RequestId,
    Strict,
    not_found,
)
from croupier.server.http.paging import MOST_TOLD
from croupier.server.journal.meta import DEMONSTRATION, YES
from croupier.server.money import ledger
from croupier.server.money.books import BoughtIn
from croupier.server.money.wishes import Wish
from croupier.server.people.service_events import Scope

if TYPE_CHECKING:
    from croupier.server.http.operation import AnyCall, Call
    from croupier.server.money.books import AnyCageEvent

ONLY_A_DEMONSTRATION_HOUSE_GIVES_PLAY_CREDITS = Sentence(
    "only-a-demonstration-house-gives-play-credits", "only a demonstration house gives play credits"
)
TOO_MANY_BUY_INS = Sentence("too-many-buy-ins", "too many buy-ins: wait a while")

MOST_PLAYERS = 100
"""Listed at once."""
MOST_PLAY_CREDITS = 200_000


class PlayCredits(Strict, frozen=True):
    cents: Annotated[int, msgspec.Meta(ge=1, le=MOST_PLAY_CREDITS)]
    id: RequestId | None = None


class Search(Strict, frozen=True):
    search: Annotated[str, msgspec.Meta(max_length=40)] = ""


class NewBuyIn(Strict, frozen=True):
    cents: Cents
    reason: Reason


class Player(msgspec.Struct, frozen=True):
    name: str
    balance_cents: int
    provisional_cents: int
    """Won, and not yet to be staked or cashed."""
    owed_cents: int
    attendant_cents: int = 0
    """Won, and an attendant has yet to pay it."""


class PlayerInfo(msgspec.Struct, frozen=True):
    player: Player
    tickets: tuple[Ticket, ...]
    corrections: tuple[Correction, ...]


class Bought(msgspec.Struct, frozen=True):
    player: str
    cents: int
    balance_cents: int


def purse(call: AnyCall, name: str) -> Player:
    house = call.house.play
    return Player(name, *ledger_of(house, name), ledger.held_for(house.balances, name))


async def players(call: Call[None, Search, None]) -> list[Player]:
    found = [name for name in players_of(call) if call.query.search in name]
    return [purse(call, name) for name in found[:MOST_PLAYERS]]


async def player(call: Call[None, None, OfName]) -> PlayerInfo | Refused:
    name = call.place.name
    if name not in players_of(call):
        return not_found(NO_PLAYER(name=name))
    return PlayerInfo(
        purse(call, name),
        tuple(open_tickets(call, name)[-MOST_TOLD:]),
        tuple(one for one in open_corrections(call) if one.player == name),
    )


async def buy_in(call: Call[Amount, None, OfName]) -> Bought | Refused:
    name = call.place.name
    if name not in players_of(call):
        return not_found(NO_PLAYER(name=name))
    return await bought(call, name)


async def buy_play_credits(call: Call[PlayCredits, None, None]) -> Bought | Refused:
    meta = await call.desk.write(call.house.store.meta)
    if meta.get(DEMONSTRATION) != YES:
        return declined(Policy.DEMONSTRATION_ONLY, ONLY_A_DEMONSTRATION_HOUSE_GIVES_PLAY_CREDITS())
    if not call.desk.buy_ins.allows(call.who.name):
        return declined(Policy.TOO_OFTEN, TOO_MANY_BUY_INS())
    return await bought(call, call.who.name)


async def bought(call: AnyCall, name: str) -> Bought | Refused:
    given, by, at, request = call.given, call.who.name, call.desk.now(), request_of(call)
    books = call.house.cage

    def within() -> AnyCageEvent | Refused:
        own = by == name or books.was_done(request)
        over = None if own else too_much(call, "buy_in", name, given.cents)
        return over or books.buy_in(name, given.cents, by, at, request)

    made = await call.desk.write(within)
    if isinstance(made, Refused):
        return made
    if not isinstance(made, BoughtIn) or (made.player, made.cents) != (name, given.cents):
        return REUSED
    return Bought(name, made.cents, purse(call, name).balance_cents)


async def propose_buy_in(call: Call[NewBuyIn, None, OfName]) -> Correction | Refused:
    name, given = call.place.name, call.given
    if name not in players_of(call):
        return not_found(NO_PLAYER(name=name))
    return await asked_for(call, Wish(name, given.cents, given.reason, "buy-in"))


OPERATIONS = (
    Operation(
        "GET",
        "/api/players",
        f"Players whose name has these letters, at most {MOST_PLAYERS}.",
        players,
        list[Player],
        may=SUPERVISORS | AUDITOR,
        scopes=frozenset({Scope.CAGE_READ}),
        query=Search,
    ),
    Operation(
        "GET",
        "/api/players/{name}",
        "A player's purse, open tickets and corrections.",
        player,
        PlayerInfo,
        may=SUPERVISORS | AUDITOR,
        scopes=frozenset({Scope.CAGE_READ}),
        place=OfName,
    ),
    Operation(
        "POST",
        "/api/players/{name}/buy-in",
        "Money from a player for play.",
        buy_in,
        Bought,
        may=DEALERS,
        takes=Amount,
        place=OfName,
    ),
    Operation(
        "POST",
        "/api/buy-in",
        "More play credits for oneself, in a demonstration house only.",
        buy_play_credits,
        Bought,
        may=PLAYER,
        takes=PlayCredits,
        counted=True,
    ),
    Operation(
        "POST",
        "/api/players/{name}/buy-in/propose",
        "Proposes to take in more than one person does alone.",
        propose_buy_in,
        Correction,
        may=DEALERS,
        takes=NewBuyIn,
        place=OfName,
    ),
)
