"""A view in two parts: what everybody at a table may see, made once, and what is one person's own.

At a table with boxes wagers lie on the felt for all to see. At terminals they are each player's
own: everybody sees the sum on each bet, without names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from croupier.engine.irregularities import Role
from croupier.rulebook.marks import defines
from croupier.said import Said
from croupier.table.commands import BURNT, Who
from croupier.table.console import StaffPart, staff_part
from croupier.table.events import Offer, SettledLine
from croupier.table.reasons import in_pay_order
from croupier.table.sight import STRANGER, together
from croupier.table.views import (
    Next,
    View,
    WagerView,
    hand_name,
    hand_said,
    next_commands,
    own_offers,
    points_of,
    shown,
    view,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.table.state import Placed, Table


class OwnWager(msgspec.Struct, frozen=True):
    box: int
    bet: str
    cents: int


class OwnHand(msgspec.Struct, frozen=True):
    """A hand that this person has examined."""

    box: int
    cards: str
    hand: str | None
    points: int | None
    hand_said: Said | None = None


class OwnPart(msgspec.Struct, frozen=True, kw_only=True):
    wagers: tuple[OwnWager, ...] = ()
    hand: OwnHand | None = None
    lines: tuple[SettledLine, ...] = ()
    offers: tuple[Offer, ...] = ()
    next: tuple[Next, ...] | None = None
    """None: what the table's own list says that any newcomer may do."""
    staff: StaffPart | None = None
    """Of those who hold a position."""
    elsewhere: tuple[OwnHand, ...] = ()
    """Hands with cards that this person has seen and others do not see."""


class Showing:
    """One state of a table, for as many as watch it."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.wagers: dict[str, list[Placed]] = {}
        for wager in table.round.wagers.values():
            self.wagers.setdefault(wager.player, []).append(wager)
        self.lines: dict[str, list[SettledLine]] = {}
        for line in table.round.lines:
            self.lines.setdefault(line.player, []).append(line)
        offers = table.awaiting.offers if table.awaiting else ()
        self.known = {
            *self.wagers,
            *self.lines,
            *table.seats.values(),
            *table.round.looked,
            *table.round.seen,
            *table.one_box_only,
            *(offer.player for offer in offers),
        }
        """Players for whom the table is not as for any newcomer."""

    @defines("terminal")
    def public(self) -> View:
        found = view(self.table, STRANGER)
        if not self.table.game.at_terminals:
            return found
        [place] = found.boxes
        totals: dict[str, int] = {}
        for wager in place.wagers:
            totals[wager.bet] = totals.get(wager.bet, 0) + wager.cents
        summed = tuple(WagerView("", bet, cents) for bet, cents in totals.items())
        return replace(
            found,
            boxes=(replace(place, wagers=summed),),
            lines=in_pay_order(self.table, together(self.table.round.lines)),
        )

    def own(self, who: Who) -> OwnPart:
        if who.role is not Role.PLAYER:
            doing = tuple(next_commands(self.table, who))
            return OwnPart(next=doing, staff=staff_part(self.table, who))
        name = who.name
        if name not in self.known:
            return OwnPart()
        looked = self.table.round.looked.get(name)
        hand = None if looked is None else self.hand(looked, who)
        wagers = (OwnWager(one.box, one.bet, one.cents) for one in self.wagers.get(name, ()))
        return OwnPart(
            wagers=tuple(wagers),
            hand=hand,
            lines=in_pay_order(self.table, self.lines.get(name, ())),
            offers=own_offers(self.table, who),
            next=tuple(next_commands(self.table, who)),
            elsewhere=tuple(self.elsewhere(looked, who)),
        )

    def hand(self, place: int, who: Who) -> OwnHand:
        table = self.table
        told = (
            hand_name(table, place, who),
            points_of(table, place, who),
            hand_said(table, place, who),
        )
        return OwnHand(place, shown(table, place, who), *told)

    def elsewhere(self, looked: int | None, who: Who) -> Iterator[OwnHand]:
        for place in sorted(self.table.round.hands):
            if place not in {BURNT, looked} and self.table.round.seen.get(who.name):
                hand = self.hand(place, who)
                if hand.cards != shown(self.table, place, STRANGER):
                    yield hand
