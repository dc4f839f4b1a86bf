"""The jackpot's meter: it grows, is won in order, and loses no fraction of a cent."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.engine.jackpot import Claim, Meter, Share, Source, grown_by, pay_majors

SEED = 2_000_000
ONE, OTHER = Source(0, "t1", 1), Source(0, "t2", 1)
FED = {ONE: Fraction(100), OTHER: Fraction(300)}


@pytest.mark.standard(43)
@pytest.mark.clause(
    "three-card-poker",
    "1.15",
    title="What is displayed is whole cents and never less than the seed",
)
@pytest.mark.parametrize(("cents", "shown"), [("2000000.9", SEED), ("1999999", SEED), ("5", SEED)])
def test_what_is_displayed_is_whole_cents_and_never_less_than_the_seed(
    cents: str, shown: int
) -> None:
    meter = Meter(Fraction(cents), SEED, Fraction(1, 5))
    assert meter.displayed_cents == shown


@pytest.mark.clause("three-card-poker", "1.15", title="It grows by its part of the bets")
def test_it_grows_by_its_part_of_the_bets() -> None:
    assert grown_by(Fraction(1, 5), 1500) == 300


@pytest.mark.clause("three-card-poker", "1.15", title="Less than a cent is carried through a win")
def test_less_than_a_cent_is_carried_through_a_win() -> None:
    fed = {Source(0): Fraction(100, 3)}
    share = pay_majors(SEED, fed, [Claim("t1", 1, 1)])
    assert share == Share([SEED + 33], {Source(0): Fraction(1, 3)})


@pytest.mark.clause("three-card-poker", "1.15", "4.4", title="The winning round's own contribution")
@pytest.mark.parametrize(
    ("leaves_own", "due", "left"),
    [(False, SEED + 400, {}), (True, SEED + 300, {ONE: Fraction(100)})],
)
def test_the_winning_round_s_own_contribution(
    due: int, left: dict[Source, Fraction], *, leaves_own: bool
) -> None:
    share = pay_majors(SEED, FED, [Claim("t1", 1, 1, leaves_own=leaves_own)])
    assert share == Share([due], left)


@pytest.mark.clause(
    "three-card-poker",
    "4.9",
    "4.9.1",
    title="The first is due what is displayed and the next what has come in since",
)
def test_the_first_is_due_what_is_displayed_and_the_next_what_has_come_in_since() -> None:
    fed = FED | {Source(1, "t3", 1): Fraction(7), Source(2, "t3", 2): Fraction(5)}
    claims = [Claim("t1", 1, 1), Claim("t2", 1, 2)]
    left = {Source(2, "t3", 2): Fraction(5)}
    assert pay_majors(SEED, fed, claims) == Share([SEED + 400, SEED + 7], left)
    assert pay_majors(SEED, fed, claims[::-1]) == Share([SEED + 407, SEED], left)


@pytest.mark.clause(
    "three-card-poker",
    "4.9.1",
    title="One who waits is due the seed and what is undone is kept for it",
)
def test_one_who_waits_is_due_the_seed_and_what_is_undone_is_kept_for_it() -> None:
    waits, undone = Claim("t1", 1, 1, waits=True), Claim("t1", 1, 1, undone=True)
    second = Claim("t2", 1, 1)
    assert pay_majors(SEED, FED, [waits]) == Share([SEED], FED)
    assert pay_majors(SEED, FED, [undone, second]) == Share([SEED + 400, SEED], FED)
