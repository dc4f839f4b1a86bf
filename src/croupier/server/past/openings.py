"""Where a table's rounds begin in its journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.table.events import OPENS

if TYPE_CHECKING:
    from croupier.server.journal.store import Entry, Store


class Opens(msgspec.Struct, frozen=True):
    """All that is read of an event where rounds are looked for."""

    event: str
    round: int = 0


opens_decoder = msgspec.json.Decoder(Opens)


def opening_of(store: Store, stream: str, number: int) -> int | None:
    """The entry that opened a round, found by halves: rounds stand in their order."""
    low, high = 0, store.head(stream)[0]
    while low < high:
        middle = (low + high) // 2
        version, round_ = next_opening(store, stream, middle)
        if round_ == number:
            return version
        low, high = (low, middle) if round_ is None or round_ > number else (version, high)
    return None


def next_opening(store: Store, stream: str, after: int) -> tuple[int, int | None]:
    for entry in store.read(stream, after):
        seen = opens_decoder.decode(entry.body)
        if seen.event == OPENS:
            return entry.version, seen.round
    return after, None


def opening_before(store: Store, stream: str, version: int) -> Entry | None:
    """The entry that opened the round to which another belongs."""
    for entry in store.read_back(stream, version + 1):
        if opens_decoder.decode(entry.body).event == OPENS:
            return entry
    return None


def before_position(store: Store, stream: str, position: int) -> int:
    """How many entries of a stream were written before a position."""
    low, high = 0, store.head(stream)[0]
    while low < high:
        middle = (low + high + 1) // 2
        is_before = next(store.read(stream, middle - 1)).position < position
        low, high = (middle, high) if is_before else (low, middle - 1)
    return low
