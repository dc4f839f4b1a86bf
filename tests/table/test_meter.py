"""One meter for many tables: who is paid first, what feeds it, and nothing rounded away."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.engine.decisions import Choice
from croupier.engine.irregularities import Role
from croupier.engine.jackpot import Winner
from croupier.engine.refusals import Refused
from croupier.games import game
from croupier.table import commands as asks
from croupier.table import meter as jackpots
from croupier.table.commands import Who
from croupier.table.decide import decide
from croupier.table.evolve import evolve, jackpot_of, new_table
from croupier.table.feeding import follows
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
from croupier.table.postings import METER, postings
from croupier.table.state import Step
from croupier.wire.house import setup_of

if TYPE_CHECKING:
    from croupier.table.commands import AnyCommand
    from croupier.table.meter import AnyMeterEvent
    from croupier.table.postings import Posting
    from croupier.table.state import Table

POKER = game("three-card-poker")
AFTER_RESET = POKER.under({"contribution-of-winning-round": "after-reset"})
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


# 4.9.1. Simultaneous winners


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


# Contributions, each with its clause


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


# Faults


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


# Corrections


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


# What always holds


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
