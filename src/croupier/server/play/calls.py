"""Calls for a supervisor: made at a table, answered by someone of the pit, kept in the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.server.journal.stream import Kept
from croupier.server.money.cage import No

if TYPE_CHECKING:
    from croupier.server.journal.store import Store

STREAM = "calls"


class CallEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    by: str
    at: int
    table: str


class SupervisorCalled(CallEvent, frozen=True, kw_only=True, tag="supervisor-called"):
    reason: str


class CallAnswered(CallEvent, frozen=True, kw_only=True, tag="call-answered"):
    pass


AnyCallEvent = SupervisorCalled | CallAnswered
decoder: msgspec.json.Decoder[AnyCallEvent] = msgspec.json.Decoder(AnyCallEvent)


class OpenCall(msgspec.Struct, frozen=True):
    table: str
    by: str
    at: int
    reason: str


class Calls(Kept[AnyCallEvent]):
    """One open call at a table; whoever calls `call` or `answer` has the disk."""

    def __init__(self, store: Store) -> None:
        self.open: dict[str, OpenCall] = {}
        super().__init__(store, STREAM, decoder)

    def follow(self, event: AnyCallEvent) -> None:
        if isinstance(event, SupervisorCalled):
            self.open[event.table] = OpenCall(event.table, event.by, event.at, event.reason)
        else:
            self.open.pop(event.table, None)

    def call(self, table: str, reason: str, by: str, at: int) -> No | None:
        if table in self.open:
            return No("a supervisor is called already")
        return self.write(SupervisorCalled(by=by, at=at, table=table, reason=reason))

    def answer(self, table: str, by: str, at: int) -> No | None:
        if table not in self.open:
            return No("nobody is called there")
        return self.write(CallAnswered(by=by, at=at, table=table))
