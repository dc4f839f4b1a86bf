"""What one person wishes at the cage, and another approves."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from croupier.server.money.books import Kind
    from croupier.server.money.drawer_events import AskedAs


class AtWindow(NamedTuple):
    """Where a cashier asks for it, until when it waits, and how it is handed out."""

    window: str
    until: int
    paid_as: AskedAs = "cash"


class Approved(NamedTuple):
    """By whom, and which proposal."""

    by: str | None = None
    number: int | None = None


ALONE = Approved()


class Wish(NamedTuple):
    """What one person proposes, and another approves."""

    player: str
    cents: int
    reason: str
    kind: Kind = "correction"
    ticket: str | None = None
    at: AtWindow | None = None
