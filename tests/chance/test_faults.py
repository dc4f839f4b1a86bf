"""The battery can fail: each test finds the fault that it is there for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from croupier.chance import raw
from croupier.chance.battery import of_bytes, of_draws
from croupier.chance.draws import Draws, which_for
from croupier.chance.verdict import judged
from tests.support import chance_sources as faulty
from tests.support.chance_sources import PACK, Good

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.chance.verdict import Measured
    from tests.support.chance_sources import Bytes, Cards

SHUFFLES, SHOES, ROUNDS, SIZE = 20_000, 2_000, 100_000, 1_000_000
AS_MANY = 60
"""Tests are corrected for, as in a whole battery: the others find nothing."""

IN_PACKS = [
    (faulty.one_card_twice, "composition"),
    (faulty.seldom_suited, "pairs"),
    (faulty.stuck_together, "overlaps"),
    (faulty.coloured, "runs of one colour"),
    (faulty.rising, "serial correlation"),
    (faulty.kept_for_last, "coupon collector"),
    (faulty.repeated, "repeated orders"),
    (faulty.turning, "runs up and down"),
    (faulty.long_away, "first cards collected"),
    (faulty.begun_alike, "duplicates"),
    (faulty.kept_from_before, "correlation with the next"),
]
IN_SHOES = [
    (faulty.one_card_twice, "composition"),
    (faulty.seldom_suited, "pairs"),
    (faulty.stuck_together, "overlaps"),
    (faulty.coloured, "runs of one colour"),
    (faulty.rising, "serial correlation"),
    (faulty.kept_for_last, "coupon collector"),
    (faulty.repeated, "repeated orders"),
    (faulty.kept_from_before, "correlation with the next"),
]
IN_ROUNDS = [
    (faulty.one_card_twice, "composition"),
    (faulty.seldom_suited, "pairs"),
    (faulty.long_away, "first cards collected"),
    (faulty.turning, "runs up and down"),
    (faulty.repeated, "duplicates"),
    (faulty.repeated, "correlation with the next"),
]
IN_BYTES = [
    (faulty.one_byte_seldom, "bytes"),
    (faulty.one_bit_set, "bits"),
    (faulty.followed, "overlaps"),
    (faulty.sticky, "runs of bits"),
    (faulty.near_the_last, "serial correlation"),
    (faulty.long_missing, "coupon collector"),
    (faulty.of_few_words, "duplicates"),
    (faulty.begun_again, "repeated words"),
]


def found(measured: list[tuple[str, Measured]]) -> set[str]:
    """What is found among as many tests as a battery has."""
    rest = [("", "", "", one._replace(p=1.0)) for _, one in measured[:1] * AS_MANY]
    told = judged([*(("", "", test, one) for test, one in measured), *rest])
    return {one.test for one in told if not one.passed}


def found_in(cards: Cards, kinds: int = PACK, copies: int = 1) -> set[str]:
    return found(of_draws(Draws(cards, kinds, copies)))


def test_nothing_is_found_without_a_fault() -> None:
    good = Good(10)
    assert found_in(good.orders(1, SHUFFLES)) == set()
    assert found_in(good.orders(8, SHOES), PACK, 8) == set()
    assert found_in(good.six_of(PACK, ROUNDS)) == set()
    assert found(of_bytes(np.frombuffer(good.rng.bytes(SIZE), np.uint8))) == set()


@pytest.mark.parametrize(("fault", "finds"), IN_PACKS)
def test_a_fault_in_packs(fault: Callable[..., None], finds: str) -> None:
    good = Good(11)
    cards = good.orders(1, SHUFFLES)
    fault(cards, good.rng)
    assert finds in found_in(cards)


@pytest.mark.parametrize(("fault", "finds"), IN_SHOES)
def test_a_fault_in_shoes(fault: Callable[..., None], finds: str) -> None:
    good = Good(12)
    cards = good.orders(8, SHOES)
    fault(cards, good.rng)
    assert finds in found_in(cards, PACK, 8)


@pytest.mark.parametrize(("fault", "finds"), IN_ROUNDS)
def test_a_fault_in_rounds(fault: Callable[..., None], finds: str) -> None:
    good = Good(13)
    cards = good.six_of(PACK, ROUNDS)
    fault(cards, good.rng)
    assert finds in found_in(cards)


@pytest.mark.parametrize(("fault", "finds"), IN_BYTES)
def test_a_fault_in_bytes(fault: Callable[..., None], finds: str) -> None:
    good = Good(14)
    given: Bytes = np.frombuffer(good.rng.bytes(SIZE), np.uint8).copy()
    fault(given, good.rng)
    assert finds in found(of_bytes(given))


def test_shuffles_with_a_fault() -> None:
    rng = np.random.default_rng(15)
    assert "positions" in found_in(faulty.exchanged_with_any(rng, 1, 5_000))
    assert "positions" in found_in(faulty.exchanged_with_any(rng, 8, SHOES), PACK, 8)
    assert "positions" in found_in(faulty.by_remainder(rng, SHUFFLES))
    assert {"repeated orders", "duplicates"} <= found_in(faulty.by_a_short_period(5_000))
    assert "positions" in found_in(faulty.turned_on(5_200))


def test_low_bits_that_come_again() -> None:
    assert "overlaps" in found(of_bytes(faulty.by_low_bits(SIZE)))


def test_what_is_too_even_is_found() -> None:
    even = np.resize(np.arange(256, dtype=np.uint8), SIZE)
    assert dict(of_bytes(even))["bytes"].p < 1e-9


def test_a_card_off_its_place_in_rounds() -> None:
    """A card that is left out of rounds, not of the pack."""
    cards = Good(16).six_of(PACK, ROUNDS)
    less = cards[~((cards == 7).any(axis=1) & (np.arange(ROUNDS) % 4 == 0))]
    assert "positions" in found_in(less)


def test_every_test_has_its_fault() -> None:
    shapes = {
        "packs": (Draws(np.zeros((1, PACK), np.int64), PACK), IN_PACKS),
        "shoes": (Draws(np.zeros((1, 8 * PACK), np.int64), PACK, 8), IN_SHOES),
    }
    for draws, faults in shapes.values():
        assert {test for _, test in faults} | {"positions"} == set(which_for(draws))
    assert {test for _, test in IN_BYTES} == set(raw.TESTS)
    rounds = set(which_for(Draws(np.zeros((1, 6), np.int64), PACK)))
    assert rounds - {test for _, test in IN_ROUNDS} == {"positions"}
