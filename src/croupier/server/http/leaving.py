"""A player who goes gives up his boxes; bets that lie are played out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.server.play.requests import Request
from croupier.table.commands import StandUp, Who

if TYPE_CHECKING:
    from croupier.server.http.operation import Desk


async def leave_boxes(desk: Desk, name: str) -> None:
    """Where players stand up by themselves; at other tables staff say so."""
    who = Who(name, Role.PLAYER)
    for table, live in list(desk.house.play.tables.items()):
        if live.table.seat_of(name) is not None:
            await desk.house.queue.ask(Request(table, who, StandUp(name), desk.now()))
