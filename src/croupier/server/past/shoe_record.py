"""Parts of a table's public record: one shoe, its last shoes, the shoe of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.server.journal.key_history import history
from croupier.server.past import openings
from croupier.server.shoes.events import SHOES, ShoeSealed, decoder, number_of
from croupier.server.shoes.fairness import Shelf, last_note, public, rounds_in, told_of
from croupier.server.shoes.history import before_number, shoe_named
from croupier.server.shoes.promises import When, put_back
from croupier.server.shoes.public_record import ShoeRecord, TableRecord
from croupier.server.shoes.sealed import sealed_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Entry, Store
    from croupier.server.shoes.events import AnyShoeEvent
    from croupier.server.shoes.promises import ShoePromise
    from croupier.server.shoes.public_record import Round, Shoe


def shoe_of_round(store: Store, table: str, number: int) -> str | None:
    """The one that was sealed last before the round's betting opened."""
    version = openings.opening_of(store, f"table:{table}", number)
    if version is None:
        return None
    opened = next(store.read(f"table:{table}", version - 1))
    stream = SHOES.name(table)
    before = openings.before_position(store, stream, opened.position)
    for entry in store.read_back(stream, before + 1):
        event = decoder.decode(entry.body)
        if isinstance(event, ShoeSealed):
            return event.shoe
    return None


def shoe_record(store: Store, name: str) -> ShoeRecord | None:
    shoe, promise = shoe_named(store, name)
    if shoe is None:
        return None
    table = name.rpartition("-")[0]
    rounds = rounds_since(store, table, shoe, shoe.revealed) if shoe.revealed else ()
    covering = store.checkpoint_at_least(shoe.revealed.position) if shoe.revealed else None
    note = covering.note if covering else ""
    return ShoeRecord(table, shoe, tuple(rounds), promise, note, history(store))


def promise_after(store: Store, table: str) -> ShoePromise | None:
    """Of the shoe to come after the one in use."""
    stream = SHOES.name(table)
    _, promises = told_of(events_after(store, stream, sealed_at(store, stream)))
    return promises[-1] if promises and promises[-1].revealed is None else None


def events_after(store: Store, stream: str, version: int) -> Iterator[tuple[AnyShoeEvent, When]]:
    for entry in store.read(stream, version):
        yield decoder.decode(entry.body), When(entry.position, entry.at)


def last_record(store: Store, table: str, most: int) -> TableRecord:
    """Of the last shoes, so that it stays short however long the table has been there."""
    stream = SHOES.name(table)
    sealed = sealed_at(store, stream)
    newest = next(store.read(stream, sealed - 1)) if sealed else None
    last = number_of(decoder.decode(newest.body).shoe) if newest else 0
    first = max(1, last - most + 1)
    events = events_after(store, stream, before_number(store, stream, first))
    shoes, promises = told_of(one for one in events if number_of(one[0].shoe) >= first)
    shelf = Shelf(shoes)
    found = rounds_since(store, table, shoes[0], None) if shoes else []
    rounds = tuple(replace(one, drawn=tuple(public(one, shelf))) for one in found)
    number = rounds[0].round if rounds else 1
    return TableRecord(
        table=table,
        shoes=tuple(shoes),
        rounds=rounds,
        promises=tuple(promises),
        first_shoe=first,
        first_round=number,
        checkpoint=last_note(store),
        restored=put_back(store),
        keys=history(store),
    )


def rounds_since(store: Store, table: str, shoe: Shoe, until: When | None) -> list[Round]:
    """Rounds that were opened with a shoe or drew from it, and those after them."""
    sealed = shoe.sealed.position
    kept = []
    for one in rounds_in(entries_since(store, f"table:{table}", sealed, until)):
        drawn = tuple(drawn for drawn in one.drawn if drawn.when.position > sealed)
        if drawn or one.opened.position > sealed:
            kept.append(replace(one, drawn=drawn))
    return kept


def entries_since(store: Store, stream: str, sealed: int, until: When | None) -> Iterator[Entry]:
    """The table's entries from the opening of the round into which a shoe came."""
    before = openings.before_position(store, stream, sealed)
    opening = openings.opening_before(store, stream, before)
    for entry in store.read(stream, opening.version - 1 if opening else before):
        if until is not None and entry.position > until.position:
            return
        yield entry
