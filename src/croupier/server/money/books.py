"""What happens at the cage as events, and what they have left open."""

from __future__ import annotations

from hashlib import sha256
from typing import Literal

import msgspec

from croupier.server.journal.stream import Fold, packed
from croupier.server.money import drawer_events
from croupier.server.money.alone import Used
from croupier.server.money.drawer_events import AnyDrawerEvent
from croupier.server.money.drawers import Drawers, Moved, MoveKind

STREAM = "cage"
MOST_PAID = 10_000
"""Tickets that were paid and are known again."""
Kind = Literal["correction", "buy-in", "redeem", "cash-out"]
"""What a second person approves."""


class CageEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    by: str
    at: int


class BoughtIn(CageEvent, frozen=True, kw_only=True, tag="bought-in"):
    player: str
    cents: int
    approved_by: str | None = None
    number: int | None = None
    """Of the proposal, where it was more than one person takes in."""
    window: str | None = None
    """Of the cage, where the cash lies."""


class TicketIssued(CageEvent, frozen=True, kw_only=True, tag="ticket-issued"):
    """A player's whole balance, or a part of it, as a ticket that the cage pays out."""

    ticket: str
    """Its number; a ticket from before there were codes is paid out for it."""
    player: str
    cents: int
    code: str | None = None
    """What it is paid out for, which nobody can guess: private."""
    window: str | None = None
    approved_by: str | None = None
    number: int | None = None
    """Of the proposal, where it was more than one person pays out."""

    @property
    def shown(self) -> str:
        """In full, as it stands on the ticket; nothing once its code was erased."""
        return self.ticket if self.code is None else self.code

    @property
    def last_four(self) -> str:
        """As those see it whose ticket it is not."""
        return f"\N{HORIZONTAL ELLIPSIS}{self.shown[-4:]}"


class TicketRedeemed(CageEvent, frozen=True, kw_only=True, tag="ticket-redeemed"):
    ticket: str
    cents: int
    approved_by: str | None = None
    number: int | None = None
    window: str | None = None


class TicketsDoubted(CageEvent, frozen=True, kw_only=True, tag="tickets-doubted"):
    """A backup was put back: they may be paid out already; what waited is proposed anew."""


class BalanceCorrected(CageEvent, frozen=True, kw_only=True, tag="balance-corrected"):
    player: str
    cents: int
    before_cents: int
    after_cents: int
    owed_cents: int
    approved_by: str
    reason: str
    number: int | None = None
    """Of the proposal."""


class CorrectionProposed(CageEvent, frozen=True, kw_only=True, tag="correction-proposed"):
    number: int
    player: str
    cents: int
    reason: str
    kind: Kind = "correction"
    ticket: str | None = None
    """The number of the one that is to be paid out."""
    window: str | None = None
    paid_as: drawer_events.AskedAs = "cash"
    until: int | None = None
    """After which nobody approves it any more."""

    def waits(self, at: int) -> bool:
        return self.until is None or at < self.until


class CorrectionRefused(CageEvent, frozen=True, kw_only=True, tag="correction-refused"):
    number: int


AnyCageEvent = (
    BoughtIn
    | TicketIssued
    | TicketRedeemed
    | TicketsDoubted
    | BalanceCorrected
    | CorrectionProposed
    | CorrectionRefused
    | AnyDrawerEvent
)
decoder: msgspec.json.Decoder[AnyCageEvent] = msgspec.json.Decoder(AnyCageEvent)


class Paid(msgspec.Struct, frozen=True):
    """A ticket that was paid out: when, by whom and where."""

    at: int
    by: str
    window: str


class Books(msgspec.Struct, kw_only=True):
    """What the cage's events have left open."""

    issued: dict[str, TicketIssued] = {}
    proposed: dict[int, CorrectionProposed] = {}
    proposals: int = 0
    used: Used = msgspec.field(default_factory=Used)
    """What people have done alone of late."""
    doubted: set[str] = set()
    """Tickets that were open when a backup was put back."""
    cage: Drawers = msgspec.field(default_factory=Drawers)
    """What lies at its windows."""
    paid: dict[str, Paid] = {}
    """The last tickets that were paid out, by the digest of what stands on them."""

    def count(self, event: AnyCageEvent) -> None:
        match event:
            case BoughtIn(approved_by=None) if event.by != event.player:
                self.used.add("buy_in", event.by, event.player, event.cents, event.at)
            case TicketRedeemed(approved_by=None):
                player = self.issued[event.ticket].player
                self.used.add("redeem", event.by, player, event.cents, event.at)
            case drawer_events.CashedOut(approved_by=None):
                self.used.add("cash_out", event.by, event.player, event.cents, event.at)
            case TicketIssued(approved_by=None) if event.by != event.player:
                self.used.add("cash_out", event.by, event.player, event.cents, event.at)
            case BalanceCorrected():
                second = event.approved_by
                self.used.add("correction", second, event.player, event.cents, event.at)

    def follow(self, event: AnyCageEvent) -> None:
        self.count(event)
        match event:
            case TicketIssued():
                self.issued[event.ticket] = event
                self.proposed.pop(event.number or 0, None)
            case TicketRedeemed():
                issued = self.issued.pop(event.ticket)
                self.pay(issued, event)
                self.move("redeem", -event.cents, issued.player, event)
                self.doubted.discard(event.ticket)
                self.proposed.pop(event.number or 0, None)
            case TicketsDoubted():
                self.doubted, self.proposed = set(self.issued), {}
            case CorrectionProposed():
                open_ = {key: one for key, one in self.proposed.items() if one.waits(event.at)}
                self.proposed = open_ | {event.number: event}
                self.proposals = event.number
            case BalanceCorrected() | CorrectionRefused():
                if event.number is not None:
                    self.proposed.pop(event.number, None)
            case BoughtIn():
                self.proposed.pop(event.number or 0, None)
                self.move("buy-in", event.cents, event.player, event)
            case _:
                self.at_window(event)

    def pay(self, issued: TicketIssued, event: TicketRedeemed) -> None:
        if not issued.shown:
            return
        self.paid[digest_of(issued.shown)] = Paid(event.at, event.by, event.window or "")
        if len(self.paid) > MOST_PAID:
            del self.paid[next(iter(self.paid))]

    def at_window(self, event: AnyDrawerEvent) -> None:
        if isinstance(event, drawer_events.CashedOut | drawer_events.RequestWithdrawn):
            self.proposed.pop(event.number or 0, None)
        self.cage.follow(event)

    def move(
        self, kind: MoveKind, cents: int, player: str, event: BoughtIn | TicketRedeemed
    ) -> None:
        moved = Moved(kind=kind, cents=cents, player=player, at=event.at)
        self.cage.moved(event.window, moved)


def digest_of(shown: str) -> str:
    """By which a ticket that was paid is known again, and not read."""
    return sha256(shown.encode()).hexdigest()


def followed(books: Books, event: AnyCageEvent) -> Books:
    books.follow(event)
    return books


BOOKS = packed(Books)
CAGE = Fold(STREAM, decoder, followed, BOOKS)
