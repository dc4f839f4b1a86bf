"""The shuffle: a proof that it favours nothing, and the statistics that a laboratory asks for."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from io import BytesIO, StringIO
from itertools import permutations, product
from math import comb, prod, sqrt
from random import Random

import numpy as np
import pytest

from croupier.cards import DECK
from croupier.server.shoes import shuffle as shuffling
from croupier.server.shoes.shuffle import below, dump, shuffled

CARDS = 52
SHUFFLES = 10_000
Z = 2.576
"""99 % of a normal distribution lie within so many standard deviations."""


class DrawnAgain(Exception):  # noqa: N818 - not an error: the bytes given were not used
    pass


def source_of(*given: int) -> shuffling.Source:
    left = BytesIO(bytes(given))

    def source(size: int) -> bytes:
        drawn = left.read(size)
        if len(drawn) < size:
            raise DrawnAgain
        return drawn

    return source


# Proof


@pytest.mark.standard(34)
@pytest.mark.parametrize("number", range(2, 257))
def test_every_byte_counts_the_same_or_not_at_all(number: int) -> None:
    counts: Counter[int] = Counter()
    for first in range(256):
        with suppress(DrawnAgain):
            counts[below(number, source_of(first))] += 1
    assert counts == dict.fromkeys(range(number), 256 // number)


@pytest.mark.parametrize("number", [257, 300, 312, 415, 416])
def test_two_bytes_count_the_same_or_not_at_all(number: int) -> None:
    drawn = np.arange(65536)
    even = 65536 - 65536 % number
    counts = Counter((drawn[drawn < even] % number).tolist())
    assert set(counts.values()) == {65536 // number}
    for value in (0, number, even - 1, 255, 256):
        assert below(number, source_of(*divmod(value, 256))) == value % number
    for value in range(even, 65536):
        assert below(number, source_of(*divmod(value, 256), 0, 7)) == 7


def orders_of(size: int, monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[object, ...]]:
    """How many byte strings, among those that none is drawn again of, lead to each order."""
    monkeypatch.setattr(shuffling, "DECK", DECK[:size])
    numbers = range(size, 1, -1)
    strings = prod(256 // number for number in numbers)
    counts: Counter[tuple[object, ...]] = Counter()
    for chosen in product(*(range(number) for number in numbers)):
        counts[tuple(shuffled(1, source_of(*chosen)))] += strings
    return counts


@pytest.mark.standard(34)
@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_every_order_of_a_small_pack_is_equally_likely(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    strings = prod(256 // number for number in range(2, size + 1))
    assert orders_of(size, monkeypatch) == dict.fromkeys(permutations(DECK[:size]), strings)


def test_every_byte_string_for_three_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any shortcut: 255 first bytes that are not drawn again, times 256."""
    monkeypatch.setattr(shuffling, "DECK", DECK[:3])
    counts = Counter(
        tuple(shuffled(1, source_of(first, second)))
        for first in range(255)
        for second in range(256)
    )
    assert counts == dict.fromkeys(permutations(DECK[:3]), 255 * 256 // 6)


@pytest.mark.standard(36)
@pytest.mark.parametrize("decks", [1, 4, 8])
def test_a_shuffle_is_whole_packs(decks: int) -> None:
    assert Counter(shuffled(decks)) == dict.fromkeys(DECK, decks)
    assert shuffled(decks) != shuffled(decks)


@pytest.mark.standard(32)
def test_a_dump_holds_the_bytes_and_what_was_made_of_them() -> None:
    given, raw, final = Random(5).randbytes(1000), BytesIO(), StringIO()
    dump(1, 3, raw, final, source=BytesIO(given).read)
    again = BytesIO(raw.getvalue())
    lines = [str(shuffled(1, again.read)) for _ in range(3)]
    assert (final.getvalue().splitlines(), again.read()) == (lines, b"")
    assert given.startswith(raw.getvalue())


# Statistics of the final output, at 99 %, of a fixed source: they never fail by chance.
# Of the sources 1 to 60, four of 360 tests fail, as one in a hundred should.


@pytest.fixture(scope="module")
def orders() -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    random = Random(1)
    index = {card: place for place, card in enumerate(DECK)}
    return np.array(
        [[index[card] for card in shuffled(1, random.randbytes)] for _ in range(SHUFFLES)]
    )


Orders = np.ndarray[tuple[int, int], np.dtype[np.int64]]


def within(found: float, mean: float, deviation: float) -> None:
    assert abs(found - mean) < Z * deviation, (found, mean, deviation)


def chi_square_holds(statistic: float, freedom: int) -> None:
    """Neither too far from what is expected nor too near (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    low, high = (freedom * (1 - spread + sign * Z * sqrt(spread)) ** 3 for sign in (-1, 1))
    assert low < statistic < high, (low, statistic, high)


def test_every_card_in_every_position(orders: Orders) -> None:
    counts = np.array([np.bincount(orders[:, place], minlength=CARDS) for place in range(CARDS)])
    expected = SHUFFLES / CARDS
    statistic = ((counts - expected) ** 2 / expected).sum() * (CARDS - 1) / CARDS
    chi_square_holds(float(statistic), (CARDS - 1) ** 2)


def test_every_card_after_every_other(orders: Orders) -> None:
    """Overlapping pairs of neighbours."""
    pairs = orders[:, :-1] * CARDS + orders[:, 1:]
    counts = np.bincount(pairs.ravel(), minlength=CARDS**2).reshape(CARDS, CARDS)
    assert not counts.diagonal().any()
    expected = SHUFFLES / CARDS
    others = counts[~np.eye(CARDS, dtype=bool)]
    chi_square_holds(float(((others - expected) ** 2 / expected).sum()), (CARDS - 1) ** 2)


def test_coupons_are_collected_as_fast_as_by_chance(orders: Orders) -> None:
    """How many first cards it takes to have seen every rank."""
    ranks, bounds = 13, (28, 34, 41, 52)
    lengths, seen, length = [], set(), 0
    for card in orders[:, 0] % ranks:
        seen.add(int(card))
        length += 1
        if len(seen) == ranks:
            lengths.append(length)
            seen, length = set(), 0
    collected = [all_seen(ranks, bound) for bound in bounds]
    chances = np.diff([0.0, *collected, 1.0])
    counts = np.bincount(np.searchsorted(bounds, lengths), minlength=len(chances))
    expected = chances * len(lengths)
    assert expected.min() > 10
    chi_square_holds(float(((counts - expected) ** 2 / expected).sum()), len(chances) - 1)


def all_seen(kinds: int, draws: int) -> float:
    return sum(
        float((-1) ** missing) * comb(kinds, missing) * (1 - missing / kinds) ** draws
        for missing in range(kinds + 1)
    )


def test_runs_up_and_down(orders: Orders) -> None:
    rises = np.diff(orders, axis=1) > 0
    runs = 1 + (rises[:, 1:] != rises[:, :-1]).sum(axis=1)
    mean, variance = (2 * CARDS - 1) / 3, (16 * CARDS - 29) / 90
    within(float(runs.mean()), mean, sqrt(variance / SHUFFLES))


def test_serial_correlation(orders: Orders) -> None:
    """Of neighbours in a shuffle, and of the same place in shuffles that follow each other."""
    centred = orders - (CARDS - 1) / 2
    variance = (CARDS**2 - 1) / 12
    products = (centred[:, :-1] * centred[:, 1:]).mean(axis=1) / variance
    within(float(products.mean()), -1 / (CARDS - 1), float(products.std()) / sqrt(SHUFFLES))
    following = (centred[:-1] * centred[1:]).mean(axis=1) / variance
    within(float(following.mean()), 0, float(following.std()) / sqrt(SHUFFLES))


def test_duplicates(orders: Orders) -> None:
    """No order twice; the first three cards as often twice as chance has it."""
    assert len({order.tobytes() for order in orders}) == SHUFFLES
    firsts = Counter((orders[:, 0] * CARDS + orders[:, 1]) * CARDS + orders[:, 2])
    pairs = sum(comb(times, 2) for times in firsts.values())
    mean = comb(SHUFFLES, 2) / (CARDS * (CARDS - 1) * (CARDS - 2))
    within(pairs, mean, sqrt(mean))


def test_the_tests_find_a_biased_shuffle() -> None:
    """A shuffle that exchanges every card with any other is known to be biased."""
    random, orders = Random(20), []
    for _ in range(SHUFFLES):
        order = list(range(CARDS))
        for place in range(CARDS):
            other = random.randrange(CARDS)
            order[place], order[other] = order[other], order[place]
        orders.append(order)
    with pytest.raises(AssertionError):
        test_every_card_in_every_position(np.array(orders))
