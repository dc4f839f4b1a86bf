"""The workbook: exact figures, and cells that follow a changed pay or say that they do not."""

from __future__ import annotations

import io
import shutil
import subprocess
from functools import cache
from typing import TYPE_CHECKING, Any

import openpyxl
import pytest

import croupier
from croupier.games import GAMES
from croupier.par.sheet import ParSheet
from croupier.par.workbook import workbook
from tests.support.recalculated import Recalculated

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.lab.figures import BetOdds

NAMES = [game.name for game in GAMES]
CHANGED = "a pay was changed: this does not follow"
FIGURES = ("edge", "risk", "return", "hit", "push", "variance")


@cache
def sheet(name: str) -> ParSheet:
    return ParSheet(croupier.odds(name))


@cache
def written(name: str) -> bytes:
    return workbook([sheet(name)])


def read_back(data: bytes, *, values: bool = False) -> Any:  # noqa: ANN401 - a workbook
    return openpyxl.load_workbook(io.BytesIO(data), data_only=values)


def value_of(book: Any, name: str) -> Any:  # noqa: ANN401 - a cell's value
    [(page, place)] = book.defined_names[name].destinations
    return book[page][place.replace("$", "")].value


def called(name: str, bet: str) -> str:
    return f"{name}_{bet}".replace("-", "_")


def figures(bet: BetOdds) -> dict[str, float]:
    exact = (
        *(bet.house_edge, bet.element_of_risk, bet.returns),
        *(bet.hit_frequency, bet.push_frequency, bet.variance),
    )
    return dict(zip(FIGURES, map(float, exact), strict=True))


def pay(book: Any, name: str, label: str, pays: float) -> None:  # noqa: ANN401
    named = [row for row in book[name].iter_rows() if row[0].value == label]
    [row] = [row for row in named if isinstance(row[1].value, int | float)]
    row[1].value = pays


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_it_holds_the_exact_figures(name: str) -> None:
    """As it stands, and worked out again from its formulas."""
    held, again = read_back(written(name), values=True), Recalculated(read_back(written(name)))
    for bet in sheet(name).odds.bets.values():
        of = called(name, bet.bet)
        assert {one: value_of(held, f"{of}_{one}") for one in FIGURES} == figures(bet)
        worked_out = {one: again.named(f"{of}_{one}") for one in FIGURES}
        assert worked_out == pytest.approx(figures(bet), abs=1e-12)


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_is_a_formula(name: str) -> None:
    book = read_back(written(name))
    for defined in book.defined_names:
        assert value_of(book, defined).startswith("=")
    totals = [row[2].value for row in book[name].iter_rows() if row[0].value == "total"]
    assert all(total.startswith("=SUM(") for total in totals)
    assert len(totals) == len(sheet(name).odds.bets)


def test_all_games_have_a_sheet_each() -> None:
    book = read_back(workbook([sheet(name) for name in NAMES]))
    assert book.sheetnames == [*NAMES[:4], "three-card-poker best play", *NAMES[4:]]


def test_a_changed_pay_is_followed() -> None:
    book = read_back(written("royal-three-pictures"))
    pay(book, "royal-three-pictures", "Three Kings", 200)
    changed = croupier.odds("royal-three-pictures", pays=["royal-pictures:three-kings=200:1"])
    again = Recalculated(book)
    for bet in changed.bets.values():
        of = called("royal-three-pictures", bet.bet)
        told = {one: again.named(f"{of}_{one}") for one in FIGURES}
        assert told == pytest.approx(figures(bet), abs=1e-12)
        assert again.named(f"{of}_changed") == (bet.bet == "royal-pictures")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("label", "pays", "change", "edge"),
    [
        ("Ante: Dealer does not qualify", 2, "ante:dealer-does-not-qualify=2:1", -22.75),
        ("Play: Player ranks higher", 0.5, "play:player-ranks-higher=1:2", 15.33),
    ],
)
def test_best_play_is_followed(label: str, pays: float, change: str, edge: float) -> None:
    """More hands are worth playing, or fewer."""
    book = read_back(written("three-card-poker"))
    pay(book, "three-card-poker", label, pays)
    changed = croupier.odds("three-card-poker", pays=[change])
    again = Recalculated(book)
    assert round(100 * again.named("three_card_poker_ante_edge"), 2) == edge
    for bet in changed.bets.values():
        of = called("three-card-poker", bet.bet)
        told = {one: again.named(f"{of}_{one}") for one in FIGURES}
        assert told == pytest.approx(figures(bet), abs=1e-10)
    numbers = [
        again.named(f"three_card_poker_{bet}_changed")
        for bet in ("ante", "pair_plus", "progressive")
    ]
    assert numbers == [1, 0, 1]


