"""Odds of hands of one card and of two, beside every deal counted one by one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from croupier.cards import DECK, Hand
from croupier.engine.deal import Deal
from croupier.games import game
from croupier.lab.boxes import two_boxes
from croupier.lab.odds import odds

if TYPE_CHECKING:
    from croupier.engine.game import Game

ROYAL = game("royal-three-pictures")


def with_hands_of(cards: int) -> Game:
    return replace(ROYAL, deal=Deal(cards, ROYAL.document.cite("3.12")))


@pytest.mark.slow
@pytest.mark.parametrize("cards", [1, 2])
def test_every_deal_is_counted(cards: int) -> None:
    of, hands = with_hands_of(cards), [Hand(hand) for hand in combinations(DECK, cards)]
    rank = {hand: of.ranking.rank(hand) for hand in hands}
    found: Counter[tuple[str, str]] = Counter()
    for hand in hands:
        met = Counter(rank[dealer] for dealer in hands if not set(hand) & set(dealer))
        example = {rank[dealer]: dealer for dealer in hands}
        for dealers_rank, number in met.items():
            outcome = of.outcome(hand, example[dealers_rank])
            for bet in of.bets:
                found[bet.name, bet.settle(outcome).event] += number
    told = odds(of)
    assert told.combinations == sum(found[line] for line in found if line[0] == "main")
    assert {
        (bet.bet, line.event): line.combinations
        for bet in told.bets.values()
        for line in bet.lines
        if line.combinations
    } == found


def test_two_boxes_of_one_card() -> None:
    of, hands = with_hands_of(1), [Hand((card,)) for card in DECK]
    found: Counter[tuple[Fraction, Fraction]] = Counter()
    for dealer in hands:
        net = {hand: net_of(of, hand, dealer) for hand in hands if hand != dealer}
        found.update((net[one], net[other]) for one in net for other in net if one != other)
    deals = 52 * 51 * 50
    assert two_boxes(of, {"main": 1}).nets == {
        both: Fraction(number, deals) for both, number in found.items()
    }


def net_of(of: Game, hand: Hand, dealer: Hand) -> Fraction:
    line = of.bet["main"].settle(of.outcome(hand, dealer))
    nets = {"push": Fraction(0), "lose": Fraction(-1)}
    return nets.get(
        line.result, Fraction(1, 2) if line.event.endswith("Six Points") else Fraction(1)
    )
