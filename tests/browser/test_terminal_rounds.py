"""A person plays a round of each box game by tap, at tables with automatic dealers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.engine.deal import Deal
from croupier.games import game
from tests.support.browser.page_looks import axe, picture
from tests.support.browser.player_terminal import PHONE, enter, own_box, size, spot, state
from tests.support.house_in_thread import TABLES

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from croupier.engine.game import Game

BOX_TABLES = [(name, game(of)) for name, of in TABLES.items() if isinstance(game(of).deal, Deal)]
LOOK = re.compile("^Look at my cards")
BALANCE = "2,000.00"


def bets_open(page: Page) -> None:
    """For as long as nobody bets."""
    expect(page.locator(".terminal")).to_have_attribute("data-state", "betting")


@pytest.mark.standard(22)
@pytest.mark.parametrize(("table", "of"), BOX_TABLES, ids=lambda one: getattr(one, "name", one))
def test_a_round_by_tap_on_a_phone(page: Page, table: str, of: Game) -> None:
    size(page, PHONE)
    enter(page, table)
    bets_open(page)
    bet = spot(page, own_box(page), of.bets[0].name)
    bet.click()
    state(bet, "accepted")
    expect(page.locator(".purse")).to_contain_text("1,975.00")
    if of.procedure.looking:
        page.get_by_role("button", name=LOOK).click()
    if of.decision:
        expect(page.locator(".box.own .verdict")).not_to_contain_text("face down")
        page.get_by_role("button", name=re.compile("^Play 25.00")).click()
    result = page.locator(".rail.now")
    expect(result.locator(".handle")).to_be_visible()
    expect(result.locator(".line p").first).to_contain_text(
        re.compile("[\u2660\u2663\u2665\u2666]")
    )
    expect(result.locator(".clause").first).to_be_visible()
    assert isinstance(of.deal, Deal)
    expect(page.locator(".box.own .card-svg")).to_have_count(of.deal.cards)


@pytest.mark.standard(30)
def test_how_to_play_and_the_purse(page: Page) -> None:
    size(page, PHONE)
    page.goto("/table/t2")
    page.get_by_role("button", name="Play as a guest").click()
    expect(page.locator(".purse")).to_contain_text(BALANCE)
    page.get_by_role("button", name="How to play").click()
    help_ = page.get_by_role("dialog")
    expect(help_).to_contain_text("Lucky Three Pictures")
    expect(help_).to_contain_text("What beats what")
    expect(help_).to_contain_text("a bet within the limits is the player's own care")
    page.keyboard.press("Escape")
    page.locator(".purse .open").click()
    page.get_by_role("textbox").fill("500")
    page.get_by_role("button", name="Cash out 500.00").click()
    expect(page.get_by_role("dialog")).to_contain_text(re.compile("Ticket .*: SGD 500.00"))
    page.keyboard.press("Escape")
    expect(page.locator(".purse")).to_contain_text("1,500.00")
    page.get_by_role("button", name=re.compile("^Menu")).click()
    page.get_by_role("button", name="Bets, pay tables, last rounds").click()
    expect(page.get_by_role("dialog")).to_contain_text("How it is won")
    expect(page.get_by_role("dialog")).to_contain_text("600 to 1")
    page.keyboard.press("Escape")
    axe(page)
    picture(page, "terminal-lucky")
