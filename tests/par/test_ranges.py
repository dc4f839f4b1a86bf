"""Where returns lie, in every form of a PAR sheet: exact, and apart from the volatility index."""

from __future__ import annotations

import io
import json

import msgspec
import openpyxl

import croupier
from croupier.par.sheet import ParSheet, ranges
from croupier.par.text import json_text, markdown
from croupier.par.workbook import workbook
from croupier.wire.odds import odds_out

SHEET = ParSheet(croupier.odds("three-card-poker"))
SELDOM = SHEET.odds.bets["progressive"]


def test_the_lines_below_a_bet() -> None:
    assert ranges(SELDOM) == [
        ("return after 1,000 rounds", "13.80 % to 70.60 %"),
        ("return after 10,000 rounds", "22.38 % to 106.02 %"),
        ("return after 100,000 rounds", "32.13 % to 60.23 %"),
        ("return after 1,000,000 rounds", "40.94 % to 49.87 %"),
        ("return after 10,000,000 rounds", "43.89 % to 46.72 %"),
        ("± index / √rounds, 1,000 to 10,000,000", "141.66 % to 1.42 %"),
    ]
    assert "- return after 1,000 rounds: 13.80 % to 70.60 %" in markdown(SHEET)


def test_the_same_as_json() -> None:
    [bet] = [one for one in json.loads(json_text(SHEET))["bets"] if one["bet"] == "progressive"]
    assert bet["return_after"][0] == {
        "rounds": 1000,
        "level": "0.9",
        "low": "0.138000000000",
        "high": "0.706000000000",
        "method": "exact",
    }
    assert [one["rounds"] for one in bet["return_after"]] == [10**3, 10**4, 10**5, 10**6, 10**7]


def test_the_workbook_says_that_a_range_does_not_follow_its_pays() -> None:
    book = openpyxl.load_workbook(io.BytesIO(workbook([SHEET])))
    rows = [[cell.value for cell in row] for row in book["three-card-poker"].iter_rows()]
    after = [row for row in rows if row[0] == "return after 1,000 rounds"][-1]
    guard, says = "a pay was changed: this does not follow", "5 % lie below, 5 % above: exact"
    assert [str(one).partition(">")[2] for one in after[1:3]] == [
        f'0,"{guard}",{end})' for end in (0.138, 0.706)
    ]
    assert after[3] == says
    about = [row for row in rows if row[0] == "± volatility index / √1,000"][-1]
    assert str(about[1]).endswith("/SQRT(1000)")


def test_a_shoe_partly_dealt_has_no_many_rounds_alike() -> None:
    left = msgspec.to_builtins(odds_out(croupier.shoe_odds(seen="Kh 9s")))
    assert all("return_after" not in bet for bet in left["bets"])
