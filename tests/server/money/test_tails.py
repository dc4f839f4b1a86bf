"""How improbable a result is, held against exact probabilities."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from croupier.server.money.tails import FARTHEST, Wagers, adjusted
from croupier.server.money.theory import outside

EVEN = ((1.0, 0.5), (-1.0, 0.5))


def long_shot(pays: int, one_in: int) -> tuple[tuple[float, float], ...]:
    chance = 1 / one_in
    mean = pays * chance - (1 - chance)
    return ((pays - mean, chance), (-1 - mean, 1 - chance))


def at_least(hits: int, rounds: int, chance: float) -> float:
    return 1 - sum(
        math.comb(rounds, k) * chance**k * (1 - chance) ** (rounds - k) for k in range(hits)
    )


def house_z(nets: tuple[tuple[float, float], ...], rounds: int, hits: int) -> float:
    won = hits * nets[0][0] + (rounds - hits) * nets[1][0]
    spread = math.sqrt(rounds * sum(chance * net**2 for net, chance in nets))
    return -won / spread


@pytest.mark.parametrize(
    ("pays", "one_in", "rounds", "hits"),
    [
        (1, 2, 200, 130),
        (8, 10, 300, 55),
        (30, 36, 500, 30),
        (188, 5525, 200, 1),
        (188, 5525, 200, 2),
    ],
)
def test_what_is_told_is_never_more_improbable_than_it_is(
    pays: int, one_in: int, rounds: int, hits: int
) -> None:
    """And not much less: Chernoff's bound is a few times the probability itself."""
    nets = long_shot(pays, one_in)
    z = house_z(nets, rounds, hits)
    told = adjusted(z, [Wagers(rounds, 25.0, nets)])
    bound, exact = math.exp(-(told**2) / 2), at_least(hits, rounds, 1 / one_in)
    assert told < 0 > z, "the house has lost"
    assert exact <= bound <= 20 * exact


def test_one_hit_of_a_long_shot_is_no_alarm_and_three_are() -> None:
    nets = long_shot(188, 5525)
    one, three = (house_z(nets, 200, hits) for hits in (1, 3))
    assert one < -4.5, "by the variance alone it is"
    assert adjusted(one, [Wagers(200, 1.0, nets)]) > -2.5
    assert adjusted(three, [Wagers(200, 1.0, nets)]) < -4.5


def test_a_single_large_stake_among_small_ones_is_as_one_wager() -> None:
    """200 of 1 and one of 500, which wins at 30:1 as it does once in 36 times."""
    nets, handle, squares = long_shot(30, 36), 700, 200 + 500**2
    won = 500 * nets[0][0] + 200 * nets[1][0]
    z = -won / math.sqrt(squares * sum(chance * net**2 for net, chance in nets))
    assert z < -4.5
    assert adjusted(z, [Wagers(handle**2 / squares, squares / handle, nets)]) > -3.5


@pytest.mark.parametrize("z", [-5.0, -3.5, 3.5, 5.0])
def test_many_even_bets_are_as_normal_as_can_be(z: float) -> None:
    assert adjusted(z, [Wagers(100_000, 1.0, EVEN)]) == pytest.approx(z, rel=0.001)


def test_what_no_cards_can_give_is_as_far_as_it_goes() -> None:
    """Ten even bets of one unit cannot lose eleven."""
    assert adjusted(-11 / math.sqrt(10), [Wagers(10, 1.0, EVEN)]) == -FARTHEST
    assert adjusted(5, []) == 0


@pytest.mark.standard(40)
@pytest.mark.parametrize(
    ("z", "range_"),
    [
        (None, ""),
        ("1.96", ""),
        ("1.961", "95 %"),
        ("-1.961", "95 %"),
        ("3.29", "95 %"),
        ("3.291", "99.9 %"),
        ("-3.291", "99.9 %"),
    ],
)
def test_each_range_at_and_above(z: str | None, range_: str) -> None:
    assert outside(None if z is None else Fraction(z)) == range_
