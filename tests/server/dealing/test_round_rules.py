"""The clock and the automatic dealer keep the house's own rules around rounds."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from croupier.engine.irregularities import Role
from croupier.server.dealing.dealer import PACE, AutomaticDealer
from croupier.server.money.ledger import player_account, provisional
from croupier.server.play.clock import MILLISECOND, Clock
from croupier.server.play.holds import Disputed
from croupier.server.play.requests import Carried, Request
from croupier.server.play.round_rules import RoundTerms
from croupier.table import commands as asks
from croupier.table.commands import AUTOMATIC, Who
from croupier.table.state import Step
from tests.support.configured_house import opened, written

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.opening import OpenHouse
    from croupier.table.state import Table

TABLE, HOUR = "baccarat", 3_600_000
D1, P1 = Who("d1", Role.DEALER), Who("p1", Role.PLAYER)
NATURAL = ("Kh", "2s", "9d", "5c")
"""By which the Player Hand wins."""


class Hands:
    """Of a clock that a test turns, in milliseconds."""

    def __init__(self) -> None:
        self.at = 1_000_000

    def clock(self, not_before: int) -> Clock:
        return Clock(not_before, lambda: self.at * MILLISECOND, lambda: self.at * MILLISECOND)


class Evening:
    """A table and whoever acts at it by itself."""

    def __init__(self, house: OpenHouse, hands: Hands, pace: float = 0) -> None:
        self.house, self.hands = house, hands
        self.dealer = AutomaticDealer(house.floor, TABLE, house.shoes, pace)

    @property
    def table(self) -> Table:
        return self.house.play.tables[TABLE].table

    async def asks(self, who: Who, command: asks.AnyCommand) -> None:
        reply = await self.house.queue.ask(Request(TABLE, who, command, self.house.clock()))
        assert isinstance(reply, Carried), reply

    async def empty_round(self) -> None:
        """As nobody bets, the dealer closes it himself."""
        assert await self.dealer.act()
        await self.asks(AUTOMATIC, asks.CloseBetting())
        while self.table.step is not Step.CONCLUDED:
            assert await self.dealer.act()

    async def won_round(self) -> None:
        await self.asks(D1, asks.OpenBetting())
        await self.asks(P1, asks.Place("p1", "player", 2_500))
        await self.asks(D1, asks.CloseBetting())
        for card in NATURAL:
            await self.asks(D1, asks.Deal(card))
        await self.asks(D1, asks.Settle())


@pytest.mark.standard(31)
def test_the_automatic_dealer_waits_for_the_next_hour(tmp_path: Path) -> None:
    hands = Hands()
    house = opened(tmp_path, written(TABLE), clock=hands.clock)
    house.play.rounds.terms = RoundTerms(rounds_an_hour=2)
    began = hands.at

    async def evening() -> None:
        async with house.queue:
            one = Evening(house, hands)
            await one.empty_round()
            hands.at += 60_000
            await one.empty_round()
            assert not await one.dealer.act()
            assert house.floor.times(one.table)["opens"] == began + HOUR
            hands.at = began + HOUR - 1
            assert not await one.dealer.act()
            hands.at = began + HOUR
            assert await one.dealer.act()
            assert (one.table.round.number, one.table.step) == (3, Step.BETTING)
        house.close()

    asyncio.run(evening())


@pytest.mark.standard(31)
def test_the_dealer_s_pause_is_made_within_the_hour_and_not_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands = Hands()
    house = opened(tmp_path, written(TABLE), clock=hands.clock)
    dealer = AutomaticDealer(house.floor, TABLE, house.shoes, 1)
    pause = round(1000 * PACE[asks.OpenBetting])
    for later, is_early in ((1, True), (0, False)):
        at = hands.at + pause + later
        monkeypatch.setattr(house.play.rounds, "opens_at", lambda _, at=at: at)
        assert dealer.is_early() is is_early
    house.close()


@pytest.mark.standard(59)
def test_the_automatic_dealer_opens_nothing_while_a_dispute_holds_the_table(tmp_path: Path) -> None:
    hands = Hands()
    house = opened(tmp_path, written(TABLE), clock=hands.clock)

    async def evening() -> None:
        async with house.queue:
            one = Evening(house, hands)
            await one.empty_round()
            house.play.rounds.disputes.follow([Disputed(1, TABLE, 1, holds=True)])
            assert [await one.dealer.act() for _ in range(3)] == [False] * 3
            assert (one.table.round.number, "opens" in house.floor.times(one.table)) == (1, False)
            house.play.rounds.disputes.follow([Disputed(1, TABLE, 1)])
            assert await one.dealer.act()
            assert one.table.round.number == 2
        house.close()

    asyncio.run(evening())


@pytest.mark.standard(10)
@pytest.mark.parametrize("closed", ["open", "closed"])
def test_the_clock_releases_winnings_at_a_table_left_alone(closed: str, tmp_path: Path) -> None:
    """By the house's own seconds; also after a start, and where a dispute has kept them."""
    hands = Hands()
    text = "release_seconds = 30\n" + written(TABLE, more='dealer = "person"')
    house = opened(tmp_path, text, clock=hands.clock)
    assert house.play.rounds.terms.release_seconds == 30
    house.cage.buy_in("p1", 10_000, "c1", hands.at)

    async def won() -> None:
        async with house.queue:
            await Evening(house, hands).won_round()
        house.close()

    asyncio.run(won())
    settled = house.play.tables[TABLE].table.since
    again = opened(tmp_path, text, clock=hands.clock)
    holds = again.play.rounds.disputes

    async def left_alone() -> None:
        async with again.queue:
            one, balances = Evening(again, hands), again.play.balances
            if closed == "closed":
                holds.follow([Disputed(1, TABLE, 1, player="p1", kept_cents=5_000)])
                await one.asks(Who("s1", Role.PIT_SUPERVISOR), asks.CloseTable())
                hands.at = settled + HOUR
                assert not await one.dealer.act()
                holds.follow([])
            else:
                hands.at = settled + 29_999
                assert not await one.dealer.act()
                hands.at = settled + 30_000
            assert balances[provisional(TABLE, "p1")] == 5_000
            assert await one.dealer.act()
            assert balances[provisional(TABLE, "p1")] == 0
            assert balances[player_account("p1")] == 12_500
            assert not await one.dealer.act()
        again.close()

    asyncio.run(left_alone())
