"""Operations on rounds: one's last ten, a replay, a dispute."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import msgspec

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
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
from croupier.server.http.paging import MOST_TOLD, Skipped, page
from croupier.server.past.capture import Dispute, capture_round, dispute_faults
from croupier.server.past.disputes import Disputed, captured_in, was_corrected
from croupier.server.past.played import played_round
from croupier.server.past.recall import Recalled, last_rounds
from croupier.server.past.receipt import Receipt, receipt
from croupier.server.past.replay import Replay, has_staked, is_in_play, replay
from croupier.server.play.queue import NO_TABLE
from croupier.table.commands import Who

if TYPE_CHECKING:
    from starlette.responses import Response

    from croupier.server.http.operation import AnyCall, Call
    from croupier.server.journal.store import Store

PIT_SUPERVISOR_OR_HIGHER_RECALLS_ROUNDS = Sentence(
    "pit-supervisor-or-higher-recalls-rounds", "a pit supervisor or higher recalls rounds of others"
)
TABLE_HAS_NO_ROUND = Sentence("table-has-no-round", "table {table} has no round {number}")
PIT_SUPERVISOR_OR_HIGHER_SEES_A_ROUND = Sentence(
    "pit-supervisor-or-higher-sees-a-round",
    "a pit supervisor or higher sees a round as others saw it",
)
HANDS_IN_PLAY_ARE_THEIR_PLAYERS_OWN = Sentence(
    "hands-in-play-are-their-players-own", "the round is in play: its hands are its players' own"
)
RECEIPT_IS_THE_PLAYERS_OWN = Sentence(
    "receipt-is-the-players-own", "a receipt is the player's own, and the auditor's"
)
NO_CHECKPOINT_COVERS_IT_YET = Sentence(
    "no-checkpoint-covers-it-yet", "no checkpoint covers it yet: one is signed within a minute"
)
PLAYER_STAKED_NOTHING_IN_ROUND = Sentence(
    "player-staked-nothing-in-round", "{player} staked nothing in round {number} at table {table}"
)
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
        return declined(Policy.NOT_FOR_THIS_ROLE, PIT_SUPERVISOR_OR_HIGHER_RECALLS_ROUNDS())
    return await call.read(lambda store: last_rounds(store, player, reader=call.who))


def no_such(call: AnyCall) -> Refused | None:
    """Without a look at the journal."""
    live = call.house.play.tables.get(call.place.table)
    if live is None:
        return not_found(NO_TABLE(table=call.place.table))
    if call.place.number > live.table.round.number:
        return not_found(TABLE_HAS_NO_ROUND(table=call.place.table, number=call.place.number))
    return None


async def round_(call: Call[None, Viewer, OfRound]) -> Replay | Refused:
    if missing := no_such(call):
        return missing
    table, number, who = call.place.table, call.place.number, call.who
    viewer, every = call.query.as_, call.query.cards is ShownCards.ALL
    if viewer is not None and not looks_at_others(who):
        return declined(Policy.NOT_FOR_THIS_ROLE, PIT_SUPERVISOR_OR_HIGHER_SEES_A_ROUND())

    def look(store: Store) -> Replay | Refused:
        played = played_round(store, table, number)
        if viewer is not None:
            if is_in_play(played):
                says = HANDS_IN_PLAY_ARE_THEIR_PLAYERS_OWN()
                return declined(Policy.NOT_FOR_THIS_PERSON, says)
            return replay(played, Who(viewer, Role.PLAYER), all_cards=every)
        if who.role is Role.PLAYER and not has_staked(played, who.name):
            return not_found(
                PLAYER_STAKED_NOTHING_IN_ROUND(player=who.name, number=number, table=table)
            )
        return replay(played, who, all_cards=every)

    return await call.read(look)


async def receipt_of(call: Call[None, OfPlayer, OfRound]) -> Response | Refused:
    if missing := no_such(call):
        return missing
    table, number, player = call.place.table, call.place.number, call.query.player or call.who.name
    keys = call.house.keys
    if player != call.who.name and call.who.role is not Role.AUDITOR:
        return declined(Policy.NOT_FOR_THIS_ROLE, RECEIPT_IS_THE_PLAYERS_OWN())

    def look(store: Store) -> Receipt | Refused:
        played = played_round(store, table, number)
        if not has_staked(played, player):
            return not_found(
                PLAYER_STAKED_NOTHING_IN_ROUND(player=player, number=number, table=table)
            )
        made = receipt(store, played, player, keys)
        says = NO_CHECKPOINT_COVERS_IT_YET()
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
        return declined(Policy.UNREADABLE, SAY_WHAT_IS_WRONG())
    if len(reason) > MOST_LETTERS:
        return declined(Policy.UNREADABLE, TOO_LONG(most=MOST_LETTERS, given=len(reason)))
    return None


async def dispute(call: Call[Disputing, None, OfRound]) -> Disputed | Refused:
    reason, step = " ".join(call.given.reason.split()), call.given.step
    if missing := no_such(call) or unsayable(reason):
        return missing
    table, number, who, at = call.place.table, call.place.number, call.who, call.desk.now()

    def capture(store: Store) -> Dispute | Refused:
        played = played_round(store, table, number)
        if who.role is Role.PLAYER and not has_staked(played, who.name):
            return not_found(
                PLAYER_STAKED_NOTHING_IN_ROUND(player=who.name, number=number, table=table)
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
    return await call.desk.write(lambda: all_.raise_one(captured, reason, who.name, at, step))


async def disputes(call: Call[None, Skipped, None]) -> list[Disputed]:
    all_, who = list(call.desk.disputes.all.values()), call.who
    return page([one for one in all_ if looks_at_others(who) or one.by == who.name], call.query)


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
    corrected = call.given.corrected or await call.read(lambda store: was_corrected(store, one))
    return await desk.write(
        lambda: desk.disputes.close(number, resolution, by, at, corrected=corrected)
    )


async def withdraw(call: Call[None, None, OfNumber]) -> Disputed | Refused:
    number, by, at = call.place.number, call.who.name, call.desk.now()
    one = call.desk.disputes.all.get(number)
    if one is None or one.by != by:
        return not_found(NO_OWN_DISPUTE(player=by, number=number))
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
        f"The newest {MOST_TOLD} disputes: one's own; all, for a pit supervisor and up or "
        "an auditor.",
        disputes,
        list[Disputed],
        who_may=EVERYBODY,
        query=Skipped,
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
