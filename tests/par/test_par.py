"""PAR sheets, in every form that they are written in."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
import sys
import zlib
from base64 import a85decode
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest

import croupier
from croupier.cli.main import run
from croupier.digest import software_digest
from croupier.games import GAMES
from croupier.par.pdf import pdf
from croupier.par.sheet import ParSheet, Simulated, read_simulation, summary
from croupier.par.text import cells, comma_separated, json_text, markdown, page
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
    per_bet = 3 + 7 + 5 + 1  # totals, named figures, index over root of rounds, the chart's cell
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


SHOWN = re.compile(rb"\(((?:\\.|[^\\)])*)\) Tj", re.DOTALL)
ESCAPED = re.compile(rb"\\([0-7]{3}|.)", re.DOTALL)


def unescaped(told: bytes) -> str:
    def meant(found: re.Match[bytes]) -> bytes:
        return found[1] if len(found[1]) == 1 else bytes([int(found[1], 8)])

    return ESCAPED.sub(meant, told).decode("cp1252")


def printed(data: bytes) -> list[list[str]]:
    """What stands on each page, a string each time that letters are set."""
    streams = re.findall(rb"stream\n(.*?~>)endstream", data, re.DOTALL)
    drawn = [zlib.decompress(a85decode(b"<~" + stream, adobe=True)) for stream in streams]
    return [[unescaped(told) for told in SHOWN.findall(page)] for page in drawn]


def titles(data: bytes) -> list[str]:
    """Of the whole, and of every bookmark."""
    found = re.findall(rb"/Title \(((?:\\.|[^\\)])*)\)", data)
    return [unescaped(title) for title in found]


@pytest.mark.parametrize("name", NAMES)
def test_the_pdf_says_what_the_other_forms_say(name: str) -> None:
    of = sheet(name)
    told = [text for one in printed(pdf([of])) for text in one]
    whole = " ".join(told)
    assert "pays to 1" in told
    assert of.title in told
    for label, text in of.head:
        assert label in told
        assert text in whole
    for bet in of.odds.bets.values():
        assert of.name(bet) in told
        for label, figure in summary(bet):
            assert label == "note" or {label, figure} <= set(told)
        for event, *numbers, clauses in map(cells, bet.lines):
            assert {event, *numbers} <= set(told)
            assert clauses in whole
    short = [bet for bet in of.odds.bets.values() if bet.falls_short]
    assert told.count("Returns less than 75 %.") == len(short)


def test_the_pdf_of_all_games() -> None:
    sheets = [sheet(name) for name in NAMES]
    data = pdf(sheets)
    pages = printed(data)
    for number, one in enumerate(pages, start=1):
        assert f"page {number} of {len(pages)}" in one
    expected = [
        title
        for of in sheets
        for title in (of.odds.game.title, *map(of.name, of.odds.bets.values()))
    ]
    assert sorted(titles(data)) == sorted(["PAR sheets", *expected])
    edges = {dict(summary(bet))["house edge"] for of in sheets for bet in of.odds.bets.values()}
    assert edges <= {text for one in pages for text in one}


@pytest.mark.parametrize("name", NAMES)
def test_a_pdf_is_the_same_again(name: str) -> None:
    assert pdf([sheet(name)]) == pdf([ParSheet(croupier.odds(name))])


def test_a_pdf_needs_no_letters_but_those_of_its_fonts() -> None:
    """A letter that Helvetica lacks would be drawn as a box of another font."""
    simulated = {"tie": Simulated(-0.09, 0.01)}
    sheets = [*map(sheet, NAMES), ParSheet(croupier.odds("three-pictures"), (), simulated)]
    fonts = {font for of in sheets for font in re.findall(rb"/BaseFont /(\S+)", pdf([of]))}
    assert fonts == {b"Helvetica", b"Helvetica-Bold"}


def test_a_table_over_pages_repeats_its_head() -> None:
    of = sheet("three-pictures")
    tie = of.odds.bets["tie"]
    part = tuple(replace(line, probability=line.probability / 60) for line in tie.lines)
    longer = replace(of.odds, bets={"tie": replace(tie, lines=part * 60)})
    pages = printed(pdf([ParSheet(longer)]))
    tabled = [one for one in pages if any("40,713,056" in text for text in one)]
    assert len(tabled) > 1
    assert all("pays to 1" in one for one in tabled)


def test_a_pdf_is_not_prepared_for_what_needs_none() -> None:
    asked = (
        "import sys; from croupier.cli.main import run; run(['par', 'three-pictures']);"
        "sys.exit('reportlab' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True)


def test_a_simulation_stands_beside_the_exact_figures() -> None:
    odds = croupier.odds("three-pictures")
    given = {
        "game": "three-pictures",
        "rounds": 10,
        "bets": [{"bet": "tie", "mean": -0.09, "standard_error": 0.01, "exact": "x", "z": 1.0}],
    }
    beside = read_simulation(json.dumps(given).encode(), odds)
    assert beside == {"tie": Simulated(-0.09, 0.01)}
    of = ParSheet(odds, simulated=beside)
    assert "- z: +1.01" in markdown(of)
    told = {text for one in printed(pdf([of])) for text in one}
    assert {"exact mean", "simulated mean", "-0.090000000 ± 0.010000000", "z", "+1.01"} <= told
    with pytest.raises(BadInput, match="is of 'baccarat', not of three-pictures"):
        read_simulation(json.dumps(given | {"game": "baccarat"}).encode(), odds)


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


def test_figures_that_envy_scatters_are_kept_as_they_are() -> None:
    of = ParSheet(croupier.odds("three-card-poker", hands=5))
    bet = of.odds.bets["progressive"]
    for values in (True, False):
        book = read_back([of], values=values)
        told = value_of(book, "three_card_poker_progressive_variance")
        assert told == (float(bet.variance) if values else f"={float(bet.variance)!r}")


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
