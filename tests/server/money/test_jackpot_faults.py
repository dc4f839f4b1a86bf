"""A jackpot frozen, resumed and corrected, by whom and how."""

from __future__ import annotations

import pytest

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Policy, Refused
from croupier.engine.steps import Refusal
from croupier.server.money.ledger import CORRECTIONS
from croupier.server.play.requests import Carried
from croupier.table import commands as asks
from croupier.table.commands import Who
from croupier.table.meter import (
    MeterCorrected,
    MeterCorrectionProposed,
    MeterCorrectionRefused,
    MeterFrozen,
    MeterResumed,
    VoidCalledOff,
)
from croupier.table.metered import to_void
from tests.support.jackpot_tables import D1, GAME, M1, M2, MAJOR, ODD, S1, SEED, Pit, whole
from tests.support.said import Saying, declined


@pytest.mark.clause(
    "three-card-poker",
    "5.17",
    "5.17.1",
    "5.17.2c",
    title="What the house chooses after a fault holds at that table alone",
)
@pytest.mark.parametrize("choice", ["close-table", "close-box", "no-jackpot-bets"])
def test_what_the_house_chooses_after_a_fault_holds_at_that_table_alone(
    pit: Pit, choice: str
) -> None:
    pit.open("t1")
    pit.carry("t1", asks.CloseBetting())
    pit.deal("t1", MAJOR)
    pit.fault("t1", choice)
    [taken] = pit.open("t2")
    assert isinstance(taken, Carried)
    pit.carry("t2", asks.CloseBetting())
    assert pit.shown == SEED + 200
    pit.decide("t1")
    pit.carry("t1", asks.Settle())
    assert (pit.awarded("t1"), pit.shown) == ([SEED + 100], SEED + 100)
    if choice == "no-jackpot-bets":
        says = "no jackpot bets are taken or paid"
        assert pit.open("t1") == [Saying(Refusal.NO_JACKPOT_BETS, ("5.17.2c",), says)]
    whole(pit)


@pytest.mark.clause(
    "three-card-poker",
    "5.17.1",
    "1.15",
    title="Contributions that come in while all is frozen count when the meter goes on",
)
def test_contributions_that_come_in_while_all_is_frozen_count_when_the_meter_goes_on(
    pit: Pit,
) -> None:
    """G 4.15: a contribution is never lost; it is not displayed or paid while it is frozen."""
    pit.open("t1")
    pit.carry("t1", asks.CloseBetting())
    pit.deal("t1", MAJOR)
    pit.carry("t1", asks.Look("t1p1", 1), Who("t1p1", Role.PLAYER))
    pit.open("t2", (True, True))
    pit.freeze()
    pit.resumed()
    pit.carry("t2", asks.Report(irregularity="jackpot-fault"))
    pit.carry("t2", asks.Rule("dark", jackpot="no-jackpot-bets"), M1)
    pit.decide("t1")
    pit.carry("t1", asks.Settle())
    assert (pit.awarded("t1"), pit.shown) == ([SEED + 100], SEED)
    whole(pit)


@pytest.mark.clause(
    "three-card-poker", "5.17.2b", title="Only a box is out until the next round of its table"
)
def test_only_a_box_is_out_until_the_next_round_of_its_table(pit: Pit) -> None:
    pit.open("t1")
    pit.carry("t1", asks.CloseBetting())
    pit.deal("t1", ODD)
    pit.fault("t1", "close-box")
    pit.decide("t1")
    pit.carry("t1", asks.Settle())
    assert pit.house.meters[GAME].jackpot.faults == {"t1"}
    pit.carry("t1", asks.OpenBetting())
    assert not pit.house.meters[GAME].jackpot.faults