def ranges(book: Any, name: str) -> list[Any]:  # noqa: ANN401
    """What the cells of the ranges say, bet by bet."""
    again = Recalculated(book)
    rows = [row for row in book[name].iter_rows() if str(row[0].value).startswith("return after")]
    return [again.cells(name, row[1].coordinate) for row in rows]


def test_what_cannot_follow_says_so() -> None:
    name = "three-pictures"
    book = read_back(written(name))
    before = ranges(book, name)
    exact = [
        float(bet.return_after(rounds).low)
        for bet in sheet(name).odds.bets.values()
        for rounds in (10**3, 10**4, 10**5, 10**6, 10**7)
    ]
    assert before == exact
    pay(book, name, "Three Pictures", 17)
    assert ranges(book, name) == [*exact[:10], *[CHANGED] * 5]


def pays_of_progressive(book: Any, event: str, pays: float) -> None:  # noqa: ANN401
    page = book["three-card-poker"]
    [begin] = [row[0].row for row in page.iter_rows() if row[0].value == "Progressive"][:1]
    place = next(row for row in page.iter_rows(min_row=begin) if row[0].value == event)
    place[1].value = pays


def test_the_jackpot_follows_its_awards() -> None:
    """The Straight at 5 times as much; the meter's own line does not move where it breaks even."""
    book = read_back(written("three-card-poker"))
    pays_of_progressive(book, "Straight", 14)
    pays_of_progressive(book, "AKQ Spades", 9_999)
    again = Recalculated(book)
    terms = {"pays": ["progressive:straight=75.00"], "meter_cents": 5_000_000}
    sheet_of = ParSheet(croupier.odds("three-card-poker", **terms))  # type: ignore[arg-type]
    ahead = sheet_of.prospects(sheet_of.odds.bets["progressive"])
    assert ahead is not None
    told = [
        again.named(f"three_card_poker_progressive_{one}")
        for one in ("edge", "break_even", "mean_meter", "long_run", "contribution")
    ]
    assert told == pytest.approx(
        [
            float(sheet_of.odds.bets["progressive"].house_edge),
            float(ahead.break_even_meter / 100),
            float(ahead.mean_meter_at_hit / 100),
            float(1 + ahead.ev_in_the_long_run),
            1.0,
        ]
    )


@pytest.mark.slow
def test_figures_that_envy_scatters_say_that_they_stay() -> None:
    of = ParSheet(croupier.odds("three-card-poker", hands=5))
    bet = of.odds.bets["progressive"]
    data = workbook([of])
    variance = "three_card_poker_progressive_variance"
    assert value_of(read_back(data, values=True), variance) == float(bet.variance)
    book = read_back(data)
    pay(book, "three-card-poker", "Play: Player ranks higher", 2)
    again = Recalculated(book)
    told = [
        again.named(f"three_card_poker_progressive_{one}") for one in ("edge", "variance", "sd")
    ]
    assert told == [CHANGED] * 3


def test_who_signs() -> None:
    rows = list(read_back(written("baccarat"))["baccarat"].iter_rows(values_only=True))
    place = next(number for number, row in enumerate(rows) if row[0] == "sign-off")
    assert rows[place][:4] == ("sign-off", "name", "date", "signature")
    assert [row[0] for row in rows[place + 1 : place + 4]] == [
        "prepared by",
        "checked by",
        "approved by",
    ]


@pytest.mark.libreoffice
@pytest.mark.parametrize(
    ("name", "label", "pays", "change"),
    [
        ("royal-three-pictures", "Three Kings", 200, "royal-pictures:three-kings=200:1"),
        (
            "three-card-poker",
            "Ante: Dealer does not qualify",
            2,
            "ante:dealer-does-not-qualify=2:1",
        ),
    ],
)
def test_a_changed_pay_in_libreoffice(
    name: str, label: str, pays: int, change: str, tmp_path: Path
) -> None:
    """Recalculated by LibreOffice from the workbook's own formulas."""
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if office is None:
        pytest.skip("LibreOffice is not installed")
    file = tmp_path / "par.xlsx"
    book = read_back(written(name))
    pay(book, name, label, pays)
    book.save(file)
    command = [office, "--headless", "--convert-to", "xlsx:Calc MS Excel 2007 XML"]
    subprocess.run([*command, "--outdir", str(tmp_path / "out"), str(file)], check=True)
    again = openpyxl.load_workbook(tmp_path / "out" / "par.xlsx", data_only=True)
    bet = change.partition(":")[0]
    exact = croupier.odds(name, pays=[change]).bets[bet]
    edge = value_of(again, f"{called(name, bet)}_edge")
    assert edge == pytest.approx(float(exact.house_edge), abs=1e-10)
