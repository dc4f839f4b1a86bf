"""The cage: money that comes in and goes out, tickets, and corrections by two people."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

import msgspec

from croupier.engine.refusals import Policy, Refused, declined
from croupier.engine.steps import Refusal
from croupier.server.journal.store import Posting
from croupier.server.journal.stream import Fold, Stream, packed
from croupier.server.money import ledger

if TYPE_CHECKING:
    from croupier.server.journal.store import Store
    from croupier.server.money.ledger import Balances
    from croupier.table.commands import Who

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


SECOND_PERSON = declined(Refusal.SECOND_PERSON, "a second person approves a correction")


class Books(msgspec.Struct):
    """What the cage's events have left open."""

    issued: dict[str, TicketIssued] = {}
    proposed: dict[int, CorrectionProposed] = {}
    proposals: int = 0

    def follow(self, event: AnyCageEvent) -> None:
        match event:
            case TicketIssued():
                self.issued[event.ticket] = event
            case TicketRedeemed():
                del self.issued[event.ticket]
            case CorrectionProposed():
                self.proposed[event.number] = event
                self.proposals = event.number
            case BalanceCorrected() | CorrectionRefused():
                if event.number is not None:
                    del self.proposed[event.number]
            case BoughtIn():
                pass  # nothing is left open by it
            case _:
                assert_never(event)


def followed(books: Books, event: AnyCageEvent) -> Books:
    books.follow(event)
    return books


BOOKS = packed(Books)
CAGE = Fold(STREAM, decoder, followed, BOOKS)


class Cage:
    """Tickets not yet redeemed, corrections not yet approved, and the way in for commands."""

    def __init__(self, store: Store, balances: Balances) -> None:
        self.stream, self.balances = Stream(store, CAGE, Books()), balances

    @property
    def books(self) -> Books:
        return self.stream.state

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
    ) -> AnyCageEvent | Refused:
        if cents <= 0:
            return declined(Policy.UNFIT_AMOUNT, "more than 0.00 is paid in")
        event = BoughtIn(by=by, at=at, player=player, cents=cents)
        account = ledger.player_account(player)
        return self.write(event, (Posting(ledger.CAGE, -cents), Posting(account, cents)), request)

    def cash_out(
        self, player: str, cents: int, by: str, at: int, request: str | None = None
    ) -> AnyCageEvent | Refused:
        if cents <= 0:
            return declined(Policy.UNFIT_AMOUNT, "more than 0.00 is paid out")
        ticket = f"{self.stream.version + 1:08d}"
        event = TicketIssued(by=by, at=at, ticket=ticket, player=player, cents=cents)
        account = ledger.player_account(player)
        return self.write(
            event, (Posting(account, -cents), Posting(ledger.TICKETS, cents)), request
        )

    def redeem(self, ticket: str, by: str, at: int) -> AnyCageEvent | Refused:
        issued = self.issued.get(ticket)
        if issued is None:
            return declined(Policy.NO_SUCH_THING, f"no ticket {ticket[:20]!r} is open")
        cents = issued.cents
        event = TicketRedeemed(by=by, at=at, ticket=ticket, cents=cents)
        return self.write(event, (Posting(ledger.TICKETS, -cents), Posting(ledger.CAGE, cents)))

    def propose(
        self, player: str, cents: int, reason: str, by: str, at: int
    ) -> CorrectionProposed | Refused:
        """Nothing moves until a second person approves."""
        if no := unfounded(cents, reason):
            return no
        number = self.books.proposals + 1
        event = CorrectionProposed(
            by=by, at=at, number=number, player=player, cents=cents, reason=reason
        )
        made = self.write(event, ())
        assert isinstance(made, CorrectionProposed | Refused)
        return made

    def approve(self, number: int, by: Who, at: int) -> AnyCageEvent | Refused:
        one = self.proposed.get(number)
        if one is None:
            return declined(Policy.NO_SUCH_THING, f"no correction {number} is open")
        if not by.pairs_with(one.by):
            return SECOND_PERSON
        return self.correct(
            one.player,
            one.cents,
            by=one.by,
            approved_by=by.name,
            reason=one.reason,
            at=at,
            number=number,
        )

    def refuse(self, number: int, by: Who, at: int) -> AnyCageEvent | Refused:
        one = self.proposed.get(number)
        if one is None:
            return declined(Policy.NO_SUCH_THING, f"no correction {number} is open")
        if not by.pairs_with(one.by):
            return SECOND_PERSON
        return self.write(CorrectionRefused(by=by.name, at=at, number=number), ())

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
    ) -> AnyCageEvent | Refused:
        """A second person approves; what the balance cannot cover is owed."""
        if by == approved_by:
            return SECOND_PERSON
        if no := unfounded(cents, reason):
            return no
        account = ledger.player_account(player)
        before = self.balances.get(account, 0)
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
    ) -> AnyCageEvent | Refused:
        """The same request again is answered again, and not carried out again."""
        written = self.stream.append(event, postings=postings, request=request)
        if written is event:
            self.balances.move(postings)
        return written


def unfounded(cents: int, reason: str) -> Refused | None:
    if reason.strip() and cents:
        return None
    return declined(Policy.REASON_NEEDED, "a correction has an amount and a reason")


def leaves(cents: int, balance: int) -> tuple[int, int]:
    """What a correction would leave, and what of it would be owed."""
    taken = max(cents, -balance)
    return balance + taken, taken - cents


def stream_of(store: Store) -> list[AnyCageEvent]:
    return [decoder.decode(entry.body) for entry in store.read(STREAM)]
