"""The PDF: what the other forms say, tagged so that a screen reader can say it."""

from __future__ import annotations

import io
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Any

import pypdf
import pytest

import croupier
from croupier.games import GAMES
from croupier.par.pdf import pdf
from croupier.par.sheet import ParSheet
from croupier.par.text import cells

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = [game.name for game in GAMES]


@cache
def sheet(name: str) -> ParSheet:
    return ParSheet(croupier.odds(name))


@cache
def written(name: str) -> bytes:
    return pdf([sheet(name)])


def read(data: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(data))


def printed(data: bytes) -> list[str]:
    """What stands on each page, its lines joined as they were broken."""
    pages = [page.extract_text() for page in read(data).pages]
    return [" ".join(text.replace("-\n", "-").split()) for text in pages]


def root_of(data: bytes) -> Any:  # noqa: ANN401 - a dictionary of the file
    return read(data).trailer["/Root"]


def elements(node: Any) -> Iterator[Any]:  # noqa: ANN401 - an element of the structure
    """Every element of the structure tree, in the order in which it is read."""
    below = node.get("/K", [])
    for child in below if isinstance(below, list) else [below]:
        found = child.get_object()
        if hasattr(found, "get") and "/S" in found:
            yield found
            yield from elements(found)


def tags(node: Any) -> list[str]:  # noqa: ANN401
    return [str(one["/S"]) for one in elements(node)]


@pytest.mark.parametrize("name", NAMES)
def test_it_says_what_the_other_forms_say(name: str) -> None:
    of = sheet(name)
    whole = " ".join(printed(written(name)))
    squeezed = whole.replace(" ", "")
    for label, text in of.head:
        assert f"{label}{text}".replace(" ", "") in squeezed
    for bet in of.odds.bets.values():
        for label, figure in of.summary(bet):
            assert label == "note" or f"{label} {figure}" in whole or figure in whole
        for line in bet.lines:
            assert "".join(cells(line)).replace(" ", "") in squeezed
    short = [bet for bet in of.odds.bets.values() if bet.falls_short]
    assert whole.count("Returns less than 75 %.") == len(short)
    assert "role name date signature prepared by checked by approved by" in whole


@pytest.mark.parametrize("name", NAMES)
def test_it_is_tagged_for_screen_readers(name: str) -> None:
    """Marked content, a language, a title shown, and a structure with a row for every line."""
    of, root = sheet(name), root_of(written(name))
    assert root["/MarkInfo"]["/Marked"] is True or root["/MarkInfo"]["/Marked"].value
    assert root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert b"pdfuaid:part>1<" in root["/Metadata"].get_data()
    found = tags(root["/StructTreeRoot"])
    bets = list(of.odds.bets.values())
    assert found.count("/H1") == 1
    assert found.count("/H2") == len(bets) + 2
    assert found.count("/Table") == 2 + 2 * len(bets)
    rows = 1 + len(of.head) + 4
    rows += sum(2 + len(bet.lines) for bet in bets)
    rows += sum(1 + len([1 for label, _ in of.summary(bet) if label != "note"]) for bet in bets)
    assert found.count("/TR") == rows
    assert found.count("/TH") == 2 + 4 + len(bets) * (6 + 2)
    [figure] = [one for one in elements(root["/StructTreeRoot"]) if one["/S"] == "/Figure"]
    said = ", ".join(f"{of.name(bet)} {edge}" for bet, edge in zip(bets, edges(of), strict=True))
    assert figure["/Alt"] == said


def edges(of: ParSheet) -> list[str]:
    return [f"{float(100 * bet.house_edge):.3f} %" for bet in of.odds.bets.values()]


@pytest.mark.parametrize("name", NAMES)
def test_every_page_is_marked_content_of_the_structure(name: str) -> None:
    reader = read(written(name))
    assert reader.metadata is not None
    assert reader.metadata.title == sheet(name).title
    for page in reader.pages:
        assert str(page["/Tabs"]) == "/S"
        assert "/StructParents" in page
        assert b"BDC" in page.get_contents().get_data()  # type: ignore[union-attr]


def test_all_games_in_one_file() -> None:
    sheets = [sheet(name) for name in NAMES]
    data = pdf(sheets)
    pages = printed(data)
    for number, one in enumerate(pages, start=1):
        assert one.endswith(f"page {number} of {len(pages)}")
    assert read(data).metadata.title == "PAR sheets"  # type: ignore[union-attr]
    outline: list[Any] = read(data).outline
    listed = [
        one["/Title"] for part in outline for one in (part if isinstance(part, list) else [part])
    ]
    assert listed == [
        title
        for of in sheets
        for title in (
            of.title,
            "House edge",
            *map(of.name, of.odds.bets.values()),
            "Sign-off",
        )
    ]


@pytest.mark.parametrize("name", ["three-card-poker"])
def test_it_is_the_same_again(name: str) -> None:
    assert written(name) == pdf([ParSheet(croupier.odds(name))])


def test_its_fonts_come_with_it() -> None:
    for page in read(written("three-card-poker")).pages:
        for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
            [below] = font["/DescendantFonts"]
            assert {"/FontFile2", "/FontFile3"} & set(below.get_object()["/FontDescriptor"])


def test_a_table_over_pages_repeats_its_head() -> None:
    of = sheet("three-pictures")
    tie = of.odds.bets["tie"]
    never = replace(tie.lines[0], event="Never", combinations=0, probability=Fraction(0))
    longer = replace(of.odds, bets={"tie": replace(tie, lines=(*tie.lines, *[never] * 120))})
    tabled = [one for one in printed(pdf([ParSheet(longer)])) if "Never" in one]
    assert len(tabled) > 1
    assert all("pays to 1" in one for one in tabled)


def test_markup_in_a_name_is_text() -> None:
    """What a variant's file calls a line is said as it stands, and never carried out."""
    name = '#panic("x") *b* $1$ <a>'
    toml = (
        f"game = 'baccarat'\n[[line]]\nbet = 'tie'\nevent = '{name}'\n"
        "when = {wins = 'nobody'}\npays = '9:1'"
    )
    of = ParSheet(croupier.odds("baccarat", pays=[croupier.variant(toml)]))
    assert name in " ".join(printed(pdf([of])))


def test_nothing_is_prepared_for_what_needs_none() -> None:
    asked = (
        "import sys; from croupier.cli.main import run; run(['par', 'three-pictures']);"
        "sys.exit('typst' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True)
