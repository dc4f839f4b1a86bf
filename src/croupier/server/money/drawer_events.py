"""What happens at a window of the cage: counts, shifts, cash handed out, and whose card it is."""

from __future__ import annotations

from typing import Literal

import msgspec

PaidAs = Literal["cash", "chips"]
AskedAs = Literal["cash", "chips", "ticket"]
Phase = Literal["open", "close"]


class DrawerEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    by: str
    at: int


class CashedOut(DrawerEvent, frozen=True, kw_only=True, tag="cashed-out"):
    """Out of a player's balance, handed over at a window."""

    window: str
    player: str
    cents: int
    paid_as: PaidAs = "cash"
    approved_by: str | None = None
    number: int | None = None
    """Of the proposal, where it was more than one person pays out."""


class DebtPaid(DrawerEvent, frozen=True, kw_only=True, tag="debt-paid"):
    """What a player owed, in cash."""

    window: str
    player: str
    cents: int


class CardGiven(DrawerEvent, frozen=True, kw_only=True, tag="card-given"):
    """Whose account it is: both are private, and can be erased."""

    player: str
    full_name: str
    card: str


class RequestWithdrawn(DrawerEvent, frozen=True, kw_only=True, tag="request-withdrawn"):
    """By whoever asked."""

    number: int


class DrawerCounted(DrawerEvent, frozen=True, kw_only=True, tag="drawer-counted"):
    """One person's count, which nobody reads in the journal: the second counts unseen."""

    window: str
    phase: Phase
    pieces: str
    """Private: how many of each value, as JSON."""


class DrawerRecounted(DrawerEvent, frozen=True, kw_only=True, tag="drawer-recounted"):
    """The counts are put away, and both count again."""

    window: str
    put_away_cents: tuple[int, ...] = ()
    """What both had counted, where both had: from then on everybody may know it."""


class DrawerOpened(DrawerEvent, frozen=True, kw_only=True, tag="drawer-opened"):
    """By the cashier whose it is, with what two people have counted."""

    window: str
    cents: int
    left_cents: int
    """By the shift before."""
    counted_with: str
    reason: str = ""
    """Of the second who counted, where it is not what was left."""


class DrawerEnding(DrawerEvent, frozen=True, kw_only=True, tag="drawer-ending"):
    """The difference is beyond the house's limit: a manager signs."""

    window: str
    reason: str


class DrawerClosed(DrawerEvent, frozen=True, kw_only=True, tag="drawer-closed"):
    window: str
    cashier: str
    counted_cents: int
    should_cents: int
    counted_with: str
    reason: str = ""
    signed_by: str | None = None


AnyDrawerEvent = (
    CashedOut
    | DebtPaid
    | CardGiven
    | RequestWithdrawn
    | DrawerCounted
    | DrawerRecounted
    | DrawerOpened
    | DrawerEnding
    | DrawerClosed
)
