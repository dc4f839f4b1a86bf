"""The odds lab in a browser: published edges, a pay table edited, a shoe, a jackpot, an evening."""

from __future__ import annotations

import re
import zipfile
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import croupier
from croupier.cards import RANKS
from croupier.games import GAMES
from croupier.lab.figures import decimal
from tests.support.browser.both_languages import read_in_both
from tests.support.browser.page_looks import SIZES, axe, picture, shot
from tools.pages import part

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Locator, Page

PAIR_PLUS = "/odds/three-card-poker?bet=pair-plus"
PHONE, DESK = SIZES["phone"], SIZES["desk"]
PUBLISHED = re.compile(r"\| ([a-z0-9-]+) \| ([a-z0-9-]+) \| ([0-9.]+) % \| ([0-9]+/[0-9]+) \|")
VIEWS = ("edge", "readings", "strategy", "shoe", "jackpot", "session")


@pytest.fixture
def wide(page: Page) -> Page:
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    return page


def settled(page: Page) -> None:
    expect(page.locator("main .panel").first).to_be_visible()
    expect(page.locator(".odds .skeleton, .odds [aria-busy=true]")).to_have_count(0)


def percent(value: Fraction, places: int) -> str:
    return f"{decimal(100 * value, places)} %".replace("-", "\N{MINUS SIGN}")


def figure(page: Page, name: str) -> Locator:
    return page.locator(f'[data-figure="{name}"]')


def test_every_bet_as_published(wide: Page) -> None:
    """The list has each row of the published figures, in their order, with its exact fraction."""
    wide.goto("/odds")
    published = PUBLISHED.findall(part("figures"))
    rows = wide.locator(".compare [data-bet]")
    expect(rows).to_have_count(len(published))
    wide.get_by_role("button", name="Exact fractions").first.click()
    for game, bet, _, exact in published:
        row = wide.locator(f'[data-bet="{game}/{bet}"]')
        above, below = map(int, exact.split("/"))
        expect(row).to_contain_text(percent(Fraction(exact), 3))
        expect(row).to_contain_text(f"{above:,} / {below:,}")
    edges = [float(text.split(" ")[0]) for text in wide.locator(".compare td b").all_inner_texts()]
    assert edges == sorted(edges)
    axe(wide)
    wide.get_by_role("button", name="By game").click()
    expect(wide.locator(".compare .g")).to_have_count(len(GAMES))
    read_in_both(wide)
    shot(wide, "odds-compared")


def test_a_pay_table_edited(wide: Page) -> None:
    """The edge is the one that the lab gives for the same change; nonsense is one clear line."""
    wide.goto(PAIR_PLUS)
    straight = wide.get_by_label("Pair Plus: Straight pays, to 1")
    edge = figure(wide, "edge")
    expect(edge).to_have_text("5.5747 %")
    straight.fill("6")
    now = croupier.odds("three-card-poker", pays=["pair-plus:straight=6:1"]).bets["pair-plus"]
    expect(edge).to_have_text(percent(now.house_edge, 4))
    wide.locator(".edit summary", has_text="Exact fractions").click()
    expect(figure(wide, "exact")).to_have_text("128 / 5,525")
    expect(wide.locator(".edit")).to_contain_text("1 line changed")
    expect(wide.locator(".edit")).to_contain_text("approved 5.5747 %")
    read_in_both(wide)
    shot(wide, "odds-edited")
    for line in ("Pair", "Flush"):
        wide.get_by_label(f"Pair Plus: {line} pays, to 1").fill("1:9")
    expect(wide.locator(".edit .flag")).to_contain_text("less than the 75 %")
    axe(wide)


def test_what_is_no_pay_is_refused_in_one_line(wide: Page, complaints: list[str]) -> None:
    wide.goto(PAIR_PLUS)
    straight = wide.get_by_label("Pair Plus: Straight pays, to 1")
    straight.fill("six")
    expect(wide.locator(".edit .wrong")).to_have_text("pays: 'six' are no odds like 200:1")
    expect(figure(wide, "edge")).to_have_text("5.5747 %")
    wide.get_by_role("button", name="Approved table").click()
    expect(wide.locator(".edit .wrong")).to_have_text("")
    expect(straight).to_have_value("5")
    assert {"400" in one for one in complaints} == {True}
    complaints.clear()


@pytest.mark.standard(33)
def test_a_bet_that_returns_too_little(wide: Page) -> None:
    """Standards ask 75 % of every wager; the list and the table say which bets fall short."""
    wide.goto("/odds/three-pictures?bet=three-pictures")
    expect(wide.locator(".edit .flag")).to_contain_text("It returns 16.92 %")
    expect(wide.locator(".compare .lose")).to_have_count(2)


def test_where_the_return_of_a_seldom_bet_lies(wide: Page) -> None:
    """The exact range, how it was found, and the volatility index apart from it."""
    wide.goto("/odds/three-card-poker?bet=progressive")
    expect(figure(wide, "range")).to_contain_text("between 13.80 % and 70.60 %")
    expect(figure(wide, "method")).to_have_text("by the exact distribution")
    expect(figure(wide, "volatility")).to_contain_text("± 141.66 % after 1,000 rounds")
    axe(wide)


