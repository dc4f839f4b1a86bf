"""One meter for many tables: who is paid first, what feeds it, faults and corrections."""

from __future__ import annotations

import pytest

from croupier.engine.jackpot import Winner
from croupier.games import game
from croupier.table import commands as asks
from croupier.table import meter as jackpots
from croupier.table.meter import (
    ContributionTakenBack,
    Correction,
    MajorPaid,
    MajorReversed,
    MeterCorrected,
    MeterFed,
    MeterFrozen,
    MeterResumed,
    awards,
)
from croupier.table.state import Step
from tests.support.metered_tables import BET, DEALER, HANDS, OTHERS, SEED, Casino, happens

POKER = game("three-card-poker")
AFTER_RESET = POKER.under({"contribution-of-winning-round": "after-reset"})


def winner_at(casino: Casino, name: str, recorded: int = 0) -> Winner:
    """As the table itself has timed the hand of box 1."""
    table = casino.tables[name]
    return Winner(str(table.player_of(1)), name, table.round.complete_at[1], recorded)


def both_win(casino: Casino) -> None:
    for name in ("t1", "t2"):
        casino.bet(name, [True, False])
    for name in ("t2", "t1"):  # dealt at the second table first
        casino.deal(name, HANDS["major"])
    for name in ("t1", "t2"):
        casino.decide(name)


@pytest.mark.clause("three-card-poker", "4.9", "4.9.1", "4.4", "1.15")
@pytest.mark.parametrize("settled_first", ["t1", "t2"])
def test_the_hand_dealt_first_is_paid_what_is_displayed_and_the_next_the_reset_amount(
    settled_first: str,
) -> None:
    casino = Casino()
    both_win(casino)
    winners = {name: winner_at(casino, name) for name in ("t1", "t2")}
    paid = awards(casino.jackpot, winners, POKER, {"t1": BET, "t2": BET})
    assert paid == {"t2": SEED + 200, "t1": SEED}
    for name in (settled_first, "t1" if settled_first == "t2" else "t2"):
        casino.settle(name, paid[name])
    lines = [line for name in ("t1", "t2") for line in casino.tables[name].round.lines]
    awarded = [line.award_cents for line in lines if line.from_meter]
    assert awarded == [SEED, SEED + 200]
    assert casino.jackpot.meter.cents == SEED


@pytest.mark.clause("three-card-poker", "4.9.1")
@pytest.mark.parametrize(
    ("times", "recorded", "first"),
    [
        ((9, 10), (1, 2), "t1"),
        ((10, 10), (1, 2), "t1"),
        ((10, 10), (2, 1), "t2"),
        ((11, 10), (1, 2), "t2"),
    ],
)
def test_equal_times_go_by_the_order_that_the_house_recorded(
    times: tuple[int, int], recorded: tuple[int, int], first: str
) -> None:
    jackpot = Casino().jackpot
    winners = {
        name: Winner("p", name, at, order)
        for name, at, order in zip(("t1", "t2"), times, recorded, strict=True)
    }
    paid = awards(jackpot, winners, POKER, {})
    assert [name for name, cents in paid.items() if cents == SEED] == list(paid)
    richer = jackpots.Jackpot(jackpot.meter.contributed(100_000))
    assert max(paid, key=awards(richer, winners, POKER, {}).__getitem__) == first


@pytest.mark.clause("three-card-poker", "4.9.1")
def test_one_player_who_wins_at_two_tables_is_paid_twice() -> None:
    jackpot = jackpots.Jackpot(Casino().jackpot.meter.contributed(100_000))
    winners = {"t1": Winner("p1", "t1", 10, 0), "t2": Winner("p1", "t2", 11, 0)}
    assert awards(jackpot, winners, POKER, {}) == {"t1": SEED + 20_000, "t2": SEED}


