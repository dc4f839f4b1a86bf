"""Several boxes against one dealer, held against countings that share no code with the lab."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import croupier
from croupier.games import game
from croupier.lab import boxes
from croupier.lab.boxes import By
from croupier.lab.joint import Rounds
from croupier.lab.sessions import by_normal
from croupier.problems import BadInput
from tests.support.reference import three_card_poker, three_pictures_games
from tests.support.reference.cards import point_total

if TYPE_CHECKING:
    from croupier.lab.boxes import TwoBoxes

Mix = dict[str, int | Fraction]
PAIRS_AGAINST_ONE_DEALER = comb(49, 3) * comb(46, 3)
MAIN = {
    "three-pictures": "initial",
    "lucky-three-pictures": "initial",
    "royal-three-pictures": "main",
    "three-card-poker": "ante",
}


@cache
def two(
    name: str,
    one: tuple[tuple[str, int | Fraction], ...],
    other: tuple[tuple[str, int | Fraction], ...],
) -> TwoBoxes:
    return croupier.two_boxes(name, dict(one), dict(other))


def two_of(name: str, one: Mix, other: Mix | None = None) -> TwoBoxes:
    return two(name, tuple(one.items()), tuple((other or one).items()))


def net(verdict: str) -> Fraction:
    """Per unit staked, of what the reference settler says."""
    if verdict in {"lose", "push"}:
        return Fraction(-1 if verdict == "lose" else 0)
    pays, to = verdict.split(":")
    return Fraction(int(pays), int(to))


# Hands by points and pictures: every deal of three hands, by classes

VALUES = "A23456789TP"
"""P stands for the twelve pictures."""
TYPES = list(combinations_with_replacement(VALUES, 3))
HELD = np.array([[hand.count(value) for value in VALUES] for hand in TYPES])
DECK = np.array([12 if value == "P" else 4 for value in VALUES])
CHOOSE = np.array([[comb(cards, held) for held in range(4)] for cards in range(13)])


def ways(left: Any) -> Any:  # noqa: ANN401 - numpy's
    """Of dealing a hand of each type from each of several packs."""
    told = np.ones((len(left), len(TYPES)), dtype=np.int64)
    for place in range(len(VALUES)):
        told *= CHOOSE[left[:, [place]], HELD[:, place]]
    return told


def cards(hand: tuple[str, ...]) -> list[str]:
    return [value.replace("P", "K") + "c" for value in hand]


MIXES: list[tuple[str, Mix, Mix]] = [
    ("three-pictures", {"initial": 1}, {"initial": 1}),
    ("three-pictures", {"initial": 5, "tie": 1}, {"initial": 2, "three-pictures": 1}),
    (
        "lucky-three-pictures",
        {"initial": 5, "lucky-tie": 1, "lucky-pictures": 1, "dealer-lucky-6": 1},
        {"player-lucky-6": 2, "initial": 1},
    ),
]


@pytest.mark.slow
def test_every_deal_of_two_boxes_and_a_dealer_by_classes() -> None:
    counted: list[Counter[tuple[int, int]]] = [Counter() for _ in MIXES]
    [dealt] = ways(DECK[None, :])
    for dealer, held in enumerate(HELD):
        [first] = ways((DECK - held)[None, :])
        left = np.where(first[:, None] > 0, DECK - held - HELD, 0)
        number = dealt[dealer] * first[:, None] * ways(left)
        for (name, one, other), counter in zip(MIXES, counted, strict=True):
            rows, columns = doubled_nets(name, one, dealer), doubled_nets(name, other, dealer)
            mine, theirs = np.unique(rows), np.unique(columns)
            both = (rows == mine[:, None]) @ number @ (columns == theirs[:, None]).T
            for (row, column), count in np.ndenumerate(both):
                counter[int(mine[row]), int(theirs[column])] += int(count)
    for (name, one, other), counter in zip(MIXES, counted, strict=True):
        deals = sum(counter.values())
        assert deals == comb(52, 3) * PAIRS_AGAINST_ONE_DEALER
        assert two_of(name, one, other).nets == {
            (Fraction(mine, 2), Fraction(theirs, 2)): Fraction(number, deals)
            for (mine, theirs), number in counter.items()
            if number
        }


def doubled_nets(name: str, mix: Mix, dealer: int) -> Any:  # noqa: ANN401 - numpy's
    """Of each type of hand against a dealer's; in halves, as some lines pay 1 to 2."""
    return sum(stake * doubled_net(name, bet, dealer) for bet, stake in mix.items())


@cache
def doubled_net(name: str, bet: str, dealer: int) -> Any:  # noqa: ANN401 - numpy's
    return np.array([doubled(name, bet, one, SEEN[dealer]) for one in SEEN])


