"""The cage: money that comes in and goes out, tickets, and corrections by two people."""

from __future__ import annotations

import secrets
from base64 import b32encode
from hmac import compare_digest
from typing import TYPE_CHECKING

from croupier.engine.refusals import Policy, Refused, declined
from croupier.engine.steps import Refusal
from croupier.money import Posting
from croupier.said import Sentence
from croupier.server.journal.stream import Stream
from croupier.server.money import ledger
from croupier.server.money.books import (
    CAGE,
    AnyCageEvent,
    BalanceCorrected,
    Books,
    BoughtIn,
    CorrectionProposed,
    CorrectionRefused,
    TicketIssued,
    TicketRedeemed,
    digest_of,
)
from croupier.server.money.drawer_events import CashedOut
from croupier.server.money.wishes import ALONE, Approved

if TYPE_CHECKING:
    from croupier.server.journal.store import Part, Store
    from croupier.server.money.alone import Used
    from croupier.server.money.books import Paid
    from croupier.server.money.ledger import Balances
    from croupier.server.money.wishes import Wish
    from croupier.server.own_play.keeping import OwnPlay
    from croupier.table.commands import Who

SECOND_PERSON_APPROVES_A_CORRECTION = Sentence(
    "second-person-approves-a-correction", "a second person approves a correction"
)
MORE_THAN_NOTHING_IS_PAID_IN = Sentence("more-than-nothing-is-paid-in", "more than 0.00 is paid in")
MORE_THAN_NOTHING_IS_PAID_OUT = Sentence(
    "more-than-nothing-is-paid-out", "more than 0.00 is paid out"
)
NO_SUCH_TICKET_IS_OPEN = Sentence("no-such-ticket-is-open", "no such ticket is open")
TICKET_IS_PAID_OUT_ALREADY = Sentence(
    "ticket-is-paid-out-already", "the ticket is paid out already"
)
NO_CORRECTION_IS_OPEN = Sentence("no-correction-is-open", "no correction {number} is open")
CORRECTION_HAS_AN_AMOUNT_AND_A_REASON = Sentence(
    "correction-has-an-amount-and-a-reason", "a correction has an amount and a reason, in one line"
)

DRAWER_IS_NOT_OPEN = Sentence(
    "drawer-is-not-open", "the drawer of window {window} is closed, or it is being counted"
)

SECOND_PERSON = declined(Refusal.SECOND_PERSON, SECOND_PERSON_APPROVES_A_CORRECTION())
TICKET_MAY_BE_PAID_ALREADY = Sentence(
    "ticket-may-be-paid-already",
    "this ticket was open when a backup of the house was put back, so that it may be paid out"
    " already: compare it with the paper, a second person approves it",
)
MAYBE_PAID = declined(Refusal.SECOND_PERSON, TICKET_MAY_BE_PAID_ALREADY())
PAID_IN_AND_OUT_AT_THE_WALLET = Sentence(
    "paid-in-and-out-at-the-wallet",
    "players' money is kept in a wallet: it is paid in and out there",
)
ELSEWHERE = declined(Policy.KEPT_ELSEWHERE, PAID_IN_AND_OUT_AT_THE_WALLET())


