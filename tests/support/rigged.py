"""Rounds of Three Pictures that a player wins or loses as it is told, by cards that are dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.server.money.cage import Cage
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from tests.support.played_house import DEALER, PLAYERS, Floor

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.server.play.house import House
    from croupier.table.commands import Who

P1 = PLAYERS[0]
NINE, FIVE = ("9h", "Th", "Tc"), ("5s", "Ts", "Td")
STAKE = 2500
Asked = tuple[asks.AnyCommand, "Who"]


class Rigged(Floor):
    """All rounds are one commit, so that many are soon played."""

    def __init__(self, house: House, at: int, table: str = "t1", *, cents: int = 1_000_000) -> None:
        super().__init__(house, table, at)
        self.asked = at
        Cage(house.store, house.balances, house.own_play).buy_in("p1", cents, "c1", at)
        self.open()
        self.carried(asks.Sit("p1", 1), P1)
        self.begun = True

    def play(self, results: str) -> None:
        """`w` is a round that the player wins at 1:1, `l` one that he loses."""
        asked = []
        for result in results:
            self.at += 10_000
            self.asked += 1
            asked += [
                Request(self.name, who, command, self.at + step, f"{self.asked}-{step}")
                for step, (command, who) in enumerate(self.of_round(result))
            ]
        for reply in self.house.submit(asked):
            assert isinstance(reply, Carried), reply

    def of_round(self, result: str) -> Iterator[Asked]:
        if not self.begun:
            yield asks.OpenBetting(), DEALER
        self.begun = False
        yield asks.Place("p1", "initial", STAKE, 1), P1
        yield asks.CloseBetting(), DEALER
        own, dealers = (NINE, FIVE) if result == "w" else (FIVE, NINE)
        for pair in zip(own, dealers, strict=True):
            for card in pair:
                yield asks.Deal(card), DEALER
        yield asks.Look("p1", 1), P1
        yield asks.ReturnHand(1), P1
        yield asks.ExposeDealer(), DEALER
        yield asks.Settle(None), DEALER
