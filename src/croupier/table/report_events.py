"""What happens to a report on its way to a ruling: the part of `events` that tells of it."""

from __future__ import annotations

import msgspec

from croupier.engine.irregularities import Role
from croupier.table.commands import About
from croupier.table.event_parts import Event, Ruled


class ReportBegun(Event, frozen=True, kw_only=True, tag="report-begun"):
    """Play is held from here on; what happened is not said yet."""


class ReportDropped(Event, frozen=True, kw_only=True, tag="report-dropped"):
    """Begun, and nothing was reported."""


class ReportWithdrawn(Event, frozen=True, kw_only=True, tag="report-withdrawn"):
    irregularity: str


class SecondPersonCalled(Event, frozen=True, kw_only=True, tag="second-person-called"):
    role: Role


class RulingMade(Event, frozen=True, kw_only=True, tag="ruling-made"):
    ruling: Ruled
    approved_by: str | None = None


class RulingProposed(Event, frozen=True, kw_only=True, tag="ruling-proposed"):
    """Made by the person whom the clause names; a second person has to approve."""

    ruling: Ruled
    role: Role | None = None
    """Of the person who proposes it."""


class ProposalRejected(Event, frozen=True, kw_only=True, tag="proposal-rejected"):
    reason: str
    about: About = msgspec.UNSET
