"""Every hand and every deal, enumerated from the rules' text alone and compared with the lab.

What is counted here shares nothing with the program but the notation of cards.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import perm
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import croupier
from croupier.games import game
from croupier.lab import tableau
from croupier.lab.poker import Lab
from croupier.lab.shoes import Shoes

Array = NDArray[np.int64]

# 3 Card Poker: all 22,100 hands, each against all that share no card with it

ORDER = "23456789TJQKA"
SUITS = "cdhs"
ODD, PAIR, FLUSH, STRAIGHT, THREE, STRAIGHT_FLUSH = range(6)
BONUS = {STRAIGHT: 1, THREE: 4, STRAIGHT_FLUSH: 5}
DEALERS = 18_424


class Valued(NamedTuple):
    """For each hand, as cards in words: what it is worth to play it, in parts of an ante."""

    hands: list[str]
    play: list[int]


def high_to_low(hands: Array) -> Array:
    return np.sort(hands // 4, axis=1)[:, ::-1] + 2


def categories(hands: Array) -> Array:
    """3.1.2, from the lowest up so that what is higher overrides."""
    high, middle, low = high_to_low(hands).T
    suits = hands % 4
    suited = (suits[:, 0] == suits[:, 1]) & (suits[:, 1] == suits[:, 2])
    ace_low = (high == 14) & (middle == 3) & (low == 2)
    sequence = ((high == middle + 1) & (middle == low + 1)) | ace_low
    found = np.full(len(hands), ODD)
    found[(high == middle) | (middle == low)] = PAIR
    found[suited] = FLUSH
    found[sequence] = STRAIGHT
    found[(high == middle) & (middle == low)] = THREE
    found[sequence & suited] = STRAIGHT_FLUSH
    return found


def strengths(hands: Array) -> Array:
    """3.1.1 and 3.1.3: by category, then a pair before what is beside it, else from the top."""
    cards, found = high_to_low(hands), categories(hands)
    low_pair = (found == PAIR) & (cards[:, 1] == cards[:, 2])
    cards[low_pair] = cards[low_pair][:, [1, 2, 0]]
    cards[(found >= STRAIGHT) & (cards[:, 0] == 14) & (cards[:, 1] == 3)] = (3, 2, 1)
    told: Array = ((found * 15 + cards[:, 0]) * 15 + cards[:, 1]) * 15 + cards[:, 2]
    return told


@cache
def every_hand_played() -> Valued:
    hands = np.array(list(combinations(range(52), 3)))
    strength = strengths(hands)
    hands = hands[np.argsort(strength, kind="stable")]
    strength = strengths(hands)
    bonus = np.array([BONUS.get(one, 0) for one in categories(hands).tolist()])
    masks = (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    qualified = int(np.argmax((high_to_low(hands)[:, 0] >= 12) | (categories(hands) > ODD)))
    begins = np.searchsorted(strength, strength, "left").tolist()
    ends = np.searchsorted(strength, strength, "right").tolist()
    play = []
    for place in range(len(hands)):
        free = (masks & masks[place]) == 0
        unqualified = int(np.count_nonzero(free[:qualified]))
        won = int(np.count_nonzero(free[qualified : max(begins[place], qualified)]))
        lost = int(np.count_nonzero(free[max(ends[place], qualified) :]))
        assert np.count_nonzero(free) == DEALERS
        play.append(unqualified + 2 * won - 2 * lost + int(bonus[place]) * DEALERS)
    words = [" ".join(ORDER[card // 4] + SUITS[card % 4] for card in hand) for hand in hands]
    return Valued(words, play)


@pytest.mark.slow
@pytest.mark.clause(
    "three-card-poker",
    "3.1.2",
    "3.13",
    "3.15.1",
    "3.15.2",
    "3.15.3",
    "4.1",
    "4.3",
    title="Best play of all hands",
)
def test_best_play_of_all_hands() -> None:
    best = [max(value, -DEALERS) for value in every_hand_played().play]
    folded = sum(value < -DEALERS for value in every_hand_played().play)
    odds = croupier.odds("three-card-poker").bets["ante"]
    assert odds.ev == Fraction(sum(best), 22_100 * DEALERS)
    [line] = [line for line in odds.lines if line.event == "Folded"]
    assert line.combinations == folded * DEALERS


@pytest.mark.slow
def test_the_value_of_playing_each_hand() -> None:
    lab = Lab(game("three-card-poker"))
    told = [lab.value(croupier.hand(hand)).play for hand in every_hand_played().hands]
    assert told == [Fraction(value, DEALERS) for value in every_hand_played().play]


# Baccarat: six cards in order, each rank at each place

SHOES = {
    "one deck": dict.fromkeys(ORDER, 4),
    "odd": {"A": 3, "6": 7, "9": 1, "K": 2, "T": 5, "8": 4},
    "one rank": {"6": 6},
    "six cards": {"7": 1, "3": 1, "2": 2, "J": 1, "5": 1},
    "uneven": {"A": 40, "2": 1, "3": 9, "4": 31, "5": 2, "7": 17, "8": 3, "9": 25, "Q": 6, "K": 44},
}


def banker_draws(total: Any, third: Any) -> Any:  # noqa: ANN401 - open grids
    """The table of play, when the player has drawn."""
    return (
        (total <= 2)
        | ((total == 3) & (third != 8))
        | ((total == 4) & (third >= 2) & (third <= 7))
        | ((total == 5) & (third >= 4) & (third <= 7))
        | ((total == 6) & (third >= 6) & (third <= 7))
    )


@pytest.mark.slow
@pytest.mark.clause(
    "baccarat", "3.9", "3.10", "3.11", "3.12", "1.10", "1.14", title="Six cards in order"
)
@pytest.mark.parametrize("name", SHOES)
def test_six_cards_in_order(name: str) -> None:
    shoe = dict.fromkeys(ORDER, 0) | SHOES[name]
    number = np.array([shoe[rank] for rank in ORDER])
    value = np.array([2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1])
    cards = np.ogrid[(slice(13),) * 6]
    ways: Any = 1
    for place, card in enumerate(cards):
        ways = ways * np.maximum(number[card] - sum((card == one) for one in cards[:place]), 0)
    a, b, c, d, e, f = (value[card] for card in cards)
    player, banker = (a + c) % 10, (b + d) % 10
    natural = (player >= 8) | (banker >= 8)
    third = (player <= 5) & ~natural
    draws = np.where(third, banker_draws(banker, e), banker <= 5) & ~natural
    player = np.where(third, (player + e) % 10, player)
    banker = np.where(draws, (banker + np.where(third, f, e)) % 10, banker)

    def count(ended: Any) -> int:  # noqa: ANN401
        return int((ways * ended).sum())

    expected = {
        "player": [count(player > banker), count(player == banker), count(player < banker)],
        "banker": [
            count((banker > player) & (banker == 6)),
            count((banker > player) & (banker != 6)),
            count(player == banker),
            count(player > banker),
        ],
        "tie": [count(player == banker), count(player != banker)],
        "player-pair": [count(cards[0] == cards[2]), count(cards[0] != cards[2])],
        "banker-pair": [count(cards[1] == cards[3]), count(cards[1] != cards[3])],
    }
    assert sum(expected["tie"]) == perm(sum(shoe.values()), 6)
    assert Shoes(game("baccarat")).counts(shoe) == expected
    _, bets = tableau.odds(game("baccarat"), shoe)
    told = {name: [line.combinations for line in bet.lines] for name, bet in bets.items()}
    assert told == expected
