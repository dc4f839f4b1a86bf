"""PAR sheets as text, and the program that writes every form."""

from __future__ import annotations

import csv
import io
import json
import re
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

import pytest

import croupier
from croupier.cli.main import run
from croupier.digest import software_digest
from croupier.engine.rules_digest import rules_digest
from croupier.games import GAMES, game
from croupier.par.pdf import pdf
from croupier.par.sheet import ParSheet
from croupier.par.text import comma_separated, json_text, markdown, page
from tests.support.folders import ROOT

if TYPE_CHECKING:
    from pathlib import Path

NAMES = [game.name for game in GAMES]


@cache
def sheet(name: str) -> ParSheet:
    return ParSheet(croupier.odds(name))


@pytest.mark.parametrize("name", NAMES)
def test_the_text_forms_say_the_same(name: str) -> None:
    of = sheet(name)
    rows = list(csv.DictReader(io.StringIO(comma_separated(of))))
    told = json.loads(json_text(of))
    for bet in of.odds.bets.values():
        own = [row for row in rows if row["bet"] == bet.bet]
        assert sum(Fraction(row["expected net"]) for row in own) == bet.ev
        assert [one["ev"] for one in told["bets"] if one["bet"] == bet.bet] == [str(bet.ev)]
        for text in (markdown(of), page(of)):
            assert f"{of.odds.combinations:,}" in text
    assert told["par"]["software"].endswith(software_digest()[:16])


@pytest.mark.standard(40)
@pytest.mark.parametrize("name", NAMES)
def test_every_form_is_fit_to_be_submitted(name: str) -> None:
    """Version, digests of program and rules, level and method of the ranges, and who signs."""
    of = sheet(name)
    head = dict(of.head)
    assert head["document"].startswith(f"version {game(name).version},")
    assert head["digest of program"] == f"SHA-256 {software_digest()}"
    assert head["digest of rules"] == f"SHA-256 {rules_digest(game(name))}"
    assert head["confidence level"].startswith("90 %: ")
    assert head["confidence level"].endswith("method: exact distribution")
    told = json.loads(json_text(of))
    assert told["par"] == head
    assert told["sign_off"] == {
        role: {"name": None, "date": None, "signature": None}
        for role in ("prepared by", "checked by", "approved by")
    }
    for text in (markdown(of), page(of)):
        for said in ("prepared by", "checked by", "approved by", *head, head["digest of rules"]):
            assert said in text


def test_the_return_is_one_thing_throughout() -> None:
    """What comes back for a unit of the bet: a line has an expected net, and no return."""
    of = sheet("three-pictures")
    assert dict(of.head)["return"].startswith("what comes back for each unit of the named bet,")
    told = json.loads(json_text(of))
    for bet in told["bets"]:
        assert Fraction(bet["return"]) == 1 + Fraction(bet["ev"])
        assert sum(Fraction(line["expected_net"]) for line in bet["lines"]) == Fraction(bet["ev"])
        assert all("return" not in line for line in bet["lines"])
    for text in (markdown(of), page(of), comma_separated(of)):
        heads = re.findall(r"\| return \||>return</th>|,return,", text)
        assert heads == []


def test_the_figures_of_three_card_poker() -> None:
    of = sheet("three-card-poker")
    ante, progressive = (dict(of.summary(of.odds.bets[bet])) for bet in ("ante", "progressive"))
    assert (ante["house edge"], ante["element of risk"]) == ("3.372981 %", "2.014672 %")
    assert {name: progressive[name] for name in list(progressive)[8:14]} == {
        "seed of the meter": "20,000.00",
        "contribution to the meter": "1.00 a bet, 20.00 % of it",
        "bets between hits": "22,100.00",
        "break-even meter": "80,450.00",
        "mean meter when won": "42,100.00",
        "return in the long run, with the jackpot": "65.294118 %",
    }
    assert progressive["return after 1,000 rounds"] == "13.80 % to 70.60 %"


