"""Faults of the jackpot in the state of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

if TYPE_CHECKING:
    from croupier.table import events as happened
    from croupier.table.events import Event
    from croupier.table.state import Table


def jackpot_frozen(table: Table, _event: Event) -> Table:
    return replace(table, round=replace(table.round, jackpot_frozen=True))


def jackpot_suspended(table: Table, event: happened.JackpotSuspended) -> Table:
    if event.choice == "close-table":
        return replace(table, is_open=False)
    if event.choice == "close-box" and event.box is not None:
        return replace(table, closed_boxes=table.closed_boxes | {event.box})
    return replace(table, no_jackpot_bets=True)


def jackpot_restored(table: Table, _event: Event) -> Table:
    return replace(table, no_jackpot_bets=False, closed_boxes=frozenset())
