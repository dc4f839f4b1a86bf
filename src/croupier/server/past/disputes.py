"""Disputed rounds: captured with their proofs when a dispute is raised, then closed."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

import msgspec
from msgspec.structs import replace

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.journal.stream import Fold, Stream
from croupier.server.past.capture import Dispute  # noqa: TC001 - part of what is kept
from croupier.server.past.openings import opening_of
from croupier.server.past.played import TABLE
from croupier.table import events as happened

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
    step: int | None = None
    """The entry of the round that it is about, by its position."""


class DisputeClosed(DisputeEvent, frozen=True, kw_only=True, tag="dispute-closed"):
    resolution: str
    corrected: bool = False
    """The round was put right."""


class DisputeWithdrawn(DisputeEvent, frozen=True, kw_only=True, tag="dispute-withdrawn"):
    """By whoever raised it."""


AnyDisputeEvent = DisputeRaised | DisputeClosed | DisputeWithdrawn
decoder: msgspec.json.Decoder[AnyDisputeEvent] = msgspec.json.Decoder(AnyDisputeEvent)


class Status(StrEnum):
    OPEN = "open"
    ANSWERED = "answered"
    CORRECTED = "corrected"
    WITHDRAWN = "withdrawn"


class Disputed(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute without the round itself."""

    number: int
    table: str
    round: int
    by: str
    at: int
    reason: str
    step: int | None = None
    status: Status = Status.OPEN
    closed_by: str | None = None
    closed_at: int | None = None
    resolution: str | None = None

    @property
    def is_open(self) -> bool:
        return self.status is Status.OPEN


AllDisputes = dict[int, Disputed]


def followed(all_: AllDisputes, event: AnyDisputeEvent) -> AllDisputes:
    match event:
        case DisputeRaised():
            return all_ | {event.number: raised(event)}
        case DisputeClosed():
            closed = replace(
                all_[event.number],
                status=Status.CORRECTED if event.corrected else Status.ANSWERED,
                closed_by=event.by,
                closed_at=event.at,
                resolution=event.resolution,
            )
            return all_ | {event.number: closed}
        case DisputeWithdrawn():
            gone = replace(
                all_[event.number],
                status=Status.WITHDRAWN,
                closed_by=event.by,
                closed_at=event.at,
            )
            return all_ | {event.number: gone}
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
        step=event.step,
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
        for one in self.all.values():
            if (one.by, one.table, one.round) == (by, table, number) and one.is_open:
                return one
        return None

    def raise_one(
        self, captured: Dispute, reason: str, by: str, at: int, step: int | None = None
    ) -> Disputed | Refused:
        if before := self.open_of(by, captured.table, captured.round):
            return declined(Policy.ALREADY_SO, DISPUTE_IS_THERE_ALREADY(number=before.number))
        number = len(self.all) + 1
        return self.append(
            DisputeRaised(by=by, at=at, number=number, reason=reason, captured=captured, step=step)
        )

    def close(
        self, number: int, resolution: str, by: str, at: int, *, corrected: bool = False
    ) -> Disputed | Refused:
        if not self.all[number].is_open:
            return declined(Policy.ALREADY_SO, DISPUTE_IS_CLOSED(number=number))
        return self.append(
            DisputeClosed(by=by, at=at, number=number, resolution=resolution, corrected=corrected)
        )

    def withdraw(self, number: int, by: str, at: int) -> Disputed | Refused:
        if not self.all[number].is_open:
            return declined(Policy.ALREADY_SO, DISPUTE_IS_CLOSED(number=number))
        return self.append(DisputeWithdrawn(by=by, at=at, number=number))

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


def was_corrected(store: Store, dispute: Disputed) -> bool:
    """Whether the round was put right since, while it or the next one was played."""
    stream, openings = f"{TABLE}{dispute.table}", 0
    version = opening_of(store, stream, dispute.round)
    assert version is not None
    for _, body in store.bodies(stream, version):
        event = happened.decoder.decode(body)
        openings += isinstance(event, happened.BettingOpened)
        if openings > 1:
            return False
        later = event.at >= dispute.at
        if later and isinstance(event, happened.SettlementCorrected):
            return event.round == dispute.round
        if later and not openings and isinstance(event, happened.SettlementReversed):
            return True
    return False