def test_decks_move_the_edge(wide: Page) -> None:
    wide.goto("/odds/baccarat?bet=tie")
    expect(figure(wide, "edge")).to_have_text("14.3596 %")
    wide.get_by_label("Decks").select_option("4")
    four = croupier.odds("baccarat", decks=4).bets["tie"]
    expect(figure(wide, "edge")).to_have_text(percent(four.house_edge, 4))


def test_a_shoe_moves_with_its_cards(wide: Page) -> None:
    wide.goto("/odds?view=shoe")
    player = wide.locator('[data-bet="player"]')
    expect(player).to_contain_text("1.2351 %")
    wide.get_by_role("slider", name="5s").fill("0")
    left = ",".join(f"{rank}={0 if rank == '5' else 32}" for rank in RANKS)
    gone = croupier.shoe_odds(left=left).bets["player"].house_edge
    expect(player.locator("b")).to_have_text(percent(gone, 4))
    expect(wide.get_by_text("384 of 416 cards left")).to_be_visible()
    wide.get_by_role("button", name="One more of 5s").click()
    expect(wide.get_by_text("385 of 416 cards left")).to_be_visible()
    wide.get_by_label("Or the cards seen").fill("Kh 9s 5d")
    expect(wide.get_by_text("413 of 416 cards left")).to_be_visible()
    seen = croupier.shoe_odds(seen="Kh 9s 5d").bets["player"].house_edge
    expect(player.locator("b")).to_have_text(percent(seen, 4))
    expect(wide.get_by_role("slider", name="Kings")).to_have_value("31")


def test_a_workbook_to_take_away(wide: Page, tmp_path: Path) -> None:
    wide.goto(PAIR_PLUS)
    wide.get_by_label("Pair Plus: Straight pays, to 1").fill("6")
    expect(figure(wide, "edge")).to_have_text("2.3167 %")
    with wide.expect_download() as coming:
        wide.get_by_role("link", name="PAR sheet as xlsx").click()
    assert coming.value.suggested_filename == "par-three-card-poker.xlsx"
    coming.value.save_as(tmp_path / "par.xlsx")
    with zipfile.ZipFile(tmp_path / "par.xlsx") as book:
        assert "xl/workbook.xml" in book.namelist()
        assert b"pair-plus:straight=6:1" in book.read("xl/sharedStrings.xml")


def test_readings_strategy_jackpot_and_an_evening(wide: Page) -> None:
    wide.goto("/odds/three-pictures?view=readings")
    none = croupier.odds("three-pictures", interpretations={"three-pictures-points": "none"})
    expect(wide.locator("tr", has_text="none")).to_contain_text(
        percent(none.bets["tie"].house_edge, 4)
    )
    wide.get_by_role("link", name="Strategy").click()
    expect(wide.locator(".grid .play")).not_to_have_count(0)
    wide.get_by_label("Three cards, as Qh 6d 4s").fill("Qh 6d 4s")
    wide.get_by_role("button", name="Value it").click()
    worth = decimal(Fraction(-9151, 9212), 6).replace("-", "\N{MINUS SIGN}")
    expect(wide.locator(".valued")).to_contain_text(worth)
    expect(wide.locator(".valued")).to_contain_text("Best: Play")
    wide.get_by_role("link", name="Jackpot").click()
    wide.get_by_label("Meter", exact=True).fill("20000")
    expect(figure(wide, "even")).to_have_text("80,450.00")
    wide.goto("/odds/baccarat?view=session")
    ruin = croupier.session("baccarat", {"player": 25}).ruin(1000, 240)
    expect(figure(wide, "ruin")).to_have_text(f"{100 * ruin:.2f} %")


@pytest.mark.parametrize("view", VIEWS)
def test_everybody_can_use_it(page: Page, view: str) -> None:
    """Both themes, on a desk and on a phone, where nothing runs over the side.

    `test_pages_boxes` asks axe about the others.
    """
    for size, theme in ((DESK, "felt"), (PHONE, "paper")):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        if theme != "felt":  # as pages are at first
            page.evaluate(f"localStorage.setItem('theme', '{theme}')")
        page.goto(f"/odds/three-card-poker?view={view}")
        settled(page)
        (axe if view == "edge" else read_in_both)(page)
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
    picture(page, f"odds-{view}-paper")


@pytest.mark.standard(27)
def test_no_terminal_leads_here(wide: Page) -> None:
    """Chances, advice and counts of unseen cards have no place on a terminal."""
    wide.goto("/table/t5")
    expect(wide.locator(".topbar")).to_be_visible()
    expect(wide.locator('a[href^="/odds"]')).to_have_count(0)


def test_what_is_not_there(wide: Page) -> None:
    wide.goto("/odds/whist")
    expect(wide.get_by_text("No game is called “whist”")).to_be_visible()