class Cage:
    """Tickets not yet redeemed, corrections not yet approved, and the way in for commands."""

    def __init__(self, store: Store, balances: Balances, own_play: OwnPlay) -> None:
        self.stream, self.balances = Stream(store, CAGE, Books()), balances
        self.own_play = own_play
        self.kept_elsewhere = False
        """Players' money lies in a wallet: it is paid in and out there."""

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
    def used(self) -> Used:
        return self.books.used

    def was_done(self, request: str | None) -> bool:
        """Whether it is sent again."""
        return request is not None and self.stream.store.answer_to(request) is not None

    @property
    def tickets(self) -> dict[str, int]:
        return {ticket: event.cents for ticket, event in self.issued.items()}

    def buy_in(
        self, player: str, cents: int, by: str, at: int, request: str | None = None
    ) -> AnyCageEvent | Refused:
        if cents <= 0:
            return declined(Policy.UNFIT_AMOUNT, MORE_THAN_NOTHING_IS_PAID_IN())
        return self.paid_in(BoughtIn(by=by, at=at, player=player, cents=cents), request)

    def paid_in(self, event: BoughtIn, request: str | None = None) -> AnyCageEvent | Refused:
        """Not for who stays away, nor beyond his own deposit limit."""
        if self.kept_elsewhere:
            return ELSEWHERE
        own = self.own_play
        if not self.was_done(request) and (
            no := own.may_buy_in(event.player, event.cents, event.at)
        ):
            return no
        account = ledger.player_account(event.player)
        moved = Posting(ledger.CAGE, -event.cents), Posting(account, event.cents)
        noted = own.paid_in(event.player, event.cents, event.at)
        made = self.write(event, moved, request, (own.part(noted),))
        if made is event:
            own.take_over(noted)
        return made

    def cash_out(  # noqa: PLR0913 - who, what, by whom, when, where
        self,
        player: str,
        cents: int,
        by: str,
        at: int,
        request: str | None = None,
        *,
        window: str | None = None,
        approved: Approved = ALONE,
    ) -> AnyCageEvent | Refused:
        """As a ticket."""
        if cents <= 0:
            return declined(Policy.UNFIT_AMOUNT, MORE_THAN_NOTHING_IS_PAID_OUT())
        if self.kept_elsewhere:
            return ELSEWHERE
        ticket = f"{self.stream.version + 1:08d}"
        event = TicketIssued(
            by=by,
            at=at,
            ticket=ticket,
            player=player,
            cents=cents,
            code=generated_code(),
            window=window,
            approved_by=approved.by,
            number=approved.number,
        )
        account = ledger.player_account(player)
        return self.write(
            event, (Posting(account, -cents), Posting(ledger.TICKETS, cents)), request
        )

    def paid_before(self, given: str) -> Paid | None:
        """When and where a ticket was paid that is brought again."""
        return self.books.paid.get(digest_of(given))

    def found(self, given: str) -> TicketIssued | None:
        """The open ticket on which this stands."""
        for one in list(self.issued.values()):
            if one.shown and compare_digest(one.shown.encode(), given.encode()):
                return one
        return None

    def redeem(
        self, given: str, by: str, at: int, window: str | None = None
    ) -> AnyCageEvent | Refused:
        issued = self.found(given)
        if issued is None:
            return declined(Policy.NO_SUCH_THING, NO_SUCH_TICKET_IS_OPEN())
        if issued.ticket in self.books.doubted:
            return MAYBE_PAID
        event = TicketRedeemed(
            by=by, at=at, ticket=issued.ticket, cents=issued.cents, window=window
        )
        return self.paid_out(event)

    def handed_out(self, event: CashedOut, request: str | None = None) -> AnyCageEvent | Refused:
        """Out of a balance, in cash or chips."""
        if self.kept_elsewhere:
            return ELSEWHERE
        account = ledger.player_account(event.player)
        moved = Posting(account, -event.cents), Posting(ledger.CAGE, event.cents)
        return self.write(event, moved, request)

    def paid_out(self, event: TicketRedeemed) -> AnyCageEvent | Refused:
        moved = Posting(ledger.TICKETS, -event.cents), Posting(ledger.CAGE, event.cents)
        return self.write(event, moved)

    def propose(self, wish: Wish, by: str, at: int) -> CorrectionProposed | Refused:
        """Nothing moves until a second person approves."""
        if no := unfounded(wish.cents, wish.reason):
            return no
        event = CorrectionProposed(
            by=by,
            at=at,
            number=self.books.proposals + 1,
            player=wish.player,
            cents=wish.cents,
            reason=wish.reason,
            kind=wish.kind,
            ticket=wish.ticket,
            window=wish.at.window if wish.at else None,
            paid_as=wish.at.paid_as if wish.at else "cash",
            until=wish.at.until if wish.at else None,
        )
        made = self.write(event, ())
        assert isinstance(made, CorrectionProposed | Refused)
        return made

    def approve(self, number: int, by: Who, at: int) -> AnyCageEvent | Refused:
        one = self.proposed.get(number)
        if one is None or not one.waits(at):
            return declined(Policy.NO_SUCH_THING, NO_CORRECTION_IS_OPEN(number=number))
        if not by.pairs_with(one.by):
            return SECOND_PERSON
        if one.window is not None and (no := not_at_window(self.books, one)):
            return no
        if one.kind != "correction":
            return self.paid(one, by.name, at)
        return self.correct(
            one.player,
            one.cents,
            by=one.by,
            approved_by=by.name,
            reason=one.reason,
            at=at,
            number=number,
        )

    def paid(self, one: CorrectionProposed, second: str, at: int) -> AnyCageEvent | Refused:
        """More than one person takes in or pays out alone."""
        if one.kind == "cash-out":
            return self.paid_from_balance(one, second, at)
        if one.ticket is None:
            event = BoughtIn(
                by=one.by,
                at=at,
                player=one.player,
                cents=one.cents,
                approved_by=second,
                number=one.number,
                window=one.window,
            )
            return self.paid_in(event)
        if one.ticket not in self.issued:
            return declined(Policy.NO_SUCH_THING, TICKET_IS_PAID_OUT_ALREADY())
        redeemed = TicketRedeemed(
            by=one.by,
            at=at,
            ticket=one.ticket,
            cents=one.cents,
            approved_by=second,
            number=one.number,
            window=one.window,
        )
        return self.paid_out(redeemed)

    def paid_from_balance(
        self, one: CorrectionProposed, second: str, at: int
    ) -> AnyCageEvent | Refused:
        """Handed over, or on paper."""
        assert one.window is not None
        if one.paid_as == "ticket":
            both = Approved(second, one.number)
            return self.cash_out(
                one.player, one.cents, one.by, at, window=one.window, approved=both
            )
        handed = CashedOut(
            by=one.by,
            at=at,
            window=one.window,
            player=one.player,
            cents=one.cents,
            paid_as=one.paid_as,
            approved_by=second,
            number=one.number,
        )
        return self.handed_out(handed)

    def refuse(self, number: int, by: Who, at: int) -> AnyCageEvent | Refused:
        one = self.proposed.get(number)
        if one is None:
            return declined(Policy.NO_SUCH_THING, NO_CORRECTION_IS_OPEN(number=number))
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
        self,
        event: AnyCageEvent,
        postings: tuple[Posting, ...],
        request: str | None = None,
        beside: tuple[Part, ...] = (),
    ) -> AnyCageEvent | Refused:
        """The same request again is answered again, and not carried out again."""
        written = self.stream.append(event, postings=postings, request=request, beside=beside)
        if written is event:
            self.balances.move(postings)
        return written


def not_at_window(books: Books, one: CorrectionProposed) -> Refused | None:
    """Whoever asked has no drawer there any more, or it is being counted."""
    found = books.cage.of(one.by)
    if found is not None and found[0] == one.window and not found[1].counted:
        return None
    return declined(Policy.NOTHING_WAITS, DRAWER_IS_NOT_OPEN(window=one.window))


def generated_code() -> str:
    """100 random bits, in letters and digits of which none looks like another."""
    letters = b32encode(secrets.token_bytes(13)).decode().lower()
    return "-".join(letters[at : at + 4] for at in range(0, 20, 4))


def unfounded(cents: int, reason: str) -> Refused | None:
    if reason.strip() and reason.isprintable() and cents:
        return None
    return declined(Policy.REASON_NEEDED, CORRECTION_HAS_AN_AMOUNT_AND_A_REASON())


def leaves(cents: int, balance: int) -> tuple[int, int]:
    """What a correction would leave, and what of it would be owed."""
    taken = max(cents, -balance)
    return balance + taken, taken - cents
