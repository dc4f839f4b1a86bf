"""Tables that share a meter, and rounds that feed and win it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.table import commands as asks
from croupier.table import meter as jackpots
from croupier.table.commands import Who
from croupier.table.decide import decide
from croupier.table.evolve import evolve, jackpot_of, new_table
from croupier.table.feeding import follows
from croupier.table.meter import (
    Correction,
)
from croupier.table.postings import postings
from croupier.table.state import Step
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from croupier.table.commands import AnyCommand
    from croupier.table.meter import AnyMeterEvent
    from croupier.table.postings import Posting


SEED, BET = 2_000_000, 500
DEALER, SUPERVISOR = Who("d1", Role.DEALER), Who("s1", Role.PIT_SUPERVISOR)
HANDS = {"major": "As Ks Qs", "minor": "Ah Kh Qh", "straight": "9c 8d 7h", "odd": "Jc 8c 2h"}
OTHERS = ("4c 4d 6h", "6c 6d 2c", "7c 7d 3c")
UPCARDS = "Qc 8s 3h"


class Casino:
    """Tables that share one meter, with its own journal."""

    def __init__(self, tables: int = 2, rate: str = "1/5") -> None:
        setup = replace(setup_of("three-card-poker"), device="automated", jackpot=(BET, SEED, rate))
        self.tables = {f"t{one}": new_table(f"t{one}", setup) for one in range(1, tables + 1)}
        terms = jackpot_of(setup)
        assert terms is not None
        self.jackpot = jackpots.new_jackpot(terms)
        self.rate = terms.contribution
        self.journal: list[AnyMeterEvent] = []
        self.balances: dict[str, int] = {}
        self.at = 0

    def ask(self, name: str, command: AnyCommand, who: Who) -> None:
        self.at += 1
        answer = decide(self.tables[name], command, who, self.at)
        assert not isinstance(answer, Refused), answer
        for event in answer:
            moved = list(postings(event))
            for one in follows(self.tables[name], event, self.jackpot):
                moved += self.meter_moves(one)
            for account, cents in moved:
                self.balances[account] = self.balances.get(account, 0) + cents
            self.tables[name] = evolve(self.tables[name], event)

    def meter_moves(self, event: AnyMeterEvent) -> list[Posting]:
        self.journal.append(event)
        self.jackpot = jackpots.evolve(self.jackpot, event)
        return list(jackpots.postings(event, SEED))

    def correct(self, cents: int) -> None:
        to = Correction(cents, "s1", "m1", "counted")
        event = jackpots.correct(self.jackpot, to, self.at, ("5.23",))
        assert event is not None
        for account, moved in self.meter_moves(event):
            self.balances[account] = self.balances.get(account, 0) + moved

    def bet(self, name: str, in_jackpot: list[bool]) -> None:
        """Betting opens and closes on as many boxes, each with or without a jackpot bet."""
        self.ask(name, asks.OpenBetting(), DEALER)
        for box, with_jackpot in enumerate(in_jackpot, 1):
            player = Who(f"{name}p{box}", Role.PLAYER)
            self.ask(name, asks.Place(player.name, "ante", 2500, box), player)
            if with_jackpot:
                self.ask(name, asks.Place(player.name, "progressive", BET, box), player)
        self.ask(name, asks.CloseBetting(), DEALER)

    def deal(self, name: str, first: str) -> None:
        for hand, _ in zip((first, *OTHERS), self.tables[name].boxes_in_play(), strict=False):
            self.ask(name, asks.Deal(hand), DEALER)
        self.ask(name, asks.Deal(UPCARDS), DEALER)

    def decide(self, name: str) -> None:
        for box in self.tables[name].undecided:
            player = self.tables[name].player_of(box)
            assert player is not None
            self.ask(name, asks.Decide(player, box, Choice.PLAY), Who(player, Role.PLAYER))
        self.ask(name, asks.ExposeDealer(), DEALER)

    def settle(self, name: str, cents: int | None = None) -> None:
        shown = self.jackpot.displayed_cents if cents is None else cents
        self.ask(name, asks.Settle(shown), DEALER)

    def void(self, name: str) -> None:
        self.ask(name, asks.Report(irregularity="foreign-card"), DEALER)
        self.ask(name, asks.Rule("a joker"), SUPERVISOR)

    def remove(self, name: str, box: int) -> None:
        self.ask(name, asks.Report(irregularity="player-hand-miscounted", box=box), DEALER)
        self.rule(name)

    def rule(self, name: str) -> None:
        """What reverses a settlement waits for a second person."""
        if (waiting := self.tables[name].awaiting) is not None and waiting.ruling is not None:
            self.ask(name, asks.Rule("checked"), SUPERVISOR)

    def withdraw(self, name: str, box: int) -> None:
        player = self.tables[name].player_of(box)
        assert player is not None
        self.ask(name, asks.Report(irregularity="dealing-error", box=box), DEALER)
        self.rule(name)
        self.ask(name, asks.Choose(player, "withdraw", box), Who(player, Role.PLAYER))

    def fault(self, name: str) -> None:
        self.ask(
            name, asks.Report(irregularity="jackpot-fault", facts={"seen": True}, box=7), DEALER
        )
        self.ask(name, asks.Rule("dark", jackpot="close-box"), SUPERVISOR)


def goes_on(casino: Casino, name: str, in_jackpot: list[bool], hand: str) -> None:
    """The next thing that happens at a table in the course of a round."""
    table = casino.tables[name]
    if table.step is Step.CONCLUDED:
        casino.bet(name, in_jackpot)
    elif table.step is Step.DEALING:
        casino.deal(name, HANDS[hand])
    elif table.step is Step.PLAYING:
        casino.decide(name)
    else:
        casino.settle(name)


def happens(casino: Casino, name: str, what: str, in_jackpot: list[bool], hand: str) -> None:
    """Something irregular where there is a round to which it can happen; else the round goes on."""
    table = casino.tables[name]
    settled = table.step is Step.CONCLUDED and bool(table.round.lines)
    if what == "on" or (table.step is Step.CONCLUDED and not settled):
        goes_on(casino, name, in_jackpot, hand)
    elif what == "void":
        casino.void(name)
    elif what == "remove":
        casino.remove(name, table.boxes_in_play()[0])
    elif what == "withdraw":
        casino.withdraw(name, table.boxes_in_play()[0])
    else:
        casino.fault(name)
