"""Operations on jackpots: frozen and resumed by staff, corrected by two people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.engine.irregularities import Role
from croupier.server.http.api.money import no
from croupier.server.http.api.people import GivenReason
from croupier.server.http.operation import OfGame, Operation, Reason, Refused, Says, Strict, up_from
from croupier.server.money.cage import No
from croupier.server.money.jackpots import Jackpots

if TYPE_CHECKING:
    from croupier.server.http.operation import Call
    from croupier.table.meter import AnyMeterEvent

SUPERVISORS, MANAGERS = up_from(Role.PIT_SUPERVISOR), up_from(Role.PIT_MANAGER)


class MeterAmount(Strict, frozen=True):
    cents: Annotated[int, msgspec.Meta(ge=0, le=10**11)]
    """What should be displayed."""
    reason: Reason


def unknown(call: Call) -> Refused | None:
    game = call.place.game
    there = game in call.house.house.meters
    return None if there else Refused(404, f"there is no jackpot of {game!r}")


def said(made: AnyMeterEvent | No, says: str) -> Says | Refused:
    return no(made) if isinstance(made, No) else Says(says)


async def freeze(call: Call) -> Says | Refused:
    game, who, at, reason = call.place.game, call.who, call.desk.now(), call.given.reason
    meters = Jackpots(call.house.house)
    if missing := unknown(call):
        return missing
    made = await call.desk.write(lambda: meters.freeze(game, who, reason, at))
    return said(made, "the jackpot is frozen: no bets on it are taken or paid")


async def resume(call: Call) -> Says | Refused:
    game, who, at = call.place.game, call.who, call.desk.now()
    meters = Jackpots(call.house.house)
    if missing := unknown(call):
        return missing
    made = await call.desk.write(lambda: meters.resume(game, who, at))
    return said(made, "the jackpot works again")


async def propose(call: Call) -> Says | Refused:
    game, who, at, given = call.place.game, call.who, call.desk.now(), call.given
    meters = Jackpots(call.house.house)
    if missing := unknown(call):
        return missing
    made = await call.desk.write(lambda: meters.propose(game, given.cents, given.reason, who, at))
    return said(made, "a second person approves")


async def approve(call: Call) -> Says | Refused:
    game, who, at = call.place.game, call.who, call.desk.now()
    meters = Jackpots(call.house.house)
    if missing := unknown(call):
        return missing
    made = await call.desk.write(lambda: meters.approve(game, who, at))
    return said(made, "the jackpot is corrected")


async def refuse(call: Call) -> Says | Refused:
    game, who, at = call.place.game, call.who, call.desk.now()
    meters = Jackpots(call.house.house)
    if missing := unknown(call):
        return missing
    made = await call.desk.write(lambda: meters.refuse(game, who, at))
    return said(made, "the correction is refused")


METER = "/api/jackpots/{game}"
OPERATIONS = (
    Operation(
        "POST",
        f"{METER}/freeze",
        "Holds a jackpot at its amount: no bets on it are taken at any table.",
        freeze,
        Says,
        SUPERVISORS,
        GivenReason,
        place=OfGame,
    ),
    Operation(
        "POST",
        f"{METER}/resume",
        "The jackpot works again, with the amount that it had.",
        resume,
        Says,
        SUPERVISORS,
        place=OfGame,
    ),
    Operation(
        "POST",
        f"{METER}/correction",
        "Proposes what a jackpot should display.",
        propose,
        Says,
        SUPERVISORS,
        MeterAmount,
        place=OfGame,
    ),
    Operation(
        "POST",
        f"{METER}/correction/approve",
        "Another person approves: the meter is corrected, and what was fed meanwhile stays.",
        approve,
        Says,
        MANAGERS,
        place=OfGame,
    ),
    Operation(
        "POST",
        f"{METER}/correction/refuse",
        "Refuses the correction of a jackpot, or takes it back.",
        refuse,
        Says,
        SUPERVISORS,
        place=OfGame,
    ),
)