SEEN = [(point_total(cards(hand)), three_pictures_games.pictures(cards(hand))) for hand in TYPES]
"""All that these bets see of a hand."""
EXAMPLE = {seen: cards(hand) for seen, hand in zip(SEEN, TYPES, strict=True)}


@cache
def doubled(name: str, bet: str, hand: tuple[int, int], dealer: tuple[int, int]) -> int:
    verdict = three_pictures_games.pictures_verdict(name, bet, EXAMPLE[hand], EXAMPLE[dealer], {})
    return int(2 * net(verdict))


# Every pair of hands against one dealer, one by one

PACK = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]


def pictures_net(hand: list[str], dealer: list[str], mix: Mix) -> Fraction:
    told = (
        stake
        * net(three_pictures_games.pictures_verdict("royal-three-pictures", bet, hand, dealer, {}))
        for bet, stake in mix.items()
    )
    return sum(told, Fraction(0))


LINE = three_card_poker.poker_strength(["Qh", "6d", "4s"])


def poker_net(hand: list[str], dealer: list[str], mix: Mix) -> Fraction:
    folded = three_card_poker.poker_strength(hand) < LINE
    name = three_card_poker.poker_name(hand)
    ante = net(three_card_poker.ante_verdict(hand, dealer, folded=folded))
    if not folded:
        ante += net(three_card_poker.play_verdict(hand, dealer))
        ante += net(three_card_poker.ANTE_BONUS.get(name, "push"))
    plus = net("lose" if folded else three_card_poker.PAIR_PLUS.get(name, "lose"))
    return mix.get("ante", 0) * ante + mix.get("pair-plus", 0) * plus


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "mix", "dealer"),
    [
        ("royal-three-pictures", {"main": 5, "tie": 1, "royal-pictures": 1}, "Kh Qd 6s"),
        ("three-card-poker", {"ante": 2, "pair-plus": 1}, "Qh 6d 4s"),
    ],
)
def test_every_pair_of_hands_against_a_dealer(name: str, mix: Mix, dealer: str) -> None:
    held = dealer.split()
    brings = poker_net if name == "three-card-poker" else pictures_net
    hands = [list(three) for three in combinations(PACK, 3) if not set(three) & set(held)]
    brought = [brings(hand, held, mix) for hand in hands]
    nets = sorted(set(brought))
    codes = np.array([nets.index(one) for one in brought])
    masks = np.array([sum(1 << PACK.index(card) for card in hand) for hand in hands])
    counts = np.zeros((len(nets), len(nets)), dtype=np.int64)
    for code, mask in zip(codes, masks, strict=True):
        counts[code] += np.bincount(codes[(masks & mask) == 0], minlength=len(nets))
    assert counts.sum() == PAIRS_AGAINST_ONE_DEALER
    told, pairs = pairs_against(name, mix, dealer)
    assert (told, pairs.tolist()) == (nets, counts.tolist())


def pairs_against(name: str, mix: Mix, dealer: str) -> tuple[list[Fraction], Any]:
    """As the lab counts them."""
    rounds = Rounds(game(name))
    every = boxes.meetings(rounds)
    told = boxes.told_apart(rounds, every, mix)
    hand = croupier.hand(dealer)
    rank = game(name).ranking.rank
    sort = next(one.sort for one in every.dealers if rank(one.hand) == rank(hand))
    brought = boxes.Brought.of(every, boxes.Dealer(hand, 1, sort), told)
    return [told.nets[place] for place in brought.places], boxes.apart(brought, brought)


# Three Card Poker over all 6,180,846,672,000 deals, by a plain triple loop in C

PRODUCTS = [
    ({"ante": 1}, {"ante": 1}, 3_213_835_981_600),
    ({"pair-plus": 1}, {"pair-plus": 1}, 58_209_592_320),
    ({"ante": 1}, {"pair-plus": 1}, 17_749_859_676),
]


@pytest.mark.slow
@pytest.mark.parametrize(("one", "other", "product"), PRODUCTS)
def test_the_sum_of_products_over_every_deal(one: Mix, other: Mix, product: int) -> None:
    nets = two_of("three-card-poker", one, other).nets
    mean = sum(first * second * chance for (first, second), chance in nets.items())
    assert mean * boxes.deals_of_three(3) == product


# What follows from the joint distribution


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "mix"),
    [
        *((name, {bet: 1}) for name, bet in MAIN.items()),
        ("royal-three-pictures", {"main": 5, "tie": 1, "royal-pictures": 1}),
        ("three-card-poker", {"ante": 2, "pair-plus": 1}),
    ],
)
def test_a_box_of_two_is_a_box_alone(name: str, mix: Mix) -> None:
    together = two_of(name, mix)
    alone = Rounds(game(name)).nets(mix)
    assert [one.nets for one in together.each] == [alone, alone]
    assert all(
        together.nets[second, first] == chance for (first, second), chance in together.nets.items()
    )