@pytest.mark.clause("three-card-poker", "4.9.1")
def test_three_winners_in_a_row() -> None:
    jackpot = jackpots.Jackpot(Casino().jackpot.meter.contributed(100_000))
    winners = {f"t{one}": Winner(f"p{one}", f"t{one}", 20 - one, 0) for one in (1, 2, 3)}
    assert awards(jackpot, winners, POKER, {}) == {"t3": SEED + 20_000, "t2": SEED, "t1": SEED}


@pytest.mark.clause("three-card-poker", "4.9.1", "1.15")
def test_by_the_other_reading_the_rounds_own_parts_are_left_for_the_meter_that_follows() -> None:
    casino = Casino()
    casino.correct(SEED + 50_000)
    both_win(casino)
    winners = {name: winner_at(casino, name) for name in ("t1", "t2")}
    paid = awards(casino.jackpot, winners, AFTER_RESET, {"t1": BET, "t2": BET})
    assert paid == {"t2": SEED + 50_000, "t1": SEED}
    casino.settle("t2", paid["t2"])
    casino.settle("t1", paid["t1"])
    assert casino.jackpot.meter.cents == SEED + 200


@pytest.mark.clause("three-card-poker", "4.9.1")
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
    assert casino.tables["t1"].round.complete_at == {1: second, 2: first}


@pytest.mark.clause("three-card-poker", "1.15", "5.8.1", "5.21", "5.15", "5.10.3", "4.4")
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
    ]
    assert casino.jackpot.meter.cents == SEED


@pytest.mark.clause("three-card-poker", "5.17", "5.17.1")
def test_after_a_fault_the_last_registered_amount_is_paid_though_other_tables_go_on() -> None:
    casino = Casino()
    casino.bet("t1", [True])
    casino.deal("t1", HANDS["major"])
    casino.fault("t1")
    casino.bet("t2", [True, True])
    assert casino.jackpot.displayed_cents == SEED + 100
    casino.decide("t1")
    winners = {"t1": winner_at(casino, "t1")}
    assert awards(casino.jackpot, winners, POKER, {"t1": BET}) == {"t1": SEED + 100}
    casino.settle("t1")
    assert casino.jackpot.displayed_cents == SEED
    casino.bet("t1", [True])
    assert casino.jackpot.displayed_cents == SEED + 300
    kinds = [MeterFed, MeterFrozen, MeterFed, MajorPaid, MeterResumed, MeterFed]
    assert list(map(type, casino.journal)) == kinds


@pytest.mark.clause("three-card-poker", "5.17.1", "1.15")
@pytest.mark.parametrize(("voided", "displayed"), [("t1", SEED), ("t2", SEED + 100)])
def test_what_is_taken_back_during_a_fault_was_registered_or_was_not(
    voided: str, displayed: int
) -> None:
    casino = Casino()
    casino.bet("t1", [True])
    casino.fault("t1")
    casino.bet("t2", [True])
    casino.void(voided)
    assert casino.jackpot.displayed_cents == displayed
    assert casino.jackpot.meter.cents == SEED + 100


@pytest.mark.clause("three-card-poker", "1.15")
@pytest.mark.parametrize(
    ("cents", "approved_by", "reason"),
    [(1, "s1", "counted"), (1, "m1", ""), (1, "m1", "  "), (-1, "m1", "counted")],
)
def test_a_correction_needs_a_reason_and_a_second_person(
    cents: int, approved_by: str, reason: str
) -> None:
    jackpot = Casino().jackpot
    assert jackpots.correct(jackpot, Correction(cents, "s1", approved_by, reason), 1, ()) is None


@pytest.mark.clause("three-card-poker", "1.15")
def test_a_correction_is_on_record() -> None:
    jackpot = Casino().jackpot
    event = jackpots.correct(jackpot, Correction(0, "s1", "m1", "counted"), 7, ("5.23",))
    assert event == MeterCorrected(
        at=7,
        before=str(SEED),
        after="0",
        clauses=("5.23",),
        by="s1",
        approved_by="m1",
        reason="counted",
    )
    assert jackpots.evolve(jackpot, event).displayed_cents == 0
