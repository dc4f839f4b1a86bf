"""Operations on rounds: one's last ten, a replay, a receipt."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.http.guard import answer
from croupier.server.http.operation import (
    EVERYBODY,
    Name,
    Number,
    Operation,
    Strict,
    not_found,
)
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


OPERATIONS = (
    Operation(
        "GET",
        "/api/rounds",
        "The last ten rounds as one had them; another player's, for a pit supervisor and up.",
        rounds,
        list[Recalled],
        may=EVERYBODY,
        query=OfPlayer,
    ),
    Operation(
        "GET",
        "/api/tables/{table}/rounds/{number}",
        "A round replayed: to staff every card once it has ended, or as a player saw it.",
        round_,
        Replay,
        may=EVERYBODY,
        query=Viewer,
        place=OfRound,
    ),
    Operation(
        "GET",
        "/api/tables/{table}/rounds/{number}/receipt",
        "One's receipt of a round, with proofs in the house's log; any player's, for an auditor.",
        receipt_of,
        Receipt,
        may=EVERYBODY,
        query=OfPlayer,
        place=OfRound,
    ),
)
