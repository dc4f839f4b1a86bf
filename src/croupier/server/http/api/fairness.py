"""Operations for checking shoes: those of a table, and the cards that each gave."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.engine.refusals import Refused
from croupier.server.http.api.house import OfShoe, shoe_in
from croupier.server.http.operation import Name, Operation, Strict, not_found
from croupier.server.past import openings
from croupier.server.shoes.fairness import Drawn, Round, Shoe, When, told_decoder
from croupier.server.shoes.sealed import ShoeSealed
from croupier.server.shoes.sealed import decoder as shoe_decoder
from croupier.table.events import ENDS, OPENS, CardsDealt, tag_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.http.operation import Call
    from croupier.server.journal.store import Entry, Store

MOST_SHOES = 50
"""Of a table, listed at once."""
LAST = 2**63 - 1


class OfTable(Strict, frozen=True):
    table: Name


class ShoeInfo(msgspec.Struct, frozen=True):
    shoe: str
    decks: int
    commitment: str
    sealed: When
    revealed: When | None


class ShoeRecord(msgspec.Struct, frozen=True):
    """A shoe, and what the journal says came out of it: nothing while it is in use."""

    table: str
    shoe: Shoe
    rounds: tuple[Round, ...]


async def shoes(call: Call[None, OfTable, None]) -> list[ShoeInfo]:
    table = call.query.table
    return await call.desk.read(lambda store: last_shoes(store, table))


def last_shoes(store: Store, table: str) -> list[ShoeInfo]:
    """The newest first, as each was sealed and revealed."""
    found: list[ShoeInfo] = []
    revealed: dict[str, When] = {}
    for entry in islice(store.read_back(f"shoe:{table}", LAST), 2 * MOST_SHOES):
        event, when = shoe_decoder.decode(entry.body), When(entry.position, entry.at)
        if isinstance(event, ShoeSealed):
            over = revealed.get(event.shoe)
            found.append(ShoeInfo(event.shoe, event.decks, event.commitment, when, over))
        else:
            revealed[event.shoe] = when
    return found


async def record(call: Call[None, None, OfShoe]) -> ShoeRecord | Refused:
    name = call.place.shoe
    found = await call.desk.read(lambda store: recorded(store, name))
    return found or not_found(f"there is no shoe {name[:40]!r}")


def recorded(store: Store, name: str) -> ShoeRecord | None:
    shoe = shoe_in(store, name)
    if shoe is None:
        return None
    table = name.rpartition("-")[0]
    return ShoeRecord(table, shoe, tuple(rounds_of(store, table, shoe)))


def rounds_of(store: Store, table: str, shoe: Shoe) -> list[Round]:
    """Rounds that were opened with it or drew from it, with what came out of it."""
    rounds: list[Round] = []
    if shoe.revealed is None:
        return rounds
    for entry in in_use(store, f"table:{table}", shoe):
        told, when = told_decoder.decode(entry.body), When(entry.position, entry.at)
        if told.event == OPENS:
            rounds.append(Round(told.round, when))
        elif rounds and told.event == tag_of(CardsDealt) and shoe.sealed.position < entry.position:
            rounds[-1] = replace(rounds[-1], drawn=(*rounds[-1].drawn, Drawn(told.cards, when)))
        elif rounds and told.event in ENDS:
            rounds[-1] = replace(rounds[-1], ended=told.event)
    return [one for one in rounds if one.drawn or shoe.sealed.position < one.opened.position]


def in_use(store: Store, stream: str, shoe: Shoe) -> Iterator[Entry]:
    """The table's entries while the shoe was in use, from the opening of the round it came into."""
    assert shoe.revealed is not None
    before = openings.before_position(store, stream, shoe.sealed.position)
    opening = openings.opening_before(store, stream, before)
    for entry in store.read(stream, opening.version - 1 if opening else before):
        if entry.position > shoe.revealed.position:
            return
        yield entry


OPERATIONS = (
    Operation(
        "GET",
        "/api/shoes",
        f"The last shoes of a table and their commitments, at most {MOST_SHOES}.",
        shoes,
        list[ShoeInfo],
        query=OfTable,
    ),
    Operation(
        "GET",
        "/api/shoes/{shoe}/record",
        "A shoe with the cards that came out of it, once it has ended.",
        record,
        ShoeRecord,
        place=OfShoe,
    ),
)
