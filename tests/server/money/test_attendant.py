"""Awards that an attendant pays: held when won, the player's own when two people have paid them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.engine.refusals import Refused
from croupier.server.money import ledger
from croupier.server.money.attending import Attending
from croupier.table import commands as asks
from croupier.table.awards import Hit
from croupier.table.commands import JackpotBeyond
from croupier.table.meter import (
    AwardHeld,
    AwardNotVerified,
    AwardPaidByHand,
    AwardVerified,
    HeldAwardTakenBack,
    evolve,
)
from tests.support.jackpot_tables import D1, GAME, M1, M2, MAJOR, ODD, S1, SEED, Pit, whole

if TYPE_CHECKING:
    from pathlib import Path

MINOR, MINOR_CENTS = "Ah Kh Qh", 125_000
BOUGHT = 100_000_000


def opened(tmp_path: Path, cents: int | None) -> Pit:
    return Pit(tmp_path / "house.db", beyond=JackpotBeyond(attendant_cents=cents))


def desk(pit: Pit) -> Attending:
    return Attending(pit.house.meters, pit.house.balances)


def settled(pit: Pit, name: str = "t1", hand: str = MAJOR) -> None:
    pit.until_exposed(name, hand)
    pit.carry(name, asks.Settle())


def has(pit: Pit, player: str = "t1p1", table: str = "t1") -> tuple[int, int, int]:
    """What is the player's own beyond what was bought, what is provisional, what is held."""
    play = pit.house
    return (
        play.balances.has(player) - BOUGHT,
        play.balances.get(ledger.provisional(table, player), 0),
        ledger.held_for(play.balances, player),
    )


def paid(pit: Pit, number: int = 1) -> None:
    assert isinstance(desk(pit).verify(GAME, number, "hand and box", S1, pit.at), AwardVerified)
    assert isinstance(desk(pit).pay(GAME, number, M1, pit.at), AwardPaidByHand)


@pytest.mark.standard(49)
@pytest.mark.parametrize(
    ("least", "held"), [(SEED + 99, True), (SEED + 100, True), (SEED + 101, False), (None, False)]
)
def test_an_award_from_an_amount_on_is_not_the_players_own_by_settling_alone(
    tmp_path: Path, least: int | None, *, held: bool
) -> None:
    pit = opened(tmp_path, least)
    settled(pit)
    award = SEED + 100
    staked = -2500 - 2500 - 500
    rest = sum(one.back_cents for one in pit.table("t1").round.lines if one.player == "t1p1")
    rest -= award
    assert has(pit) == (staked, rest + (0 if held else award), award if held else 0)
    pit.carry("t1", asks.OpenBetting())
    assert has(pit) == (staked + rest + (0 if held else award), 0, award if held else 0)
    assert pit.shown == SEED
    whole(pit)


@pytest.mark.threat("T42")
@pytest.mark.standard(49)
def test_two_people_pay_it(tmp_path: Path) -> None:
    pit = opened(tmp_path, SEED)
    settled(pit)
    pit.carry("t1", asks.OpenBetting())
    own, _, award = has(pit)
    staff = desk(pit)
    for no, why in (
        (staff.verify(GAME, 1, "seen", D1, 1), "not-for-this-role"),
        (staff.verify(GAME, 2, "seen", S1, 1), "no-such-thing"),
        (staff.verify(GAME, 1, " ", S1, 1), "reason-needed"),
        (staff.pay(GAME, 1, M1, 1), "nothing-waits"),
    ):
        assert isinstance(no, Refused)
        assert no.why == why
    assert isinstance(staff.verify(GAME, 1, "hand and box", M1, 1), AwardVerified)
    for no, why in (
        (staff.verify(GAME, 1, "seen", S1, 1), "already-so"),
        (staff.pay(GAME, 1, M1, 1), "second-person"),
        (staff.pay(GAME, 1, S1, 1), "not-for-this-role"),
    ):
        assert isinstance(no, Refused)
        assert no.why == why
    assert has(pit) == (own, 0, award)
    assert isinstance(staff.reject(GAME, 1, S1, 2), AwardNotVerified)
    assert isinstance(staff.pay(GAME, 1, M2, 2), Refused)
    assert isinstance(staff.verify(GAME, 1, "hand and box", S1, 3), AwardVerified)
    pit.reopened()  # after a kill between the two it waits as it did
    made = desk(pit).pay(GAME, 1, M2, 4)
    assert isinstance(made, AwardPaidByHand)
    assert (made.by, made.approved_by, made.cents) == ("s1", "m2", award)
    assert has(pit) == (own + award, 0, 0)
    again = desk(pit).pay(GAME, 1, M2, 5)
    assert isinstance(again, Refused)
    assert has(pit) == (own + award, 0, 0)
    whole(pit)


