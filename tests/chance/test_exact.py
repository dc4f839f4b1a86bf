"""What chance gives, by looking at every order of a few cards."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import islice, permutations, product
from math import exp, factorial
from statistics import NormalDist

import numpy as np
import pytest

from croupier.chance import draws as tests
from croupier.chance.collecting import at_random, classes, collected, collections, in_turn
from croupier.chance.draws import Draws
from croupier.chance.neighbours import FIRST, TOGETHER, neighbours, spread
from croupier.chance.verdict import chi_square, holm, never, normal, rare


def orders_of(kinds: int, copies: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """Every order of the cards, each as often as any other."""
    cards = [kind for kind in range(kinds) for _ in range(copies)]
    return np.array(sorted(set(permutations(cards))))


def rings(kinds: int, copies: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """How often each card stands before each other, a row for every order."""
    orders = orders_of(kinds, copies)
    pairs = orders * kinds + np.roll(orders, -1, axis=1)
    return np.array([np.bincount(row, minlength=kinds**2) for row in pairs])


@pytest.mark.parametrize(("kinds", "copies"), [(5, 1), (6, 1), (4, 2)])
def test_neighbours_stray_as_far_as_in_all_orders(kinds: int, copies: int) -> None:
    counts = rings(kinds, copies)
    spreads = np.linalg.eigvalsh(np.cov(counts.T, bias=True)).round(9).tolist()
    found = Counter(spreads)
    together, first = (round(spread(part, kinds, copies), 9) for part in (TOGETHER, FIRST))
    expected = Counter({together: kinds * (kinds - 3) // 2})
    expected[first] += (kinds - 1) * (kinds - 2) // 2
    assert all(found[one] >= times for one, times in expected.items())
    if copies == 1:  # all else is bound
        assert {one: times for one, times in found.items() if one} == expected
    told = [neighbours(row.reshape(kinds, kinds).astype(float), copies, 1) for row in counts]
    assert {freedom for _, freedom in told} == {sum(expected.values())}
    assert np.mean([statistic for statistic, _ in told]) == pytest.approx(expected.total())


@pytest.mark.parametrize(
    ("test", "kinds", "copies", "drawn"),
    [
        (tests.runs, 6, 1, 6),
        (tests.runs, 6, 1, 4),
        (tests.colours, 4, 1, 4),
        (tests.colours, 4, 2, 8),
        (tests.serial_correlation, 6, 1, 6),
        (tests.serial_correlation, 4, 2, 8),
        (tests.serial_correlation, 3, 2, 6),
    ],
)
def test_mean_and_variance_over_all_orders(
    test: object, kinds: int, copies: int, drawn: int
) -> None:
    orders = orders_of(kinds, copies)[:, :drawn]
    z = [test(Draws(order[None], kinds, copies)).statistic for order in orders]  # type: ignore[operator]
    assert [np.mean(z), np.mean(np.square(z))] == pytest.approx([0, 1], abs=1e-9)


@pytest.mark.parametrize(("kinds", "copies", "drawn"), [(4, 1, 4), (4, 1, 3), (2, 2, 4), (2, 2, 3)])
def test_two_draws_one_after_the_other(kinds: int, copies: int, drawn: int) -> None:
    orders = orders_of(kinds, copies)[:, :drawn]
    both = [orders[[one, other]] for one, other in product(range(len(orders)), repeat=2)]
    z = [tests.following(Draws(two, kinds, copies)).statistic for two in both]
    assert [np.mean(z), np.mean(np.square(z))] == pytest.approx([0, 1], abs=1e-9)


@pytest.mark.parametrize(
    ("kinds", "copies", "drawn", "freedom"),
    [(5, 1, 5, 16), (5, 1, 3, 12), (4, 2, 8, 21), (4, 2, 3, 9)],
)
def test_positions_over_all_orders(kinds: int, copies: int, drawn: int, freedom: int) -> None:
    """The mean of the statistic is its degrees of freedom."""
    orders = orders_of(kinds, copies)[:, :drawn]
    found = [tests.positions(Draws(order[None], kinds, copies)).statistic for order in orders]
    assert np.mean(found) == pytest.approx(freedom)


def test_coupons_in_a_pack_and_at_random() -> None:
    orders = orders_of(3, 2)
    seen = [sum(len(set(order[:cards])) == 3 for order in orders.tolist()) for cards in range(7)]
    assert list(in_turn(6, 2, 3)) == [Fraction(one, len(orders)) for one in seen]
    drawn = [list(product(range(3), repeat=draws)) for draws in range(7)]
    by = [Fraction(sum(len(set(one)) == 3 for one in all_), len(all_)) for all_ in drawn]
    assert list(islice(at_random(3), 7)) == by
    assert 1 - list(at_random(3))[-1] < Fraction(1, 1_000_000)


def test_lengths_are_taken_together_until_they_are_expected_often_enough() -> None:
    until = [0.0, 0.0, 0.1, 0.3, 0.5, 0.6, 0.97, 1.0]
    ends, shares = classes(until, 100)
    assert ends == [2, 3, 4, 5]
    assert shares == pytest.approx([0.1, 0.2, 0.2, 0.1, 0.4])
    assert classes(until, 10) == ([], [1.0])
    lengths = [2] * 10 + [3] * 20 + [4] * 20 + [5] * 10 + [6] * 37 + [9] * 3
    assert list(collected(lengths, map(Fraction, until))) == pytest.approx([0, 0], abs=1e-12)


def test_collections_are_counted_one_after_the_other() -> None:
    drawn = [0, 1, 1, 2, 2, 2, 1, 0, 0, 1, 2] + [0, 1, 2] * 100
    lengths = collections(drawn, len(drawn), 3)
    assert lengths[:4] == [4, 4, 3, 3]
    assert sum(lengths) < len(drawn)


# p


@pytest.mark.parametrize("statistic", [0.5, 8, 10, 30, 200])
@pytest.mark.parametrize("freedom", [2, 10, 100])
def test_chi_square_by_its_sum(statistic: float, freedom: int) -> None:
    half = statistic / 2
    above = exp(-half) * sum(half**one / factorial(one) for one in range(freedom // 2))
    p = min(1.0, 2 * min(above, 1 - above))
    assert list(chi_square(statistic, freedom)) == pytest.approx([statistic, p], 1e-6, 1e-14)


@pytest.mark.parametrize("z", [-4.0, -1.0, 0.0, 2.576, 5.0])
def test_normal_by_the_library(z: float) -> None:
    p = 2 * NormalDist().cdf(-abs(z))
    assert list(normal(10 + 3 * z, 10, 9)) == pytest.approx([z, p], rel=1e-6)


@pytest.mark.parametrize("found", [0, 3, 10, 25])
def test_rare_by_its_sum(found: int) -> None:
    chances = [exp(-10) * 10**one / factorial(one) for one in range(100)]
    p = min(1.0, 2 * min(sum(chances[: found + 1]), sum(chances[found:])))
    assert list(rare(found, 10)) == pytest.approx([found, p], rel=1e-6)


def test_never() -> None:
    assert [never(found, 1e-9).p for found in (0, 1, 5)] == [1.0, 1e-9, 1e-9]


def test_holm_at_the_level_of_its_paper() -> None:
    """Each is compared with the level over how many are left, until one is not below it."""
    rng = np.random.default_rng(5)
    for _ in range(200):
        chances = (rng.random(12) ** 4).tolist()
        rejected = set()
        ordered = sorted((p, index) for index, p in enumerate(chances))
        for left, (p, index) in zip(range(12, 0, -1), ordered, strict=True):
            if p > 0.01 / left:
                break
            rejected.add(index)
        assert {index for index, p in enumerate(holm(chances)) if p <= 0.01} == rejected
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
