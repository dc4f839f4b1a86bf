"""A round that a backup has brought back: what others may know of its cards makes it void."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.problems import BadInput
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import CLOCK
from croupier.table.interruption import lost

if TYPE_CHECKING:
    from croupier.server.play.house import House
    from croupier.server.play.requests import Reply


def end_lost(house: House, name: str, at: int) -> Reply:
    """In one commit."""
    live = house.tables[name]
    request = Request(name, CLOCK, asks.Resume(), at)
    one = house.to_write(request, lost(live.table, at), house.drafts())
    assert one.write is not None
    [outcome] = house.store.append([one.write])
    [reply] = house.settled([one], [outcome], one.write.moved)
    if not isinstance(reply, Carried):  # nobody deals on at it
        raise BadInput(f"round cannot be ended: {outcome}", "tables", name)
    house.happened.clear()
    house.keep()
    return reply
