"""One meter for many tables: who is paid first, what feeds it, faults and corrections."""

from __future__ import annotations

import pytest

from croupier.table import commands as asks
from croupier.table import meter as jackpots
from croupier.table.meter import (
    AwardStands,
    ContributionTakenBack,
    Correction,
    EarlierRoundOver,
    MajorPaid,
    MajorReversed,
    MeterCorrected,
    MeterFed,
    MeterFrozen,
    MeterResumed,
)
from croupier.table.state import Step
from tests.support.metered_tables import DEALER, HANDS, OTHERS, SEED, Casino, happens


def both_win(casino: Casino) -> None:
    for name in ("t1", "t2"):
        casino.bet(name, [True, False])
    for name in ("t2", "t1"):  # dealt at the second table first
        casino.deal(name, HANDS["major"])
    for name in ("t1", "t2"):
        casino.decide(name)


@pytest.mark.clause(
    "three-card-poker",
    "4.9",
    "4.9.1",
    "4.4",
    "1.15",
    title="The hand dealt first is paid what is displayed and the next the reset amount",
)
@pytest.mark.parametrize("settled_first", ["t1", "t2"])
def test_the_hand_dealt_first_is_paid_what_is_displayed_and_the_next_the_reset_amount(
    settled_first: str,
) -> None:
    casino = Casino()
    both_win(casino)
    for name in (settled_first, "t1" if settled_first == "t2" else "t2"):
        casino.settle(name)
    assert [casino.awarded(name) for name in ("t1", "t2")] == [[SEED], [SEED + 200]]
    assert casino.jackpot.meter.cents == SEED


@pytest.mark.clause(
    "three-card-poker",
    "4.9.1",
    "1.15",
    title="By the other reading a round's own part is left for the meter that follows",
)
@pytest.mark.parametrize("settled_first", ["t1", "t2"])
def test_by_the_other_reading_a_round_s_own_part_is_left_for_the_meter_that_follows(
    settled_first: str,
) -> None:
    casino = Casino(readings={"contribution-of-winning-round": "after-reset"})
    casino.correct(SEED + 50_000)
    both_win(casino)
    for name in (settled_first, "t1" if settled_first == "t2" else "t2"):
        casino.settle(name)
    assert casino.won == {"t2p1": SEED + 50_100, "t1p1": SEED + 100}
    assert casino.jackpot.meter.cents == SEED


@pytest.mark.clause("three-card-poker", "4.9.1", title="The time is that of the last card")
def test_the_time_is_that_of_the_last_card() -> None:
    """Also of hands that were moved to where they belong, or got a card when put right."""
    casino = Casino(1)
    casino.bet("t1", [True, True])
    for hand in (HANDS["odd"], HANDS["straight"]):
        casino.ask("t1", asks.Deal(hand), DEALER)
    first, second = (casino.tables["t1"].round.complete_at[box] for box in (1, 2))
    assert second == first + 1
    lies, moves = {1: HANDS["straight"], 2: HANDS["odd"]}, {1: 2, 2: 1}
    casino.ask("t1", asks.Report(irregularity="misdealt", lies=lies, moves=moves), DEALER)
    casino.rule("t1")
    assert casino.tables["t1"].round.complete_at == {1: second, 2: first}


@pytest.mark.standard(43)
@pytest.mark.clause(
    "three-card-poker",
    "1.15",
    "5.8.1",
    "5.21",
    "5.15",
    "5.10.3",
    "4.4",
    title="What moves the meter says by which clause",
)
def test_what_moves_the_meter_says_by_which_clause() -> None:
    casino = Casino(1)
    for returns in ("void", "remove", "withdraw"):
        casino.bet("t1", [True, False])
        happens(casino, "t1", returns, [], "")
        if casino.tables["t1"].step is Step.DEALING:
            casino.deal("t1", OTHERS[-1])
            casino.decide("t1")
            casino.settle("t1")
    casino.bet("t1", [True])
    casino.deal("t1", HANDS["major"])
    casino.decide("t1")
    casino.settle("t1")
    casino.void("t1")
    fed = (MeterFed, ("1.15",))
    assert [(type(event), event.clauses) for event in casino.journal] == [
        fed,
        (ContributionTakenBack, ("5.8.1", "5.8", "5.21")),
        fed,
        (ContributionTakenBack, ("5.15",)),
        fed,
        (ContributionTakenBack, ("5.10", "5.10.1", "5.10.3")),
        fed,
        (MajorPaid, ("3.13", "3.17", "4.4")),
        (MajorReversed, ("3.13", "3.17", "4.4")),
        (ContributionTakenBack, ("5.8.1", "5.8", "5.21")),
        (EarlierRoundOver, ("4.9", "4.9.1")),
    ]
    assert casino.jackpot.meter.cents == SEED


@pytest.mark.standard(45)
@pytest.mark.clause(
    "three-card-poker",
    "5.17",
    "5.17.1",
    title="After a fault the last registered amount is paid though other tables go on",
)
def test_after_a_fault_the_last_registered_amount_is_paid_though_other_tables_go_on() -> None:
    casino = Casino()
    casino.bet("t1", [True])
    casino.deal("t1", HANDS["major"])
    casino.fault("t1")
    casino.bet("t2", [True, True])
    assert casino.jackpot.displayed_cents == SEED + 300
    casino.decide("t1")
    casino.settle("t1")
    assert casino.awarded("t1") == [SEED + 100]
    assert casino.jackpot.displayed_cents == SEED + 200
    casino.bet("t1", [True])
    assert casino.jackpot.displayed_cents == SEED + 300
    kinds = [MeterFed, MeterFrozen, MeterFed, MajorPaid, AwardStands, MeterResumed, MeterFed]
    assert list(map(type, casino.journal)) == kinds


@pytest.mark.clause(
    "three-card-poker", "5.17.1", "1.15", title="What is taken back during a fault is that round's"
)
@pytest.mark.parametrize("voided", ["t1", "t2"])
def test_what_is_taken_back_during_a_fault_is_that_round_s(voided: str) -> None:
    casino = Casino()
    casino.bet("t1", [True])
    casino.deal("t1", HANDS["odd"])
    casino.fault("t1")
    casino.bet("t2", [True])
    casino.void(voided)
    assert casino.jackpot.displayed_cents == SEED + 100
    assert casino.jackpot.meter.cents == SEED + 100


@pytest.mark.clause(
    "three-card-poker", "1.15", title="A correction needs a reason and a second person"
)
@pytest.mark.parametrize(
    ("cents", "approved_by", "reason"),
    [
        (SEED + 1, "s1", "counted"),
        (SEED + 1, "m1", ""),
        (SEED + 1, "m1", "  "),
        (SEED - 1, "m1", "counted"),
    ],
)
def test_a_correction_needs_a_reason_and_a_second_person(
    cents: int, approved_by: str, reason: str
) -> None:
    jackpot = Casino().jackpot
    assert jackpots.correct(jackpot, Correction(cents, "s1", approved_by, reason), 1, ()) is None


@pytest.mark.clause("three-card-poker", "1.15", title="A correction is on record")
def test_a_correction_is_on_record() -> None:
    jackpot = Casino().jackpot
    event = jackpots.correct(jackpot, Correction(SEED + 5, "s1", "m1", "counted"), 7, ("5.23",))
    assert event == MeterCorrected(
        at=7,
        before=str(SEED),
        after=str(SEED + 5),
        clauses=("5.23",),
        by="s1",
        approved_by="m1",
        reason="counted",
    )
    assert jackpots.evolve(jackpot, event).displayed_cents == SEED + 5
