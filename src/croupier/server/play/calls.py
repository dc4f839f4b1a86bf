"""Calls for a supervisor: made at a table, answered by the pit, recorded in the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

import msgspec

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.journal.stream import Fold, Stream

if TYPE_CHECKING:
    from croupier.server.journal.store import Store

SUPERVISOR_IS_CALLED_ALREADY = Sentence(
    "supervisor-is-called-already", "a supervisor is called already"
)
NOBODY_IS_CALLED_THERE = Sentence("nobody-is-called-there", "nobody is called there")

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


OpenCalls = dict[str, OpenCall]


def followed(open_: OpenCalls, event: AnyCallEvent) -> OpenCalls:
    match event:
        case SupervisorCalled():
            call = OpenCall(event.table, event.by, event.at, event.reason)
            return open_ | {event.table: call}
        case CallAnswered():
            return {table: call for table, call in open_.items() if table != event.table}
        case _:
            assert_never(event)


CALLS = Fold(STREAM, decoder, followed)


class Calls:
    """One open call at a table; whoever calls `call` or `answer` holds the write lock."""

    def __init__(self, store: Store) -> None:
        self.stream = Stream(store, CALLS, OpenCalls())

    @property
    def open(self) -> OpenCalls:
        return self.stream.state

    def call(self, table: str, reason: str, by: str, at: int) -> AnyCallEvent | Refused:
        if table in self.open:
            return declined(Policy.ALREADY_SO, SUPERVISOR_IS_CALLED_ALREADY())
        return self.stream.append(SupervisorCalled(by=by, at=at, table=table, reason=reason))

    def answer(self, table: str, by: str, at: int) -> AnyCallEvent | Refused:
        if table not in self.open:
            return declined(Policy.NOTHING_WAITS, NOBODY_IS_CALLED_THERE())
        return self.stream.append(CallAnswered(by=by, at=at, table=table))
