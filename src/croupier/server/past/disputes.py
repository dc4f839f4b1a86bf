"""Disputed rounds: captured with their proofs when a dispute is raised, then closed.

An open dispute may hold its table, and keeps aside what its player won there in that round.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple, assert_never

import msgspec
from msgspec.structs import replace

from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server.journal.stream import Fold, Stream, packed
from croupier.server.past.capture import Dispute  # noqa: TC001 - part of what is kept
from croupier.server.past.openings import opening_of
from croupier.server.past.played import TABLE
from croupier.server.play.holds import Disputed as Holding
from croupier.table import events as happened

if TYPE_CHECKING:
    from croupier.server.journal.store import Store
    from croupier.server.play.house import House

DISPUTE_IS_THERE_ALREADY = Sentence("dispute-is-there-already", "that is dispute {number} already")
DISPUTE_IS_CLOSED = Sentence("dispute-is-closed", "dispute {number} is closed")
HOLDS_ALREADY = Sentence("dispute-holds-already", "dispute {number} holds table {table} already")
HOLDS_NOTHING = Sentence("dispute-holds-nothing", "dispute {number} does not hold table {table}")

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
    player: str | None = None
    """Whose round it is; none where staff raise it for nobody."""
    claimed_cents: int | None = None
    """What the player asks for."""
    kept_cents: int = 0
    """Of the player's winnings from the round, which stay aside until it is closed."""
    holds: bool = False
    """The table, by the house's own terms."""


class HoldPlaced(DisputeEvent, frozen=True, kw_only=True, tag="hold-placed"):
    """No further round opens at the table."""

    reason: str


class HoldLifted(DisputeEvent, frozen=True, kw_only=True, tag="hold-lifted"):
    """Rounds open again, and the dispute is looked at meanwhile."""

    reason: str


class DisputeClosed(DisputeEvent, frozen=True, kw_only=True, tag="dispute-closed"):
    resolution: str
    corrected: bool = False
    """The round was put right."""


class DisputeWithdrawn(DisputeEvent, frozen=True, kw_only=True, tag="dispute-withdrawn"):
    """By whoever raised it."""


AnyDisputeEvent = DisputeRaised | HoldPlaced | HoldLifted | DisputeClosed | DisputeWithdrawn
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
    player: str | None = None
    """Whose round it is; none where staff raised it for nobody."""
    claimed_cents: int | None = None
    kept_cents: int = 0
    """Of the player's winnings from the round: they stay aside while it is open."""
    holds: bool = False
    """No further round opens at the table."""
    hold_by: str | None = None
    """Who has held the table, or let it go on, last; none: nobody, or the house by its terms."""
    hold_at: int | None = None
    hold_reason: str | None = None

    @property
    def is_open(self) -> bool:
        return self.status is Status.OPEN


AllDisputes = dict[int, Disputed]


def followed(all_: AllDisputes, event: AnyDisputeEvent) -> AllDisputes:
    match event:
        case DisputeRaised():
            return all_ | {event.number: raised(event)}
        case HoldPlaced() | HoldLifted():
            held = replace(
                all_[event.number],
                holds=isinstance(event, HoldPlaced),
                hold_by=event.by,
                hold_at=event.at,
                hold_reason=event.reason,
            )
            return all_ | {event.number: held}
        case DisputeClosed():
            closed = replace(
                all_[event.number],
                holds=False,
                status=Status.CORRECTED if event.corrected else Status.ANSWERED,
                closed_by=event.by,
                closed_at=event.at,
                resolution=event.resolution,
            )
            return all_ | {event.number: closed}
        case DisputeWithdrawn():
            gone = replace(
                all_[event.number],
                holds=False,
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
        player=event.player,
        claimed_cents=event.claimed_cents,
        kept_cents=event.kept_cents,
        holds=event.holds,
        hold_at=event.at if event.holds else None,
    )


ALL = packed(AllDisputes)
DISPUTES = Fold(STREAM, decoder, followed, ALL)


