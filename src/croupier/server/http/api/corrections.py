"""Operations on money that take two people: corrections, and more than one does alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import NO_PLAYER, Policy, Refused, declined
from croupier.engine.steps import Refusal
from croupier.said import Sentence
from croupier.server.http.dismissing import gone
from croupier.server.http.operation import (
    AUDITOR,
    MANAGERS,
    SUPERVISORS,
    Name,
    OfNumber,
    Operation,
    Reason,
    Says,
    Strict,
    not_found,
)
from croupier.server.http.paging import MOST_TOLD, Skipped, page
from croupier.server.money import books, cage, ledger
from croupier.server.money.alone import HOURS
from croupier.server.money.cage import NO_CORRECTION_IS_OPEN
from croupier.server.money.drawer_events import AskedAs
from croupier.server.money.wishes import Wish

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.http.operation import AnyCall, Call
    from croupier.server.money.books import AnyCageEvent, CorrectionProposed
    from croupier.table.commands import Who

CORRECTION_IS_REFUSED = Sentence("correction-is-refused", "correction {number} is refused")
SECOND_PERSON_APPROVES_SO_MUCH = Sentence(
    "second-person-approves-so-much",
    "a {role:role} does this alone up to {cents:money} in {hours} hours"
    "[, and {name} has done {done_cents:money}]"
    "[, and for {player} there was done {done_cents:money}]"
    ": a second person approves it",
)


class NewCorrection(Strict, frozen=True):
    player: Name
    cents: Annotated[int, msgspec.Meta(ge=-(10**11), le=10**11)]
    reason: Reason


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
    kind: books.Kind
    """A correction; or buying in, or paying out, beyond what one person does alone."""
    window: str | None = None
    """Of the cage, where a cashier asked for it."""
    until: int | None = None
    paid_as: AskedAs | None = None
    """How a cashier hands it out."""


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


def players_of(call: AnyCall) -> list[str]:
    """Guests, accounts of players, and whoever has ever had money."""
    people = call.house.people
    guests = [f"g{number}" for number in range(1, people.register.guests + 1)]
    accounts = [name for name, one in list(people.accounts.items()) if one.role is Role.PLAYER]
    prefix = ledger.player_account("")
    balances = [one for one in list(call.house.play.balances) if one.startswith(prefix)]
    return list(
        dict.fromkeys([*accounts, *guests, *(one.removeprefix(prefix) for one in balances)])
    )


def too_much(call: AnyCall, kind: str, player: str, cents: int) -> Refused | None:
    """More than this role does alone, with what the person or the player has had so of late.

    Asked where nothing else is written meanwhile, so that many small amounts at once are one large.
    """
    most = call.house.alone[kind].get(call.who.role or Role.PLAYER)
    if most is None:
        return None
    used, name, at = call.house.cage.used, call.who.name, call.desk.now()
    mine, players = used.by(kind, name, at), used.for_player(kind, player, at)
    if cents + max(mine, players) <= most:
        return None
    return declined(
        Refusal.SECOND_PERSON,
        SECOND_PERSON_APPROVES_SO_MUCH(
            role=call.who.role,
            cents=most,
            hours=HOURS,
            name=name if mine >= players and mine else "",
            player=player if players > mine else "",
            done_cents=max(mine, players),
        ),
    )


def open_corrections(call: AnyCall) -> list[Correction]:
    return [correction(call, one) for one in waiting(call)]


def waiting(call: AnyCall) -> list[CorrectionProposed]:
    at = call.desk.now()
    return [one for one in list(call.house.cage.proposed.values()) if one.waits(at)]


def correction(call: AnyCall, one: CorrectionProposed) -> Correction:
    before = call.house.play.balances.get(ledger.player_account(one.player), 0)
    moves = {"redeem": 0, "cash-out": -one.cents}.get(one.kind, one.cents)
    after, owed = cage.leaves(moves, before)
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
        kind=one.kind,
        window=one.window,
        until=one.until,
        paid_as=one.paid_as if one.kind == "cash-out" else None,
    )


async def corrections(call: Call[None, Skipped, None]) -> list[Correction]:
    return [correction(call, one) for one in page(waiting(call), call.query)]


async def propose(call: Call[NewCorrection, None, None]) -> Correction | Refused:
    given = call.given
    if given.player not in players_of(call):
        return declined(Policy.NO_SUCH_PLAYER, NO_PLAYER(name=given.player))
    return await asked_for(call, Wish(given.player, given.cents, given.reason))


async def asked_for(call: AnyCall, wish: Wish) -> Correction | Refused:
    by, at = call.who.name, call.desk.now()
    made = await call.desk.write(lambda: call.house.cage.propose(wish, by, at))
    return made if isinstance(made, Refused) else correction(call, made)


async def decided(
    call: AnyCall, decide: Callable[[int, Who, int], AnyCageEvent | Refused]
) -> AnyCageEvent | Refused:
    number, by, at = call.place.number, call.who, call.desk.now()
    if number not in call.house.cage.proposed:
        return not_found(NO_CORRECTION_IS_OPEN(number=number))
    return await call.desk.write(lambda: decide(number, by, at))


async def approve(call: Call[None, None, OfNumber]) -> Corrected | Refused:
    one = call.house.cage.proposed.get(call.place.number)
    if one is None:
        return not_found(NO_CORRECTION_IS_OPEN(number=call.place.number))
    before = correction(call, one)

    def within(number: int, by: Who, at: int) -> AnyCageEvent | Refused:
        is_correction = one.kind == "correction"
        proposer = Role.PIT_SUPERVISOR if is_correction else Role.DEALER
        if one.window is not None:
            proposer = Role.CASHIER
        return (
            gone(call.house.people, one.by, proposer)
            or (is_correction and too_much(call, "correction", one.player, abs(one.cents)))
            or call.house.cage.approve(number, by, at)
        )

    made = await decided(call, within)
    if isinstance(made, Refused):
        return made
    told = made if isinstance(made, books.BalanceCorrected) else before
    return Corrected(
        number=one.number,
        player=one.player,
        cents=one.cents,
        before_cents=told.before_cents,
        after_cents=told.after_cents,
        owed_cents=told.owed_cents,
        by=one.by,
        approved_by=call.who.name,
        reason=one.reason,
    )


async def refuse(call: Call[None, None, OfNumber]) -> Says | Refused:
    made = await decided(call, call.house.cage.refuse)
    return (
        made
        if isinstance(made, Refused)
        else Says.of(CORRECTION_IS_REFUSED(number=call.place.number))
    )


OPERATIONS = (
    Operation(
        "GET",
        "/api/corrections",
        f"The newest {MOST_TOLD} corrections that wait for a second person, with before and after.",
        corrections,
        list[Correction],
        may=SUPERVISORS | AUDITOR,
        query=Skipped,
    ),
    Operation(
        "POST",
        "/api/corrections",
        "Proposes to correct a player's balance.",
        propose,
        Correction,
        may=SUPERVISORS,
        takes=NewCorrection,
    ),
    Operation(
        "POST",
        "/api/corrections/{number}/approve",
        "Another person approves: money moves, and what a balance cannot cover is owed.",
        approve,
        Corrected,
        may=MANAGERS,
        place=OfNumber,
    ),
    Operation(
        "POST",
        "/api/corrections/{number}/refuse",
        "Another person refuses.",
        refuse,
        Says,
        may=MANAGERS,
        place=OfNumber,
    ),
)
