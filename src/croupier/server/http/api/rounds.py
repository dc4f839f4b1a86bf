"""Operations on rounds: one's last ten, a replay, a dispute."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.server.http.guard import answer
from croupier.server.http.operation import (
    AUDITOR,
    EVERYBODY,
    PLAYER,
    Name,
    Number,
    OfNumber,
    Operation,
    Reason,
    Strict,
    not_found,
    up_from,
)
from croupier.server.past.capture import Dispute, capture_round, dispute_faults
from croupier.server.past.disputes import Disputed, captured_in, was_corrected
from croupier.server.past.played import played_round
from croupier.server.past.recall import Recalled, last_rounds
from croupier.server.past.receipt import Receipt, receipt
from croupier.server.past.replay import Replay, has_staked, is_in_play, replay
from croupier.table.commands import Who

if TYPE_CHECKING:
    from starlette.responses import Response

    from croupier.server.http.operation import AnyCall, Call, PlainCall
    from croupier.server.journal.store import Store


MOST_LETTERS = 500
"""Of what a dispute says."""


class OfPlayer(Strict, frozen=True):
    player: Name | None = None


class OfRound(Strict, frozen=True):
    table: Name
    number: Number


class ShownCards(StrEnum):
    """As they were seen at each step; or, of a round that is over, all that one came to see."""

    AS_SEEN = "as-seen"
    ALL = "all"


class Viewer(Strict, frozen=True, rename={"as_": "as"}):
    as_: Name | None = None
    """A player, whose view of the round it is."""
    cards: ShownCards = ShownCards.AS_SEEN


class Disputing(Strict, frozen=True):
    """Its bounds are checked here, so that they are said in the house's words."""

    reason: str
    step: Number | None = None
    """The entry of the round that it is about, by its position in the journal."""


class Resolution(Strict, frozen=True):
    resolution: Reason
    corrected: bool = False
    """The round was put right, as the journal may show by itself."""


class DisputeInfo(msgspec.Struct, frozen=True):
    dispute: Disputed
    captured: Dispute
    """The round with its proofs, as it was when the dispute was raised."""
    faults: tuple[str, ...]
    """What in it is not as the house wrote it."""


def looks_at_others(who: Who) -> bool:
    return who.holds(Role.PIT_SUPERVISOR) or who.role is Role.AUDITOR


async def rounds(call: Call[None, OfPlayer, None]) -> list[Recalled] | Refused:
    player = call.query.player or call.who.name
    if player != call.who.name and not looks_at_others(call.who):
        return declined(
            Policy.NOT_FOR_THIS_ROLE, "a pit supervisor or higher recalls rounds of others"
        )
    return await call.read(lambda store: last_rounds(store, player, reader=call.who))


def no_such(call: AnyCall) -> Refused | None:
    """Without a look at the journal."""
    live = call.house.play.tables.get(call.place.table)
    if live is None:
        return not_found(f"there is no table {call.place.table!r}")
    if call.place.number > live.table.round.number:
        return not_found(f"table {call.place.table} has no round {call.place.number}")
    return None


async def round_(call: Call[None, Viewer, OfRound]) -> Replay | Refused:
    if missing := no_such(call):
        return missing
    table, number, who = call.place.table, call.place.number, call.who
    viewer, every = call.query.as_, call.query.cards is ShownCards.ALL
    if viewer is not None and not looks_at_others(who):
        return declined(
            Policy.NOT_FOR_THIS_ROLE, "a pit supervisor or higher sees a round as others saw it"
        )

    def look(store: Store) -> Replay | Refused:
        played = played_round(store, table, number)
        if viewer is not None:
            if is_in_play(played):
                says = "the round is in play: its hands are its players' own"
                return declined(Policy.NOT_FOR_THIS_PERSON, says)
            return replay(played, Who(viewer, Role.PLAYER), all_cards=every)
        if who.role is Role.PLAYER and not has_staked(played, who.name):
            return not_found(f"{who.name} staked nothing in round {number} at table {table}")
        return replay(played, who, all_cards=every)

    return await call.read(look)


async def receipt_of(call: Call[None, OfPlayer, OfRound]) -> Response | Refused:
    if missing := no_such(call):
        return missing
    table, number, player = call.place.table, call.place.number, call.query.player or call.who.name
    keys = call.house.keys
    if player != call.who.name and call.who.role is not Role.AUDITOR:
        return declined(
            Policy.NOT_FOR_THIS_ROLE, "a receipt is the player's own, and the auditor's"
        )

    def look(store: Store) -> Receipt | Refused:
        played = played_round(store, table, number)
        if not has_staked(played, player):
            return not_found(f"{player} staked nothing in round {number} at table {table}")
        made = receipt(store, played, player, keys)
        says = "no checkpoint covers it yet: one is signed within a minute"
        return made or declined(Policy.STILL_IN_PLAY, says)

    told = await call.read(look)
    if isinstance(told, Refused):
        return told
    name = f"receipt-{table}-{number}.json"
    response = answer(told)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def unsayable(reason: str) -> Refused | None:
    if not reason:
        return declined(Policy.UNREADABLE, "say in a few words what is wrong")
    if len(reason) > MOST_LETTERS:
        says = f"a dispute says it in at most {MOST_LETTERS} characters; these are {len(reason)}"
        return declined(Policy.UNREADABLE, says)
    return None


