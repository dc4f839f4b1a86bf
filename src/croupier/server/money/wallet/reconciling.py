"""Our records against the wallet's own list, id by id."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from croupier.money import format_amount
from croupier.problems import BadInput
from croupier.server.money.wallet import books
from croupier.server.money.wallet.port import NoAnswer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.journal.store import Store
    from croupier.server.money.wallet.books import AnyWalletEvent
    from croupier.server.money.wallet.port import Transfer, Wallet

UNANSWERED = books.ReservationIntended | books.ReservationUnused | books.SettlementDue
SIGNS = {"reserve": -1, "settle": 1, "roll-back": 1}


class Known(NamedTuple):
    """Of one id: by how much it changed what the player has in the wallet."""

    player: str
    cents: int
    at: int
    """Entry of our stream, or number of the wallet's list."""


class Reconciling:
    """Followed on both sides; what agrees is forgotten."""

    def __init__(self) -> None:
        self.version = self.number = self.listed = 0
        self.ours: dict[str, Known] = {}
        self.theirs: dict[str, Known] = {}
        self.open: set[str] = set()
        """Ids that the wallet has not answered, as far as was read."""

    def list_of(self, wallet: Wallet) -> None:
        """What the wallet has done since the last time."""
        while transfers := wallet.transfers(self.number):
            if isinstance(transfers, NoAnswer):
                raise BadInput(f"the wallet {transfers.says}")
            for one in transfers:
                if one.number <= self.number:
                    raise BadInput("the wallet lists the same transfers again")
                self.they(one)

    def compared(self, store: Store, before: int) -> list[str]:
        """All differences, a line for each; read after the wallet's list.

        What was written here after so many entries the wallet's list need not have.
        """
        for version, body in store.bodies(books.STREAM, self.version):
            self.we(books.decoder.decode(body), version)
        found = list(self.differences(before))
        self.forget(before)
        return found

    def we(self, event: AnyWalletEvent, version: int) -> None:
        self.version = version
        cents = self.ours[event.id].cents if event.id in self.ours else 0
        match event:
            case books.ReservationTaken():
                cents -= event.cents
            case books.ReservationUnused() | books.SettlementDue():
                cents += event.cents
            case _:
                pass
        (self.open.add if isinstance(event, UNANSWERED) else self.open.discard)(event.id)
        self.ours[event.id] = Known(event.player, cents, version)

    def they(self, one: Transfer) -> None:
        self.number = one.number
        self.listed += 1
        old = self.theirs.get(one.id, Known(one.player, 0, one.number))
        cents = old.cents + SIGNS.get(one.kind, 0) * one.cents
        self.theirs[one.id] = Known(one.player, cents, one.number)

    def differences(self, before: int) -> Iterator[str]:
        for name in sorted(self.ours.keys() | self.theirs.keys()):
            ours, theirs = self.ours.get(name), self.theirs.get(name)
            if ours is None:
                assert theirs is not None
                yield f"{name}: {says(theirs)} in the wallet, and this house knows nothing of it"
            elif name in self.open or ours.at > before:
                continue
            elif theirs is None:
                if ours.cents:
                    yield f"{name}: {says(ours)} here, and the wallet has nothing of it"
            elif (ours.player, ours.cents) != (theirs.player, theirs.cents):
                yield f"{name}: {says(ours)} here, {says(theirs)} in the wallet"

    def forget(self, before: int) -> None:
        """What both have, and what neither has: a refused reservation is on no list."""
        for name, ours in list(self.ours.items()):
            theirs = self.theirs.get(name, Known(ours.player, 0, 0))
            if name not in self.open and ours.at <= before and ours[:2] == theirs[:2]:
                del self.ours[name]
                self.theirs.pop(name, None)


def says(one: Known) -> str:
    what = "added" if one.cents >= 0 else "reserved"
    return f"{format_amount(abs(one.cents))} {what} of {one.player}"


class Outstanding(msgspec.Struct, frozen=True):
    """What waits for the wallet."""

    reservations: int
    to_send: int
    cents: int


def outstanding(found: books.Books) -> Outstanding:
    lines = [one for line in found.lines.values() for one in line.values()]
    return Outstanding(len(found.intended), len(lines), sum(one.cents for one in lines))
