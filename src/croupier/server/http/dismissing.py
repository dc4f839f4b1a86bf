"""What somebody has proposed ends with the account's lock, or with its role."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.server.money.jackpots import Jackpots
from croupier.server.people.accounts import HOUSE
from croupier.server.play.house import Request
from croupier.table.commands import Reject, Who

if TYPE_CHECKING:
    from croupier.server.http.operation import Desk

THE_HOUSE = Who(HOUSE, Role.SHIFT_MANAGER)
"""Rejects what nobody stands for any more."""


async def end_proposals(desk: Desk, name: str) -> None:
    """Corrections, changes of meters and tables, rulings; what was only reported stays."""
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
        waiting = live.table.awaiting
        if waiting and waiting.by == name and (waiting.proposal or waiting.setup):
            reject = Reject(f"{name} is not there any more")
            await house.queue.ask(Request(table, THE_HOUSE, reject, at))
