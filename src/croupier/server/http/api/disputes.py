"""Operations on disputes: raised, looked at, held for, closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.engine.steps import Refusal
from croupier.said import Sentence
from croupier.server.http.api.rounds import (
    PLAYER_STAKED_NOTHING_IN_ROUND,
    OfRound,
    looks_at_others,
    no_such,
)
from croupier.server.http.operation import (
    AUDITOR,
    DEALERS,
    EVERYBODY,
    MANAGERS,
    PLAYER,
    SUPERVISORS,
    Name,
    Number,
    OfNumber,
    Operation,
    Reason,
    Strict,
    not_found,
)
from croupier.server.http.paging import MOST_TOLD, Skipped, page
from croupier.server.past.capture import Dispute, capture_round, dispute_faults
from croupier.server.past.disputes import About, Disputed, acted_in, captured_in, was_corrected
from croupier.server.past.played import played_round
from croupier.server.past.replay import has_staked, is_in_play, replay

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.server.http.operation import Call
    from croupier.server.journal.store import Store

ROUND_IS_CAPTURED_ONCE_IT_HAS_ENDED = Sentence(
    "round-is-captured-once-it-has-ended", "the round is in play: it is captured once it has ended"
)
SAY_WHAT_IS_WRONG = Sentence("say-what-is-wrong", "say in a few words what is wrong")
TOO_LONG = Sentence(
    "dispute-is-too-long", "a dispute says it in at most {most} characters; these are {given}"
)
ROUND_HAS_NO_STEP = Sentence(
    "round-has-no-step", "round {number} at table {table} has no step {step}"
)
NO_OWN_DISPUTE = Sentence("no-own-dispute", "{player} has no dispute {number}")
NO_DISPUTE = Sentence("no-dispute", "there is no dispute {number}")
ACTED_IN_THE_ROUND = Sentence(
    "acted-in-the-disputed-round",
    "{name} has acted in that round: another person lets its table go on, or closes the dispute",
)
DISPUTED_FOR_ONESELF = Sentence(
    "disputed-for-oneself", "a player disputes a round for himself alone"
)

MOST_LETTERS = 500
"""Of what a dispute says."""
Claim = Annotated[int, msgspec.Meta(ge=1, le=10**11)]


class Disputing(Strict, frozen=True):
    """Its bounds are checked here, so that they are said in the house's words."""

    reason: str
    step: Number | None = None
    """The entry of the round that it is about, by its position in the journal."""
    claimed_cents: Claim | None = None
    """What the player asks for."""
    player: Name | None = None
    """For whom staff dispute it; players do so for themselves."""


class Holding(Strict, frozen=True):
    reason: Reason


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


def unsayable(reason: str) -> Refused | None:
    if not reason:
        return declined(Policy.UNREADABLE, SAY_WHAT_IS_WRONG())
    if len(reason) > MOST_LETTERS:
        return declined(Policy.UNREADABLE, TOO_LONG(most=MOST_LETTERS, given=len(reason)))
    return None


def disputed_for(call: Call[Disputing, None, OfRound]) -> str | Refused | None:
    """Whose round it is; none where staff name nobody."""
    asked, who = call.given.player, call.who
    if who.role is not Role.PLAYER:
        return asked
    if asked not in {None, who.name}:
        return declined(Policy.NOT_FOR_THIS_PERSON, DISPUTED_FOR_ONESELF())
    return who.name


async def dispute(call: Call[Disputing, None, OfRound]) -> Disputed | Refused:
    reason, step = " ".join(call.given.reason.split()), call.given.step
    if missing := no_such(call) or unsayable(reason):
        return missing
    player = disputed_for(call)
    if isinstance(player, Refused):
        return player
    table, number, who, at = call.place.table, call.place.number, call.who, call.desk.now()
    about = About(step, player, call.given.claimed_cents)

    def capture(store: Store) -> Dispute | Refused:
        played = played_round(store, table, number)
        if player is not None and not has_staked(played, player):
            return not_found(
                PLAYER_STAKED_NOTHING_IN_ROUND(player=player, number=number, table=table)
            )
        if is_in_play(played):
            says = ROUND_IS_CAPTURED_ONCE_IT_HAS_ENDED()
            return declined(Policy.STILL_IN_PLAY, says)
        if step not in {None, *(one.position for one in replay(played, who).happened)}:
            return not_found(ROUND_HAS_NO_STEP(number=number, table=table, step=step))
        return capture_round(store, table, number, at)

    await call.desk.write(lambda: call.house.play.checkpoint(at))  # it covers what ended just now
    captured = await call.read(capture)
    if isinstance(captured, Refused):
        return captured
    all_ = call.desk.disputes
    return await call.desk.write(lambda: all_.raise_one(captured, reason, who.name, at, about))


def as_told(one: Disputed) -> Disputed:
    """Why staff hold a table they have told each other, and not whoever disputes."""
    return replace(one, hold_by=None, hold_reason=None)


