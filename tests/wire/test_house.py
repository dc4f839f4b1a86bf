"""The house's configuration: the default, and what a document does not allow."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.engine.configuration import Configuration, JackpotTerms
from croupier.engine.limits import Limit
from croupier.problems import BadInput
from croupier.wire.house import DEFAULT, default_house, parse_house, plan_house
from croupier.wire.house_checks import wrong_with
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
            "tables, t3, limits: no bet is called 'royals'; did you mean royal-pictures?",
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
        ('lab = "everybody"', 'lab = "some"', "lab: 'some' is not one of everybody, staff, off"),
        (
            "decks = 8",
            'decks = 8\ncamera = "http://eye.example/t5"',
            "tables, t5, camera: only where a person deals is there a table to see",
        ),
        (
            "decks = 8",
            'decks = 8\ndealer = "person"\ncamera = "http://a:b@eye.example/"',
            "tables, t5, camera: an address begins with http:// or https:// and a host",
        ),
        (
            "decks = 8",
            'decks = 8\ndealer = "person"\ncamera = "https://eye.example"\ncamera_kind = "film"',
            "tables, t5, camera_kind: 'film' is not one of stills, mjpeg, video",
        ),
        (
            "decks = 8",
            'decks = 8\ncamera_kind = "video"',
            "tables, t5, camera_kind: there is no camera whose kind this could be",
        ),
        *(
            (
                "demonstration = true",
                f"demonstration = true\n{name} = {value}",
                f"{name}: {said}",
            )
            for name, value, said in (
                ("least_betting_seconds", 0, "1 to 3600 seconds"),
                ("least_betting_seconds", 3601, "1 to 3600 seconds"),
                ("rounds_an_hour", 0, "1 to 720 rounds an hour"),
                ("rounds_an_hour", 721, "1 to 720 rounds an hour"),
                ("release_seconds", 4, "5 to 86,400 seconds"),
                ("release_seconds", 86_401, "5 to 86,400 seconds"),
            )
        ),
    ],
)
def test_what_a_document_does_not_allow(old: str, new: str, said: str) -> None:
    text = DEFAULT.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(BadInput) as refused:
        parse_house(text.replace(old, new).encode())
    assert str(refused.value) == said


@pytest.mark.standard(31)
@pytest.mark.parametrize(
    ("seconds", "least", "said"),
    [
        (4, None, 5),
        (5, None, None),
        (4, 4, None),
        (3, 4, 4),
        (25, 26, 26),
        (26, 26, None),
    ],
)
def test_the_time_to_bet_has_a_floor_that_a_house_lowers_expressly(
    seconds: int, least: int | None, said: int | None
) -> None:
    text = DEFAULT.read_text(encoding="utf-8")
    lines = f"betting_seconds = {seconds}\n"
    if least is not None:
        lines += f"least_betting_seconds = {least}\n"
    data = text.replace("betting_seconds = 25", lines, 1).encode()
    wrong = [str(one) for one in wrong_with(data)]
    says = "seconds to bet; least_betting_seconds says how few will do"
    assert wrong == (
        [] if said is None else [f"betting_seconds: players have {said} to 3600 {says}"]
    )


def test_the_terms_of_rounds_at_their_bounds() -> None:
    text = DEFAULT.read_text(encoding="utf-8")
    for lines in (
        "least_betting_seconds = 1\nrounds_an_hour = 1\nrelease_seconds = 5",
        "rounds_an_hour = 720\nrelease_seconds = 86400\ndisputes_hold = true",
    ):
        data = text.replace("demonstration = true", f"demonstration = true\n{lines}", 1)
        assert list(wrong_with(data.encode())) == []


def test_readings_are_part_of_a_table() -> None:
    text = DEFAULT.read_text(encoding="utf-8").replace(
        "[tables.t5]", '[tables.t5]\ninterpretations.money-rounding = "up-to-cent"'
    )
    table: Configuration = parse_house(text.encode())["t5"]
    assert table.game.readings["money-rounding"] == "up-to-cent"


def test_a_wrong_limit_is_told_by_its_name() -> None:
    text = DEFAULT.read_text("utf-8")
    tie, lucky = 'limits.tie = ["5.00", "500.00"]', 'limits.lucky-tie = ["5.00", "500.00"]'
    text = text.replace(tie, 'limits.tie = ["5.00"]', 1).replace(lucky, "limits.lucky-tie = [5, 9]")
    like = 'a minimum and a maximum are strings, like ["25.00", "500.00"]'
    assert [str(one) for one in wrong_with(text.encode())] == [
        f"tables, t1, limits, tie: it cannot be read; {like}",
        f"tables, t2, limits, lucky-tie[0]: text is needed, not a whole number; {like}",
    ]


def test_a_file_may_begin_with_a_byte_order_mark() -> None:
    """Some editors write one."""
    data = DEFAULT.read_bytes()
    assert list(wrong_with(b"\xef\xbb\xbf" + data)) == []
    assert plan_house(b"\xef\xbb\xbf" + data).file == plan_house(data).file


def test_every_wrong_field_of_every_section_is_told() -> None:
    """Of sections that the default house leaves out, too."""
    more = '[nodes]\nnode = 5\nlike = "this"\n\n[backup]\nfolder = 5\nday = "monday"\n'
    told = [str(wrong) for wrong in wrong_with(f"{DEFAULT.read_text('utf-8')}\n{more}".encode())]
    assert told == [
        "nodes: there is no field 'like' here",
        "nodes, node: text or null is needed, not a whole number",
        "backup: there is no field 'day' here",
        "backup, folder: text or null is needed, not a whole number",
    ]


@pytest.mark.parametrize("field", ["cap", "attendant_from"])
def test_amounts_of_a_jackpot_are_text(field: str) -> None:
    text = DEFAULT.read_text("utf-8").replace(
        'jackpot.bet = "5.00"', f'jackpot.bet = "5.00"\njackpot.{field} = 5000'
    )
    [wrong] = wrong_with(text.encode())
    assert wrong.place == ("tables", "t4", "jackpot", field)
    assert wrong.what.endswith('amounts are strings with two decimals, like "100.00"')
