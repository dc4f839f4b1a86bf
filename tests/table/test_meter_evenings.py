"""What always holds of one meter for many tables."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.table.meter import (
    ContributionTakenBack,
    MajorPaid,
    MajorReversed,
    MeterCorrected,
)
from croupier.table.postings import METER
from croupier.table.state import Step
from tests.support.metered_tables import HANDS, SEED, Casino, happens

if TYPE_CHECKING:
    from croupier.table.state import Table


@st.composite
def evenings(draw: st.DrawFn) -> list[tuple[str, str, list[bool], str]]:
    """Each step: a table, what happens there next, the boxes that bet, and the first hand."""
    return draw(
        st.lists(
            st.tuples(
                st.sampled_from(("t1", "t2")),
                st.sampled_from(("on",) * 12 + ("void", "remove", "withdraw", "fault")),
                st.lists(st.booleans(), min_size=1, max_size=3),
                st.sampled_from(("major", *HANDS)),
            ),
            min_size=10,
            max_size=40,
        )
    )


def in_play(table: Table) -> int:
    """The jackpot bets that lie on a table after the close, or were settled there last."""
    if table.step is Step.BETTING:
        return 0
    return sum(one.cents for one in table.round.wagers.values() if one.bet == "progressive")


@pytest.mark.clause("three-card-poker", "1.15", "4.4")
@given(
    evenings(), st.sampled_from(("1/5", "1/3", "2/7", "1/3000")), st.none() | st.integers(0, 10**7)
)
def test_nothing_is_rounded_away_and_the_meter_falls_for_three_reasons_only(
    evening: list[tuple[str, str, list[bool], str]], rate: str, corrected: int | None
) -> None:
    casino = Casino(2, rate)
    accepted, earlier = 0, dict.fromkeys(casino.tables, 0)
    for number, (name, what, in_jackpot, hand) in enumerate(evening):
        opens = casino.tables[name].step is Step.CONCLUDED and what == "on"
        if opens:
            earlier[name] += in_play(casino.tables[name])
        happens(casino, name, what, in_jackpot, hand)
        if corrected is not None and number == len(evening) // 2:
            casino.correct(corrected)
    accepted = sum(earlier.values()) + sum(map(in_play, casino.tables.values()))
    only_as_allowed(casino)
    assert casino.jackpot.meter.cents == SEED + casino.rate * accepted + apart_from_bets(casino)
    assert casino.balances.get(METER, 0) == int(casino.jackpot.meter.cents) - SEED
    assert sum(casino.balances.values()) == 0


def only_as_allowed(casino: Casino) -> None:
    """The journal is whole, and nothing falls but for the reasons that there are."""
    before = Fraction(SEED)
    for event in casino.journal:
        assert Fraction(event.before) == before
        before = Fraction(event.after)
        undone = isinstance(event, MajorReversed) and event.cents < SEED
        if before < Fraction(event.before) and not undone:
            assert isinstance(event, MajorPaid | ContributionTakenBack | MeterCorrected), event
        assert event.clauses
    assert before == casino.jackpot.meter.cents


def apart_from_bets(casino: Casino) -> Fraction:
    """What awards, their reversals and corrections have come to."""
    total = Fraction(0)
    for event in casino.journal:
        if isinstance(event, MajorPaid):
            total -= event.cents - SEED
        elif isinstance(event, MajorReversed):
            total += event.cents - SEED
        elif isinstance(event, MeterCorrected):
            total += Fraction(event.after) - Fraction(event.before)
    return total
