"""Players with limits of their own at two tables of a real house, held against its ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.engine.irregularities import Role
from croupier.server.money.books import BoughtIn
from croupier.server.money.cage import Cage
from croupier.server.money.ledger import owed, player_account, provisional
from croupier.server.own_play import events as happened
from croupier.server.own_play import wishes
from croupier.server.own_play.limits import LimitKind
from croupier.server.play.requests import Carried, Request
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.table.state import Step
from croupier.wire.gaming_days import DAY
from tests.support.played_house import BANKROLL, DEALER, PLAYERS, Floor, furnished, opened

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from croupier.engine.refusals import Refused
    from croupier.server.play.house import House
    from croupier.server.play.requests import Reply

MINUTE = 60_000
MANAGERS = Who("m1", Role.PIT_MANAGER), Who("m2", Role.PIT_MANAGER)
START = 20_000 * DAY + DAY // 3
TABLES = {"t1": "baccarat", "t2": "baccarat"}
BETS = ("player", "banker")


class Played:
    """A house with its own memory of what was asked for, to be held against it."""

    def __init__(self, path: Path) -> None:
        self.path, self.at = path, START
        self.house = furnished(path, *TABLES.values())
        self.floors = {name: Floor(self.house, name, START) for name in TABLES}
        self.paid = {who.name: BANKROLL for who in PLAYERS}
        self.asked: list[tuple[str, int, int | None]] = []
        """Whose loss a day, when, and how much."""
        self.excluded: dict[str, int] = {}
        self.resting: dict[str, int] = {}
        self.barred: set[str] = set()
        self.base: dict[tuple[str, int], int] = {}

    def restart(self) -> None:
        before = self.house.own_play.stream
        self.house.store.close()
        self.house = opened(self.path)
        assert self.house.own_play.stream == before
        for floor in self.floors.values():
            floor.house = self.house

    def lost(self, player: str) -> int:
        """By the ledger: what lies on a table is gone."""
        balances = self.house.balances
        has = balances.get(player_account(player), 0) + balances.get(owed(player), 0)
        has += sum(balances.get(provisional(table, player), 0) for table in TABLES)
        return self.paid[player] - has

    def lying(self, player: str) -> int:
        return sum(
            wager.cents
            for live in self.house.tables.values()
            if live.table.step is not Step.CONCLUDED
            for wager in live.table.round.wagers.values()
            if wager.player == player
        )

    def lost_today(self, player: str) -> int:
        day = self.at // DAY
        settled = self.lost(player) - self.lying(player)
        return self.lost(player) - self.base.setdefault((player, day), settled)

    def limit(self, player: str) -> int | None:
        """In force now, by what was asked for."""
        value: int | None = None
        later: tuple[int, int | None] | None = None
        for whose, at, wanted in [*self.asked, (player, self.at, -1)]:
            if whose != player:
                continue
            if later and at >= later[0]:
                value, later = later[1], None
            if wanted == -1:
                break
            if wanted is not None and (value is None or wanted < value):
                value, later = wanted, None
            elif wanted == value:
                later = None
            elif later is None or later[1] != wanted:
                later = (at + DAY, wanted)
        return value

    def may_play(self, player: str) -> bool:
        away = max(self.excluded.get(player, 0), self.resting.get(player, 0))
        return self.at >= away and player not in self.barred

    def wish(self, player: str, made: object) -> Refused | None:
        return self.house.own_play.wish(player, self.at, lambda _: made)  # type: ignore[arg-type,return-value]

    def own_wish(self, player: str, chance: Random) -> None:
        own = self.house.own_play[player]
        match chance.choice(("limit", "limit", "limit", "break", "exclude", "bar", "lift")):
            case "limit":
                value = chance.choice((None, 0, 20_000, 30_000, 50_000))
                self.asked.append((player, self.at, value))
                made = wishes.set_limit(own, player, LimitKind.LOSS_DAY, value, self.at)
            case "break":
                until = self.at + chance.choice((15, 60)) * MINUTE
                made = wishes.take_break(own, player, until, self.at)
                self.resting[player] = max(until, self.resting.get(player, 0))
            case "exclude" if chance.random() < 0.2:
                made = wishes.exclude(own, player, 6, self.at)
                self.excluded.setdefault(player, wishes.months_after(self.at, 6))
            case "bar":
                made = wishes.bar(own, player, MANAGERS[0], "a reason", self.at)
                self.barred.add(player)
            case _:
                return self.lift(player, chance)
        self.wish(player, made)
        return None

    def lift(self, player: str, chance: Random) -> None:
        """By one person, or by two; nobody lifts anything else."""
        first, second = MANAGERS if chance.random() < 0.5 else (MANAGERS[0], MANAGERS[0])
        own = self.house.own_play
        self.wish(player, wishes.propose_lift(own[player], player, first, "calm", self.at))
        lifting = own[player].lifting
        made = wishes.confirm_lift(own[player], player, second, self.at)
        self.wish(player, made)
        if isinstance(made, happened.BarLifted):
            assert lifting is not None
            assert lifting.by != second.name
            self.barred.discard(player)

    def bets(self, chance: Random) -> None:
        """Several at once at both tables, by players and by the dealer for them."""
        requests = []
        for _ in range(chance.randint(1, 4)):
            who = chance.choice(PLAYERS)
            by = chance.choice((who, DEALER))
            cents = chance.choice((2_500, 5_000, 10_000, 20_000))
            command = asks.Place(who.name, chance.choice(BETS), cents)
            requests.append(Request(chance.choice(list(TABLES)), by, command, self.at))
        replies = self.house.submit(requests)
        for request, reply in zip(requests, replies, strict=True):
            self.judge(request, reply)

    def judge(self, request: Request, reply: Reply) -> None:
        assert isinstance(request.command, asks.Place)
        player = request.command.player
        if not isinstance(reply, Carried):
            return
        assert self.may_play(player), (player, reply)
        limit = self.limit(player)
        assert limit is None or self.lost_today(player) <= limit

    def round(self, name: str) -> None:
        floor = self.floors[name]
        floor.at = self.at
        if self.house.tables[name].table.step is Step.BETTING:
            floor.deal()
            floor.carried(asks.Settle(None), DEALER)
        else:
            floor.open()
        self.at = floor.at

    def buy_in(self, player: str) -> None:
        cage = Cage(self.house.store, self.house.balances, self.house.own_play)
        made = cage.buy_in(player, 1_000, "c1", self.at)
        assert isinstance(made, BoughtIn) is self.may_play(player)
        if isinstance(made, BoughtIn):
            self.paid[player] += 1_000


def balanced(house: House) -> bool:
    return not sum(house.balances.values())
