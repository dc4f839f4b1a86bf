"""The port to players' money: what any system that keeps it answers to.

A house without a wallet keeps the money in its own ledger, and asks nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.server.money.wallet.books import ReservationIntended, SettlementDue, ToSend

SHORT = "short"
"""Why a wallet refuses: the player has less."""
Balance = Annotated[int, msgspec.Meta(ge=0, le=10**15)]
"""A wallet never lets one fall below nothing; what no player can have is no answer."""


class Done(msgspec.Struct, frozen=True):
    """It is so in the wallet, durably; now or because it was so before."""

    balance_cents: Balance


class Declined(msgspec.Struct, frozen=True):
    """It is not so, and will not be under this id."""

    why: str
    says: str = ""
    balance_cents: Balance | None = None


class NoAnswer(msgspec.Struct, frozen=True):
    """Whether it is so is not known."""

    says: str


Answer = Done | Declined | NoAnswer


class Transfer(msgspec.Struct, frozen=True, kw_only=True):
    """What a wallet has done, as it lists it."""

    number: int
    """In its own order, without gaps being promised."""
    id: str
    kind: str
    """reserve, settle or roll-back."""
    player: str
    cents: int


class Wallet(Protocol):
    def reserve(self, one: ReservationIntended) -> Answer: ...

    def roll_back(self, one: ReservationIntended | ToSend) -> Answer:
        """Also of what it never had: then no later reservation of this id counts."""

    def settle(self, one: SettlementDue) -> Answer: ...

    def balance(self, player: str) -> Answer: ...

    def transfers(self, after: int) -> Sequence[Transfer] | NoAnswer:
        """The next after a number, oldest first; none when there are no more."""
