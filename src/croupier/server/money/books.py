"""What happens at the cage as events, and what they have left open."""

from __future__ import annotations

from typing import Literal, assert_never

import msgspec

from croupier.server.journal.stream import Fold, packed
from croupier.server.money.alone import Used

STREAM = "cage"


Kind = Literal["correction", "buy-in", "redeem"]
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


class TicketIssued(CageEvent, frozen=True, kw_only=True, tag="ticket-issued"):
    """A player's whole balance, or a part of it, as a ticket that the cage pays out."""

    ticket: str
    """Its number; a ticket from before there were codes is paid out for it."""
    player: str
    cents: int
    code: str | None = None
    """What it is paid out for, which nobody can guess: private."""

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
)
decoder: msgspec.json.Decoder[AnyCageEvent] = msgspec.json.Decoder(AnyCageEvent)


class Books(msgspec.Struct):
    """What the cage's events have left open."""

    issued: dict[str, TicketIssued] = {}
    proposed: dict[int, CorrectionProposed] = {}
    proposals: int = 0
    used: Used = msgspec.field(default_factory=Used)
    """What people have done alone of late."""
    doubted: set[str] = set()
    """Tickets that were open when a backup was put back."""

    def count(self, event: AnyCageEvent) -> None:
        match event:
            case BoughtIn(approved_by=None) if event.by != event.player:
                self.used.add("buy_in", event.by, event.player, event.cents, event.at)
            case TicketRedeemed(approved_by=None):
                player = self.issued[event.ticket].player
                self.used.add("redeem", event.by, player, event.cents, event.at)
            case BalanceCorrected():
                second = event.approved_by
                self.used.add("correction", second, event.player, event.cents, event.at)

    def follow(self, event: AnyCageEvent) -> None:
        self.count(event)
        match event:
            case TicketIssued():
                self.issued[event.ticket] = event
            case TicketRedeemed():
                del self.issued[event.ticket]
                self.doubted.discard(event.ticket)
                self.proposed.pop(event.number or 0, None)
            case TicketsDoubted():
                self.doubted, self.proposed = set(self.issued), {}
            case CorrectionProposed():
                self.proposed[event.number] = event
                self.proposals = event.number
            case BalanceCorrected() | CorrectionRefused():
                if event.number is not None:
                    del self.proposed[event.number]
            case BoughtIn():
                self.proposed.pop(event.number or 0, None)
            case _:
                assert_never(event)


def followed(books: Books, event: AnyCageEvent) -> Books:
    books.follow(event)
    return books


BOOKS = packed(Books)
CAGE = Fold(STREAM, decoder, followed, BOOKS)
