"""What was asked of a wallet as events, and what they have left to be sent.

An id is written before it is sent, so that after a crash everything that the wallet may have done
is known here by its id: a reservation without an answer is rolled back, a settlement without one is
sent again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

import msgspec

from croupier.money import Posting
from croupier.server.journal.stream import Fold, packed
from croupier.server.money.ledger import WALLET, player_account

if TYPE_CHECKING:
    from collections.abc import Iterator

STREAM = "wallet"


class WalletEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    at: int
    id: str
    player: str


class ReservationIntended(WalletEvent, frozen=True, kw_only=True, tag="reservation-intended"):
    """Written before it is sent."""

    cents: int
    round: str
    """Table and number."""


class ReservationTaken(WalletEvent, frozen=True, kw_only=True, tag="reservation-taken"):
    """The wallet has reserved it: it is the player's here until a wager takes it."""

    cents: int
    round: str


class ReservationRefused(WalletEvent, frozen=True, kw_only=True, tag="reservation-refused"):
    why: str


class ReservationUnused(WalletEvent, frozen=True, kw_only=True, tag="reservation-unused"):
    """Its wager was not placed: it is rolled back."""

    cents: int
    round: str


class ReservationRolledBack(WalletEvent, frozen=True, kw_only=True, tag="reservation-rolled-back"):
    """The wallet has nothing of it any more, and never will."""


class SettlementDue(WalletEvent, frozen=True, kw_only=True, tag="settlement-due"):
    """What came back from rounds, to be sent until the wallet has it."""

    cents: int
    closes: tuple[str, ...]
    """Rounds that are over for the player, of which nothing more comes."""


class SettlementTaken(WalletEvent, frozen=True, kw_only=True, tag="settlement-taken"):
    """The wallet has it."""


AnyWalletEvent = (
    ReservationIntended
    | ReservationTaken
    | ReservationRefused
    | ReservationUnused
    | ReservationRolledBack
    | SettlementDue
    | SettlementTaken
)
ToSend = ReservationUnused | SettlementDue
decoder: msgspec.json.Decoder[AnyWalletEvent] = msgspec.json.Decoder(AnyWalletEvent)


def round_key(table: str, number: int) -> str:
    return f"{table}:{number}"


class Books(msgspec.Struct):
    """What is between the house and the wallet."""

    intended: dict[str, ReservationIntended] = {}
    """By id: without an answer yet."""
    lines: dict[str, dict[str, ToSend]] = {}
    """By player and id, in order: what the wallet has not acknowledged."""
    open: dict[str, dict[str, int]] = {}
    """By player and round: cents reserved in rounds that are not over for him."""

    def follow(self, event: AnyWalletEvent) -> None:
        match event:
            case ReservationIntended():
                self.intended[event.id] = event
            case ReservationTaken():
                del self.intended[event.id]
                rounds = self.open.setdefault(event.player, {})
                rounds[event.round] = rounds.get(event.round, 0) + event.cents
            case ReservationRefused():
                del self.intended[event.id]
            case ReservationUnused():
                self.less(event.player, event.round, event.cents)
                self.lines.setdefault(event.player, {})[event.id] = event
            case ReservationRolledBack():
                if self.intended.pop(event.id, None) is None:
                    self.sent(event)
            case SettlementDue():
                for one in event.closes:
                    self.less(event.player, one, self.open[event.player][one])
                self.lines.setdefault(event.player, {})[event.id] = event
            case SettlementTaken():
                self.sent(event)
            case _:
                assert_never(event)

    def less(self, player: str, round_: str, cents: int) -> None:
        rounds = self.open[player]
        rounds[round_] -= cents
        if not rounds[round_]:
            del rounds[round_]
        if not rounds:
            del self.open[player]

    def sent(self, event: AnyWalletEvent) -> None:
        line = self.lines[event.player]
        del line[event.id]
        if not line:
            del self.lines[event.player]

    def owing(self, player: str) -> int:
        """Cents on their way to the wallet."""
        return sum(one.cents for one in self.lines.get(player, {}).values())

    def waiting(self) -> Iterator[ReservationIntended | ToSend]:
        """All that the wallet has not answered."""
        yield from self.intended.values()
        for line in self.lines.values():
            yield from line.values()


def postings(event: AnyWalletEvent) -> tuple[Posting, ...]:
    """What an event moves between the wallet and the player's account here."""
    match event:
        case ReservationTaken():
            cents = event.cents
        case ReservationUnused() | SettlementDue():
            cents = -event.cents
        case _:
            return ()
    if not cents:
        return ()
    return Posting(WALLET, -cents), Posting(player_account(event.player), cents)


def followed(books: Books, event: AnyWalletEvent) -> Books:
    books.follow(event)
    return books


BOOKS = packed(Books)
WALLETS = Fold(STREAM, decoder, followed, BOOKS)
