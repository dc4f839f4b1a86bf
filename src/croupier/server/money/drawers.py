"""The drawers of the cage and the cards of players, as its events leave them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from croupier.server.money import drawer_events as happened
from croupier.server.money.drawer_events import Phase  # noqa: TC001 - part of what is kept

if TYPE_CHECKING:
    from croupier.server.money.drawer_events import AnyDrawerEvent

MoveKind = Literal["buy-in", "cash-out", "redeem", "debt"]
NOTES = {"SGD": (100_000, 10_000, 5_000, 1_000, 500, 200)}
"""Cents of each note in use, by currency; what is less is counted as coins."""
ANY_NOTES = (100_000, 50_000, 20_000, 10_000, 5_000, 2_000, 1_000, 500, 200, 100)
"""Of a currency that is not listed."""
CHIPS = (100_000, 50_000, 10_000, 2_500, 500, 100)
LAST = 12
"""Movements that a window shows."""
TWO = 2


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """How many pieces of each value, by its cents, and coins in all."""

    notes: dict[str, int] = {}
    chips: dict[str, int] = {}
    coins_cents: int = 0

    @property
    def cents(self) -> int:
        pieces = [*self.notes.items(), *self.chips.items()]
        return self.coins_cents + sum(int(value) * number for value, number in pieces)


def notes_of(currency: str) -> tuple[int, ...]:
    return NOTES.get(currency, ANY_NOTES)


counts = msgspec.json.Decoder(Count)


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    by: str
    at: int
    count: Count


class Moved(msgspec.Struct, frozen=True, kw_only=True):
    """At a window: what came in is more than nothing."""

    kind: MoveKind
    cents: int
    player: str
    at: int


class Drawer(msgspec.Struct, kw_only=True):
    cashier: str | None = None
    """None: closed."""
    opened_at: int = 0
    float_cents: int = 0
    float_with: str = ""
    left_cents: int = 0
    """In it, when it was last closed."""
    left_at: int = 0
    float_reason: str = ""
    """Of the second who counted, where it is not what was left."""
    phase: Phase = "open"
    """What it is counted for."""
    counted: list[Counted] = []
    ending: happened.DrawerEnding | None = None
    numbers: dict[MoveKind, int] = {}
    sums: dict[MoveKind, int] = {}
    last: list[Moved] = []
    """The newest first."""

    def is_as_left(self, cents: int) -> bool:
        """What the shift before has left in it, if there was one."""
        return not (self.left_at or self.left_cents) or cents == self.left_cents

    @property
    def should_cents(self) -> int:
        return self.float_cents + sum(self.sums.values())

    @property
    def is_counted(self) -> bool:
        return len(self.counted) == TWO

    @property
    def agrees(self) -> bool:
        first, second = self.counted
        return first.count.cents == second.count.cents

    @property
    def difference_cents(self) -> int:
        return self.counted[0].count.cents - self.should_cents

    def move(self, moved: Moved) -> None:
        self.numbers[moved.kind] = self.numbers.get(moved.kind, 0) + 1
        self.sums[moved.kind] = self.sums.get(moved.kind, 0) + moved.cents
        self.last = [moved, *self.last][:LAST]


class Card(msgspec.Struct, frozen=True):
    full_name: str
    number: str
    at: int
    replaced_at: int | None = None
    """When another card stood in its place."""


class Drawers(msgspec.Struct):
    drawers: dict[str, Drawer] = {}
    cards: dict[str, Card] = {}
    """By player."""

    def of(self, cashier: str) -> tuple[str, Drawer] | None:
        """The one that this person has open."""
        for window, one in list(self.drawers.items()):
            if one.cashier == cashier:
                return window, one
        return None

    def moved(self, window: str | None, moved: Moved) -> None:
        if window is not None:
            self.drawers[window].move(moved)

    def follow(self, event: AnyDrawerEvent) -> None:
        match event:
            case happened.CashedOut():
                self.moved(event.window, of_event("cash-out", -event.cents, event))
            case happened.DebtPaid():
                self.moved(event.window, of_event("debt", event.cents, event))
            case happened.CardGiven():
                self.give_card(event)
            case happened.RequestWithdrawn():
                pass
            case _:
                self.follow_shift(event)

    def give_card(self, event: happened.CardGiven) -> None:
        """One that was erased says nothing any more."""
        before = self.cards.pop(event.player, None)
        if event.card or event.full_name:
            replaced_at = before.replaced_at if before else None
            if before is not None and before.number != event.card:
                replaced_at = event.at
            self.cards[event.player] = Card(event.full_name, event.card, event.at, replaced_at)

    def follow_shift(
        self,
        event: happened.DrawerCounted
        | happened.DrawerRecounted
        | happened.DrawerOpened
        | happened.DrawerEnding
        | happened.DrawerClosed,
    ) -> None:
        drawer = self.drawers.setdefault(event.window, Drawer())
        match event:
            case happened.DrawerCounted():
                count = counts.decode(event.pieces) if event.pieces else Count()
                drawer.phase = event.phase
                drawer.counted = [*drawer.counted, Counted(by=event.by, at=event.at, count=count)]
            case happened.DrawerRecounted():
                drawer.counted, drawer.ending = [], None
            case happened.DrawerOpened():
                self.drawers[event.window] = Drawer(
                    cashier=event.by,
                    opened_at=event.at,
                    float_cents=event.cents,
                    float_with=event.counted_with,
                    left_cents=event.left_cents,
                    left_at=drawer.left_at,
                    float_reason=event.reason,
                )
            case happened.DrawerEnding():
                drawer.ending = event
            case happened.DrawerClosed():
                self.drawers[event.window] = Drawer(
                    left_cents=event.counted_cents, left_at=event.at
                )


def of_event(kind: MoveKind, cents: int, event: happened.CashedOut | happened.DebtPaid) -> Moved:
    return Moved(kind=kind, cents=cents, player=event.player, at=event.at)
