"""The cage: money that comes in and goes out, tickets, and corrections by two people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.server.journal import snapshots
from croupier.server.journal.store import (
    Answered,
    New,
    Part,
    Posting,
    Short,
    Unavailable,
    Write,
    Written,
)
from croupier.server.money import ledger

if TYPE_CHECKING:
    from croupier.server.journal.store import Store
    from croupier.server.play.house import House

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
    number: int | None = None
    """Of the proposal."""


class CorrectionProposed(CageEvent, frozen=True, kw_only=True, tag="correction-proposed"):
    number: int
    player: str
    cents: int
    reason: str


class CorrectionRefused(CageEvent, frozen=True, kw_only=True, tag="correction-refused"):
    number: int


AnyCageEvent = (
    BoughtIn
    | TicketIssued
    | TicketRedeemed
    | BalanceCorrected
    | CorrectionProposed
    | CorrectionRefused
)
decoder: msgspec.json.Decoder[AnyCageEvent] = msgspec.json.Decoder(AnyCageEvent)


class No(msgspec.Struct, frozen=True):
    """Why nothing was paid in, out or corrected."""

    says: str
    paused: bool = False
    """The store cannot be written to."""


SECOND_PERSON = No("a second person approves a correction")


class Books(msgspec.Struct):
    """What the cage's events have left open."""

    issued: dict[str, TicketIssued] = {}
    proposed: dict[int, CorrectionProposed] = {}
    proposals: int = 0

    def follow(self, event: AnyCageEvent) -> None:
        if isinstance(event, TicketIssued):
            self.issued[event.ticket] = event
        elif isinstance(event, TicketRedeemed):
            del self.issued[event.ticket]
        elif isinstance(event, CorrectionProposed):
            self.proposed[event.number] = event
            self.proposals = event.number
        elif isinstance(event, BalanceCorrected | CorrectionRefused) and event.number is not None:
            del self.proposed[event.number]


books_decoder = msgspec.msgpack.Decoder(Books)