@pytest.mark.parametrize(("cents", "sign"), [(8_044_999, -1), (8_045_000, 0), (8_045_001, 1)])
def test_the_break_even_meter_breaks_even(cents: int, sign: int) -> None:
    ev = croupier.odds("three-card-poker", meter_cents=cents).bets["progressive"].ev
    assert (ev > 0) - (ev < 0) == sign


def test_the_rules_digest_is_of_document_readings_and_pays() -> None:
    odds = croupier.odds
    told = {
        rules_digest(one.game)
        for one in (
            odds("royal-three-pictures"),
            odds("royal-three-pictures", pays=["tie:tie=9:1"]),
            odds("royal-three-pictures", interpretations={"three-pictures-points": "none"}),
            odds("three-pictures"),
        )
    }
    assert len(told) == 4
    assert rules_digest(odds("royal-three-pictures").game) in told


def test_a_variant_s_sheet_names_its_lines(capsys: pytest.CaptureFixture[str]) -> None:
    file = ROOT / "examples" / "dragon-7.toml"
    assert run(["par", "baccarat", "--pays", str(file)]) == 0
    text = capsys.readouterr().out
    assert (
        "- **pay table**: dragon-7: Banker wins with a three-card seven (wins banker,"
        " banker-points 7, banker-cards 3) 40:1; banker: Banker wins" in text
    )
    assert "## Dragon 7" in text
    assert "| Banker wins with a three-card seven | 40 | 112,633,011,329,024 |" in text


def test_a_page_stands_alone() -> None:
    text = page(sheet("three-pictures"))
    assert "<svg" in text
    assert "Returns less than 75 %." in text
    assert not any(outside in text for outside in ("http:", "https:", "<script", "<link"))


@pytest.mark.slow
def test_the_program_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for suffix in ("xlsx", "pdf", "html", "md", "csv", "json"):
        file = tmp_path / f"royal.{suffix}"
        assert run(["par", "royal-three-pictures", "--out", str(file)]) == 0
        assert capsys.readouterr().out == f"{file}: {file.stat().st_size:,} bytes\n"
    assert run(["par", "royal-three-pictures"]) == 0
    assert capsys.readouterr().out == (tmp_path / "royal.md").read_text(encoding="utf-8")
    for suffix in ("xlsx", "pdf"):
        assert run(["par", "--all", "--out", str(tmp_path / f"all.{suffix}")]) == 0
    assert (tmp_path / "all.pdf").read_bytes() == pdf([sheet(name) for name in NAMES])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "which game? one of"),
        (["snap"], "no game is called 'snap'"),
        (
            ["baccarat", "--out", "par.doc"],
            "par.doc: write to one of .xlsx, .pdf, .md, .csv, .json, .html",
        ),
        (
            ["baccarat", "--out", "/no/such/place.md"],
            "/no/such/place.md: cannot be written: there",
        ),
        (["baccarat", "--out", ""], "'': is no name of a file"),
        (
            ["baccarat", "--out", "x" * 300 + ".md"],
            "x" * 300 + ".md: cannot be written: the name is too long",
        ),
        (["baccarat", "--simulation", ""], "'': is no name of a file"),
        (["--all"], "--all writes one file: --out FILE.xlsx or FILE.pdf"),
        (["baccarat", "--simulation", "/no"], "/no: cannot be read: there is no such file"),
    ],
)
def test_a_sheet_that_cannot_be(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = run(["par", *arguments])
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(said)


@pytest.mark.parametrize("suffix", ["md", "pdf"])
def test_a_sheet_that_cannot_be_written_leaves_what_stood_there(
    suffix: str, tmp_path: Path
) -> None:
    """A folder is in the way: nothing is written, and no half of a file is left beside it."""
    taken = tmp_path / f"royal.{suffix}"
    taken.mkdir()
    (taken / "kept").write_text("kept", encoding="utf-8")
    assert run(["par", "royal-three-pictures", "--out", str(taken)]) == 2
    assert [file.name for file in tmp_path.iterdir()] == [taken.name]
    assert (taken / "kept").read_text(encoding="utf-8") == "kept"