@pytest.mark.standard(47, 49)
def test_awards_of_the_table_and_of_an_attendant_stand_apart(tmp_path: Path) -> None:
    pit = opened(tmp_path, SEED + 200)
    settled(pit)
    settled(pit, "t2", ODD)
    settled(pit, "t2")
    paid(pit)
    awards = pit.house.meters[GAME].jackpot.awards
    assert (awards.hits, awards.by_hand, awards.held) == (2, 1, ())
    by_hand, by_table = awards.newest
    assert by_table == Hit(
        at=by_table.at,
        table="t1",
        round=1,
        box=1,
        player="t1p1",
        cents=SEED + 100,
        from_meter=True,
    )
    assert by_hand == Hit(
        at=by_hand.at,
        table="t2",
        round=2,
        box=1,
        player="t2p1",
        cents=SEED + 200,
        from_meter=True,
        by_hand=True,
        paid_at=pit.at,
        paid_by=("s1", "m1"),
    )


@pytest.mark.standard(49)
@pytest.mark.parametrize(("least", "held"), [(MINOR_CENTS, MINOR_CENTS), (MINOR_CENTS + 1, 0)])
def test_an_award_of_the_house_is_held_just_so(tmp_path: Path, least: int, held: int) -> None:
    pit = opened(tmp_path, least)
    settled(pit, hand=MINOR)
    assert has(pit)[2] == held
    awards = pit.house.meters[GAME].jackpot.awards
    assert (awards.hits, len(awards.newest)) == (0, 1 if held else 0)
    whole(pit)


@pytest.mark.standard(49)
@pytest.mark.parametrize("hand", [MAJOR, MINOR])
@pytest.mark.parametrize("before", ["won", "verified", "paid"])
def test_a_round_that_is_void_takes_its_award_back_wherever_it_lies(
    tmp_path: Path, hand: str, before: str
) -> None:
    pit = opened(tmp_path, MINOR_CENTS)
    settled(pit, hand=hand)
    if before == "verified":
        desk(pit).verify(GAME, 1, "hand and box", S1, pit.at)
    elif before == "paid":
        paid(pit)
    pit.void("t1")
    assert has(pit) == (0, 0, 0)
    awards = pit.house.meters[GAME].jackpot.awards
    assert (awards.hits, awards.held, awards.newest) == (0, (), ())
    assert isinstance(desk(pit).pay(GAME, 1, M2, pit.at), Refused)
    assert pit.shown == SEED
    whole(pit)


@pytest.mark.standard(44, 49)
@pytest.mark.parametrize("first_paid", [True, False])
def test_what_an_award_grows_by_is_held_like_the_award(tmp_path: Path, *, first_paid: bool) -> None:
    """Whether or not the first part of it was paid before."""
    pit = opened(tmp_path, SEED)
    for name in ("t1", "t2"):
        pit.open(name)
        pit.carry(name, asks.CloseBetting())
        pit.deal(name, MAJOR if name == "t2" else ODD)
    pit.decide("t2")
    pit.carry("t2", asks.Settle())
    assert has(pit, "t2p1", "t2")[2] == SEED
    if first_paid:
        paid(pit)
    pit.carry("t2", asks.OpenBetting())
    pit.decide("t1")
    pit.carry("t1", asks.Settle())
    assert has(pit, "t2p1", "t2")[2] == (200 if first_paid else SEED + 200)
    assert [one.cents for one in pit.journal() if isinstance(one, AwardHeld)] == [SEED, 200]
    for number in (2,) if first_paid else (1, 2):
        paid(pit, number)
    [hit] = pit.house.meters[GAME].jackpot.awards.newest
    assert (hit.cents, hit.waits_cents, hit.by_hand) == (SEED + 200, 0, True)
    assert has(pit, "t2p1", "t2")[2] == 0
    whole(pit)


@pytest.mark.standard(47)
def test_the_last_25_awards_are_listed_and_all_are_counted(tmp_path: Path) -> None:
    pit = opened(tmp_path, MINOR_CENTS)
    for _ in range(26):
        settled(pit, hand=MINOR)
    assert [one.round for one in pit.house.meters[GAME].jackpot.awards.newest] == list(
        range(26, 1, -1)
    )


@pytest.mark.threat("T43")
@pytest.mark.standard(49)
def test_what_was_verified_of_another_amount_is_verified_anew(tmp_path: Path) -> None:
    """A round put right afterwards: who pays sees no word for what is left."""
    pit = opened(tmp_path, MINOR_CENTS)
    settled(pit, hand=MINOR)
    assert isinstance(desk(pit).verify(GAME, 1, "hand and box", S1, pit.at), AwardVerified)
    jackpot = pit.house.meters[GAME].jackpot
    less = HeldAwardTakenBack(
        at=pit.at,
        before=str(SEED),
        after=str(SEED),
        clauses=("4.4",),
        table="t1",
        round=1,
        player="t1p1",
        cents=25_000,
        award_cents=25_000,
    )
    [left] = evolve(jackpot, less).awards.held
    assert (left.cents, left.verified_by, left.reason) == (MINOR_CENTS - 25_000, "", "")