class Cage:
    """Tickets not yet redeemed, corrections not yet approved, and the way in for commands."""

    def __init__(self, house: House) -> None:
        self.house, self.store = house, house.store
        self.books, self.version = Books(), 0
        if kept := snapshots.trusted(self.store, STREAM, Books):
            self.books, self.version = books_decoder.decode(kept.state), kept.version
        self.kept_at = self.version
        for entry in self.store.read(STREAM, self.version):
            self.version = entry.version
            self.books.follow(decoder.decode(entry.body))

    def keep(self) -> None:
        """Now and then, so that a start need not read all that the cage ever did."""
        if self.version - self.kept_at >= snapshots.EVERY:
            state = msgspec.msgpack.encode(self.books)
            if snapshots.keep(self.store, STREAM, self.version, Books, state):
                self.kept_at = self.version

    @property
    def issued(self) -> dict[str, TicketIssued]:
        return self.books.issued

    @property
    def proposed(self) -> dict[int, CorrectionProposed]:
        return self.books.proposed

    @property
    def tickets(self) -> dict[str, int]:
        return {ticket: event.cents for ticket, event in self.issued.items()}

    def buy_in(
        self, player: str, cents: int, by: str, at: int, request: str | None = None
    ) -> AnyCageEvent | No:
        if cents <= 0:
            return No("more than 0.00 is paid in")
        event = BoughtIn(by=by, at=at, player=player, cents=cents)
        account = ledger.player_account(player)
        return self.write(event, (Posting(ledger.CAGE, -cents), Posting(account, cents)), request)

    def cash_out(
        self, player: str, cents: int, by: str, at: int, request: str | None = None
    ) -> AnyCageEvent | No:
        if cents <= 0:
            return No("more than 0.00 is paid out")
        ticket = f"{self.version + 1:08d}"
        event = TicketIssued(by=by, at=at, ticket=ticket, player=player, cents=cents)
        account = ledger.player_account(player)
        return self.write(
            event, (Posting(account, -cents), Posting(ledger.TICKETS, cents)), request
        )

    def redeem(self, ticket: str, by: str, at: int) -> AnyCageEvent | No:
        issued = self.issued.get(ticket)
        if issued is None:
            return No(f"no ticket {ticket[:20]!r} is open")
        cents = issued.cents
        event = TicketRedeemed(by=by, at=at, ticket=ticket, cents=cents)
        return self.write(event, (Posting(ledger.TICKETS, -cents), Posting(ledger.CAGE, cents)))

    def propose(
        self, player: str, cents: int, reason: str, by: str, at: int
    ) -> CorrectionProposed | No:
        """Nothing moves until a second person approves."""
        if no := unfounded(cents, reason):
            return no
        number = self.books.proposals + 1
        event = CorrectionProposed(
            by=by, at=at, number=number, player=player, cents=cents, reason=reason
        )
        made = self.write(event, ())
        assert isinstance(made, CorrectionProposed | No)
        return made

    def approve(self, number: int, by: str, at: int) -> AnyCageEvent | No:
        one = self.proposed.get(number)
        if one is None:
            return No(f"no correction {number} is open")
        return self.correct(
            one.player,
            one.cents,
            by=one.by,
            approved_by=by,
            reason=one.reason,
            at=at,
            number=number,
        )

    def refuse(self, number: int, by: str, at: int) -> AnyCageEvent | No:
        one = self.proposed.get(number)
        if one is None:
            return No(f"no correction {number} is open")
        if one.by == by:
            return SECOND_PERSON
        return self.write(CorrectionRefused(by=by, at=at, number=number), ())

    def correct(  # noqa: PLR0913 - who, what, by whom, with whom, why, when
        self,
        player: str,
        cents: int,
        *,
        by: str,
        approved_by: str,
        reason: str,
        at: int,
        number: int | None = None,
    ) -> AnyCageEvent | No:
        """A second person approves; what the balance cannot cover is owed."""
        if by == approved_by:
            return SECOND_PERSON
        if no := unfounded(cents, reason):
            return no
        account = ledger.player_account(player)
        before = self.house.balances.get(account, 0)
        after, short = leaves(cents, before)
        taken = after - before
        event = BalanceCorrected(
            by=by,
            at=at,
            player=player,
            cents=cents,
            before_cents=before,
            after_cents=after,
            owed_cents=short,
            approved_by=approved_by,
            reason=reason,
            number=number,
        )
        moved = (
            Posting(account, taken),
            Posting(ledger.owed(player), cents - taken),
            Posting(ledger.CORRECTIONS, -cents),
        )
        return self.write(event, tuple(one for one in moved if one.cents))

    def write(
        self, event: AnyCageEvent, postings: tuple[Posting, ...], request: str | None = None
    ) -> AnyCageEvent | No:
        """The same request again is answered again, and not carried out again."""
        body = msgspec.json.encode(event)
        part = Part(STREAM, self.version, (New(event.at, body, postings),))
        [outcome] = self.store.append([Write((part,), request, body)])
        if isinstance(outcome, Answered):
            return decoder.decode(outcome.answer)
        if isinstance(outcome, Short):
            return No(f"{outcome.has_cents / 100:.2f} is there")
        if isinstance(outcome, Unavailable):
            return No(f"the house pauses, nothing happened: {outcome.reason}", paused=True)
        if not isinstance(outcome, Written):
            return No(f"nothing happened: {outcome}")
        self.version += 1
        self.books.follow(event)
        self.house.moved(postings)
        self.keep()
        return event


def unfounded(cents: int, reason: str) -> No | None:
    return None if reason.strip() and cents else No("a correction has an amount and a reason")


def leaves(cents: int, balance: int) -> tuple[int, int]:
    """What a correction would leave, and what of it would be owed."""
    taken = max(cents, -balance)
    return balance + taken, taken - cents


def stream_of(store: Store) -> list[AnyCageEvent]:
    return [decoder.decode(entry.body) for entry in store.read(STREAM)]
