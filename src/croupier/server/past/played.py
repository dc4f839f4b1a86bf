"""A round step by step, with the table before and after each event."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.problems import BadInput
from croupier.server.journal import snapshots
from croupier.server.money.ledger import RELEASES
from croupier.server.past.openings import before_position, opening_of
from croupier.table import events as happened
from croupier.table import meter as jackpots
from croupier.table import saved
from croupier.table.evolve import evolve, new_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.money import Posting
    from croupier.server.journal.store import Entry, Store
    from croupier.table.events import AnyEvent
    from croupier.table.meter import AnyMeterEvent
    from croupier.table.state import Table

TABLE = "table:"


class Moment(msgspec.Struct, frozen=True):
    """An event, and the table before and after it."""

    entry: Entry
    event: AnyEvent
    before: Table
    after: Table


class Played(msgspec.Struct, frozen=True):
    """A round from its opening, what it did to the meter, and what came after it."""

    moments: tuple[Moment, ...]
    meter: tuple[tuple[Entry, AnyMeterEvent], ...]
    released: tuple[Posting, ...]
    """Winnings that became the players' own when the next round opened or the table closed."""


def moments(store: Store, table: str, after: int = 0) -> Iterator[Moment]:
    """A table's journal, folded, from after an entry on, with the state that was kept before it."""
    now: Table | None = None
    stream, version = f"{TABLE}{table}", 0
    if after and (kept := snapshots.trusted(store, stream, saved.Saved, after + 1)):
        now, version = saved.load(kept.state), kept.version
    for entry in store.read(stream, version):
        before, event, now = followed(now, table, entry)
        if entry.version > after:
            yield Moment(entry, event, before, now)


def followed(table: Table | None, name: str, entry: Entry) -> tuple[Table, AnyEvent, Table]:
    event = happened.decoder.decode(entry.body)
    if table is None:
        assert isinstance(event, happened.TableConfigured)
        table = new_table(name, event.setup)
    return table, event, evolve(table, event)


def tables_of(store: Store) -> list[str]:
    return [name.removeprefix(TABLE) for name in store.versions() if name.startswith(TABLE)]


def played_round(store: Store, table: str, number: int) -> Played:
    if table not in tables_of(store):
        known = ", ".join(tables_of(store)) or "none"
        raise BadInput(f"there is no table {table[:40]!r}; there are: {known}")
    opening = opening_of(store, f"{TABLE}{table}", number)
    if opening is None:
        raise BadInput(f"table {table} has no round {number}")
    found: list[Moment] = []
    following: Moment | None = None
    for one in moments(store, table, opening - 1):
        if one.after.round.number != number:
            following = one
            break
        found.append(one)
    released = released_by([*found[1:], *([following] if following else [])])
    end = following.entry.position if following else None
    return Played(tuple(found), tuple(fed(store, found, end)), released)


def released_by(after: list[Moment]) -> tuple[Posting, ...]:
    return tuple(
        posting
        for one in after
        if isinstance(one.event, RELEASES)
        for posting in one.entry.postings
    )


def fed(
    store: Store, found: list[Moment], end: int | None
) -> Iterator[tuple[Entry, AnyMeterEvent]]:
    """With what staff did to it meanwhile; the meter's entries follow their table's at once."""
    table, stream = found[0].after, f"meter:{found[0].after.setup.game}"
    last = found[-1].entry.position
    for entry in store.read(stream, before_position(store, stream, found[0].entry.position)):
        if entry.position > (last + 1 if end is None else end):
            return
        last = max(last, entry.position)
        event = jackpots.decoder.decode(entry.body)
        if getattr(event, "table", "") in {"", table.name}:
            yield entry, event