async def dispute(call: Call[Disputing, None, OfRound]) -> Disputed | Refused:
    reason, step = " ".join(call.given.reason.split()), call.given.step
    if missing := no_such(call) or unsayable(reason):
        return missing
    table, number, who, at = call.place.table, call.place.number, call.who, call.desk.now()

    def capture(store: Store) -> Dispute | Refused:
        played = played_round(store, table, number)
        if who.role is Role.PLAYER and not has_staked(played, who.name):
            return not_found(f"{who.name} staked nothing in round {number} at table {table}")
        if is_in_play(played):
            says = "the round is in play: it is captured once it has ended"
            return declined(Policy.STILL_IN_PLAY, says)
        if step not in {None, *(one.position for one in replay(played, who).happened)}:
            return not_found(f"round {number} at table {table} has no step {step}")
        return capture_round(store, table, number, at)

    await call.desk.write(lambda: call.house.play.checkpoint(at))  # it covers what ended just now
    captured = await call.read(capture)
    if isinstance(captured, Refused):
        return captured
    all_ = call.desk.disputes
    return await call.desk.write(lambda: all_.raise_one(captured, reason, who.name, at, step))


async def disputes(call: PlainCall) -> list[Disputed]:
    found = list(call.desk.disputes.all.values())
    return [one for one in found if looks_at_others(call.who) or one.by == call.who.name]


async def disputed(call: Call[None, None, OfNumber]) -> DisputeInfo | Refused:
    number = call.place.number
    one = call.desk.disputes.all.get(number)
    if one is None:
        return not_found(f"there is no dispute {number}")
    captured = await call.read(lambda store: captured_in(store, number))
    chain = call.house.ring.chain
    faults = dispute_faults(captured, chain.founding.public, chain.checkpoint)
    return DisputeInfo(one, captured, tuple(faults))


async def close(call: Call[Resolution, None, OfNumber]) -> Disputed | Refused:
    number, by, at = call.place.number, call.who.name, call.desk.now()
    desk, resolution = call.desk, call.given.resolution
    one = desk.disputes.all.get(number)
    if one is None:
        return not_found(f"there is no dispute {number}")
    corrected = call.given.corrected or await call.read(lambda store: was_corrected(store, one))
    return await desk.write(
        lambda: desk.disputes.close(number, resolution, by, at, corrected=corrected)
    )


async def withdraw(call: Call[None, None, OfNumber]) -> Disputed | Refused:
    number, by, at = call.place.number, call.who.name, call.desk.now()
    one = call.desk.disputes.all.get(number)
    if one is None or one.by != by:
        return not_found(f"{by} has no dispute {number}")
    all_ = call.desk.disputes
    return await call.desk.write(lambda: all_.withdraw(number, by, at))


OPERATIONS = (
    Operation(
        "GET",
        "/api/rounds",
        "The last ten rounds as one had them; another player's, for a pit supervisor and up.",
        rounds,
        list[Recalled],
        who_may=EVERYBODY,
        query=OfPlayer,
    ),
    Operation(
        "GET",
        "/api/tables/{table}/rounds/{number}",
        "A round replayed: to staff every card once it has ended, or as a player saw it.",
        round_,
        Replay,
        who_may=EVERYBODY,
        query=Viewer,
        place=OfRound,
    ),
    Operation(
        "GET",
        "/api/tables/{table}/rounds/{number}/receipt",
        "One's receipt of a round, with proofs in the house's log; any player's, for an auditor.",
        receipt_of,
        Receipt,
        who_may=EVERYBODY,
        query=OfPlayer,
        place=OfRound,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/rounds/{number}/dispute",
        "Disputes a round, which is captured with its proofs.",
        dispute,
        Disputed,
        who_may=PLAYER | up_from(Role.DEALER),
        takes=Disputing,
        place=OfRound,
    ),
    Operation(
        "GET",
        "/api/disputes",
        "Disputes: one's own; all, for a pit supervisor and up or an auditor.",
        disputes,
        list[Disputed],
        who_may=EVERYBODY,
    ),
    Operation(
        "GET",
        "/api/disputes/{number}",
        "A dispute with the round as it was captured.",
        disputed,
        DisputeInfo,
        who_may=up_from(Role.PIT_SUPERVISOR) | AUDITOR,
        place=OfNumber,
    ),
    Operation(
        "POST",
        "/api/disputes/{number}/close",
        "Says how a dispute was resolved.",
        close,
        Disputed,
        who_may=up_from(Role.PIT_MANAGER),
        takes=Resolution,
        place=OfNumber,
    ),
    Operation(
        "POST",
        "/api/disputes/{number}/withdraw",
        "Takes one's own dispute back.",
        withdraw,
        Disputed,
        who_may=PLAYER | up_from(Role.DEALER),
        place=OfNumber,
    ),
)
