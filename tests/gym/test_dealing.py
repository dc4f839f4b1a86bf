"""Cards by the kernel and by NumPy are those of the simulator, drawn anew where it draws anew."""

from __future__ import annotations

import numpy as np
import pytest

from croupier.gym import hand_tables as tables
from croupier.montecarlo.cards import Cards
from croupier.montecarlo.dealing import Draw, attempted, dealt
from croupier.montecarlo.hands import index_of
from croupier.montecarlo.words import key_of

KEY = key_of(2)
OFTEN_REFUSED = Draw(416, 6, 3)


@pytest.mark.parametrize("draw", [Draw(52, 6, 3), Draw(416, 6, 2), OFTEN_REFUSED])
@pytest.mark.parametrize("rounds", [1, 63, 64, 65, 5000])
def test_the_same_cards_either_way(draw: Draw, rounds: int) -> None:
    numbers = np.arange(1000, 1000 + rounds, dtype=np.uint64)
    by_kernel, plainly = Cards(draw), Cards(draw)
    plainly.run = None
    assert by_kernel.run is not None
    want = dealt(KEY, numbers, draw).T
    assert np.array_equal(by_kernel.deal(KEY, 1000, rounds), want)
    assert np.array_equal(plainly.deal(KEY, 1000, rounds), want)


def test_some_of_these_are_drawn_anew() -> None:
    numbers = np.arange(1000, 6000, dtype=np.uint64)
    assert not attempted(KEY, numbers, OFTEN_REFUSED, 0)[1].all()


def test_cells_are_those_that_the_simulator_counts() -> None:
    cards = dealt(KEY, np.arange(20_000, dtype=np.uint64), tables.hands().draw)
    own, dealers = (index_of(part) for part in np.hsplit(cards, 2))
    assert np.array_equal(tables.counted_in(own, dealers), tables.hands().counted_in(cards))