@pytest.mark.clause(
    "three-card-poker",
    "5.16",
    "5.17",
    "5.17.1",
    "5.21",
    title="A jackpot that stops at all tables voids rounds in which nobody saw his cards",
)
def test_a_jackpot_that_stops_at_all_tables_voids_rounds_in_which_nobody_saw_his_cards(
    pit: Pit,
) -> None:
    """The others go on; each void is by a ruling, and the table does nothing else meanwhile."""
    pit.open("t1")
    pit.carry("t1", asks.CloseBetting())
    pit.deal("t1", MAJOR)
    pit.carry("t1", asks.Look("t1p1", 1), Who("t1p1", Role.PLAYER))
    pit.open("t2")
    pit.freeze()
    held = pit.ask("t2", asks.CloseBetting())
    assert isinstance(held, Refused)
    assert (held.why, held.clauses) == (Refusal.RULING_AWAITED, ("5.16", "5.21"))
    pit.reopened()
    pit.resumed()
    assert pit.ask("t2", asks.CloseBetting()) == held
    pit.carry("t2", asks.Report(irregularity="jackpot-fault"))
    pit.carry("t2", asks.Rule("it is dark", jackpot="no-jackpot-bets"), S1)
    assert pit.table("t2").round.voided
    pit.decide("t1")
    pit.carry("t1", asks.Settle())
    assert pit.awarded("t1") == [SEED + 100]
    assert pit.open("t1", (False, False)) == []
    pit.carry("t1", asks.CloseBetting())
    whole(pit)


@pytest.mark.threat("T56")
@pytest.mark.clause(
    "three-card-poker",
    "5.16",
    "5.17",
    "5.17.1",
    title="A second person who rejects the fault lets the round go on",
)
def test_a_second_person_who_rejects_the_fault_lets_the_round_go_on(pit: Pit) -> None:
    """The supervisor who stops the jackpot neither voids a round alone nor holds it for ever."""
    pit.open("t1")
    pit.freeze()
    pit.carry("t1", asks.Report(irregularity="jackpot-fault"), S1)
    assert isinstance(pit.ask("t1", asks.CloseBetting()), Refused)
    pit.carry("t1", asks.Reject("nothing is wrong"), S1)  # his own word: it stays as it is
    assert isinstance(pit.ask("t1", asks.CloseBetting()), Refused)
    pit.carry("t1", asks.Report(irregularity="jackpot-fault"), S1)
    pit.carry("t1", asks.Reject("nothing is wrong"), M1)
    pit.reopened()
    pit.carry("t1", asks.CloseBetting())
    pit.deal("t1", ODD)
    pit.decide("t1")
    pit.carry("t1", asks.Settle())
    assert pit.kinds.count(VoidCalledOff) == 1
    pit.resumed()
    whole(pit)


@pytest.mark.clause(
    "three-card-poker",
    "5.17",
    "5.17.1",
    title="A jackpot that stops voids no round whose cards a person has typed",
)
def test_a_jackpot_that_stops_voids_no_round_whose_cards_a_person_has_typed(pit: Pit) -> None:
    """A dealer who knows the hands, and a supervisor, have nothing to choose; the round goes on."""
    pit.open("t1")
    pit.carry("t1", asks.CloseBetting())
    assert list(to_void(GAME, [pit.table("t1")])) == [("t1", 1)]
    pit.deal("t1", MAJOR)
    assert list(to_void(GAME, [pit.table("t1")])) == []
    pit.freeze()
    pit.decide("t1")
    pit.carry("t1", asks.Settle())
    assert pit.awarded("t1") == [SEED + 100]
    pit.resumed()
    whole(pit)


def fault_and_clear(pit: Pit) -> None:
    """A fault of the table's own, over with its round."""
    pit.carry("t1", asks.CloseBetting())
    pit.deal("t1", ODD)
    pit.fault("t1", "close-box")
    pit.decide("t1")
    pit.carry("t1", asks.Settle())
    pit.carry("t1", asks.OpenBetting())


