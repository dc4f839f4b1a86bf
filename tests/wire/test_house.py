"""The house's configuration: the default, and what a document does not allow."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.engine.configuration import Configuration, JackpotTerms
from croupier.engine.limits import Limit
from croupier.problems import BadInput
from croupier.wire.house import DEFAULT, default_house, parse_house
from tests.support.each_game import NAMES

MAIN, SIDE = Limit(2500, 500000), Limit(500, 50000)
APPROVED = {
    "three-pictures": (7, 1, {"initial": MAIN, "tie": SIDE, "three-pictures": SIDE}, None),
    "lucky-three-pictures": (
        7,
        1,
        {
            "initial": MAIN,
            "lucky-tie": SIDE,
            "lucky-pictures": SIDE,
            "player-lucky-6": SIDE,
            "dealer-lucky-6": SIDE,
        },
        None,
    ),
    "royal-three-pictures": (8, 1, {"main": MAIN, "tie": SIDE, "royal-pictures": SIDE}, None),
    "three-card-poker": (
        7,
        1,
        {"ante": MAIN, "pair-plus": SIDE},
        JackpotTerms(500, 2000000, Fraction(1, 5)),
    ),
    "baccarat": (
        None,
        8,
        {
            "player": MAIN,
            "banker": MAIN,
            "tie": SIDE,
            "player-pair": SIDE,
            "banker-pair": SIDE,
        },
        None,
    ),
}
"""Boxes, decks, limits and jackpot of each game of an approved document."""


def test_the_default_house() -> None:
    told = {
        name: (table.boxes, table.decks, table.limits, table.jackpot)
        for name, table in default_house().items()
    }
    assert {name: told[name] for name in APPROVED} == APPROVED
    assert set(told) == set(NAMES)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "boxes = 8",
            "boxes = 9",
            "tables, t3, boxes: the layout has 1 to 8 boxes (clause 2.2)",
        ),
        (
            "decks = 8",
            "decks = 3",
            (
                "tables, t5, decks: 3 decks, and the game is played with 4 to 8 decks"
                " (clause 2.2, 2.2.1)"
            ),
        ),
        (
            "decks = 8",
            "decks = 8\nboxes = 2",
            "tables, t5, boxes: a terminal has no box",
        ),
        (
            'limits.main = ["25.00", "5000.00"]',
            'limits.main = ["25.00", "5.00"]',
            ("tables, t3, limits, main: the minimum is above the maximum, or the maximum is 0.00"),
        ),
        (
            "limits.royal-pictures",
            "limits.royals",
            (
                "tables, t3, limits: no bet is called 'royals';"
                " this game has main, tie, royal-pictures"
            ),
        ),
        (
            'game = "baccarat"',
            'game = "snap"',
            f"tables, t5: no game is called 'snap'; there are {', '.join(NAMES)}",
        ),
        (
            'second_factor = "off"',
            'second_factor = "some"',
            "people, second_factor: 'some' is not one of off, managers, staff",
        ),
        (
            "correction.pit-manager",
            "correction.dealer",
            "people, correction: 'dealer' is not one of pit-manager, shift-manager",
        ),
        (
            'redeem.dealer = "10000.00"',
            'redeem.dealer = "a lot"',
            (
                "people, redeem, dealer: 'a lot' is not an amount like 100.00: at most 13 digits,"
                " a point, two decimals"
            ),
        ),
        (
            'contribution = "1/5"',
            'contribution = "a lot"',
            "tables, t4, jackpot: 'a lot' is no fraction like 1/5",
        ),
        (
            'jackpot.bet = "5.00"',
            'jackpot.bet = "0.00"',
            ("tables, t4, jackpot: a bet above 0.00 and a contribution from 0 to 1 are needed"),
        ),
        ("chip =", "chips =", "there is no field 'chips' here"),
    ],
)
def test_what_a_document_does_not_allow(old: str, new: str, said: str) -> None:
    text = DEFAULT.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(BadInput) as refused:
        parse_house(text.replace(old, new).encode())
    assert str(refused.value) == said


def test_readings_are_part_of_a_table() -> None:
    text = DEFAULT.read_text(encoding="utf-8").replace(
        "[tables.t5]", '[tables.t5]\ninterpretations.money-rounding = "up-to-cent"'
    )
    table: Configuration = parse_house(text.encode())["t5"]
    assert table.game.readings["money-rounding"] == "up-to-cent"
