"""Charts of evenings: well-formed, and drawn where the figures say."""

from __future__ import annotations

import re
from io import BytesIO
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import numpy as np
import pytest
from PIL import Image

import croupier
from croupier.cli.main import run
from croupier.montecarlo.players.charts import (
    BANDS,
    BARS_BOTTOM,
    BARS_TOP,
    FAN_BOTTOM,
    FAN_TOP,
    LEFT,
    MEDIAN,
    RIGHT,
    chart,
)
from croupier.montecarlo.players.drawing import Drawing, Text, png, svg
from croupier.montecarlo.players.histogram import Bin, histogram, round_step
from croupier.montecarlo.players.tally import Tally
from tests.support.folders import ROOT

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.montecarlo.players.results import Players

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def found() -> Players:
    return croupier.players(
        "royal-three-pictures",
        {"main": 25_00},
        500_00,
        players=3_000,
        system="paroli",
        rounds_each=90,
        seed=3,
    )


def parsed(drawing: Drawing) -> ET.Element:
    return ET.fromstring(svg(drawing))  # noqa: S314 - our own


def corners(element: ET.Element) -> list[tuple[float, float]]:
    pairs = (one.split(",") for one in element.attrib["points"].split())
    return [(float(x), float(y)) for x, y in pairs]


def test_the_svg_says_what_it_shows(found: Players) -> None:
    root = parsed(chart(found))
    assert root.find(f"{SVG}title") is not None
    title, described = (root.findtext(f"{SVG}{name}") or "" for name in ("title", "desc"))
    assert title == "Royal Three Pictures: Main 25.00; paroli"
    assert described.startswith("3,000 players with 500.00 each, up to 90 rounds at 60 an hour. ")
    assert f"ruined {100 * found.ruined:.2f} %" in described
    texts = [one.text for one in root.iter(f"{SVG}text")]
    for said in ("money", "rounds", "median", "brought along", "98 %", "part of the players"):
        assert said in texts
    assert root.attrib["role"] == "img"


def test_the_fan_is_drawn_at_the_quantiles(found: Players) -> None:
    """The median and the widest band, read back from the drawing."""
    root = parsed(chart(found))
    marks, rows = list(found.fan), list(found.fan.values())
    low, high = min(row[0] for row in rows), max(row[-1] for row in rows)

    def money(y: float) -> float:
        return low + (FAN_BOTTOM - y) / (FAN_BOTTOM - FAN_TOP) * (high - low)

    [median] = [
        corners(one)
        for one in root.iter(f"{SVG}polyline")
        if one.attrib["stroke"] == MEDIAN and len(corners(one)) == len(marks)
    ]
    a_dot = (high - low) / (FAN_BOTTOM - FAN_TOP)
    for (x, y), mark, row in zip(median, marks, rows, strict=True):
        assert x == pytest.approx(LEFT + mark / 90 * (RIGHT - LEFT), abs=0.06)
        assert money(y) == pytest.approx(row[3], abs=a_dot / 10)
    wide = [corners(one) for one in root.iter(f"{SVG}polygon") if len(corners(one)) > 4]
    assert [len(one) for one in wide] == [2 * len(marks)] * len(BANDS)
    for depth, band in enumerate(wide):
        ends = [money(y) for x, y in band if x == RIGHT]
        assert ends == pytest.approx([rows[-1][-1 - depth], rows[-1][depth]], abs=a_dot / 10)


def test_bars_are_as_high_as_their_part_of_the_players(found: Players) -> None:
    root = parsed(chart(found))
    tops = [
        BARS_BOTTOM - min(y for _, y in corners(one))
        for one in root.iter(f"{SVG}polygon")
        if len(corners(one)) == 4 and max(y for _, y in corners(one)) == BARS_BOTTOM
    ]
    players = [one.players for one in histogram(found.played.money, found.table.parts, 40)]
    height = BARS_BOTTOM - BARS_TOP
    assert tops == pytest.approx([one / max(players) * height for one in players], abs=0.06)


def test_the_png_is_the_same_drawing(found: Players) -> None:
    drawing = chart(found)
    image = Image.open(BytesIO(png(drawing)))
    image.load()
    assert image.size == (2 * drawing.width, 2 * drawing.height)
    assert image.info["Title"] == drawing.title
    colours = {tuple(int(band[at : at + 2], 16) for at in (1, 3, 5)) for band in (*BANDS, MEDIAN)}
    assert colours <= {colour for _, colour in image.getcolors(1 << 24) or ()}


def test_the_picture_of_the_documentation_is_fresh(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawn by the command that the page shows."""
    page = (ROOT / "docs" / "simulation-players.md").read_text(encoding="utf-8")
    [command] = re.findall(r"^\$ croupier (simulate .*)$", page, re.MULTILINE)
    monkeypatch.chdir(tmp_path)
    assert run([*command.split(), "--chart", "martingale.svg", "--json"]) == 0
    drawn = ROOT / "docs" / "pictures" / "martingale.svg"
    assert (tmp_path / "martingale.svg").read_bytes() == drawn.read_bytes()


def test_what_is_written_cannot_break_out() -> None:
    drawing = Drawing(10, 10, "<&>", '"', [Text(1, 2, "</text><script>")])
    root = parsed(drawing)
    assert [one.tag for one in root] == [f"{SVG}{tag}" for tag in ("title", "desc", "rect", "text")]
    assert root.findtext(f"{SVG}text") == "</text><script>"


def test_a_chart_of_players_who_are_all_alike() -> None:
    alike = croupier.players("baccarat", {"tie": 5_00}, 5_00, players=1, rounds_each=1, seed=2)
    for written in (svg(chart(alike)), png(chart(alike))):
        assert written
    assert not re.search(rb"nan|inf", svg(chart(alike)))


def test_a_histogram_counts_everyone_once() -> None:
    money = Tally(np.array([0, 0, 99, 100, 101, 399, 400, 900]))
    assert histogram(money, 1, 11) == [
        Bin(0, 100, 3),
        Bin(100, 200, 2),
        Bin(200, 300, 0),
        Bin(300, 400, 1),
        Bin(400, 500, 1),
        Bin(500, 600, 0),
        Bin(600, 700, 0),
        Bin(700, 800, 0),
        Bin(800, 900, 0),
        Bin(900, 1000, 1),
    ]
    rare = Tally(np.concatenate([np.full(5_000, 30), [1, 70_001]]))
    assert histogram(rare, 1, 11) == [Bin(1, 70_002, 5_002)]


@pytest.mark.parametrize(("least", "step"), [(0.2, 1), (1.1, 2), (2, 2), (2.1, 5), (5.5, 10)])
def test_steps_are_round(least: float, step: int) -> None:
    assert round_step(least) == step
    assert round_step(least * 1000) in {step * 1000, 200}
