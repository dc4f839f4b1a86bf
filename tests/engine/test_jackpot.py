"""The jackpot's meter: it grows, is won in order, and loses no fraction of a cent."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.engine.jackpot import Award, Meter, Winner, pay_majors
from croupier.games import game

METER = Meter(Fraction(8123450), 2000000, Fraction(1, 5))
POKER = game("three-card-poker")


@pytest.mark.clause("three-card-poker", "1.15")
def test_without_a_winner_it_grows_by_its_part_of_the_bets() -> None:
    awards, meter = pay_majors(METER, 1500, [], POKER)
    assert (awards, meter.cents) == ([], Fraction(8123750))


@pytest.mark.clause("three-card-poker", "1.15")
def test_less_than_a_cent_is_carried_through_a_win() -> None:
    third = Meter(Fraction(100, 3), 2000000, Fraction(1, 3))
    awards, meter = pay_majors(third, 1, [Winner("p1", "t1", 1, 1)], POKER)
    assert awards == [Award("p1", 33)]
    assert meter.cents == 2000000 + Fraction(100, 3) + Fraction(1, 3) - 33


@pytest.mark.clause("three-card-poker", "1.15", "4.4")
@pytest.mark.parametrize(
    ("reading", "award_cents", "after_cents"),
    [("in-the-award", 8123750, 2000000), ("after-reset", 8123450, 2000300)],
)
def test_the_winning_round_s_own_contribution(
    reading: str, award_cents: int, after_cents: int
) -> None:
    poker = POKER.under({"contribution-of-winning-round": reading})
    awards, meter = pay_majors(METER, 1500, [Winner("p1", "t1", 1, 1)], poker)
    assert (awards, meter.cents) == ([Award("p1", award_cents)], Fraction(after_cents))


@pytest.mark.clause("three-card-poker", "4.9", "4.9.1")
@pytest.mark.parametrize(
    ("times", "first"),
    [((10, 11), "p1"), ((11, 10), "p2"), ((10, 10), "p1")],
)
def test_the_hand_complete_first_is_paid_first(times: tuple[int, int], first: str) -> None:
    winners = [Winner("p2", "t2", times[1], 2), Winner("p1", "t1", times[0], 1)]
    awards, meter = pay_majors(METER, 0, winners, POKER)
    second = "p2" if first == "p1" else "p1"
    assert awards == [Award(first, 8123450), Award(second, 2000000)]
    assert meter.cents == 2000000