COVARIANCE = {
    "three-pictures": Fraction(106_161_375_986_542_703, 341_937_202_687_080_000),
    "lucky-three-pictures": Fraction(106_161_375_986_542_703, 341_937_202_687_080_000),
    "royal-three-pictures": Fraction(106_161_375_986_542_703, 341_937_202_687_080_000),
    "three-card-poker": Fraction(7_096_280_872_053_167, 13_677_488_107_483_200),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", COVARIANCE)
def test_main_bets_of_two_boxes_win_and_lose_together(name: str) -> None:
    together = two_of(name, {MAIN[name]: 1})
    variance = croupier.odds(name).bets[MAIN[name]].variance
    assert together.covariance == COVARIANCE[name]
    assert together.correlation == COVARIANCE[name] / variance
    assert together.together.variance == 2 * variance + 2 * COVARIANCE[name]


def test_a_table_of_boxes() -> None:
    together = two_of("royal-three-pictures", {"main": 1})
    bet = croupier.odds("royal-three-pictures").bets["main"]
    assert together.mean(8) == 8 * bet.ev
    assert together.variance(1) == bet.variance
    assert together.variance(2) == together.together.variance
    assert together.variance(8) == 8 * bet.variance + 56 * together.covariance


def test_what_the_house_loses_to_a_table() -> None:
    together = two_of("royal-three-pictures", {"main": 1})
    assert together.worst_for_the_house(1, 60) == together.each[0].after(60).quantile(0.99)
    assert together.worst_for_the_house(2, 60) == together.together.after(60).quantile(0.99)
    normal = float(60 * together.mean(3)) + 2.3263478740 * float(60 * together.variance(3)) ** 0.5
    assert together.worst_for_the_house(3, 60) == pytest.approx(normal, rel=0.02)
    assert [together.by(number) for number in (1, 2, 3)] == [By.EXACT, By.EXACT, By.PAIRS]


def test_a_table_whose_results_lie_too_densely() -> None:
    """A stake of a dollar and a part of a cent beside it: too many results, and it says so."""
    together = two_of("lucky-three-pictures", {"initial": 1, "lucky-tie": Fraction(1001, 1000)})
    told = together.worst_for_the_house(7, 60)
    mean, variance = 60 * together.mean(7), 60 * together.variance(7)
    assert (told, together.by(7)) == (by_normal(mean, variance, 0.99), By.NORMAL)


def test_the_normal_approximation_is_near_for_even_money() -> None:
    together = two_of("three-pictures", {"initial": 1})
    exact = together.worst_for_the_house(2, 600)
    near = by_normal(600 * together.mean(2), 600 * together.variance(2), 0.99)
    assert near == pytest.approx(exact, rel=0.01)


@pytest.mark.slow
def test_boxes_staked_otherwise() -> None:
    together = two_of("three-card-poker", {"ante": 1}, {"pair-plus": 1})
    ante, plus = together.each
    squared = together.covariance**2 / (ante.variance * plus.variance)
    assert abs(together.correlation**2 - squared) < Fraction(1, 10**12)
    assert together.correlation > 0
    assert (ante.staked, plus.staked, together.together.staked) == (2, 1, 3)
    with pytest.raises(BadInput, match="not staked the same"):
        together.variance(2)


@pytest.mark.parametrize("number", [-1, 0, 9])
def test_more_boxes_than_there_are(number: int) -> None:
    with pytest.raises(BadInput) as refused:
        two_of("royal-three-pictures", {"main": 1}).variance(number)
    assert str(refused.value) == "boxes: a table has 1 to 8"


@pytest.mark.parametrize(
    ("name", "mix", "said"),
    [
        (
            "baccarat",
            {"banker": 1},
            (
                "baccarat: all bets ride on the same hand and there are no boxes;"
                " place several bets instead"
            ),
        ),
        (
            "three-card-poker",
            {"ante": 1, "progressive": 1},
            "progressive: is not counted over boxes, as its Envy Bonus pays for other hands",
        ),
        ("royal-three-pictures", {}, "a round needs a bet"),
        (
            "royal-three-pictures",
            {"snap": 1},
            "no bet is called 'snap'; there are main, tie, royal-pictures",
        ),
    ],
)
def test_boxes_that_cannot_be(name: str, mix: Mix, said: str) -> None:
    with pytest.raises(BadInput) as refused:
        croupier.two_boxes(name, mix)
    assert str(refused.value) == said
