"""A shoe of long ago, found in its table's journal without reading all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server.shoes.events import (
    SHOES,
    ShoeCommitted,
    ShoeRevealed,
    ShoeSealed,
    decoder,
    number_of,
)
from croupier.server.shoes.fairness import told_of
from croupier.server.shoes.promises import When

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Store
    from croupier.server.shoes.events import AnyShoeEvent
    from croupier.server.shoes.promises import ShoePromise
    from croupier.server.shoes.public_record import Shoe

Found = tuple["Shoe | None", "ShoePromise | None"]


def shoe_named(store: Store, name: str) -> Found:
    """What the journal has of a shoe: sealed, promised, or neither."""
    table, number = name.rpartition("-")[0], number_of(name)
    if not number or name != f"{table}-{number}":
        return None, None
    shoes, promises = told_of(events_of(store, table, name))
    return (shoes[-1] if shoes else None), (promises[-1] if promises else None)


def events_of(store: Store, table: str, name: str) -> Iterator[tuple[AnyShoeEvent, When]]:
    """From the shoe's first entry to the one that reveals it."""
    stream = SHOES.name(table)
    for entry in store.read(stream, before_number(store, stream, number_of(name))):
        event = decoder.decode(entry.body)
        if event.shoe == name:
            yield event, When(entry.position, entry.at)
            if isinstance(event, ShoeRevealed):
                return
        elif number_of(event.shoe) > number_of(name) + 1:
            return


def before_number(store: Store, stream: str, number: int) -> int:
    """How many entries stand before the first of a shoe, by halves: shoes stand in their order."""
    low, high = 0, store.head(stream)[0]
    while low < high:
        middle = (low + high) // 2
        version, found = next_number(store, stream, middle)
        if found is None or found >= number:
            high = middle
        else:
            low = version
    return low


def next_number(store: Store, stream: str, after: int) -> tuple[int, int | None]:
    """The next entry that commits to a shoe or seals one, and the shoe's number."""
    for entry in store.read(stream, after):
        event = decoder.decode(entry.body)
        if isinstance(event, ShoeCommitted | ShoeSealed):
            return entry.version, number_of(event.shoe)
    return after, None
