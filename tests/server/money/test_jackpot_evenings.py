"""What always holds of a jackpot, whatever happens in an evening."""

from __future__ import annotations

import shutil
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier.table import commands as asks
from croupier.table.meter import (
    ContributionTakenBack,
    EarlierRoundOver,
    MajorPaid,
    MeterCorrected,
)
from croupier.table.metered import is_to_void
from croupier.table.state import Step
from tests.support.jackpot_tables import D1, GAME, M1, MAJOR, ODD, S1, SEED, STREAM, Pit


class Evening(RuleBasedStateMachine):
    """Tables in any order against a meter kept by hand: the rate of all bets, less what was won."""

    TABLES: ClassVar = ("t1", "t2", "t3")
    NAMES = st.sampled_from(TABLES)

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @initialize(
        rate=st.sampled_from(("1/5", "1/3", "2/7", "1/3000")),
        reading=st.sampled_from(("in-the-award", "after-reset")),
    )
    def opens(self, rate: str, reading: str) -> None:
        readings = {"contribution-of-winning-round": reading}
        self.pit = Pit(self.folder / "house.db", 3, rate, readings)

    @rule(
        names=st.lists(NAMES, min_size=4, max_size=12),
        bets=st.tuples(st.sampled_from((True, True, False)), st.booleans()),
        hand=st.sampled_from((MAJOR, MAJOR, ODD)),
    )
    def go_on(self, names: list[str], bets: tuple[bool, bool], hand: str) -> None:
        for name in names:
            self.goes_on(name, bets, hand)

    def goes_on(self, name: str, bets: tuple[bool, bool], hand: str) -> None:
        """The next thing that happens at a table in the course of a round."""
        pit, table = self.pit, self.pit.table(name)
        if is_to_void(table, pit.house.meters[GAME].jackpot):
            pit.ask(name, asks.Report(irregularity="jackpot-fault", box=7))
            pit.carry(name, asks.Rule("dark", jackpot="close-box"), S1)
        elif table.step is Step.CONCLUDED:
            pit.open(name, bets)
        elif table.step is Step.BETTING:
            pit.carry(name, asks.CloseBetting())
        elif table.step is Step.DEALING:
            pit.deal(name, hand)
        elif table.step is Step.PLAYING:
            pit.decide(name)
        else:
            pit.ask(name, asks.Settle())

    @rule(names=st.permutations(TABLES))
    def settle_in_one_commit(self, names: list[str]) -> None:
        asked = [self.pit.request(name, asks.Settle(), D1) for name in names]
        self.pit.house.submit(asked)

    @rule(name=NAMES)
    def is_voided(self, name: str) -> None:
        table = self.pit.table(name)
        if table.round.number and not table.round.voided and table.step is not Step.BETTING:
            self.pit.void(name)

    @rule(name=NAMES, choice=st.sampled_from(("no-jackpot-bets", "close-box")))
    def has_a_fault(self, name: str, choice: str) -> None:
        if self.pit.table(name).step is Step.PLAYING:
            self.pit.fault(name, choice)

    @rule(name=NAMES)
    def works_again(self, name: str) -> None:
        self.pit.ask(name, asks.OpenTable(), S1)

    @rule()
    def is_frozen(self) -> None:
        tables = [live.table for live in self.pit.house.tables.values()]
        self.pit.staff.freeze(GAME, S1, "dark", self.pit.at, tables)

    @rule()
    def is_resumed(self) -> None:
        self.pit.staff.resume(GAME, S1, self.pit.at)

    @rule(cents=st.integers(SEED, 2 * SEED))
    def is_to_be_corrected(self, cents: int) -> None:
        self.pit.staff.propose(GAME, cents, "counted", S1, self.pit.at)

    @rule()
    def is_corrected(self) -> None:
        made = self.pit.staff.approve(GAME, M1, self.pit.at)
        if isinstance(made, MeterCorrected):
            assert (Fraction(made.after) - Fraction(made.before)).denominator == 1

    @rule()
    def goes_dark(self) -> None:
        """Nothing of the house is left but its file."""
        before = self.pit.house.meters.get(GAME)
        self.pit.reopened()
        assert self.pit.house.meters.get(GAME) == before

    @precondition(lambda self: hasattr(self, "pit"))
    @invariant()
    def each_cent_is_somewhere(self) -> None:
        jackpot, balances = self.pit.house.meters[GAME].jackpot, self.pit.house.store.balances()
        assert SEED <= jackpot.displayed_cents <= jackpot.meter.cents
        assert balances.get(STREAM, 0) == int(jackpot.meter.cents) - SEED
        assert sum(balances.values()) == 0

    @precondition(lambda self: hasattr(self, "pit"))
    @invariant()
    def the_journal_is_whole(self) -> None:
        before = Fraction(SEED)
        for event in self.pit.journal():
            assert Fraction(event.before) == before
            before = Fraction(event.after)
            falls = before < Fraction(event.before)
            assert not falls or isinstance(
                event, MajorPaid | ContributionTakenBack | MeterCorrected | EarlierRoundOver
            )


Evening.TestCase.settings = settings(max_examples=15, stateful_step_count=30, deadline=None)


TestEvening = pytest.mark.clause(
    "three-card-poker",
    "1.15",
    "4.4",
    "4.9.1",
    title="Whole evenings at several tables keep the meter exact",
)(Evening.TestCase)
