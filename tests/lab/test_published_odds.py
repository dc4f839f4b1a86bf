"""Exact odds equal the figures that are published."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

import croupier
from croupier.games import GAMES, game
from croupier.games.baccarat import TABLE_OF_PLAY
from croupier.lab import tableau
from croupier.lab.figures import decimal
from croupier.lab.hands import DEALERS, HANDS, PAIRS
from croupier.lab.strategy import strategy
from tests.support.folders import GOLDEN
from tests.support.published_odds import BACCARAT


def test_deals_of_two_hands() -> None:
    assert (HANDS, DEALERS, PAIRS) == (22_100, 18_424, 407_170_400)


@pytest.mark.standard(38)
@pytest.mark.clause("baccarat", "3.10", "4.1", title="Baccarat as published")
@pytest.mark.parametrize("decks", BACCARAT)
def test_baccarat_as_published(decks: int) -> None:
    odds = croupier.odds("baccarat", decks=decks)
    lines = {line.event: line.combinations for line in odds.bets["banker"].lines}
    on_six = lines["Banker wins on 6 points"]
    counted = (
        odds.combinations,
        on_six + lines["Banker wins on other points"],
        lines["Player wins"],
        lines["Tie game"],
        on_six,
    )
    assert counted == BACCARAT[decks]


@pytest.mark.parametrize(
    ("decks", "bet", "edge"),
    [
        (8, "banker", "0.01458104"),
        (8, "player", "0.01235081"),
        (8, "tie", "0.14359629"),
        (8, "player-pair", "0.10361446"),
        (8, "banker-pair", "0.10361446"),
        (10, "banker", "0.01460075"),
        (10, "player", "0.01233686"),
    ],
)
def test_baccarat_edges_as_published(decks: int, bet: str, edge: str) -> None:
    assert decimal(croupier.odds("baccarat", decks=decks).bets[bet].house_edge, 8) == edge


def test_house_edges_as_reviewed() -> None:
    """Every bet under the default interpretations, exactly, from the lowest edge to the highest."""
    bets = [(game.name, bet) for game in GAMES for bet in croupier.odds(game.name).bets.values()]
    bets.sort(key=lambda entry: entry[1].house_edge)
    edges = [f"{name} | {bet.bet} | {bet.house_edge}" for name, bet in bets]
    assert edges == (GOLDEN / "house_edges.txt").read_text("utf-8").splitlines()


def test_baccarat_totals_as_published() -> None:
    ends = tableau.ends(tableau.Play(TABLE_OF_PLAY), tableau.full_shoe(8))
    wins: Counter[int] = Counter()
    for ((player, *_), (banker, *_)), number in ends.items():
        wins[player] += number if player > banker else 0
    assert (wins[6], wins[9]) == (312_658_895_192_064, 613_074_020_540_416)


@pytest.mark.standard(38)
@pytest.mark.clause("three-card-poker", "4.1", "4.2", "4.3", title="Three card poker as published")
def test_three_card_poker_as_published() -> None:
    odds = croupier.odds("three-card-poker")
    found = strategy(game("three-card-poker"))
    assert odds.bets["ante"].house_edge == Fraction(686_689, 20_358_520)
    assert odds.bets["pair-plus"].house_edge == Fraction(308, 5_525)
    assert decimal(found.best.element_of_risk, 9) == "0.020146724"
    assert {card.rank for card in found.weakest_played} == set("Q64")
    assert {card.rank for card in found.strongest_folded} == set("Q63")


def test_the_jackpot_hand_is_one_in_22100() -> None:
    [line] = [
        line
        for line in croupier.odds("three-card-poker").bets["progressive"].lines
        if line.event == "AKQ Spades"
    ]
    assert line.one_in == 22_100


def test_the_meter_moves_the_jackpot_bet_by_its_chance() -> None:
    low, high = (
        croupier.odds("three-card-poker", meter_cents=meter).bets["progressive"].ev
        for meter in (2_000_000, 2_000_500)
    )
    assert high - low == Fraction(1, 22_100)
