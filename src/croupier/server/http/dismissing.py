"""What somebody has proposed ends with the account's lock, or with its role."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server import logs
from croupier.server.money.jackpots import Jackpots
from croupier.server.people.accounts import HOUSE
from croupier.server.play.requests import Request
from croupier.table.authority import is_asked
from croupier.table.commands import Reject, Who

if TYPE_CHECKING:
    from croupier.server.http.operation import Desk
    from croupier.server.opening import OpenHouse
    from croupier.server.people.people import People
    from croupier.table.state import Table

THE_HOUSE = Who(HOUSE, Role.SHIFT_MANAGER)
"""Rejects what nobody stands for any more."""


PROPOSER_IS_GONE = Sentence(
    "proposer-is-gone", "{name}, who proposed it, does not stand for it any more"
)
SWEEP_EVERY = 5.0
"""Seconds."""


def gone(people: People, name: str, role: Role) -> Refused | None:
    """Why nothing is approved in this person's name any more: the account, or what it may do."""
    account = people.accounts.get(name)
    if account is None or (not account.locked and Who(name, account.role).holds(role)):
        return None
    return declined(Policy.NOTHING_WAITS, PROPOSER_IS_GONE(name=name))


async def keep_ending(desk: Desk) -> None:
    """What a lock left open, where the house went down or could not write in the middle of it."""
    while True:
        for name, account in list(desk.house.people.accounts.items()):
            if account.locked and is_open(desk.house, name):
                try:
                    await end_proposals(desk, name)
                except Exception as fault:  # noqa: BLE001 - tried again after a while
                    logs.bug("ending what a locked account proposed", fault)
        await asyncio.sleep(SWEEP_EVERY)


def is_open(house: OpenHouse, name: str) -> bool:
    play = house.play
    return (
        any(one.by == name for one in list(house.cage.proposed.values()))
        or any(
            live.jackpot.proposed is not None and live.jackpot.proposed.by == name
            for live in play.meters.values()
        )
        or any(asked_by(live.table, name) for live in play.tables.values())
    )


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
