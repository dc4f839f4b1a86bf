"""What somebody has proposed ends with the account's lock, or with its role."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused, declined
from croupier.said import Sentence
from croupier.server import logs
from croupier.server.money.attending import Attending
from croupier.server.money.jackpot_terms import Arranging
from croupier.server.people.accounts import HOUSE
from croupier.server.play.requests import Request
from croupier.table.authority import is_asked
from croupier.table.commands import Reject, Who

if TYPE_CHECKING:
    from croupier.server.http.operation import Desk
    from croupier.server.opening import OpenHouse
    from croupier.server.people.people import People
    from croupier.table.meter import Jackpot
    from croupier.table.state import Awaiting, Table

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
            of_jackpot(live.jackpot, name) != (False, False, []) for live in play.meters.values()
        )
        or any(asked_by(live.table, name) for live in play.tables.values())
    )


async def end_proposals(desk: Desk, name: str) -> None:
    """Corrections, changes of meters and tables, rulings, leave to type cards; reports stay."""
    house, at = desk.house, desk.now()
    both = house.play.meters, house.play.balances
    arranging, attending = Arranging(*both), Attending(*both)

    def of_money() -> None:
        for number in [one.number for one in house.cage.proposed.values() if one.by == name]:
            house.cage.refuse(number, THE_HOUSE, at)
        for game, live in house.play.meters.items():
            corrects, arranges, verified = of_jackpot(live.jackpot, name)
            if corrects:
                arranging.refuse(game, THE_HOUSE, at)
            if arranges:
                arranging.refuse_terms(game, THE_HOUSE, at)
            for number in verified:
                attending.reject(game, number, THE_HOUSE, at)

    await desk.write(of_money)
    for table, live in house.play.tables.items():
        for number in asked_by(live.table, name):
            reject = Reject(f"{name} is not there any more", about=number)
            await house.queue.ask(Request(table, THE_HOUSE, reject, at))


def asks_for_two(waiting: Awaiting) -> bool:
    return bool(waiting.proposal or waiting.setup or waiting.cards)


def of_jackpot(jackpot: Jackpot, name: str) -> tuple[bool, bool, list[int]]:
    """Whether somebody would correct it or change its terms; the awards that this one verified."""
    return (
        jackpot.proposed is not None and jackpot.proposed.by == name,
        jackpot.asked is not None and jackpot.asked.by == name,
        [one.number for one in jackpot.awards.held if one.verified_by == name],
    )


def asked_by(table: Table, name: str) -> list[int]:
    """The numbers of what waits for a second person in somebody's name."""
    waiting, typing = table.awaiting, table.round.typing
    mine = waiting is not None and waiting.by == name and asks_for_two(waiting)
    types = typing is not None and typing.by == name and is_asked(table)
    return ([waiting.number] if waiting and mine else []) + (
        [typing.number] if typing and types else []
    )
