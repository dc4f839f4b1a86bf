"""What events are made of: settled lines, what goes back, rulings, offers, what is established."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from croupier.engine.irregularities import Remedy, Role
from croupier.said import Said
from croupier.table.commands import CardText, Fact, Report

Clauses = tuple[str, ...]


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True, gc=False):
    by: str
    at: int  # in milliseconds, by the house's clock
    clauses: Clauses = ()


def tag_of(kind: type[Event]) -> str:
    return str(kind.__struct_config__.tag)


class SettledLine(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    player: str
    box: int
    bet: str
    event: str
    stake_cents: int
    counted_cents: int
    result: str
    back_cents: int
    clauses: Clauses
    odds: str | None = None
    award_cents: int | None = None
    from_box: int | None = None
    rounded_off: str = "0"
    from_meter: bool = False
    because: Said | UnsetType = UNSET
    """Why, where it is shown; the journal keeps the cards, from which it follows."""


class MajorOrder(msgspec.Struct, frozen=True):
    """The place of a hand that wins the meter among those of other tables."""

    at: int
    recorded: int
    """When it was complete, and where the house has written that down."""
    earlier: tuple[tuple[str, int], ...] = ()
    """Tables and rounds with a hand in the jackpot that was complete earlier and may still win."""


class Returned(msgspec.Struct, frozen=True):
    player: str
    box: int
    bet: str
    cents: int


class Ruled(msgspec.Struct, frozen=True, kw_only=True):
    """A ruling with everything that its remedies need."""

    report: Report
    facts: dict[str, Fact]
    remedies: tuple[Remedy, ...]
    decided_by: Role
    offered_to: str
    clauses: Clauses
    says: str
    said: Said | None = None
    reported_by: str
    withdrawal_by: Role | None = None
    """Who may let a dissatisfied player out of the round."""
    reason: str = ""
    order: CardText = ""
    replace_shoe: bool = False
    jackpot: str | None = None
    """The choices of the person who ruled."""
    reported_as: str = ""
    """The reporter's own word, where the cards show another irregularity."""


class Offer(msgspec.Struct, frozen=True):
    player: str
    box: int
    options: tuple[str, ...]


class EstablishedBet(msgspec.Struct, frozen=True):
    box: int | None
    bet: str
    outcome: CardText
    says: CardText
