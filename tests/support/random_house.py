"""A real house in which random and hostile people play at a table of each game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.refusals import Refused
from croupier.server.money.cage import Cage
from croupier.server.play.requests import Request
from croupier.table.state import Step
from tests.simulation import soak
from tests.simulation.hostile import PLAYERS
from tests.support.played_house import opened

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.play.house import House
    from croupier.table.commands import AnyCommand, Who
    from croupier.table.events import AnyEvent


class Soaked(soak.Floor):
    """The soak test's people, their commands carried out by a house."""

    def __init__(self, house: House, seed: int) -> None:
        setups = soak.floor_of_each_game()
        super().__init__(setups, seed)
        self.house = house
        for name, table in self.tables.items():
            house.add_table(name, table.setup, "m1", 0)
        cage = Cage(house.store, house.balances, house.own_play)
        for who in PLAYERS:
            cage.buy_in(who.name, 100_000_000, "c1", 1)

    def ask(self, name: str, command: AnyCommand, who: Who) -> list[AnyEvent] | Refused:
        self.tally.commands += 1
        [reply] = self.house.submit([Request(name, who, command, self.at)])
        if isinstance(reply, Refused):
            return reply
        for event in reply.events:
            self.record(name, event, command)
        return list(reply.events)


def random_rounds(path: Path, seed: int, rounds: int) -> tuple[House, list[tuple[str, int]]]:
    """A house after so many rounds, and each of them that has ended."""
    house = opened(path)
    floor = Soaked(house, seed)
    while floor.tally.rounds < rounds:
        floor.step()
    floor.conclude()
    ended = [
        (name, number)
        for name, table in floor.tables.items()
        for number in range(1, table.round.number + 1)
        if table.step is Step.CONCLUDED
    ]
    return house, ended
