"""Statistics of the statistics: a good source gives every p as often as any other."""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING

import pytest

from croupier.chance.battery import LEAST, examined
from tests.support.chance_sources import Good

if TYPE_CHECKING:
    from collections.abc import Iterable

BATTERIES = 12
ALWAYS_ONE = {"composition", "repeated orders", "repeated words"}
"""Unless something is wrong: there is no p between."""


def too_far(given: Iterable[float]) -> float:
    """The chance of a staircase so far from the diagonal or farther (Kolmogorov, Stephens)."""
    ps = sorted(given)
    number = len(ps)
    far = max(max((place + 1) / number - p, p - place / number) for place, p in enumerate(ps))
    scaled = (sqrt(number) + 0.12 + 0.11 / sqrt(number)) * far
    terms = [exp(-2 * (k * scaled) ** 2) for k in range(1, 100)]
    return min(1.0, 2 * (sum(terms[::2]) - sum(terms[1::2])))


def test_the_measure_itself() -> None:
    even = [(one + 0.5) / 100 for one in range(100)]
    assert too_far(even) > 0.999
    assert too_far([p**2 for p in even]) < 0.01 / 20
    assert too_far([0.5 + p / 2 for p in even]) < 1e-9


@pytest.mark.slow
@pytest.mark.standard(35)
def test_p_of_good_sources_is_uniform() -> None:
    by_test: dict[tuple[str, str], list[float]] = {}
    for seed in range(BATTERIES):
        for one in examined([Good(seed)], LEAST):
            by_test.setdefault((one.sample, one.test), []).append(one.p)
    told = {key: ps for key, ps in by_test.items() if key[1] not in ALWAYS_ONE}
    assert {p for key, ps in by_test.items() if key not in told for p in ps} == {1.0}
    assert {key: ps for key, ps in told.items() if too_far(ps) < 0.01 / len(told)} == {}
    assert too_far([p for ps in told.values() for p in ps]) > 0.01
