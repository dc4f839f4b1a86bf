"""What somebody has proposed ends with the account's lock, or with its role."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.server.money.jackpots import Jackpots
from croupier.server.people.accounts import HOUSE
from croupier.server.play.requests import Request
from croupier.table.authority import is_asked
from croupier.table.commands import Reject, Who

if TYPE_CHECKING:
    from croupier.server.http.operation import Desk
    from croupier.table.state import Table

THE_HOUSE = Who(HOUSE, Role.SHIFT_MANAGER)
"""Rejects what nobody stands for any more."""


async def end_proposals(desk: Desk, name: str) -> None:
    """Corrections, changes of meters and tables, rulings, leave to type cards; reports stay."""
    house, at = desk.house, desk.now()
    jackpots = Jackpots(house.play.meters, house.play.balances)

    def of_money() -> None:
        for number in [one.number for one in house.cage.proposed.values() if one.by == name]:
            house.cage.refuse(number, THE_HOUSE, at)
        for game, live in house.play.meters.items():
            if live.jackpot.proposed is not None and live.jackpot.proposed.by == name:
                jackpots.refuse(game, THE_HOUSE, at)

    await desk.write(of_money)
    for table, live in house.play.tables.items():
        for number in asked_by(live.table, name):
            reject = Reject(f"{name} is not there any more", about=number)
            await house.queue.ask(Request(table, THE_HOUSE, reject, at))


def asked_by(table: Table, name: str) -> list[int]:
    """The numbers of what waits for a second person in somebody's name."""
    waiting, typing = table.awaiting, table.round.typing
    mine = waiting is not None and waiting.by == name and (waiting.proposal or waiting.setup)
    types = typing is not None and typing.by == name and is_asked(table)
    return ([waiting.number] if waiting and mine else []) + (
        [typing.number] if typing and types else []
    )
