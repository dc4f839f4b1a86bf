"""Other terms of a jackpot: by two people, waiting until it is won; the file may say either."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from croupier.engine.refusals import Refused
from croupier.problems import BadInput
from croupier.server.money.jackpot_terms import Arranging
from croupier.server.play.requests import Carried
from croupier.table import commands as asks
from croupier.table.commands import JackpotBeyond
from croupier.table.meter import MeterTermsArranged, MeterTermsProposed, MeterTermsWithdrawn
from croupier.table.pool import Terms
from tests.support.jackpot_tables import BET, GAME, M1, M2, ODD, S1, SEED, Pit, setup, whole

if TYPE_CHECKING:
    from pathlib import Path

OTHER = Terms(seed_cents=SEED + 1_000_000, contribution="1/4", cap_cents=SEED + 2_000_000)
NOW = Terms(seed_cents=SEED, contribution="1/5")


def desk(pit: Pit) -> Arranging:
    return Arranging(pit.house.meters, pit.house.balances)


def arranged(pit: Pit, terms: Terms = OTHER) -> None:
    proposed = desk(pit).propose_terms(GAME, terms, "a new year", M1, pit.at)
    assert isinstance(proposed, MeterTermsProposed)
    made = desk(pit).approve_terms(GAME, M2, pit.at)
    assert isinstance(made, MeterTermsArranged)


def terms(pit: Pit) -> tuple[Terms, Terms | None]:
    jackpot = pit.house.meters[GAME].jackpot
    return jackpot.terms, jackpot.pool.later


def a_round(pit: Pit, name: str, hand: str = ODD) -> None:
    pit.until_exposed(name, hand)
    pit.carry(name, asks.Settle())


@pytest.mark.standard(48)
@pytest.mark.clause(
    "three-card-poker", "1.15", "4.4", title="Other terms wait until the jackpot is won"
)
def test_other_terms_wait_until_the_jackpot_is_won(pit: Pit) -> None:
    arranged(pit)
    a_round(pit, "t1")
    assert (pit.shown, terms(pit)) == (SEED + 100, (NOW, OTHER))
    a_round(pit, "t1", "As Ks Qs")
    assert pit.awarded("t1") == [SEED + 200]
    assert (pit.shown, terms(pit)[0]) == (OTHER.seed_cents, OTHER)
    a_round(pit, "t2")
    assert pit.shown == OTHER.seed_cents + 125
    a_round(pit, "t1")
    assert terms(pit) == (OTHER, None)
    assert pit.shown == OTHER.seed_cents + 250
    whole(pit)


@pytest.mark.standard(43, 48)
def test_a_win_that_is_taken_back_leaves_the_terms_waiting(pit: Pit) -> None:
    arranged(pit)
    a_round(pit, "t2")
    a_round(pit, "t1", "As Ks Qs")
    assert pit.shown == OTHER.seed_cents
    pit.void("t1")
    assert (pit.shown, terms(pit)) == (SEED + 100, (NOW, OTHER))
    whole(pit)


@pytest.mark.standard(44, 48)
@pytest.mark.clause(
    "three-card-poker",
    "4.9.1",
    title="The second of two winners is paid the seed that was arranged",
)
def test_the_second_of_two_winners_is_paid_the_seed_that_was_arranged(pit: Pit) -> None:
    arranged(pit)
    for name in ("t1", "t2"):
        pit.open(name)
        pit.carry(name, asks.CloseBetting())
        pit.deal(name, "As Ks Qs")
    for name in ("t2", "t1"):
        pit.decide(name)
        pit.carry(name, asks.Settle())
    assert pit.won == {"t1p1": SEED + 200, "t2p1": OTHER.seed_cents}
    assert pit.shown == OTHER.seed_cents
    whole(pit)


@pytest.mark.standard(48)
def test_a_bet_taken_at_the_old_rate_goes_back_at_the_old_rate(pit: Pit) -> None:
    arranged(pit)
    pit.until_exposed("t1", "As Ks Qs")
    pit.open("t2")
    pit.carry("t1", asks.Settle())
    pit.carry("t2", asks.CloseBetting())
    assert pit.shown == OTHER.seed_cents + 125
    pit.carry("t1", asks.OpenBetting())
    assert terms(pit) == (OTHER, None)
    pit.void("t2")
    assert pit.shown == OTHER.seed_cents
    pit.open("t2")
    pit.carry("t2", asks.CloseBetting())
    whole(pit)


@pytest.mark.standard(48)
def test_one_person_arranges_nothing_and_a_withdrawal_leaves_all_as_it_was(pit: Pit) -> None:
    staff = desk(pit)
    assert isinstance(staff.propose_terms(GAME, OTHER, "new", S1, 1), Refused)
    assert isinstance(staff.approve_terms(GAME, M2, 1), Refused)
    assert isinstance(staff.propose_terms(GAME, OTHER, "new", M1, 1), MeterTermsProposed)
    for who, number, why in ((M1, 1, "second-person"), (M2, 2, "changed-meanwhile")):
        reply = staff.approve_terms(GAME, who, 1, number)
        assert isinstance(reply, Refused)
        assert reply.why == why
    assert terms(pit) == (NOW, None)
    assert isinstance(staff.approve_terms(GAME, M2, 1, 1), MeterTermsArranged)
    assert isinstance(staff.propose_terms(GAME, NOW, "back", M1, 1), Refused)
    assert isinstance(staff.withdraw_terms(GAME, "not now", M1, 2), MeterTermsWithdrawn)
    assert terms(pit) == (NOW, None)
    a_round(pit, "t1", "As Ks Qs")
    assert pit.shown == SEED
    whole(pit)


@pytest.mark.standard(48)
def test_nothing_is_arranged_while_a_win_can_still_be_taken_back(pit: Pit) -> None:
    staff = desk(pit)
    staff.propose_terms(GAME, OTHER, "new", M1, 1)
    a_round(pit, "t1", "As Ks Qs")
    reply = staff.approve_terms(GAME, M2, 2)
    assert isinstance(reply, Refused)
    assert reply.why == "still-in-play"
    pit.carry("t1", asks.OpenBetting())
    assert isinstance(staff.approve_terms(GAME, M2, 3), MeterTermsArranged)


@pytest.mark.threat("T44")
@pytest.mark.standard(48)
def test_nothing_is_withdrawn_while_a_win_can_still_be_taken_back(pit: Pit) -> None:
    """By which one person alone would choose between the seeds after the win."""
    arranged(pit)
    a_round(pit, "t1", "As Ks Qs")
    reply = desk(pit).withdraw_terms(GAME, "not now", M1, pit.at)
    assert isinstance(reply, Refused)
    assert reply.why == "still-in-play"
    assert pit.shown == OTHER.seed_cents
    pit.carry("t1", asks.OpenBetting())
    assert isinstance(desk(pit).withdraw_terms(GAME, "not now", M1, pit.at), Refused)
    assert terms(pit) == (OTHER, None)


@pytest.mark.standard(47, 48)
@pytest.mark.parametrize(
    "unfit",
    [
        replace(OTHER, cap_cents=OTHER.seed_cents - 1),
        replace(OTHER, contribution="3/4", reserve="1/3"),
        replace(OTHER, contribution="-1"),
        replace(OTHER, reserve="a lot"),
        replace(OTHER, attendant_cents=0),
    ],
)
def test_senseless_terms_are_refused(pit: Pit, unfit: Terms) -> None:
    reply = desk(pit).propose_terms(GAME, unfit, "new", M1, 1)
    assert isinstance(reply, Refused)
    assert reply.why == "unfit-amount"


@pytest.mark.standard(48)
def test_after_the_win_tables_may_say_the_old_terms_or_the_new(pit: Pit) -> None:
    """Also after a start, whichever table is read first."""
    arranged(pit)
    a_round(pit, "t1", "As Ks Qs")
    pit.carry("t1", asks.OpenBetting())
    beyond = JackpotBeyond(cap_cents=OTHER.cap_cents)
    new = replace(setup(), jackpot=(BET, OTHER.seed_cents, "1/4"), jackpot_beyond=beyond)
    for one in (setup(), new):
        assert isinstance(pit.ask("t2", asks.Configure(one), M1), Carried)
        pit.carry("t2", asks.Approve(), M2)
    pit.house.add_table("a9", new, "m1", 1)
    with pytest.raises(BadInput, match="all its tables share"):
        pit.house.add_table("a8", replace(setup(), jackpot=(BET, SEED + 1, "1/5")), "m1", 1)
    before = pit.house.meters[GAME]
    pit.reopened()
    assert pit.house.meters[GAME] == before
    assert terms(pit) == (OTHER, None)
    whole(pit)


@pytest.mark.standard(49)
def test_from_when_awards_are_paid_by_hand_holds_at_once(tmp_path: Path) -> None:
    pit = Pit(tmp_path / "house.db")
    by_hand = replace(NOW, attendant_cents=100_000)
    arranged(pit, by_hand)
    assert terms(pit) == (by_hand, None)
    whole(pit)
