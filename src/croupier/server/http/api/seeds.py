"""Operations for players' seeds: what was given for the next shoe, giving one, opening it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine.refusals import Refused
from croupier.server.floor.staffed import players_at
from croupier.server.http.operation import (
    ANYBODY,
    PLAYER,
    Name,
    OfTable,
    Operation,
    Strict,
    not_found,
)
from croupier.server.past.shoe_record import promise_after
from croupier.server.play.queue import NO_TABLE
from croupier.server.shoes.events import SeedCommitted
from croupier.server.shoes.promises import ShoePromise
from croupier.server.shoes.sealed import MOST_OF_WATCHERS, MOST_SEEDS, OPENING_MS
from croupier.server.shoes.seeds import Hex, Seed

if TYPE_CHECKING:
    from croupier.server.http.operation import AnyCall, Call


class Committing(Strict, frozen=True):
    shoe: Name
    commitment: Hex
    """SHA-256 over a JSON array without spaces, of the purpose, the shoe, the seed and the salt."""


class Opening(Strict, frozen=True):
    shoe: Name
    seed: Hex
    salt: Hex


class NextSeeds(msgspec.Struct, frozen=True):
    """The shoe to come, and how players add to it."""

    promise: ShoePromise | None
    """None where no sealed shoe is to come."""
    most: int
    opening_ms: int
    """How long the dealer waits for seeds to be opened."""


def no_table(call: AnyCall) -> Refused | None:
    table = call.place.table
    known = table in call.house.play.tables
    return None if known else not_found(NO_TABLE(table=table))


async def coming(call: Call[None, None, OfTable]) -> NextSeeds | Refused:
    if missing := no_table(call):
        return missing
    table = call.place.table
    promise = await call.read(lambda store: promise_after(store, table))
    return NextSeeds(promise, MOST_SEEDS, OPENING_MS)


async def give(call: Call[Committing, None, OfTable]) -> Committing | Refused:
    if missing := no_table(call):
        return missing
    shoes, given, table = call.house.shoes, call.given, call.place.table
    plays = call.who.name in players_at(call.house.play.tables[table].table)
    event = SeedCommitted(
        at=call.desk.now(),
        shoe=given.shoe,
        player=call.who.name,
        commitment=given.commitment,
    )
    most = MOST_SEEDS if plays else MOST_OF_WATCHERS
    no = await call.desk.write(lambda: shoes.give(table, event, most))
    return no or given


async def open_(call: Call[Opening, None, OfTable]) -> Opening | Refused:
    if missing := no_table(call):
        return missing
    shoes, given, table = call.house.shoes, call.given, call.place.table
    who, at, seed = call.who.name, call.desk.now(), Seed(given.seed, given.salt)
    no = await call.desk.write(lambda: shoes.open(table, given.shoe, who, seed, at))
    return no or given


OPERATIONS = (
    Operation(
        "GET",
        "/api/tables/{table}/seeds",
        "The next shoe: the house's commitment, and those of players.",
        coming,
        NextSeeds,
        may=ANYBODY,
        place=OfTable,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/seeds",
        f"Commits to one's seed for the next shoe, which takes {MOST_SEEDS} at most.",
        give,
        Committing,
        may=PLAYER,
        takes=Committing,
        place=OfTable,
    ),
    Operation(
        "POST",
        "/api/tables/{table}/seeds/open",
        "Opens one's seed, once no other can be added.",
        open_,
        Opening,
        may=PLAYER,
        takes=Opening,
        place=OfTable,
    ),
)