class About(NamedTuple):
    """What a dispute is about, beside the round."""

    step: int | None = None
    player: str | None = None
    claimed_cents: int | None = None


THE_ROUND = About()


class Disputes:
    """All disputes of a house; whoever calls anything but `open_of` holds the write lock."""

    def __init__(self, store: Store, house: House | None = None) -> None:
        self.stream, self.house = Stream(store, DISPUTES, AllDisputes()), house
        self.tell_house()

    @property
    def all(self) -> AllDisputes:
        return self.stream.state

    def tell_house(self) -> None:
        """What open disputes hold, where rounds open and winnings are released."""
        if self.house is not None:
            self.house.rounds.disputes.follow(
                Holding(one.number, one.table, one.round, one.holds, one.player, one.kept_cents)
                for one in self.all.values()
                if one.is_open
            )

    def holding(self, table: str) -> Disputed | None:
        """The first that holds a table."""
        held = self.house.rounds.disputes.tables if self.house else {}
        return self.all[held[table]] if table in held else None

    def open_of(self, by: str, table: str, number: int) -> Disputed | None:
        """The same person's dispute of the same round, while it is open."""
        for one in self.all.values():
            if (one.by, one.table, one.round) == (by, table, number) and one.is_open:
                return one
        return None

    def raise_one(
        self, captured: Dispute, reason: str, by: str, at: int, about: About = THE_ROUND
    ) -> Disputed | Refused:
        table, round_ = captured.table, captured.round
        if before := self.open_of(by, table, round_):
            return declined(Policy.ALREADY_SO, DISPUTE_IS_THERE_ALREADY(number=before.number))
        kept, holds = 0, False
        if self.house is not None:
            live, rules = self.house.tables[table].table, self.house.rounds
            kept = rules.would_keep(live, round_, about.player) if about.player else 0
            holds = rules.holds_by_itself(live, round_)
        return self.append(
            DisputeRaised(
                by=by,
                at=at,
                number=len(self.all) + 1,
                reason=reason,
                captured=captured,
                kept_cents=kept,
                holds=holds,
                **about._asdict(),
            )
        )

    def hold(self, number: int, reason: str, by: str, at: int) -> Disputed | Refused:
        if no := self.not_so(number, holds=False):
            return no
        return self.append(HoldPlaced(by=by, at=at, number=number, reason=reason))

    def lift(self, number: int, reason: str, by: str, at: int) -> Disputed | Refused:
        if no := self.not_so(number, holds=True):
            return no
        return self.append(HoldLifted(by=by, at=at, number=number, reason=reason))

    def not_so(self, number: int, *, holds: bool) -> Refused | None:
        """Why its hold cannot be changed: it is closed, or it is not as it would have to be."""
        one = self.all[number]
        if not one.is_open:
            return declined(Policy.ALREADY_SO, DISPUTE_IS_CLOSED(number=number))
        if one.holds is not holds:
            said = HOLDS_ALREADY if one.holds else HOLDS_NOTHING
            return declined(Policy.ALREADY_SO, said(number=number, table=one.table))
        return None

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
        if isinstance(appended, Refused):
            return appended
        self.tell_house()
        return self.all[event.number]


def captured_in(store: Store, number: int) -> Dispute:
    """The round of a dispute, as it was captured."""
    for entry in store.read_back(STREAM, store.head(STREAM)[0] + 1):
        event = decoder.decode(entry.body)
        if isinstance(event, DisputeRaised) and event.number == number:
            return event.captured
    raise AssertionError(f"dispute {number} was never raised")


def acted_in(captured: Dispute) -> set[str]:
    """Who has dealt, bet or decided anything in a round, by what was captured of it."""
    bodies = (one.body for one in captured.entries if one.stream.startswith(TABLE))
    events = [happened.decoder.decode(body) for body in bodies]
    return {one.by for one in events if not isinstance(one, happened.TableConfigured)}


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
