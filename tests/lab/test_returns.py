"""The return after many rounds, beside the same by a method that shares no code."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING

import pytest

import croupier
from croupier.games import GAMES
from croupier.lab.figures import ROUNDS
from croupier.lab.returns import Method, Range, return_after
from croupier.lab.several import together
from croupier.lab.sums import OutOfReachError, Sums
from croupier.problems import BadInput
from tests.support.reference import many_rounds

if TYPE_CHECKING:
    from croupier.lab.figures import BetOdds

POKER = "three-card-poker"
EVERY = {
    f"{one.name} {bet.bet}": bet for one in GAMES for bet in croupier.odds(one.name).bets.values()
}
SELDOM = EVERY[f"{POKER} progressive"]
FAIR = {Fraction(-1): Fraction(1, 2), Fraction(1): Fraction(1, 2)}


def ends(bet: BetOdds, rounds: int) -> tuple[Fraction, Fraction]:
    told = bet.return_after(rounds)
    assert (told.rounds, told.method) == (rounds, "exact")
    return told.low, told.high


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        (f"{POKER} progressive", "0.138", "0.706"),
        ("lucky-three-pictures lucky-tie", "0.796", "1.171"),
        ("three-pictures initial", "0.9195", "1.019"),
        ("baccarat banker", "0.937", "1.034"),
    ],
)
def test_known_ranges_of_a_thousand_rounds(name: str, low: str, high: str) -> None:
    assert ends(EVERY[name], 1000) == (Fraction(low), Fraction(high))


@pytest.mark.slow
@pytest.mark.parametrize("name", EVERY)
def test_a_thousand_rounds_by_long_decimals(name: str) -> None:
    assert ends(EVERY[name], 1000) == many_rounds.return_after(EVERY[name].nets, 1000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rounds"),
    [
        (f"{POKER} progressive", 10**4),
        ("lucky-three-pictures lucky-pictures", 10**4),
        ("royal-three-pictures main", 10**4),
        (f"{POKER} pair-plus", 10**4),
        ("three-pictures three-pictures", 10**7),
    ],
)
def test_more_rounds_by_long_decimals(name: str, rounds: int) -> None:
    assert ends(EVERY[name], rounds) == many_rounds.return_after(EVERY[name].nets, rounds)


@pytest.mark.parametrize("name", EVERY)
def test_every_range_is_exact_and_closes_in_on_the_return(name: str) -> None:
    told = [ends(EVERY[name], rounds) for rounds in ROUNDS]
    for (low, high), (later, earlier) in pairwise(told):
        assert low < later < EVERY[name].returns < earlier < high or high < earlier


@pytest.mark.parametrize("rounds", [1, 2, 3, 1000])
@pytest.mark.parametrize("name", [f"{POKER} ante", "lucky-three-pictures lucky-tie"])
def test_no_chance_is_farther_off_than_its_bound(name: str, rounds: int) -> None:
    nets = EVERY[name].nets
    sums, step = Sums(nets, rounds), many_rounds.step_of(nets)
    for place, chance in enumerate(many_rounds.at_most(nets, rounds, min(9 * rounds, 2500))):
        told = sums.at_most(sums.place(rounds * min(nets) + place * step))
        assert abs(Decimal(told.value) - chance) <= Decimal(told.error) < Decimal("1e-11")


@pytest.mark.parametrize("rounds", ROUNDS[1:])
def test_a_far_award_counted_apart_is_the_same(rounds: int) -> None:
    plain, split = Sums(SELDOM.nets, rounds), Sums(SELDOM.nets, rounds, splits=True)
    assert split.lattice.seldom == {max(SELDOM.nets): SELDOM.nets[max(SELDOM.nets)]}
    assert plain.lattice.seldom == {}
    for part in (Fraction(-3, 4), Fraction(-11, 20), Fraction(-1, 2), Fraction(1, 4)):
        one, other = (sums.at_most(sums.place(part * rounds)) for sums in (plain, split))
        assert abs(one.value - other.value) <= one.error + other.error


@pytest.mark.slow
@pytest.mark.parametrize("meter", [2_000_001, 8_123_451, 10**12 + 7])
def test_a_meter_of_any_cents(meter: int) -> None:
    """By how often the meter is won: with more than two hits a return is above the range."""
    bet = croupier.odds(POKER, meter_cents=meter).bets["progressive"]
    below = Decimal(0)
    found: list[Fraction] = []
    for result, chance in many_rounds.with_a_jackpot(bet.nets, 10**4, 2):
        below += chance
        if len(found) == 0 and below > Decimal("0.05"):
            found.append(1 + result / 10**4)
        if len(found) == 1 and below >= Decimal("0.95"):
            found.append(1 + result / 10**4)
    assert ends(bet, 10**4) == tuple(found)
    assert [bet.return_after(rounds).method for rounds in ROUNDS] == ["exact"] * 5


def test_the_envy_of_other_hands_scatters_within_a_line() -> None:
    bet = croupier.odds(POKER, hands=2).bets["progressive"]
    assert sum(bet.nets.values()) == 1
    assert sum(net * chance for net, chance in bet.nets.items()) == bet.ev
    assert sum(net**2 * chance for net, chance in bet.nets.items()) - bet.ev**2 == bet.variance
    assert len(bet.nets) > len(SELDOM.nets)
    assert ends(bet, 1000) == many_rounds.return_after(bet.nets, 1000)


def test_a_chance_of_five_percent_itself_is_not_called_exact() -> None:
    """One round in twenty loses: which of the two returns is the low end, rounding cannot say."""
    nets = {Fraction(-1): Fraction(1, 20), Fraction(1): Fraction(19, 20)}
    assert return_after(nets, 1).method is Method.FLOATING_POINT
    for more in (Fraction(1, 10**9), -Fraction(1, 10**9)):
        near = {Fraction(-1): Fraction(1, 20) + more, Fraction(1): Fraction(19, 20) - more}
        low = Fraction(0) if more > 0 else Fraction(2)
        assert return_after(near, 1) == Range(1, low, Fraction(2), Method.EXACT)


def test_results_too_dense_are_told_by_what_they_are() -> None:
    third = Fraction(1, 3)
    nets = {Fraction(-1): third, Fraction(1): third, 1 + Fraction(1, 10**15): third}
    with pytest.raises(OutOfReachError):
        Sums(nets, 10**7)
    told = return_after(nets, 10**7)
    assert told.method is Method.NORMAL
    assert float(told.low) == pytest.approx(4 / 3 - 1.6448536 * (8 / 9 / 10**7) ** 0.5, abs=1e-9)


def test_what_always_comes() -> None:
    half = Fraction(-1, 2)
    told = return_after({half: Fraction(1), Fraction(9): Fraction(0)}, 1000)
    assert told == Range(1000, Fraction(1, 2), Fraction(1, 2), Method.EXACT)


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        (0, "rounds: from 1 to 10,000,000 are told"),
        (-1, "rounds: from 1 to 10,000,000 are told"),
        (10**7 + 1, "rounds: from 1 to 10,000,000 are told"),
        (10**30, "rounds: from 1 to 10,000,000 are told"),
        (1e3, "rounds: a whole number is needed, not 1000.0"),
        (True, "rounds: a whole number is needed, not True"),
    ],
)
def test_no_such_number_of_rounds(rounds: int, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        return_after(FAIR, rounds)
    assert str(refused.value) == said


# More than two boxes


@pytest.mark.slow
def test_one_box_and_two_as_they_are_counted() -> None:
    two = croupier.two_boxes("lucky-three-pictures", {"initial": 2, "lucky-tie": 1})
    for boxes, counted in ((1, two.each[0]), (2, two.together)):
        told = together(two.given, boxes)
        assert told is not None
        assert {net: pytest.approx(float(chance), abs=1e-14) for net, chance in told.items()} == {
            net: float(chance) for net, chance in counted.nets.items()
        }


def exactly_three_pictures(boxes: int) -> list[Fraction]:
    """How many of so many boxes hold three of the twelve pictures, whatever the dealer holds."""
    every = []
    for number in range(boxes + 1):
        chance = Fraction(comb(boxes, number))
        for box in range(number):
            chance *= Fraction(comb(max(0, 12 - 3 * box), 3), comb(52 - 3 * box, 3))
        every.append(chance)
    return [
        sum(
            ((-1) ** (more - number) * comb(more, number) * every[more])
            for more in range(number, boxes + 1)
        )
        for number in range(boxes + 1)
    ]


def test_seven_boxes_whose_bet_pays_seldom() -> None:
    """16 to 1 for three pictures: seven boxes, beside the ways to choose the pictures."""
    two = croupier.two_boxes("three-pictures", {"three-pictures": 1})
    told, exact = together(two.given, 7), exactly_three_pictures(7)
    assert told is not None
    for number, chance in enumerate(exact):
        assert float(told.get(Fraction(17 * number - 7), 0)) == pytest.approx(
            float(chance), abs=1e-4
        )
    session = two.of(7)
    assert session is not None
    assert float(session.mean) == pytest.approx(float(two.mean(7)), abs=2e-3)
    assert float(session.variance) == pytest.approx(float(two.variance(7)), rel=5e-3)
    assert two.worst_for_the_house(7, 4, 0.999) == session.after(4).quantile(0.999) > 0
