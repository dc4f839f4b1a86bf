"""Operations on jackpots: frozen and resumed by staff, corrected by two people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeVar

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.said import Said, Sentence
from croupier.server.http.api.corrections import too_much
from croupier.server.http.api.people import GivenReason
from croupier.server.http.dismissing import gone
from croupier.server.http.operation import (
    MANAGERS,
    SUPERVISORS,
    OfGame,
    Operation,
    Reason,
    Says,
    Strict,
    not_found,
)
from croupier.server.money.jackpots import NO_JACKPOT, Jackpots
from croupier.server.play.requests import Request
from croupier.table.commands import Report
from croupier.table.feeding import FAULT

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.http.operation import AnyCall, Call
    from croupier.table.meter import AnyMeterEvent, MeterFrozen

JACKPOT_CORRECTION_IS_REFUSED = Sentence(
    "jackpot-correction-is-refused", "the correction is refused"
)
JACKPOT_IS_FROZEN = Sentence(
    "jackpot-is-frozen", "the jackpot is frozen: no bets on it are taken or paid"
)
JACKPOT_WORKS_AGAIN = Sentence("jackpot-works-again", "the jackpot works again")
CORRECTION_WAITS = Sentence("jackpot-correction-waits", "a second person approves")
JACKPOT_IS_CORRECTED = Sentence("jackpot-is-corrected", "the jackpot is corrected")
DeskT = TypeVar("DeskT", bound=Jackpots)


class MeterAmount(Strict, frozen=True):
    cents: Annotated[int, msgspec.Meta(ge=0, le=10**11)]
    """What should be displayed."""
    reason: Reason


class WhichCorrection(Strict, frozen=True):
    number: Annotated[int, msgspec.Meta(ge=1, le=2**53)] | None = None
    """The correction that was seen: where another one waits by now, nothing happens."""


async def done(
    call: AnyCall, what: Callable[[Jackpots, str, int], AnyMeterEvent | Refused], said: Said
) -> Says | Refused:
    return await done_as(Jackpots, call, what, said)


async def done_as(
    desk: type[DeskT],
    call: AnyCall,
    what: Callable[[DeskT, str, int], AnyMeterEvent | Refused],
    said: Said,
) -> Says | Refused:
    """Something staff do to the jackpot that the address names."""
    game, at, play = call.place.game, call.desk.now(), call.house.play
    if game not in play.meters:
        return not_found(NO_JACKPOT(game=game))
    jackpots = desk(play.meters, play.balances)
    made = await call.desk.write(lambda: what(jackpots, game, at))
    return made if isinstance(made, Refused) else Says.of(said)


async def freeze(call: Call[GivenReason, None, OfGame]) -> Says | Refused:
    """Where nobody has seen his cards the fault is reported, and a second person rules on it."""
    voids: list[tuple[str, int]] = []

    def frozen(jackpots: Jackpots, game: str, at: int) -> MeterFrozen | Refused:
        tables = [live.table for live in call.house.play.tables.values()]
        made = jackpots.freeze(game, call.who, call.given.reason, at, tables)
        voids.extend(() if isinstance(made, Refused) else made.voids)
        return made

    says = await done(call, frozen, JACKPOT_IS_FROZEN())
    for table, _ in voids:
        report = Report(irregularity=FAULT)
        await call.house.queue.ask(Request(table, call.who, report, call.desk.now()))
    return says


async def resume(call: Call[None, None, OfGame]) -> Says | Refused:
    return await done(
        call,
        lambda jackpots, game, at: jackpots.resume(game, call.who, at),
        JACKPOT_WORKS_AGAIN(),
    )


async def propose(call: Call[MeterAmount, None, OfGame]) -> Says | Refused:
    given = call.given
    return await done(
        call,
        lambda jackpots, game, at: jackpots.propose(game, given.cents, given.reason, call.who, at),
        CORRECTION_WAITS(),
    )


async def approve(call: Call[None, WhichCorrection, OfGame]) -> Says | Refused:
    def within(jackpots: Jackpots, game: str, at: int) -> AnyMeterEvent | Refused:
        over = no_longer_stands(call, game) or too_large(call, game)
        return over or jackpots.approve(game, call.who, at, call.query.number)

    return await done(call, within, JACKPOT_IS_CORRECTED())


def no_longer_stands(call: AnyCall, game: str) -> Refused | None:
    waiting = call.house.play.meters[game].jackpot.proposed
    if waiting is None:
        return None
    return gone(call.house.people, waiting.by, Role.PIT_SUPERVISOR)


def too_large(call: AnyCall, game: str) -> Refused | None:
    """By how much it would differ; for a jackpot as for a player's balance."""
    jackpot = call.house.play.meters[game].jackpot
    if jackpot.proposed is None:
        return None
    by = abs(jackpot.proposed.cents - jackpot.proposed.shown_cents)
    return too_much(call, "correction", game, by)


async def refuse(call: Call[None, WhichCorrection, OfGame]) -> Says | Refused:
    return await done(
        call,
        lambda jackpots, game, at: jackpots.refuse(game, call.who, at, call.query.number),
        JACKPOT_CORRECTION_IS_REFUSED(),
    )


METER = "/api/jackpots/{game}"
OPERATIONS = (
    Operation(
        "POST",
        f"{METER}/freeze",
        "Holds a jackpot at its amount: no bets on it are taken at any table.",
        freeze,
        Says,
        may=SUPERVISORS,
        takes=GivenReason,
        place=OfGame,
    ),
    Operation(
        "POST",
        f"{METER}/resume",
        "The jackpot works again, with the amount that it had.",
        resume,
        Says,
        may=SUPERVISORS,
        place=OfGame,
    ),
    Operation(
        "POST",
        f"{METER}/correction",
        "Proposes what a jackpot should display.",
        propose,
        Says,
        may=SUPERVISORS,
        takes=MeterAmount,
        place=OfGame,
    ),
    Operation(
        "POST",
        f"{METER}/correction/approve",
        "Another person approves: the meter is corrected, and what was fed meanwhile stays.",
        approve,
        Says,
        may=MANAGERS,
        query=WhichCorrection,
        place=OfGame,
    ),
    Operation(
        "POST",
        f"{METER}/correction/refuse",
        "Refuses the correction of a jackpot, or takes it back.",
        refuse,
        Says,
        may=SUPERVISORS,
        query=WhichCorrection,
        place=OfGame,
    ),
)
