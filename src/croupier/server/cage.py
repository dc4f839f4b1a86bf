"""The cage: money that comes in and goes out, tickets, and corrections by two people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.server import ledger
from croupier.server.store import New, Part, Posting, Short, Write, Written

if TYPE_CHECKING:
    from croupier.server.house import House
    from croupier.server.store import Store

STREAM = "cage"


class CageEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    by: str
    at: int


class BoughtIn(CageEvent, frozen=True, kw_only=True, tag="bought-in"):
    player: str
    cents: int


class TicketIssued(CageEvent, frozen=True, kw_only=True, tag="ticket-issued"):
    """A player's whole balance, or a part of it, as a ticket that the cage pays out."""

    ticket: str
    player: str
    cents: int


class TicketRedeemed(CageEvent, frozen=True, kw_only=True, tag="ticket-redeemed"):
    ticket: str
    cents: int


class BalanceCorrected(CageEvent, frozen=True, kw_only=True, tag="balance-corrected"):
    player: str
    cents: int
    before_cents: int
    after_cents: int
    owed_cents: int
    approved_by: str
    reason: str


AnyCageEvent = BoughtIn | TicketIssued | TicketRedeemed | BalanceCorrected
decoder = msgspec.json.Decoder(AnyCageEvent)


class No(msgspec.Struct, frozen=True):
    """Why nothing was paid in, out or corrected."""

    says: str


class Cage:
    """Tickets not yet redeemed, and the way in for the cage's own commands."""

    def __init__(self, house: House) -> None:
        self.house, self.store = house, house.store
        self.tickets: dict[str, int] = {}
        self.version = 0
        for entry in self.store.read(STREAM):
            self.version = entry.version
            self.follow(decoder.decode(entry.body))

    def follow(self, event: AnyCageEvent) -> None:
        if isinstance(event, TicketIssued):
            self.tickets[event.ticket] = event.cents
        elif isinstance(event, TicketRedeemed):
            del self.tickets[event.ticket]

    def buy_in(self, player: str, cents: int, by: str, at: int) -> AnyCageEvent | No:
        if cents <= 0:
            return No("more than 0.00 is paid in")
        event = BoughtIn(by=by, at=at, player=player, cents=cents)
        account = ledger.player_account(player)
        return self.write(event, (Posting(ledger.CAGE, -cents), Posting(account, cents)))

    def cash_out(self, player: str, cents: int, by: str, at: int) -> AnyCageEvent | No:
        if cents <= 0:
            return No("more than 0.00 is paid out")
        ticket = f"{self.version + 1:08d}"
        event = TicketIssued(by=by, at=at, ticket=ticket, player=player, cents=cents)
        account = ledger.player_account(player)
        return self.write(event, (Posting(account, -cents), Posting(ledger.TICKETS, cents)))

    def redeem(self, ticket: str, by: str, at: int) -> AnyCageEvent | No:
        cents = self.tickets.get(ticket)
        if cents is None:
            return No(f"no ticket {ticket[:20]!r} is open")
        event = TicketRedeemed(by=by, at=at, ticket=ticket, cents=cents)
        return self.write(event, (Posting(ledger.TICKETS, -cents), Posting(ledger.CAGE, cents)))

    def correct(  # noqa: PLR0913 - who, what, by whom, with whom, why, when
        self, player: str, cents: int, *, by: str, approved_by: str, reason: str, at: int
    ) -> AnyCageEvent | No:
        """A second person approves; what the balance cannot cover is owed."""
        if by == approved_by:
            return No("a second person approves a correction")
        if not reason.strip() or not cents:
            return No("a correction has an amount and a reason")
        account = ledger.player_account(player)
        before = self.house.balances.get(account, 0)
        taken = max(cents, -before)
        event = BalanceCorrected(
            by=by,
            at=at,
            player=player,
            cents=cents,
            before_cents=before,
            after_cents=before + taken,
            owed_cents=taken - cents,
            approved_by=approved_by,
            reason=reason,
        )
        moved = (
            Posting(account, taken),
            Posting(ledger.owed(player), cents - taken),
            Posting(ledger.CORRECTIONS, -cents),
        )
        return self.write(event, tuple(one for one in moved if one.cents))

    def write(self, event: AnyCageEvent, postings: tuple[Posting, ...]) -> AnyCageEvent | No:
        new = New(event.at, msgspec.json.encode(event), postings)
        [outcome] = self.store.append([Write((Part(STREAM, self.version, (new,)),))])
        if isinstance(outcome, Short):
            return No(f"{outcome.has_cents / 100:.2f} is there")
        if not isinstance(outcome, Written):
            return No(f"nothing happened: {outcome}")
        self.version += 1
        self.follow(event)
        self.house.moved(postings)
        return event


def stream_of(store: Store) -> list[AnyCageEvent]:
    return [decoder.decode(entry.body) for entry in store.read(STREAM)]
