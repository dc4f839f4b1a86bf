"""What people were told has been done: it is in the journal then, and once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.games import GAMES
from croupier.server.play.requests import carried_decoder
from croupier.table import commands as asks
from croupier.table import events as happened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.sqlite import SqliteStore
    from croupier.server.play.requests import Carried
    from croupier.table.commands import AnyCommand
    from croupier.table.events import AnyEvent

Done = tuple[str, int]
"""At which table, and its version after it."""


class Acknowledged:
    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.done: dict[str, Done] = {}
        self.paid: dict[str, None] = {}
        self.places: dict[str, str] = {}
        """Requests that would place a wager, and at which table."""

    def asked(self, request: str, table: str, command: AnyCommand) -> None:
        if isinstance(command, asks.Place):
            self.places[request] = table

    def carried(self, request: str, table: str, reply: Carried) -> Iterator[str]:
        """What is wrong with being told so."""
        kept = self.store.answer_to(request)
        if kept is None:
            if reply.events:  # else there was nothing to be done
                yield f"{request} was acknowledged and is not in the journal"
            return
        if carried_decoder.decode(kept).version != reply.version:
            yield f"{request} was answered with version {reply.version} and kept with another"
        if self.done.setdefault(request, (table, reply.version)) != (table, reply.version):
            yield f"{request} was answered before with {self.done[request]}"

    def was_paid(self, request: str) -> Iterator[str]:
        self.paid[request] = None
        if self.store.answer_to(request) is None:
            yield f"{request} was paid and is not in the journal"

    def wrong(self) -> Iterator[str]:
        """At any time: all of it is there, each by an entry of its own."""
        kept = self.store.answers_to([*self.done, *self.paid])
        for request in (*self.done, *self.paid):
            if request not in kept:
                yield f"{request} was acknowledged and is gone"
        by: dict[Done, str] = {}
        for request, done in self.done.items():
            if (other := by.setdefault(done, request)) != request:
                yield f"{request} and {other} are answered with the same entry {done}"
        yield from self.wrong_wagers()

    def wrong_wagers(self) -> Iterator[str]:
        placed = self.store.answers_to([*self.places])
        for table in dict.fromkeys(self.places.values()):
            asked = sum(1 for request in placed if self.places[request] == table)
            bodies = self.store.bodies(f"table:{table}", 0)
            wagers = sum(is_asked_for(happened.decoder.decode(body)) for _, body in bodies)
            if wagers > asked:
                yield f"{table} has {wagers} wagers, and {asked} were asked for"


DECIDED = {game.decision.play for game in GAMES if game.decision}
"""Bets that follow from a decision; nobody asks to place them."""


def is_asked_for(event: AnyEvent) -> bool:
    return isinstance(event, happened.WagerPlaced) and event.bet not in DECIDED
