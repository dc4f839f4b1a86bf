"""Operations on what a jackpot goes by: other terms arranged by two people, until it is won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.said import Sentence
from croupier.server.http.api.jackpots import METER, WhichCorrection, done_as
from croupier.server.http.api.people import GivenReason
from croupier.server.http.dismissing import gone
from croupier.server.http.operation import MANAGERS, OfGame, Operation, Reason, Says, Strict
from croupier.server.money.jackpot_terms import Arranging
from croupier.table.pool import Terms

if TYPE_CHECKING:
    from croupier.server.http.operation import Call
    from croupier.table.meter import AnyMeterEvent

TERMS_WAIT_FOR_APPROVAL = Sentence(
    "jackpot-terms-wait-for-approval", "a second person approves the other terms"
)
TERMS_ARE_ARRANGED = Sentence(
    "jackpot-terms-are-arranged",
    "the other terms are arranged: they hold when the jackpot has been won",
)
TERMS_ARE_REFUSED = Sentence("jackpot-terms-are-refused", "the other terms are refused")
TERMS_ARE_WITHDRAWN = Sentence(
    "jackpot-terms-are-withdrawn", "the other terms are withdrawn: the jackpot stays as it is"
)

Amount = Annotated[int, msgspec.Meta(ge=0, le=10**11)]
Part = Annotated[str, msgspec.Meta(max_length=20)]


class NewTerms(Strict, frozen=True, kw_only=True):
    """All of them, also those that stay."""

    seed_cents: Amount
    contribution: Part
    cap_cents: Amount | None = None
    reserve: Part = "0"
    attendant_cents: Amount | None = None
    """Holds as soon as it is approved; the rest waits for the win."""
    reason: Reason


async def propose(call: Call[NewTerms, None, OfGame]) -> Says | Refused:
    given = call.given
    terms = Terms(
        seed_cents=given.seed_cents,
        contribution=given.contribution,
        cap_cents=given.cap_cents,
        reserve=given.reserve,
        attendant_cents=given.attendant_cents,
    )
    return await done_as(
        Arranging,
        call,
        lambda desk, game, at: desk.propose_terms(game, terms, given.reason, call.who, at),
        TERMS_WAIT_FOR_APPROVAL(),
    )


async def approve(call: Call[None, WhichCorrection, OfGame]) -> Says | Refused:
    def stands(desk: Arranging, game: str, at: int) -> AnyMeterEvent | Refused:
        asked = desk.meters[game].jackpot.asked
        over = gone(call.house.people, asked.by, Role.PIT_MANAGER) if asked else None
        return over or desk.approve_terms(game, call.who, at, call.query.number)

    return await done_as(Arranging, call, stands, TERMS_ARE_ARRANGED())


async def refuse(call: Call[None, WhichCorrection, OfGame]) -> Says | Refused:
    return await done_as(
        Arranging,
        call,
        lambda desk, game, at: desk.refuse_terms(game, call.who, at, call.query.number),
        TERMS_ARE_REFUSED(),
    )


async def withdraw(call: Call[GivenReason, None, OfGame]) -> Says | Refused:
    return await done_as(
        Arranging,
        call,
        lambda desk, game, at: desk.withdraw_terms(game, call.given.reason, call.who, at),
        TERMS_ARE_WITHDRAWN(),
    )


OPERATIONS = (
    Operation(
        "POST",
        f"{METER}/terms",
        "Proposes other terms of a jackpot, for when it has been won.",
        propose,
        Says,
        may=MANAGERS,
        takes=NewTerms,
        place=OfGame,
    ),
    Operation(
        "POST",
        f"{METER}/terms/approve",
        "Another person approves: they wait until the jackpot is won.",
        approve,
        Says,
        may=MANAGERS,
        query=WhichCorrection,
        place=OfGame,
    ),
    Operation(
        "POST",
        f"{METER}/terms/refuse",
        "Refuses the other terms of a jackpot, or takes them back.",
        refuse,
        Says,
        may=MANAGERS,
        query=WhichCorrection,
        place=OfGame,
    ),
    Operation(
        "POST",
        f"{METER}/terms/withdraw",
        "Withdraws terms that were arranged and wait: the jackpot stays as it is.",
        withdraw,
        Says,
        may=MANAGERS,
        takes=GivenReason,
        place=OfGame,
    ),
)
