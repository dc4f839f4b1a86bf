"""The clock of a table: whose time runs, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table.state import Step

if TYPE_CHECKING:
    from croupier.table.state import Table


def stands(table: Table) -> bool:
    """While the table waits for people, nobody's time runs out but that for their options."""
    return table.awaiting is not None or table.interrupted


def until(table: Table) -> int | None:
    """When time is up, while someone's time runs."""
    options = table.awaiting is not None and bool(table.awaiting.offers)
    if table.interrupted or (stands(table) and not options):
        return None
    if options or table.step is Step.BETTING or (table.step is Step.PLAYING and table.undecided):
        return table.since + 1000 * table.setup.betting_seconds
    return None
