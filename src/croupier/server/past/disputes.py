"""Disputed rounds: captured with their proofs when a dispute is raised, then closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

import msgspec
from msgspec.structs import replace

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.journal.stream import Fold, Stream
from croupier.server.past.capture import Dispute  # noqa: TC001 - part of what is kept

if TYPE_CHECKING:
    from croupier.server.journal.store import Store

DISPUTE_IS_THERE_ALREADY = Sentence("dispute-is-there-already", "that is dispute {number} already")
DISPUTE_IS_CLOSED = Sentence("dispute-is-closed", "dispute {number} is closed")

STREAM = "disputes"


class DisputeEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    by: str
    at: int
    number: int


class DisputeRaised(DisputeEvent, frozen=True, kw_only=True, tag="dispute-raised"):
    reason: str
    captured: Dispute


class DisputeClosed(DisputeEvent, frozen=True, kw_only=True, tag="dispute-closed"):
    resolution: str


AnyDisputeEvent = DisputeRaised | DisputeClosed
decoder: msgspec.json.Decoder[AnyDisputeEvent] = msgspec.json.Decoder(AnyDisputeEvent)


class Disputed(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute without the round itself."""

    number: int
    table: str
    round: int
    by: str
    at: int
    reason: str
    closed_by: str | None = None
    closed_at: int | None = None
    resolution: str | None = None


AllDisputes = dict[int, Disputed]


def followed(all_: AllDisputes, event: AnyDisputeEvent) -> AllDisputes:
    match event:
        case DisputeRaised():
            return all_ | {event.number: raised(event)}
        case DisputeClosed():
            closed = replace(
                all_[event.number],
                closed_by=event.by,
                closed_at=event.at,
                resolution=event.resolution,
            )
            return all_ | {event.number: closed}
        case _:
            assert_never(event)


def raised(event: DisputeRaised) -> Disputed:
    return Disputed(
        number=event.number,
        table=event.captured.table,
        round=event.captured.round,
        by=event.by,
        at=event.at,
        reason=event.reason,
    )


DISPUTES = Fold(STREAM, decoder, followed)


class Disputes:
    """All disputes of a house; whoever calls `raise_one` or `close` holds the write lock."""

    def __init__(self, store: Store) -> None:
        self.stream = Stream(store, DISPUTES, AllDisputes())

    @property
    def all(self) -> AllDisputes:
        return self.stream.state

    def open_of(self, by: str, table: str, number: int) -> Disputed | None:
        """The same person's dispute of the same round, while it is open."""
        wanted = (by, table, number, None)
        for one in self.all.values():
            if (one.by, one.table, one.round, one.closed_at) == wanted:
                return one
        return None

    def raise_one(self, captured: Dispute, reason: str, by: str, at: int) -> Disputed | Refused:
        if before := self.open_of(by, captured.table, captured.round):
            return declined(Policy.ALREADY_SO, DISPUTE_IS_THERE_ALREADY(number=before.number))
        event = DisputeRaised(
            by=by, at=at, number=len(self.all) + 1, reason=reason, captured=captured
        )
        return self.append(event)

    def close(self, number: int, resolution: str, by: str, at: int) -> Disputed | Refused:
        if self.all[number].closed_at is not None:
            return declined(Policy.ALREADY_SO, DISPUTE_IS_CLOSED(number=number))
        return self.append(DisputeClosed(by=by, at=at, number=number, resolution=resolution))

    def append(self, event: AnyDisputeEvent) -> Disputed | Refused:
        appended = self.stream.append(event)
        return appended if isinstance(appended, Refused) else self.all[event.number]


def captured_in(store: Store, number: int) -> Dispute:
    """The round of a dispute, as it was captured."""
    for entry in store.read(STREAM):
        event = decoder.decode(entry.body)
        if isinstance(event, DisputeRaised) and event.number == number:
            return event.captured
    raise AssertionError(f"dispute {number} was never raised")
