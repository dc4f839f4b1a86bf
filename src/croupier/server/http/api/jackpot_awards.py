"""Operations on awards of a jackpot: the last of them, and those that an attendant pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.said import Sentence
from croupier.server.http.api.jackpots import METER, done_as
from croupier.server.http.api.people import GivenReason
from croupier.server.http.dismissing import gone
from croupier.server.http.operation import (
    AUDITOR,
    MANAGERS,
    SUPERVISORS,
    Name,
    Number,
    OfGame,
    Operation,
    Says,
    Strict,
    not_found,
)
from croupier.server.money.attending import Attending
from croupier.server.money.jackpots import NO_JACKPOT
from croupier.table.awards import Held, Hit

if TYPE_CHECKING:
    from croupier.server.http.operation import Call
    from croupier.table.meter import AnyMeterEvent

AWARD_IS_VERIFIED = Sentence("award-is-verified", "a second person pays the award")
AWARD_IS_PAID = Sentence("award-is-paid", "the award is paid: it is the player's own")
AWARD_WAITS_ON = Sentence("award-waits-on", "the award is not paid: it waits to be verified anew")


class OfAward(Strict, frozen=True):
    game: Name
    number: Number


class JackpotWins(msgspec.Struct, frozen=True):
    hits: int
    """How often the meter was won."""
    by_hand: int
    """How many awards two people have paid by hand."""
    waiting: tuple[Held, ...]
    """Won, and not paid yet."""
    wins: tuple[Hit, ...]
    """The last 25, the newest first: of the meter, and of the house where they are paid by hand."""


async def wins(call: Call[None, None, OfGame]) -> JackpotWins | Refused:
    live = call.house.play.meters.get(call.place.game)
    if live is None:
        return not_found(NO_JACKPOT(game=call.place.game))
    found = live.jackpot.awards
    return JackpotWins(found.hits, found.by_hand, found.held, found.newest)


async def verify(call: Call[GivenReason, None, OfAward]) -> Says | Refused:
    number, reason = call.place.number, call.given.reason
    return await done_as(
        Attending,
        call,
        lambda desk, game, at: desk.verify(game, number, reason, call.who, at),
        AWARD_IS_VERIFIED(),
    )


async def pay(call: Call[None, None, OfAward]) -> Says | Refused:
    number = call.place.number

    def stands(desk: Attending, game: str, at: int) -> AnyMeterEvent | Refused:
        one = desk.meters[game].jackpot.awards.numbered(number)
        by = one.verified_by if one else ""
        over = gone(call.house.people, by, Role.PIT_SUPERVISOR) if by else None
        return over or desk.pay(game, number, call.who, at)

    return await done_as(Attending, call, stands, AWARD_IS_PAID())


async def reject(call: Call[None, None, OfAward]) -> Says | Refused:
    return await done_as(
        Attending,
        call,
        lambda desk, game, at: desk.reject(game, call.place.number, call.who, at),
        AWARD_WAITS_ON(),
    )


AWARD = f"{METER}/awards/{{number}}"
OPERATIONS = (
    Operation(
        "GET",
        f"{METER}/awards",
        "How often a jackpot was won, its last 25 awards, and those that wait for an attendant.",
        wins,
        JackpotWins,
        may=SUPERVISORS | AUDITOR,
        place=OfGame,
    ),
    Operation(
        "POST",
        f"{AWARD}/verify",
        "One person has verified an award that is paid by hand.",
        verify,
        Says,
        may=SUPERVISORS,
        takes=GivenReason,
        place=OfAward,
    ),
    Operation(
        "POST",
        f"{AWARD}/pay",
        "Another person pays it: it becomes the player's own.",
        pay,
        Says,
        may=MANAGERS,
        place=OfAward,
    ),
    Operation(
        "POST",
        f"{AWARD}/reject",
        "The award is not paid, and waits to be verified anew.",
        reject,
        Says,
        may=SUPERVISORS,
        place=OfAward,
    ),
)
