"""Tables of one jackpot in any order, against what 1.15 and 4.9.1 give by the whole history."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.table import commands as asks
from croupier.table import meter as jackpots
from croupier.table.commands import Who
from croupier.table.meter import (
    ContributionTakenBack,
    EarlierRoundOver,
    MajorPaid,
    MeterFrozen,
    MeterResumed,
)
from croupier.table.metered import to_void
from croupier.table.pool import Pool
from croupier.table.postings import METER
from croupier.table.state import Step
from tests.support.metered_tables import DEALER, HANDS, OTHERS, SEED, SUPERVISOR, UPCARDS, Casino
from tests.support.reference.meter import Books

if TYPE_CHECKING:
    from croupier.table.events import AnyEvent

GAME, UNREAD = "three-card-poker", "?? ?? ??"
NAMES = st.sampled_from(("t1", "t2", "t3", "t4"))
MANAGER = Who("m1", Role.PIT_MANAGER)
CITED = ("5.17.2c",)
FALLS = ContributionTakenBack | MajorPaid | EarlierRoundOver
"""What the meter falls for."""


class Pit(Casino):
    def __init__(self, tables: int, rate: str, reading: str) -> None:
        super().__init__(tables, rate, {"contribution-of-winning-round": reading})
        leaves_own = reading == "after-reset"
        self.books = Books(SEED, Fraction(rate), leaves_own=leaves_own)
        self.hands: dict[tuple[str, int], str] = {}

    def heard(self, name: str, event: AnyEvent) -> None:
        self.books.happens(name, event)

    def deals(self, name: str, first: str, *, read: bool) -> None:
        """The next hand of the table."""
        table = self.tables[name]
        lying = [box for box in table.boxes_in_play() if not table.cards_of(box)]
        if not lying:
            self.tried(name, asks.Deal(UPCARDS), DEALER)
            return
        is_first = lying[0] == min(table.boxes_in_play())
        cards = first if is_first else OTHERS[lying[0] - 1]
        self.hands[name, lying[0]] = cards
        self.tried(name, asks.Deal(cards if read else UNREAD), DEALER)

    def decides(self, name: str, choice: Choice) -> None:
        table = self.tables[name]
        if not table.undecided:
            self.tried(name, asks.ExposeDealer(), DEALER)
            return
        player = Who(str(table.player_of(table.undecided[0])), Role.PLAYER)
        self.tried(name, asks.Decide(player.name, table.undecided[0], choice), player)

    def settles(self, name: str) -> None:
        table = self.tables[name]
        for box in table.boxes_in_play():
            if None in table.cards_of(box):
                self.tried(name, asks.ReturnHand(box, self.hands[name, box]), DEALER)
        self.tried(name, asks.Settle(), DEALER)


class Evening(RuleBasedStateMachine):
    @initialize(
        tables=st.integers(1, 4),
        rate=st.sampled_from(("1/5", "1/3", "2/7", "1/3000")),
        reading=st.sampled_from(("in-the-award", "after-reset")),
    )
    def opens(self, tables: int, rate: str, reading: str) -> None:
        self.pit = Pit(tables, rate, reading)

    def table(self, name: str) -> str:
        return name if name in self.pit.tables else "t1"

    @rule(
        names=st.lists(NAMES, min_size=3, max_size=14),
        bets=st.lists(st.sampled_from((True, True, False)), min_size=1, max_size=3),
        hand=st.sampled_from(("major", "major", "odd")),
        read=st.booleans(),
        choice=st.sampled_from((Choice.PLAY, Choice.PLAY, Choice.PLAY, Choice.FOLD)),
    )
    def go_on(
        self, names: list[str], bets: list[bool], hand: str, *, read: bool, choice: Choice
    ) -> None:
        for name in map(self.table, names):
            step = self.pit.tables[name].step
            if step is Step.CONCLUDED:
                if not self.pit.jackpot.frozen and not self.pit.tables[name].no_jackpot_bets:
                    self.pit.bet(name, bets)
            elif step is Step.DEALING:
                self.pit.deals(name, HANDS[hand], read=read)
            elif step is Step.PLAYING:
                self.pit.decides(name, choice)
            else:
                self.pit.settles(name)

    @rule(name=NAMES)
    def looks(self, name: str) -> None:
        table = self.pit.tables[self.table(name)]
        if table.step is Step.PLAYING:
            player = str(table.player_of(table.boxes_in_play()[0]))
            look = asks.Look(player, table.boxes_in_play()[0])
            self.pit.tried(table.name, look, Who(player, Role.PLAYER))

    def reports(self, name: str, what: asks.Report, jackpot: str | None = None) -> None:
        name = self.table(name)
        self.pit.tried(name, what, DEALER)
        waiting = self.pit.tables[name].awaiting
        if waiting is not None and waiting.ruling is not None:
            self.pit.tried(name, asks.Rule("checked", jackpot=jackpot), SUPERVISOR)
        if self.pit.tables[name].awaiting is not None:
            self.pit.tried(name, asks.Approve(), MANAGER)

    @rule(name=NAMES)
    def is_void(self, name: str) -> None:
        self.reports(name, asks.Report(irregularity="foreign-card"))

    @rule(name=NAMES, box=st.integers(1, 3))
    def loses_a_hand(self, name: str, box: int) -> None:
        self.reports(name, asks.Report(irregularity="player-hand-miscounted", box=box))

    @rule(name=NAMES, void=st.booleans())
    def is_settled_anew(self, name: str, *, void: bool) -> None:
        """A settlement is undone, for the round to be void or to go on without the last hand."""
        order = sorted(self.pit.tables, key=lambda one: (one < name, one))
        done = [one for one in order if self.pit.tables[one].round.lines]
        if done:
            table, name = self.pit.tables[done[0]], done[0]
            last = table.boxes_in_play()[-1]
            if void or last == table.boxes_in_play()[0]:
                self.is_void(name)
            else:
                self.loses_a_hand(name, last)
            self.go_on([name], [True], "odd", read=True, choice=Choice.PLAY)

    @rule(name=NAMES, choice=st.sampled_from(("close-box", "no-jackpot-bets")))
    def fails(self, name: str, choice: str) -> None:
        self.reports(name, asks.Report(irregularity="jackpot-fault", box=7), choice)

    @rule(name=NAMES)
    def is_mended(self, name: str) -> None:
        self.pit.tried(self.table(name), asks.OpenTable(), SUPERVISOR)

    @rule()
    def stops(self) -> None:
        """At all tables; a round that is to be void is void at once, or its table waits."""
        if not self.pit.jackpot.frozen:
            voids = tuple(to_void(GAME, self.pit.tables.values()))
            frozen = MeterFrozen(at=0, before="", after="", clauses=CITED, table="", voids=voids)
            self.meter(frozen)
            self.pit.books.stop()

    @rule()
    def goes_on_again(self) -> None:
        if self.pit.jackpot.faults:
            self.meter(MeterResumed(at=0, before="", after="", clauses=CITED, by="s1"))
            self.pit.books.go_on()

    @rule(cents=st.integers(1, 10_000))
    def is_corrected(self, cents: int) -> None:
        self.pit.correct(self.pit.jackpot.displayed_cents + cents)
        self.pit.books.corrected(cents)

    def meter(self, event: MeterFrozen | MeterResumed) -> None:
        self.pit.post(self.pit.meter_moves(jackpots.reckoned(self.pit.jackpot, event)))

    @precondition(lambda self: hasattr(self, "pit"))
    @invariant()
    def each_winner_has_what_he_is_due_and_each_cent_is_somewhere(self) -> None:
        pit, jackpot = self.pit, self.pit.jackpot
        assert pit.won == pit.books.won
        assert jackpot.meter.cents == pit.books.meter
        assert jackpot.displayed_cents == pit.books.displayed >= SEED
        assert sum(pit.balances.values()) == 0
        assert pit.balances.get(METER, 0) == int(jackpot.meter.cents) - SEED

    def teardown(self) -> None:
        """The journal alone gives the same meter."""
        if hasattr(self, "pit"):
            again = jackpots.Jackpot(pool=Pool(seed_cents=SEED, rate=self.pit.rate))
            for event in self.pit.journal:
                assert Fraction(event.before) == again.meter.cents
                again = jackpots.evolve(again, event)
                falls = Fraction(event.after) < Fraction(event.before)
                assert not falls or isinstance(event, FALLS)
                assert event.clauses
            assert again == self.pit.jackpot


Evening.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestEvening = pytest.mark.clause(
    "three-card-poker",
    "1.15",
    "4.4",
    "4.9.1",
    title="The meter agrees with a model of it in whole evenings",
)(Evening.TestCase)