async def disputes(call: Call[None, Skipped, None]) -> list[Disputed]:
    all_, who = list(call.desk.disputes.all.values()), call.who
    if looks_at_others(who):
        return page(all_, call.query)
    return page([as_told(one) for one in all_ if one.by == who.name], call.query)


async def disputed(call: Call[None, None, OfNumber]) -> DisputeInfo | Refused:
    number = call.place.number
    one = call.desk.disputes.all.get(number)
    if one is None:
        return not_found(NO_DISPUTE(number=number))
    captured = await call.read(lambda store: captured_in(store, number))
    chain = call.house.ring.chain
    faults = dispute_faults(captured, chain.founding.public, chain.checkpoint)
    return DisputeInfo(one, captured, tuple(faults))


async def close(call: Call[Resolution, None, OfNumber]) -> Disputed | Refused:
    number, by, at = call.place.number, call.who.name, call.desk.now()
    desk, resolution = call.desk, call.given.resolution
    one = desk.disputes.all.get(number)
    if one is None:
        return not_found(NO_DISPUTE(number=number))
    if no := await own_doing(call):
        return no
    corrected = call.given.corrected or await call.read(lambda store: was_corrected(store, one))
    return await desk.write(
        lambda: desk.disputes.close(number, resolution, by, at, corrected=corrected)
    )


async def hold(call: Call[Holding, None, OfNumber]) -> Disputed | Refused:
    return await changed_hold(call, call.desk.disputes.hold)


async def lift(call: Call[Holding, None, OfNumber]) -> Disputed | Refused:
    return await own_doing(call) or await changed_hold(call, call.desk.disputes.lift)


async def own_doing(
    call: Call[Holding, None, OfNumber] | Call[Resolution, None, OfNumber],
) -> Refused | None:
    """Nobody has the last word on a round that he dealt, or ruled on."""
    number, name = call.place.number, call.who.name
    one = call.desk.disputes.all.get(number)
    if one is None or not one.is_open:
        return None
    captured = await call.read(lambda store: captured_in(store, number))
    if name not in acted_in(captured):
        return None
    return declined(Refusal.SECOND_PERSON, ACTED_IN_THE_ROUND(name=name))


async def changed_hold(
    call: Call[Holding, None, OfNumber],
    change: Callable[[int, str, str, int], Disputed | Refused],
) -> Disputed | Refused:
    if call.place.number not in call.desk.disputes.all:
        return not_found(NO_DISPUTE(number=call.place.number))
    told = call.place.number, call.given.reason, call.who.name, call.desk.now()
    return await call.desk.write(lambda: change(*told))


async def withdraw(call: Call[None, None, OfNumber]) -> Disputed | Refused:
    number, by, at = call.place.number, call.who.name, call.desk.now()
    one = call.desk.disputes.all.get(number)
    if one is None or one.by != by:
        return not_found(NO_OWN_DISPUTE(player=by, number=number))
    all_ = call.desk.disputes
    gone = await call.desk.write(lambda: all_.withdraw(number, by, at))
    return gone if isinstance(gone, Refused) else as_told(gone)


OPERATIONS = (
    Operation(
        "POST",
        "/api/tables/{table}/rounds/{number}/dispute",
        "Disputes a round, which is captured with its proofs.",
        dispute,
        Disputed,
        may=PLAYER | DEALERS,
        takes=Disputing,
        place=OfRound,
    ),
    Operation(
        "GET",
        "/api/disputes",
        f"The newest {MOST_TOLD} disputes: one's own; all, for a pit supervisor and up or "
        "an auditor.",
        disputes,
        list[Disputed],
        may=EVERYBODY,
        query=Skipped,
    ),
    Operation(
        "GET",
        "/api/disputes/{number}",
        "A dispute with the round as it was captured.",
        disputed,
        DisputeInfo,
        may=SUPERVISORS | AUDITOR,
        place=OfNumber,
    ),
    Operation(
        "POST",
        "/api/disputes/{number}/close",
        "Says how a dispute was resolved.",
        close,
        Disputed,
        may=MANAGERS,
        takes=Resolution,
        place=OfNumber,
    ),
    Operation(
        "POST",
        "/api/disputes/{number}/hold",
        "Holds a dispute's table: the round in play is played and paid, and no other opens.",
        hold,
        Disputed,
        may=SUPERVISORS,
        takes=Holding,
        place=OfNumber,
    ),
    Operation(
        "POST",
        "/api/disputes/{number}/lift",
        "Lets a held table go on, with a reason, while the dispute is looked at.",
        lift,
        Disputed,
        may=MANAGERS,
        takes=Holding,
        place=OfNumber,
    ),
    Operation(
        "POST",
        "/api/disputes/{number}/withdraw",
        "Takes one's own dispute back.",
        withdraw,
        Disputed,
        may=PLAYER | DEALERS,
        place=OfNumber,
    ),
)
