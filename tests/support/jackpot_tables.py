"""A house with tables that share one jackpot, and hands that win it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.server.journal.keys import Keys
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.money.cage import Cage
from croupier.server.money.jackpots import Jackpots
from croupier.server.play.house import House
from croupier.server.play.requests import Carried, Request
from croupier.server.streams import faults
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.table.meter import (
    EarlierRoundOver,
    MajorPaid,
    MajorReversed,
    MeterFrozen,
    MeterResumed,
)
from croupier.table.meter import decoder as meter_decoder
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.play.requests import Reply
    from croupier.table.meter import AnyMeterEvent
    from croupier.table.state import Table


GAME, STREAM = "three-card-poker", "meter:three-card-poker"
SEED, BET = 2_000_000, 500
KEYS = Keys.new()
D1, S1, M1, M2, F1 = (
    Who("d1", Role.DEALER),
    Who("s1", Role.PIT_SUPERVISOR),
    Who("m1", Role.PIT_MANAGER),
    Who("m2", Role.PIT_MANAGER),
    Who("f1", Role.SHIFT_MANAGER),
)


MAJOR, ODD = "As Ks Qs", "Jc 8c 2h"
OTHER, UPCARDS = "4c 4d 6h", "Qc 8s 3h"


def setup(
    rate: str = "1/5",
    readings: dict[str, str] | None = None,
    beyond: asks.JackpotBeyond | None = None,
) -> asks.Setup:
    return replace(
        setup_of(GAME),
        device="automated",
        jackpot=(BET, SEED, rate),
        jackpot_beyond=beyond,
        interpretations=readings or {},
    )


class Pit:
    """A house with tables of the game, and its clock."""

    def __init__(
        self,
        path: Path,
        tables: int = 2,
        rate: str = "1/5",
        readings: dict[str, str] | None = None,
        beyond: asks.JackpotBeyond | None = None,
    ) -> None:
        self.path, self.at = path, 0
        self.house = House(SqliteStore(path), KEYS)
        for number in range(1, tables + 1):
            self.house.add_table(f"t{number}", setup(rate, readings, beyond), "m1", 0)
        cage = Cage(self.house.store, self.house.balances, self.house.own_play)
        for number in range(1, tables + 1):
            for box in (1, 2):
                cage.buy_in(f"t{number}p{box}", 100_000_000, "c1", 0)

    @property
    def staff(self) -> Jackpots:
        return Jackpots(self.house.meters, self.house.balances)

    @property
    def shown(self) -> int:
        return self.house.meters[GAME].jackpot.displayed_cents

    def reopened(self) -> None:
        self.house.store.close()
        self.house = House(SqliteStore(self.path), KEYS)

    def table(self, name: str) -> Table:
        return self.house.tables[name].table

    def request(self, name: str, command: asks.AnyCommand, who: Who) -> Request:
        self.at += 10
        return Request(name, who, command, self.at)

    def ask(self, name: str, command: asks.AnyCommand, who: Who = D1) -> Reply:
        return self.house.submit([self.request(name, command, who)])[0]

    def carry(self, name: str, command: asks.AnyCommand, who: Who = D1) -> None:
        reply = self.ask(name, command, who)
        assert isinstance(reply, Carried), (name, command, reply)

    def open(self, name: str, in_jackpot: tuple[bool, ...] = (True, False)) -> list[Reply]:
        self.carry(name, asks.OpenBetting())
        replies = []
        for box, bets in enumerate(in_jackpot, 1):
            player = Who(f"{name}p{box}", Role.PLAYER)
            self.carry(name, asks.Place(player.name, "ante", 2500, box), player)
            if bets:
                place = asks.Place(player.name, "progressive", BET, box)
                replies.append(self.ask(name, place, player))
        return replies

    def deal(self, name: str, hand: str) -> None:
        hands = zip((hand, OTHER), self.table(name).boxes_in_play(), strict=False)
        for cards in (*(hand for hand, _ in hands), UPCARDS):
            self.carry(name, asks.Deal(cards))

    def decide(self, name: str, choice: Choice = Choice.PLAY) -> None:
        for box in self.table(name).undecided:
            player = Who(f"{name}p{box}", Role.PLAYER)
            self.carry(name, asks.Decide(player.name, box, choice), player)
        self.carry(name, asks.ExposeDealer())

    def until_exposed(self, name: str, hand: str = MAJOR) -> None:
        self.open(name)
        self.carry(name, asks.CloseBetting())
        self.deal(name, hand)
        self.decide(name)

    def void(self, name: str) -> None:
        self.carry(name, asks.Report(irregularity="foreign-card"))
        self.carry(name, asks.Rule("a joker"), F1)

    def fault(self, name: str, choice: str = "no-jackpot-bets") -> None:
        player = Who(f"{name}p1", Role.PLAYER)
        self.carry(name, asks.Look(player.name, 1), player)
        self.carry(name, asks.Report(irregularity="jackpot-fault", box=7))
        self.carry(name, asks.Rule("dark", jackpot=choice), F1)

    def freeze(self) -> None:
        """Staff stop the jackpot of all tables."""
        tables = [live.table for live in self.house.tables.values()]
        assert isinstance(self.staff.freeze(GAME, S1, "dark", self.at, tables), MeterFrozen)

    def resumed(self) -> None:
        assert isinstance(self.staff.resume(GAME, S1, self.at), MeterResumed)

    def awarded(self, name: str) -> list[int | None]:
        return [one.award_cents for one in self.table(name).round.lines if one.from_meter]

    @property
    def won(self) -> dict[str, int]:
        """By player, all that the meter has paid and not taken back."""
        won: dict[str, int] = {}
        for event in self.journal():
            if isinstance(event, MajorPaid):
                won[event.player] = won.get(event.player, 0) + event.cents
            elif isinstance(event, MajorReversed):
                won[event.player] -= event.cents + event.raised_cents
            elif isinstance(event, EarlierRoundOver):
                for one in event.raised:
                    won[one.player] += one.cents
        return {player: cents for player, cents in won.items() if cents}

    def journal(self) -> Iterator[AnyMeterEvent]:
        return (meter_decoder.decode(one.body) for one in self.house.store.read(STREAM))

    @property
    def kinds(self) -> list[type[AnyMeterEvent]]:
        return [type(one) for one in self.journal()]


def whole(pit: Pit) -> None:
    """Rebuilt it is the same; the ledger agrees with the meter to the cent; nothing is at fault."""
    before = pit.house.meters[GAME]
    pit.reopened()
    assert pit.house.meters[GAME] == before
    balance, reserve = (pit.house.store.balance(one) for one in (STREAM, f"reserve:{GAME}"))
    assert balance == int(before.jackpot.meter.cents) - SEED
    assert reserve == int(before.jackpot.pool.reserve)
    assert list(faults(pit.house.store, KEYS.public)) == []
