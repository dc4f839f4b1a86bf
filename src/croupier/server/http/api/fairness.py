"""Operations for checking shoes: those of a table, the cards that each gave, a table's record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.engine.refusals import Refused
from croupier.said import Sentence
from croupier.server.http.api.house import OfShoe
from croupier.server.http.operation import (
    ANYBODY,
    Name,
    Number,
    OfTable,
    Operation,
    Strict,
    not_found,
)
from croupier.server.past.shoe_record import last_record, shoe_of_round, shoe_record
from croupier.server.play.queue import NO_TABLE
from croupier.server.shoes.counts import Discarded, ShoeCounts, counted, discarded
from croupier.server.shoes.events import ShoeRevealed, ShoeSealed
from croupier.server.shoes.events import decoder as shoe_decoder
from croupier.server.shoes.promises import Restored, When
from croupier.server.shoes.public_record import ShoeRecord, TableRecord
from croupier.server.shoes.sealed import NO_SHOE

if TYPE_CHECKING:
    from croupier.server.http.operation import Call
    from croupier.server.journal.store import Store

ROUND_WAS_DEALT_FROM_NO_SEALED_SHOE = Sentence(
    "round-was-dealt-from-no-sealed-shoe", "round {number} at {table} was dealt from no sealed shoe"
)

MOST_SHOES = 50
"""Of a table, listed at once."""
LAST = 2**63 - 1


class ShoeInfo(msgspec.Struct, frozen=True):
    shoe: str
    decks: int
    commitment: str
    sealed: When
    revealed: When | None
    seeds: int = 0
    """Of players, that went into its order."""


class OfRound(Strict, frozen=True):
    table: Name
    number: Number


class Standing(msgspec.Struct, frozen=True):
    """How a table's last shoes stand: what is counted, and every shoe that was given up."""

    table: str
    shoes: int
    counts: ShoeCounts
    discarded: tuple[Discarded, ...]
    restored: tuple[Restored, ...] = ()
    """Each time that a backup of the house was put back."""


async def shoes(call: Call[None, OfTable, None]) -> list[ShoeInfo]:
    table = call.query.table
    return await call.read(lambda store: last_shoes(store, table))


def last_shoes(store: Store, table: str) -> list[ShoeInfo]:
    """The newest first, as each was sealed and revealed."""
    found: list[ShoeInfo] = []
    revealed: dict[str, When] = {}
    for entry in store.read_back(f"shoe:{table}", LAST):
        event, when = shoe_decoder.decode(entry.body), When(entry.position, entry.at)
        if isinstance(event, ShoeSealed):
            over = revealed.get(event.shoe)
            found.append(
                ShoeInfo(event.shoe, event.decks, event.commitment, when, over, len(event.seeds))
            )
        elif isinstance(event, ShoeRevealed):
            revealed[event.shoe] = when
        if len(found) == MOST_SHOES:
            break
    return found


async def record(call: Call[None, None, OfShoe]) -> ShoeRecord | Refused:
    name = call.place.shoe
    found = await call.read(lambda store: shoe_record(store, name))
    return found or not_found(NO_SHOE(name=name[:40]))


async def of_round(call: Call[None, None, OfRound]) -> ShoeRecord | Refused:
    table, number = call.place.table, call.place.number

    def look(store: Store) -> ShoeRecord | None:
        name = shoe_of_round(store, table, number)
        return shoe_record(store, name) if name else None

    found = await call.read(look)
    return found or not_found(ROUND_WAS_DEALT_FROM_NO_SEALED_SHOE(number=number, table=table))


async def table_record(call: Call[None, None, OfTable]) -> TableRecord | Refused:
    table = call.place.table
    if table not in call.house.play.tables:
        return not_found(NO_TABLE(table=table))
    return await call.read(lambda store: last_record(store, table, MOST_SHOES))


async def standing(call: Call[None, None, OfTable]) -> Standing | Refused:
    found = await table_record(call)
    if isinstance(found, Refused):
        return found
    given_up = tuple(discarded(found))
    return Standing(found.table, len(found.shoes), counted(found), given_up, found.restored)


OPERATIONS = (
    Operation(
        "GET",
        "/api/shoes",
        f"The last shoes of a table and their commitments, at most {MOST_SHOES}.",
        shoes,
        list[ShoeInfo],
        may=ANYBODY,
        query=OfTable,
    ),
    Operation(
        "GET",
        "/api/tables/{table}/record",
        f"A table's public record over its last {MOST_SHOES} shoes, for `fairness verify`.",
        table_record,
        TableRecord,
        may=ANYBODY,
        place=OfTable,
    ),
    Operation(
        "GET",
        "/api/tables/{table}/standing",
        "That record counted: shoes used, discarded and missing, rounds void, seeds not opened.",
        standing,
        Standing,
        may=ANYBODY,
        place=OfTable,
    ),
    Operation(
        "GET",
        "/api/tables/{table}/rounds/{number}/shoe",
        "The shoe that a round was dealt from, as its record.",
        of_round,
        ShoeRecord,
        may=ANYBODY,
        place=OfRound,
    ),
    Operation(
        "GET",
        "/api/shoes/{shoe}/record",
        "A shoe with the cards that came out of it, once it has ended.",
        record,
        ShoeRecord,
        may=ANYBODY,
        place=OfShoe,
    ),
)
