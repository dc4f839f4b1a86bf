"""Jackpots held against the books: every step of a meter, and what its account holds in the end."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.server.journal.store import UNREADABLE
from croupier.server.money.jackpots import METERS
from croupier.table import meter
from croupier.table.postings import METER

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Entry, Store
    from croupier.table.meter import AnyMeterEvent


def wrong_meters(store: Store) -> Iterator[str]:
    """What cannot be read is told by the check of the entries themselves."""
    for stream in sorted(store.versions()):
        kind, _, game = stream.partition(":")
        if kind == METERS.kind:
            try:
                yield from wrong_steps(store, stream, f"{METER}:{game}")
            except UNREADABLE:
                continue


def wrong_steps(store: Store, stream: str, account: str) -> Iterator[str]:
    began = stands = None
    for entry in store.read(stream):
        event = meter.decoder.decode(entry.body)
        if stands is not None and event.before != stands:
            yield f"{stream} entry {entry.version}: begins at {event.before}, the meter at {stands}"
        gained, posted = gain(event), posted_to(account, entry)
        if posted != gained:
            yield (
                f"{stream} entry {entry.version}: its step comes to {gained} cents,"
                f" its postings to {posted}"
            )
        began, stands = event.before if began is None else began, event.after
    if began is not None and stands is not None:
        holds, shows = store.balance(account), int(Fraction(stands)) - int(Fraction(began))
        if holds != shows:
            yield f"{account}: holds {holds}, its meter shows {shows} above where it began"


def gain(event: AnyMeterEvent) -> int:
    """Of the account by this entry; what a settlement takes out of it is an entry of its table."""
    return sum(one.cents for one in meter.postings(event, 0) if one.account == METER)


def posted_to(account: str, entry: Entry) -> int:
    return sum(one.cents for one in entry.postings if one.account == account)
