"""Exact odds against an enumeration that shares no code."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, perm, prod
from typing import TYPE_CHECKING

import pytest

import croupier
from croupier.cards import DECK, Hand
from croupier.games import game
from croupier.lab import tableau
from croupier.lab.hands import DEALERS, HANDS, PAIRS, Dealers, up_to_suits
from croupier.lab.poker import Lab
from tests.support.reference import three_card_poker, three_pictures_games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.lab.figures import BetOdds

PICTURES_GAMES = ("three-pictures", "lucky-three-pictures", "royal-three-pictures")
FULL = dict.fromkeys("A23456789TJQK", 4)


def kinds() -> list[tuple[str, ...]]:
    return list(combinations_with_replacement(FULL, 3))


@cache
def classes() -> dict[tuple[tuple[int, str], tuple[int, str]], tuple[list[str], list[str], int]]:
    """Pairs of hands by points and pictures: one pair of each, and how many deals are like it."""
    found: dict[tuple[tuple[int, str], tuple[int, str]], tuple[list[str], list[str], int]] = {}
    left = [(kind, Counter(kind)) for kind in kinds()]
    for kind, own in left:
        ways = prod(comb(4, number) for number in own.values())
        rest = {rank: 4 - own[rank] for rank in FULL}
        for dealer, held in left:
            more = ways * prod(comb(rest[rank], number) for rank, number in held.items())
            key = (features(kind), features(dealer))
            hand, against, number = found.get(key, (cards(kind), cards(dealer), 0))
            found[key] = (hand, against, number + more)
    return found


def cards(kind: tuple[str, ...]) -> list[str]:
    return [rank + suit for rank, suit in zip(kind, "cdh", strict=True)]


def features(kind: tuple[str, ...]) -> tuple[int, str]:
    points = sum(1 if rank == "A" else int(rank) if rank.isdigit() else 0 for rank in kind) % 10
    return points, "".join(sorted(rank for rank in kind if rank in "JQK"))


@pytest.mark.slow
@pytest.mark.parametrize("reading", ["zero", "none"])
@pytest.mark.parametrize("name", PICTURES_GAMES)
def test_pictures_odds_by_brute_force(name: str, reading: str) -> None:
    readings = {"three-pictures-points": reading}
    odds = croupier.odds(name, interpretations=readings)
    for bet in odds.bets.values():
        counted: Counter[str] = Counter()
        for hand, dealer, number in classes().values():
            counted[
                three_pictures_games.pictures_verdict(name, bet.bet, hand, dealer, readings)
            ] += number
        assert by_verdict(bet) == counted


def by_verdict(bet: BetOdds) -> dict[str, int]:
    told: Counter[str] = Counter()
    for line in bet.lines:
        told[line.odds or ("push" if line.net == 0 else "lose")] += line.combinations
    return dict(told)


@pytest.mark.slow
def test_the_brute_force_looked_at_every_deal() -> None:
    assert sum(number for _, _, number in classes().values()) == PAIRS


def third_cards(left: list[int], player: int, banker: int) -> Iterator[tuple[int, int, int]]:
    """Both totals after the draw, and in how many ways; written from the table of play."""
    if player >= 8 or banker >= 8 or (player >= 6 and banker >= 6):
        yield player, banker, perm(sum(left), 2)
    elif player >= 6:
        for value, number in enumerate(left):
            yield player, (banker + value) % 10, number * (sum(left) - 1)
    else:
        for value, number in enumerate(left):
            rest = [one - (place == value) for place, one in enumerate(left)]
            draws = banker <= 2 or (
                value
                in {3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: (2, 3, 4, 5, 6, 7), 5: (4, 5, 6, 7)}.get(
                    banker, (6, 7) if banker == 6 else ()
                )
            )
            if not draws:
                yield (player + value) % 10, banker, number * sum(rest)
                continue
            for last, more in enumerate(rest):
                yield (player + value) % 10, (banker + last) % 10, number * more


@pytest.mark.parametrize(
    "shoe",
    [
        dict.fromkeys("A23456789TJQK", 4),
        {"A": 3, "2": 0, "6": 7, "9": 1, "K": 2, "T": 5, "8": 4},
        {"6": 6},
        {"7": 1, "3": 1, "2": 2, "J": 1, "5": 1},
    ],
    ids=["one deck", "odd", "sixes alone", "six cards"],
)
def test_baccarat_odds_by_brute_force(shoe: dict[str, int]) -> None:
    values = [0] * 10
    for rank, number in shoe.items():
        values[1 if rank == "A" else int(rank) if rank.isdigit() else 0] += number
    ends: Counter[tuple[int, int]] = Counter()
    for four in product(range(10), repeat=4):
        left, ways = list(values), 1
        for value in four:
            ways *= left[value]
            left[value] -= 1
        if ways:
            player, banker = (four[0] + four[2]) % 10, (four[1] + four[3]) % 10
            for one, other, more in third_cards(left, player, banker):
                ends[one, other] += ways * more
    full = dict.fromkeys("A23456789TJQK", 0) | shoe
    total, bets = tableau.odds(game("baccarat"), full)
    assert total == sum(ends.values()) == perm(sum(shoe.values()), 6)
    assert by_verdict(bets["banker"]) == {
        "1:2": sum(n for (p, b), n in ends.items() if b > p and b == 6),
        "1:1": sum(n for (p, b), n in ends.items() if b > p and b != 6),
        "push": sum(n for (p, b), n in ends.items() if b == p),
        "lose": sum(n for (p, b), n in ends.items() if b < p),
    }
    pairs = sum(number * (number - 1) for number in shoe.values())
    cards_left = sum(shoe.values())
    assert bets["player-pair"].hit_frequency == Fraction(pairs, cards_left * (cards_left - 1))
    assert bets["banker-pair"].hit_frequency == bets["player-pair"].hit_frequency


def test_classes_up_to_suits_are_all_hands() -> None:
    assert sum(number for _, number in up_to_suits()) == HANDS
    assert len(up_to_suits()) == 1_755


HANDS_TO_TRY = ["Qc 6d 4h", "Qc 6d 3h", "As Ks Qs", "2c 2d 3h", "3c 2d Ah", "7c 5d 2h", "Kd Jd 9d"]


@pytest.mark.slow
@pytest.mark.parametrize("text", HANDS_TO_TRY)
def test_the_value_of_playing_a_hand_by_brute_force(text: str) -> None:
    """Against all 18,424 hands of the dealer, by the settler that shares no code."""
    hand = text.split()
    rest = [str(card) for card in DECK if str(card) not in hand]
    nets: defaultdict[str, int] = defaultdict(int)
    for dealer in combinations(rest, 3):
        nets[three_card_poker.ante_verdict(hand, list(dealer), folded=False)] += 1
        nets["play " + three_card_poker.play_verdict(hand, list(dealer))] += 1
    worth = nets["1:1"] - nets["lose"] + nets["play 1:1"] - nets["play lose"]
    bonus = {"Straight Flush": 5, "Three of a Kind": 4, "Straight": 1}
    worth += bonus.get(three_card_poker.poker_name(hand), 0) * DEALERS
    assert Lab(game("three-card-poker")).value(croupier.hand(text)).play == Fraction(worth, DEALERS)


def test_dealers_without_given_cards_by_brute_force() -> None:
    rank = game("three-card-poker").ranking.rank
    dealers = Dealers(rank)
    rng = random.Random(5)
    for _ in range(3):
        hand = Hand(rng.sample(DECK, 3))
        others = [rank(Hand(one)) for one in combinations(set(DECK) - set(hand), 3)]
        for strength in rng.sample(range(len(dealers.ranks)), 20):
            below = sum(other < dealers.ranks[strength] for other in others)
            assert dealers.below(hand, strength) == below
