"""Baccarat at a terminal: placing in every way, a whole round, the reason for each result."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from croupier.table.calls import announce
from tests.support.browser.both_languages import read_in_both
from tests.support.browser.chromium import missing
from tests.support.browser.dealt_tables import Dealt
from tests.support.browser.page_looks import shot

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator, Page

PLAYER_HAND, BANKER_HAND = 1, 0


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Dealt]:
    """A person deals, so that cards and times are the test's to choose."""
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    with ExitStack() as entering:
        yield Dealt(tmp_path, entering, BUILT, {"b1": "baccarat"})


def area(page: Page, bet: str) -> Locator:
    return page.locator(f'[data-spot="0:{bet}"]')


def accepted(page: Page, bet: str, amount: str) -> None:
    expect(area(page, bet)).to_have_class(re.compile(r"\baccepted\b"))
    expect(area(page, bet).locator(".amt")).to_have_text(amount)


def seated(page: Page) -> None:
    page.goto("/table/b1")
    page.get_by_role("button", name="Play as a guest").click()
    expect(page.locator(".dock")).to_be_visible()


def line(page: Page, title: str) -> Locator:
    return page.locator(".rail .line").filter(has_text=re.compile(rf"^{title} ?\d"))


@pytest.mark.standard(22, 30)
def test_a_round(page: Page, house: Dealt) -> None:
    """By tap, by key and by drag; undone; dealt, settled with clauses 1.10 and 4.1; repeated."""
    seated(page)
    house.does("b1", "open-betting")
    expect(page.get_by_text("Place your bets, please")).to_be_visible()
    place_in_every_way(page)
    house.does("b1", "close-betting")
    expect(page.get_by_text("No more bets", exact=True).first).to_be_visible()
    watch_the_deal(page, house)
    house.does("b1", "settle")
    read_the_result(page)
    house.does("b1", "open-betting")
    repeat_and_clear(page)
    house.does("b1", "close-betting")
    deal(house, "Ts Kh", "9d Tc")


def place_in_every_way(page: Page) -> None:
    area(page, "banker").click()
    accepted(page, "banker", "25")
    page.keyboard.press("w")
    expect(area(page, "tie")).to_be_focused()
    page.keyboard.press("Enter")
    accepted(page, "tie", "25")
    page.keyboard.press("u")
    expect(area(page, "tie").locator(".amt")).to_have_count(0)
    page.get_by_role("radio", name="100 SGD").drag_to(area(page, "player-pair"))
    accepted(page, "player-pair", "100")
    expect(page.locator(".dock .purse")).to_contain_text("On the table 125.00")
    shot(page, "baccarat-betting")
    read_in_both(page)


def watch_the_deal(page: Page, house: Dealt) -> None:
    for card in ("5d", "3c", "9s", "3h"):
        house.does("b1", "deal", cards=card)
    expect(page.locator(".side.player .total")).to_have_text("4")
    expect(page.locator(".reason")).to_have_text(
        ["The Player Hand has 4. With 5 or less it draws. 1.13.93.10"]
    )
    expect(page.locator(".side.player .sum")).to_have_text("5 + 9 = 14, so 4")
    expect(page.locator(".side.player .third")).to_have_text("next card")
    expect(page.locator(".middle .said")).to_have_text("Player\u2019s third card")
    expect(page.locator(".rail tr.now")).to_have_text([re.compile("Player 0\u20135.*draws")])
    expect(page.get_by_text(str(announce(house.table("b1"))))).to_have_count(0)
    house.does("b1", "deal", cards="Kc")
    expect(page.locator(".side.player .third")).to_contain_class("third")
    expect(page.locator(".side.player .third [aria-label='king of clubs']")).to_be_visible()
    expect(page.locator(".side.player .sum")).to_have_text("5 + 9 = 14, so 4, then 0 makes 4")
    expect(page.locator(".reason").nth(1)).to_contain_text("drew K\u2663, which counts 0.")
    expect(page.locator(".rail tr.now")).to_have_count(2)


def read_the_result(page: Page) -> None:
    expect(page.locator(".outcome")).to_have_text("Banker wins 6 to 4")
    expect(page.get_by_text("with a Banker Pair")).to_be_visible()
    expect(area(page, "banker").locator(".amt")).to_have_text("+12.50")
    expect(line(page, "Banker").locator(".amount")).to_have_text("+12.50")
    expect(line(page, "Banker").get_by_role("button", name="Clause 1.10")).to_be_visible()
    expect(line(page, "Banker").get_by_role("button", name="Clause 4.1")).to_be_visible()
    expect(line(page, "Player Pair").locator(".amount")).to_have_text("\u2212100.00")
    expect(page.locator(".rail .net")).to_contain_text("\u221287.50")
    expect(page.locator(".roads-row [data-road=big] [data-cell]")).to_have_count(1)
    shot(page, "baccarat-result")
    read_in_both(page)
    line(page, "Banker").get_by_role("button", name="Clause 1.10").click()
    expect(page.get_by_role("dialog", name="Clause 1.10").locator(".quiet")).not_to_be_empty()
    page.keyboard.press("Escape")


def repeat_and_clear(page: Page) -> None:
    expect(page.get_by_role("button", name="Repeat 125.00")).to_be_visible()
    page.keyboard.press("r")
    accepted(page, "banker", "25")
    accepted(page, "player-pair", "100")
    page.keyboard.press("c")
    expect(page.locator(".dock .purse")).to_contain_text("On the table 0.00")


def deal(house: Dealt, player: str, banker: str) -> None:
    house.deal("b1", {PLAYER_HAND: player, BANKER_HAND: banker})
    house.does("b1", "settle")


def test_a_refused_bet(page: Page, house: Dealt) -> None:
    """Below the minimum: clause 3.4 says so, and the money stays where it was."""
    seated(page)
    house.does("b1", "open-betting")
    expect(page.locator(".dock .money")).to_have_text("SGD 2,000.00")
    page.get_by_role("radio", name="5 SGD", exact=True).click()
    area(page, "banker").click()
    told = page.get_by_role("alert")
    expect(told).to_contain_text("Banker 5.00 not accepted")
    expect(told).to_contain_text("The minimum is 25.00.")
    expect(told.get_by_role("button", name="Clause 3.4", exact=True)).to_be_visible()
    expect(area(page, "banker")).to_have_class(re.compile(r"\brefused\b"))
    expect(page.locator(".dock .money")).to_have_text("SGD 2,000.00")
    shot(page, "baccarat-refused")
    read_in_both(page)
    house.does("b1", "close-betting")
    deal(house, "9d Tc", "Ts Kh")
