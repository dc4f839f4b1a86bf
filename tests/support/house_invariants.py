"""What holds of a house's file at any time, whatever happened to the house."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.games import GAMES
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.journal.store import PLAYERS
from croupier.server.play.requests import Carried, carried_decoder
from croupier.server.streams import faults
from croupier.table import events as happened
from croupier.table.events import decoder as event_decoder
from croupier.table.evolve import evolve, new_table
from croupier.table.invariants import broken
from croupier.table.postings import postings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.journal.store import Store

TABLE = "table:"
DECIDED = {game.decision.play for game in GAMES if game.decision}
"""Bets that follow from a decision; nobody asks to place them."""


def wrong(store: Store, public: str | None = None) -> Iterator[str]:
    """Hashes, postings and balances; and after every event, what holds of every table."""
    yield from faults(store, public)
    balances = store.balances()
    if sum(balances.values()):
        yield "the ledger does not come to nothing"
    for account, cents in balances.items():
        if cents < 0 and account.startswith(PLAYERS):
            yield f"{account} is below nothing"
    for stream in store.versions():
        if stream.startswith(TABLE):
            yield from wrong_at(store, stream)


def wrong_at(store: Store, stream: str) -> Iterator[str]:
    table, held = None, dict[str, int]()
    for entry in store.read(stream):
        event = event_decoder.decode(entry.body)
        for account, cents in postings(event):
            held[account] = held.get(account, 0) + cents
        if table is None:
            assert isinstance(event, happened.TableConfigured)
            table = new_table(stream.removeprefix(TABLE), event.setup)
        table = evolve(table, event)
        for problem in broken(table, event, held):
            yield f"{stream} entry {entry.version}: {problem}"


def wrong_in(folder: Path) -> list[str]:
    """As `wrong`, of a house whose server may be running."""
    store = SqliteStore(folder / "house.db")
    try:
        return list(wrong(store, store.meta().get("key")))
    finally:
        store.close()


class Asked(NamedTuple):
    """A wager that a terminal asked for, and the version with which it was acknowledged."""

    table: str
    player: str
    cents: int
    version: int | None = None


def unkept(store: Store, asked: dict[str, Asked], asked_until: int | None = None) -> Iterator[str]:
    """Every acknowledged wager stands in the journal just once, and none that nobody asked for.

    Where more may have been asked since, the entries of then are held against what was asked.
    """
    found = {request: one.answer for request, one in store.answers_to(list(asked)).items()}
    wagers = {
        (table, entry.version): (event.player, event.cents, entry.position)
        for table in {one.table for one in asked.values()}
        for entry in store.read(f"{TABLE}{table}")
        if isinstance(event := event_decoder.decode(entry.body), happened.WagerPlaced)
        and event.by == event.player
        and event.bet not in DECIDED
    }
    for request, one in asked.items():
        reply = carried_decoder.decode(found[request]) if request in found else None
        version = reply.version if isinstance(reply, Carried) else None
        if one.version is not None and version != one.version:
            yield f"{request} was acknowledged at {one.version}, and is answered by {reply}"
        if version is not None:
            stands = wagers.pop((one.table, version), None)
            if stands is None or stands[:2] != (one.player, one.cents):
                yield f"{request} was for {one}, and {stands} stands there"
    players = {one.player for one in asked.values()}
    for place, (player, cents, position) in wagers.items():
        if player in players and (asked_until is None or position <= asked_until):
            yield f"{cents} of {player} at {place} belongs to no request"
