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
from croupier.table.majors import known_at
from croupier.table.meter import Correction, EarlierRoundOver, MajorPaid, MajorReversed
from croupier.table.meter_postings import postings as of_meter
from croupier.table.metered import concerns_meter, decide_metered
from croupier.table.postings import postings
from croupier.table.state import Step
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from croupier.money import Posting
    from croupier.table.commands import AnyCommand
    from croupier.table.events import AnyEvent
    from croupier.table.meter import AnyMeterEvent
    from croupier.table.state import Table


SEED, BET = 2_000_000, 500
DEALER, SUPERVISOR = Who("d1", Role.DEALER), Who("f1", Role.SHIFT_MANAGER)
HANDS = {"major": "As Ks Qs", "minor": "Ah Kh Qh", "straight": "9c 8d 7h", "odd": "Jc 8c 2h"}
OTHERS = ("4c 4d 6h", "6c 6d 2c", "7c 7d 3c")
UPCARDS = "Qc 8s 3h"


class Casino:
    """Tables that share one meter, with its own journal."""

    def __init__(
        self, tables: int = 2, rate: str = "1/5", readings: dict[str, str] | None = None
    ) -> None:
        setup = replace(
            setup_of("three-card-poker"),
            device="automated",
            jackpot=(BET, SEED, rate),
            interpretations=readings or {},
        )
        self.tables = {f"t{one}": new_table(f"t{one}", setup) for one in range(1, tables + 1)}
        terms = jackpot_of(setup)
        assert terms is not None
        self.jackpot = jackpots.new_jackpot(terms)
        self.rate = terms.contribution
        self.journal: list[AnyMeterEvent] = []
        self.balances: dict[str, int] = {}
        self.at = 0

    def ask(self, name: str, command: AnyCommand, who: Who) -> None:
        answer = self.tried(name, command, who)
        assert not isinstance(answer, Refused), answer

    def tried(self, name: str, command: AnyCommand, who: Who) -> list[AnyEvent] | Refused:
        self.at += 1
        answer = self.decided(self.tables[name], command, who)
        for event in () if isinstance(answer, Refused) else answer:
            moved = list(postings(event))
            for one in follows(self.tables[name], event, self.jackpot):
                moved += self.meter_moves(one)
            self.post(moved)
            self.tables[name] = evolve(self.tables[name], event)
            self.heard(name, event)
        return answer

    def heard(self, name: str, event: AnyEvent) -> None:
        """For those who keep books of their own."""

    def post(self, moved: list[Posting]) -> None:
        for account, cents in moved:
            self.balances[account] = self.balances.get(account, 0) + cents

    def decided(self, table: Table, command: AnyCommand, who: Who) -> list[AnyEvent] | Refused:
        """As a house decides, which knows of all its tables."""
        if not concerns_meter(table, command, self.jackpot):
            return decide(table, command, who, self.at)
        known = known_at(table, self.tables.values(), self.jackpot, self.recorded)
        return decide_metered(table, command, who, self.at, known)

    def recorded(self, table: Table, box: int) -> int:
        """No two hands of these tables are complete in the same moment."""
        return table.round.complete_at[box]

    def meter_moves(self, event: AnyMeterEvent) -> list[Posting]:
        self.journal.append(event)
        self.jackpot = jackpots.evolve(self.jackpot, event)
        return list(of_meter(event))

    def correct(self, cents: int) -> None:
        to = Correction(cents, "s1", "m1", "counted")
        event = jackpots.correct(self.jackpot, to, self.at, ("5.23",))
        assert event is not None
        self.post(self.meter_moves(event))

    @property
    def won(self) -> dict[str, int]:
        """By player, all that the meter has paid and not taken back."""
        won: dict[str, int] = {}
        for event in self.journal:
            if isinstance(event, MajorPaid):
                won[event.player] = won.get(event.player, 0) + event.cents
            elif isinstance(event, MajorReversed):
                won[event.player] -= event.cents + event.raised_cents
            elif isinstance(event, EarlierRoundOver):
                for one in event.raised:
                    won[one.player] += one.cents
        return {player: cents for player, cents in won.items() if cents}

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

    def settle(self, name: str) -> None:
        self.ask(name, asks.Settle(), DEALER)

    def awarded(self, name: str) -> list[int | None]:
        """By the settlement alone."""
        return [line.award_cents for line in self.tables[name].round.lines if line.from_meter]

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
        """Somebody has seen his cards, so that the round goes on."""
        table = self.tables[name]
        box = table.boxes_in_play()[0]
        player = str(table.player_of(box))
        self.ask(name, asks.Look(player, box), Who(player, Role.PLAYER))
        self.ask(name, asks.Report(irregularity="jackpot-fault", box=7), DEALER)
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
