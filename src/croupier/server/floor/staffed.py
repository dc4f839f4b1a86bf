"""Who is at a table: a dealer, here or at another node of the house, and players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.table.authority import PERSON

if TYPE_CHECKING:
    from croupier.server.floor.floor import Floor
    from croupier.table.state import Table


def has_dealer(floor: Floor, table: Table) -> bool:
    if table.setup.dealer != PERSON or is_staffed_here(floor, table.name):
        return True
    return any(table.name in one for one in floor.staffed_elsewhere.values())


def is_staffed_here(floor: Floor, name: str) -> bool:
    at_it = (*floor.watching.get(name, ()), *floor.newcomers.get(name, ()))
    return any(one.who is not None and one.who.role is Role.DEALER for one in at_it)


def players_at(table: Table) -> set[str]:
    return {wager.player for wager in table.round.wagers.values()} | set(table.seats.values())
