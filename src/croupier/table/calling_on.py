"""Who is called when nobody comes to decide, and what lapses: a ruling never does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.irregularities import POSITIONS, Role
from croupier.table import events as happened
from croupier.table.second import second_person

if TYPE_CHECKING:
    from croupier.table.answers import Asked
    from croupier.table.events import AnyEvent
    from croupier.table.state import Awaiting, Table

CALLS_ON = 120
"""Seconds after which the next higher position is called."""
LAPSES = 600
"""Seconds after which a proposed configuration that nobody approved is off the table."""
SUBSTITUTES = (Role.PIT_MANAGER, Role.SHIFT_MANAGER)


def awaits_a_person(table: Table) -> Awaiting | None:
    waiting = table.awaiting
    return None if waiting is None or waiting.offers or table.interrupted else waiting


def due_at(table: Table) -> int | None:
    """When somebody else is called, or the proposal lapses."""
    waiting = awaits_a_person(table)
    if waiting is None:
        return None
    if to_call := still_to_call(table, waiting):
        before = len(first_to_last(table, waiting)) - len(to_call)
        return waiting.since + 1000 * CALLS_ON * (before + 1)
    return waiting.since + 1000 * LAPSES if waiting.setup is not None else None


def lowest_who_decides(table: Table, waiting: Awaiting) -> Role:
    """The lowest position that ends the wait."""
    ruled = waiting.proposal.ruling if waiting.proposal else waiting.ruling
    if ruled is None:
        return Role.PIT_SUPERVISOR
    needed = second_person(table, ruled) or ruled.decided_by
    return max(Role.PIT_SUPERVISOR, needed, key=POSITIONS.index)


def first_to_last(table: Table, waiting: Awaiting) -> list[Role]:
    """Whom the clock calls, one after the other."""
    first = POSITIONS.index(lowest_who_decides(table, waiting))
    return [role for role in SUBSTITUTES if POSITIONS.index(role) > first]


def still_to_call(table: Table, waiting: Awaiting) -> list[Role]:
    roles = first_to_last(table, waiting)
    called = waiting.called
    return (
        roles
        if called is None
        else [one for one in roles if POSITIONS.index(one) > POSITIONS.index(called)]
    )


def is_due(asked: Asked) -> bool:
    """Whether the clock has something to say to a table that waits for a person."""
    due = due_at(asked.table)
    return asked.who.role is None and due is not None and asked.at >= due


def nobody_came(asked: Asked) -> list[AnyEvent]:
    waiting = awaits_a_person(asked.table)
    assert waiting is not None
    if to_call := still_to_call(asked.table, waiting):
        return [
            happened.SecondPersonCalled(
                by=asked.by, at=asked.at, role=to_call[0], clauses=waiting.clauses
            )
        ]
    minutes = LAPSES // 60
    reason = f"nobody approved it within {minutes} minutes"
    return [
        happened.ProposalRejected(by=asked.by, at=asked.at, reason=reason, clauses=waiting.clauses)
    ]
