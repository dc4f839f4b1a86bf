"""Operations on one's own play: figures, limits, reminder, breaks, exclusion; and the pit's bar."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec

from croupier.engine.refusals import NO_PLAYER, Refused
from croupier.server.http.api.corrections import players_of
from croupier.server.http.api.people import GivenReason
from croupier.server.http.leaving import leave_boxes
from croupier.server.http.operation import (
    AUDITOR,
    MANAGERS,
    PLAYER,
    SUPERVISORS,
    OfName,
    Operation,
    RequestId,
    Strict,
    not_found,
)
from croupier.server.http.own_views import OwnPlaySeen, PlayFile, own_play_seen, play_file
from croupier.server.money import books, ledger
from croupier.server.own_play import wishes
from croupier.server.own_play.deciding import MINUTE
from croupier.server.own_play.events import Answer, LimitOfferAnswered
from croupier.server.own_play.limits import LimitKind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.server.http.operation import AnyCall, Call, PlainCall
    from croupier.server.own_play.deciding import Ground
    from croupier.server.own_play.events import AnyOwnPlayEvent

    Wished = Iterable[AnyOwnPlayEvent] | AnyOwnPlayEvent | Refused | None

Minutes = Annotated[int, msgspec.Meta(ge=1, le=wishes.MOST_BREAK)]


class NewLimit(Strict, frozen=True):
    kind: LimitKind
    value: Annotated[int, msgspec.Meta(ge=0, le=wishes.MOST_CENTS)] | None
    """Cents, or minutes; null: none."""


class OfKind(Strict, frozen=True):
    kind: LimitKind


class NewAnswer(Strict, frozen=True):
    answer: Answer
    minutes: Minutes = wishes.LEAST_BREAK
    """Of the break, where one is taken."""
    id: RequestId | None = None


class NewBreak(Strict, frozen=True):
    minutes: Minutes
    id: RequestId | None = None


class NewExclusion(Strict, frozen=True):
    months: Annotated[int, msgspec.Meta(ge=1, le=wishes.MOST_MONTHS)]
    sure: Literal[True]
    """It cannot be taken back."""
    id: RequestId | None = None


class Excluded(msgspec.Struct, frozen=True):
    until: int
    ticket: str | None
    """For the whole balance, paid out now; none where there is none."""
    cents: int


async def seen(call: PlainCall) -> OwnPlaySeen:
    return told(call)


def told(call: AnyCall) -> OwnPlaySeen:
    name, play = call.who.name, call.house.play
    return own_play_seen(play, name, play.own_play.ground(name, call.desk.now()))


async def wished(call: AnyCall, wish: Callable[[Ground], Wished]) -> OwnPlaySeen | Refused:
    no = await asked(call, call.who.name, wish, request_of(call))
    return no or told(call)


async def asked(
    call: AnyCall, player: str, wish: Callable[[Ground], Wished], request: str | None = None
) -> Refused | None:
    own, at = call.house.play.own_play, call.desk.now()
    digest = sha256(msgspec.json.encode((type(call.given).__name__, call.given))).digest()
    return await call.desk.write(lambda: own.wish(player, at, wish, request, digest))


def request_of(call: AnyCall) -> str | None:
    """No name begins with a sign, and the cage has another: it is no request of theirs."""
    given = getattr(call.given, "id", None)
    return None if given is None else f"#{call.who.name}/{given}"


async def set_limit(call: Call[NewLimit, None, None]) -> OwnPlaySeen | Refused:
    name, given = call.who.name, call.given
    return await wished(
        call, lambda on: wishes.set_limit(on.own, name, given.kind, given.value, on.now)
    )


async def keep_limit(call: Call[OfKind, None, None]) -> OwnPlaySeen | Refused:
    name, kind = call.who.name, call.given.kind
    return await wished(call, lambda on: wishes.keep_limit(on.own, name, kind, on.now))


async def answer(call: Call[NewAnswer, None, None]) -> OwnPlaySeen | Refused:
    name, given = call.who.name, call.given
    return await wished(
        call, lambda on: wishes.answer_reminder(on, name, given.answer, given.minutes)
    )


async def take_break(call: Call[NewBreak, None, None]) -> OwnPlaySeen | Refused:
    name, minutes = call.who.name, call.given.minutes
    return await wished(
        call, lambda on: wishes.take_break(on.own, name, on.now + minutes * MINUTE, on.now)
    )


async def decline_offer(call: PlainCall) -> OwnPlaySeen | Refused:
    name = call.who.name

    def declined(on: Ground) -> LimitOfferAnswered | None:
        return None if on.own.offered else LimitOfferAnswered(at=on.now, player=name)

    return await wished(call, declined)


async def exclude(call: Call[NewExclusion, None, None]) -> Excluded | Refused:
    """At once; then the balance is paid out as a ticket."""
    name, given, house = call.who.name, call.given, call.house
    no = await asked(
        call,
        name,
        lambda on: wishes.exclude(on.own, name, given.months, on.now),
        request_of(call),
    )
    if no:
        return no
    await leave_boxes(call.desk, name)
    away = house.play.own_play[name].exclusion
    assert away is not None
    at = call.desk.now()

    def paid_out() -> books.AnyCageEvent | Refused | None:
        cents = house.play.balances.get(ledger.player_account(name), 0)
        return house.cage.cash_out(name, cents, name, at) if cents else None

    made = await call.desk.write(paid_out)
    if isinstance(made, books.TicketIssued):
        return Excluded(away.until, made.shown, made.cents)
    return Excluded(away.until, None, 0)


def no_player(call: AnyCall) -> Refused | None:
    name = call.place.name
    return None if name in players_of(call) else not_found(NO_PLAYER(name=name))


async def file(call: Call[None, None, OfName]) -> PlayFile | Refused:
    return no_player(call) or filed(call)


def filed(call: AnyCall) -> PlayFile:
    name, play = call.place.name, call.house.play
    return play_file(play, name, play.own_play.ground(name, call.desk.now()))


async def by_pit(call: AnyCall, wish: Callable[[Ground], Wished]) -> PlayFile | Refused:
    if no := no_player(call):
        return no
    return await asked(call, call.place.name, wish) or filed(call)


async def bar(call: Call[GivenReason, None, OfName]) -> PlayFile | Refused:
    name, who, reason = call.place.name, call.who, call.given.reason
    return await by_pit(call, lambda on: wishes.bar(on.own, name, who, reason, on.now))


async def propose_lift(call: Call[GivenReason, None, OfName]) -> PlayFile | Refused:
    name, who, reason = call.place.name, call.who, call.given.reason
    return await by_pit(call, lambda on: wishes.propose_lift(on.own, name, who, reason, on.now))


async def confirm_lift(call: Call[None, None, OfName]) -> PlayFile | Refused:
    name, who = call.place.name, call.who
    return await by_pit(call, lambda on: wishes.confirm_lift(on.own, name, who, on.now))


async def refuse_lift(call: Call[None, None, OfName]) -> PlayFile | Refused:
    name, who = call.place.name, call.who
    return await by_pit(call, lambda on: wishes.refuse_lift(on.own, name, who, on.now))


OPERATIONS = (
    Operation(
        "GET",
        "/api/own-play",
        "One's own session, day, limits, reminder, breaks and exclusion.",
        seen,
        OwnPlaySeen,
        may=PLAYER,
    ),
    Operation(
        "POST",
        "/api/own-play/limit",
        "A limit for oneself: a lower one holds at once, a higher one or none after 24 hours.",
        set_limit,
        OwnPlaySeen,
        may=PLAYER,
        takes=NewLimit,
    ),
    Operation(
        "POST",
        "/api/own-play/limit/keep",
        "Takes back the wish for a higher limit.",
        keep_limit,
        OwnPlaySeen,
        may=PLAYER,
        takes=OfKind,
    ),
    Operation(
        "POST",
        "/api/own-play/offer",
        "Answers the offer of a limit with no.",
        decline_offer,
        OwnPlaySeen,
        may=PLAYER,
    ),
    Operation(
        "POST",
        "/api/own-play/reminder",
        "Answers a reminder: go on, take a break, or stop for today.",
        answer,
        OwnPlaySeen,
        may=PLAYER,
        takes=NewAnswer,
    ),
    Operation(
        "POST",
        "/api/own-play/break",
        "No bets and no buy-in for so many minutes; it cannot be shortened.",
        take_break,
        OwnPlaySeen,
        may=PLAYER,
        takes=NewBreak,
    ),
    Operation(
        "POST",
        "/api/own-play/exclusion",
        "No bets and no buy-in for six months or longer; nobody can end it earlier.",
        exclude,
        Excluded,
        may=PLAYER,
        takes=NewExclusion,
    ),
    Operation(
        "GET",
        "/api/players/{name}/own-play",
        "A player's limits in force, breaks, exclusion and bar.",
        file,
        PlayFile,
        may=SUPERVISORS | AUDITOR,
        place=OfName,
    ),
    Operation(
        "POST",
        "/api/players/{name}/bar",
        "Bars a player at once, with a reason; bets that lie are played out.",
        bar,
        PlayFile,
        may=MANAGERS,
        takes=GivenReason,
        place=OfName,
    ),
    Operation(
        "POST",
        "/api/players/{name}/bar/lift",
        "Proposes to lift a bar; no break and no exclusion ends by it.",
        propose_lift,
        PlayFile,
        may=MANAGERS,
        takes=GivenReason,
        place=OfName,
    ),
    Operation(
        "POST",
        "/api/players/{name}/bar/lift/confirm",
        "A second person lifts the bar.",
        confirm_lift,
        PlayFile,
        may=MANAGERS,
        place=OfName,
    ),
    Operation(
        "POST",
        "/api/players/{name}/bar/lift/refuse",
        "The bar stays.",
        refuse_lift,
        PlayFile,
        may=MANAGERS,
        place=OfName,
    ),
)
