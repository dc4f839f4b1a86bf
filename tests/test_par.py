"""PAR sheets, in every form that they are written in."""

from __future__ import annotations

import csv
import io
import json
import shutil
import subprocess
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest

import croupier
from croupier.cli.main import run
from croupier.digest import software_digest
from croupier.games import GAMES
from croupier.par.sheet import ParSheet, Simulated, read_simulation
from croupier.par.text import comma_separated, json_text, markdown, page
from croupier.par.workbook import workbook
from croupier.problems import BadInput

if TYPE_CHECKING:
    from pathlib import Path

NAMES = [game.name for game in GAMES]


@cache
def sheet(name: str) -> ParSheet:
    return ParSheet(croupier.odds(name))


def read_back(sheets: list[ParSheet], *, values: bool) -> Any:  # noqa: ANN401 - a workbook
    return openpyxl.load_workbook(io.BytesIO(workbook(sheets)), data_only=values)


def value_of(book: Any, name: str) -> Any:  # noqa: ANN401 - a cell's value
    [(page, place)] = book.defined_names[name].destinations
    return book[page][place.replace("$", "")].value


@pytest.mark.parametrize("name", NAMES)
def test_the_workbook_holds_the_exact_figures(name: str) -> None:
    of = sheet(name)
    book = read_back([of], values=True)
    for bet in of.odds.bets.values():
        called = f"{name}_{bet.bet}".replace("-", "_")
        told = {
            figure: value_of(book, f"{called}_{figure}")
            for figure in ("edge", "return", "hit", "push", "variance")
        }
        assert told == {
            "edge": float(bet.house_edge),
            "return": float(bet.returns),
            "hit": float(bet.hit_frequency),
            "push": float(bet.push_frequency),
            "variance": float(bet.variance),
        }


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_of_the_workbook_is_a_formula(name: str) -> None:
    of = sheet(name)
    book = read_back([of], values=False)
    formulas = [
        cell.value
        for row in book[name].iter_rows()
        for cell in row
        if isinstance(cell.value, str) and cell.value.startswith("=")
    ]
    lines = sum(len(bet.lines) for bet in of.odds.bets.values())
    each = 2  # probability and return of a line
    per_bet = 3 + 7 + 2 * 5 + 1  # totals, named figures, ranges, the chart's cell
    assert len(formulas) == each * lines + per_bet * len(of.odds.bets)
    counts = [row[2].value for row in book[name].iter_rows() if isinstance(row[2].value, int)]
    assert sum(counts) == of.odds.combinations * len(of.odds.bets)


def test_the_workbook_of_all_games_has_a_sheet_each() -> None:
    book = read_back([sheet(name) for name in NAMES], values=False)
    assert book.sheetnames == NAMES


@pytest.mark.libreoffice
def test_a_changed_pay_changes_the_return(tmp_path: Path) -> None:
    """Three Kings at 200 to 1, recalculated by LibreOffice from the workbook's own formulas."""
    office = shutil.which("soffice") or shutil.which("libreoffice")
    assert office, "apt-get install libreoffice-calc"
    file = tmp_path / "royal.xlsx"
    book = read_back([sheet("royal-three-pictures")], values=False)
    page_ = book["royal-three-pictures"]
    [kings] = [row for row in page_.iter_rows() if row[0].value == "Three Kings"]
    kings[1].value = 200
    book.save(file)
    command = [office, "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML"]
    subprocess.run([*command, "--outdir", str(tmp_path / "out"), str(file)], check=True)
    again = openpyxl.load_workbook(tmp_path / "out" / "royal.xlsx", data_only=True)
    changed = croupier.odds("royal-three-pictures", pays=["royal-pictures:three-kings=200:1"])
    edge = value_of(again, "royal_three_pictures_royal_pictures_edge")
    assert edge == pytest.approx(float(changed.bets["royal-pictures"].house_edge), abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_the_text_forms_say_the_same(name: str) -> None:
    of = sheet(name)
    rows = list(csv.DictReader(io.StringIO(comma_separated(of))))
    told = json.loads(json_text(of))
    for bet in of.odds.bets.values():
        own = [row for row in rows if row["bet"] == bet.bet]
        assert sum(Fraction(row["return"]) for row in own) == bet.ev
        assert [one["ev"] for one in told["bets"] if one["bet"] == bet.bet] == [str(bet.ev)]
        for text in (markdown(of), page(of)):
            assert f"{of.odds.combinations:,}" in text
    assert told["par"]["software"].endswith(software_digest()[:16])


def test_a_page_stands_alone() -> None:
    text = page(sheet("three-pictures"))
    assert "<svg" in text
    assert "Returns less than 75 %." in text
    assert not any(outside in text for outside in ("http:", "https:", "<script", "<link"))


def test_a_simulation_stands_beside_the_exact_figures() -> None:
    odds = croupier.odds("three-pictures")
    given = {
        "game": "three-pictures",
        "rounds": 10,
        "bets": [{"bet": "tie", "mean": -0.09, "standard_error": 0.01, "exact": "x", "z": 1.0}],
    }
    beside = read_simulation(json.dumps(given).encode(), odds)
    assert beside == {"tie": Simulated(-0.09, 0.01)}
    text = markdown(ParSheet(odds, simulated=beside))
    assert "- z: +1.01" in text
    with pytest.raises(BadInput, match="is of 'baccarat', not of three-pictures"):
        read_simulation(json.dumps(given | {"game": "baccarat"}).encode(), odds)


def test_the_program_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for suffix in ("xlsx", "html", "md", "csv", "json"):
        file = tmp_path / f"royal.{suffix}"
        assert run(["par", "royal-three-pictures", "--out", str(file)]) == 0
        assert capsys.readouterr().out == f"{file}: {file.stat().st_size:,} bytes\n"
    assert run(["par", "royal-three-pictures"]) == 0
    assert capsys.readouterr().out == (tmp_path / "royal.md").read_text(encoding="utf-8")
    assert run(["par", "--all", "--out", str(tmp_path / "all.xlsx")]) == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "which game? one of"),
        (["snap"], "no game is called 'snap'"),
        (
            ["baccarat", "--out", "par.doc"],
            "par.doc: write to one of .xlsx, .md, .csv, .json, .html",
        ),
        (
            ["baccarat", "--out", "/no/such/place.md"],
            "/no/such/place.md: cannot be written: No such",
        ),
        (["--all"], "--all writes a workbook: --out FILE.xlsx"),
        (["baccarat", "--simulation", "/no"], "/no: cannot be read: No such file"),
    ],
)
def test_a_sheet_that_cannot_be(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = run(["par", *arguments])
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(said)


def test_figures_that_envy_scatters_are_kept_as_they_are() -> None:
    of = ParSheet(croupier.odds("three-card-poker", hands=5))
    bet = of.odds.bets["progressive"]
    for values in (True, False):
        book = read_back([of], values=values)
        told = value_of(book, "three_card_poker_progressive_variance")
        assert told == (float(bet.variance) if values else f"={float(bet.variance)!r}")


def test_a_sheet_that_cannot_be_written_leaves_what_stood_there(tmp_path: Path) -> None:
    """A folder is in the way: nothing is written, and no half of a file is left beside it."""
    taken = tmp_path / "royal.md"
    taken.mkdir()
    (taken / "kept").write_text("kept", encoding="utf-8")
    assert run(["par", "royal-three-pictures", "--out", str(taken)]) == 2
    assert [file.name for file in tmp_path.iterdir()] == ["royal.md"]
    assert (taken / "kept").read_text(encoding="utf-8") == "kept"