@pytest.mark.standard(45)
def test_staff_freeze_and_resume(pit: Pit) -> None:
    """With a reason, by name; a table's own all-clear does not lift it."""
    pit.open("t1")
    assert pit.staff.freeze(GAME, D1, "dark", 1) == declined(
        Policy.NOT_FOR_THIS_ROLE, "a pit supervisor or higher does this"
    )
    assert isinstance(pit.staff.freeze(GAME, S1, " ", 1), Refused)
    assert pit.staff.freeze("baccarat", S1, "dark", 1) == declined(
        Policy.NO_SUCH_THING, "there is no jackpot of 'baccarat'"
    )
    frozen = pit.staff.freeze(GAME, S1, "the display is dark", 7)
    now = str(SEED)
    assert frozen == MeterFrozen(
        at=7,
        before=now,
        after=now,
        clauses=("5.17.2c",),
        table="",
        by="s1",
        reason="the display is dark",
    )
    assert pit.staff.freeze(GAME, S1, "again", 8) == declined(
        Policy.ALREADY_SO, "the jackpot is frozen already"
    )
    pit.reopened()
    [refused] = pit.open("t2")
    assert isinstance(refused, Refused)
    fault_and_clear(pit)
    assert pit.house.meters[GAME].jackpot.faults == {""}
    resumed = pit.staff.resume(GAME, S1, 9)
    assert isinstance(resumed, MeterResumed)
    assert (resumed.before, resumed.after, resumed.by) == (str(SEED + 100), str(SEED + 100), "s1")
    assert pit.staff.resume(GAME, S1, 10) == declined(
        Policy.ALREADY_SO, "the jackpot is not frozen"
    )
    assert pit.shown == SEED + 100
    whole(pit)


@pytest.mark.standard(15, 49)
def test_a_correction_is_by_two_people_with_a_reason_and_on_record(pit: Pit) -> None:
    """G 2.9.5: who, who approved, why, the value before and after."""
    assert isinstance(pit.staff.propose(GAME, SEED, "the same", S1, 1), Refused)
    assert isinstance(pit.staff.propose(GAME, -1, "below", S1, 1), Refused)
    assert isinstance(pit.staff.propose(GAME, 1, "", S1, 1), Refused)
    assert pit.staff.approve(GAME, M1, 1) == declined(
        Policy.NOTHING_WAITS, "no correction waits for its approval"
    )
    proposed = pit.staff.propose(GAME, SEED + 5000, "counted again", M1, 5)
    assert isinstance(proposed, MeterCorrectionProposed)
    assert pit.shown == SEED
    assert isinstance(pit.staff.propose(GAME, SEED + 7, "another", S1, 5), Refused)
    pit.reopened()
    assert isinstance(pit.staff.approve(GAME, M1, 6), Refused)
    assert pit.staff.approve(GAME, S1, 6) == declined(
        Policy.NOT_FOR_THIS_ROLE, "a pit manager or higher does this"
    )
    pit.open("t1")
    pit.carry("t1", asks.CloseBetting())
    assert pit.staff.approve(GAME, M2, 7) == MeterCorrected(
        at=7,
        before=str(SEED + 100),
        after=str(SEED + 5100),
        clauses=("5.23",),
        by="m1",
        approved_by="m2",
        reason="counted again",
    )
    assert pit.shown == SEED + 5100
    assert pit.house.store.balance(CORRECTIONS) == -5000
    whole(pit)


@pytest.mark.clause("three-card-poker", "1.15", title="A correction is to the seed or more")
@pytest.mark.parametrize(("cents", "taken"), [(SEED, True), (SEED + 1, True), (SEED - 1, False)])
def test_a_correction_is_to_the_seed_or_more(pit: Pit, cents: int, *, taken: bool) -> None:
    pit.open("t1")
    pit.carry("t1", asks.CloseBetting())
    proposed = pit.staff.propose(GAME, cents, "counted again", S1, 5)
    assert isinstance(proposed, MeterCorrectionProposed) == taken
    if taken:
        assert isinstance(pit.staff.approve(GAME, M1, 6), MeterCorrected)
        assert pit.shown == cents
    pit.void("t1")
    assert pit.shown == max(SEED, cents - 100)
    whole(pit)


def test_a_proposal_can_be_refused_and_does_not_outlive_the_jackpot(pit: Pit) -> None:
    pit.staff.propose(GAME, SEED + 5, "counted again", S1, 5)
    assert isinstance(pit.staff.refuse(GAME, M1, 6), MeterCorrectionRefused)
    assert isinstance(pit.staff.approve(GAME, M1, 6), Refused)
    pit.staff.propose(GAME, SEED + 5, "counted again", S1, 7)
    pit.until_exposed("t1")
    pit.carry("t1", asks.Settle())
    assert isinstance(pit.staff.approve(GAME, M1, 8), Refused)
    assert pit.shown == SEED
