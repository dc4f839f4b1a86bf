"""The first page: a stranger finds a table, sits down and bets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from tests.support.browser.both_languages import read_in_both
from tests.support.browser.chromium import missing
from tests.support.browser.page_looks import shot
from tests.support.house_in_thread import TABLES, Running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page, WebSocketRoute


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Running]:
    """Bets are open nearly always, so that a stranger's time is the page's own."""
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    made = Running(tmp_path, betting_seconds=60, pace=0.1, patience=0, pages=BUILT)
    yield made
    made.stop()


def test_a_stranger_plays(page: Page) -> None:
    """One click to choose a table, one to sit down, one to bet."""
    page.goto("/")
    page.get_by_role("button", name="Choose Three Pictures").wait_for()
    page.get_by_role("button", name="Choose Three Pictures").click()
    page.get_by_role("button", name="Sit at box 4").click()
    spot = page.locator('[data-spot="4:initial"]')
    expect(page.locator(".box.own .who")).to_contain_text("You")
    spot.click()
    expect(spot).to_have_class(re.compile(r"\baccepted\b"))
    page.goto("/")
    expect(page.locator(".topbar .money")).to_have_text("SGD 1,975.00")
    expect(page.get_by_role("button", name="Back to your box")).to_be_visible()
    expect(page.locator("[data-table=t1]")).to_contain_text("6 free")


@pytest.mark.standard(21)
def test_the_tables(page: Page) -> None:
    page.goto("/")
    expect(page.locator(".table-card")).to_have_count(len(TABLES))
    expect(page.get_by_text("House open")).to_be_visible()
    expect(page.locator("[data-table=t1]")).to_contain_text("Automatic")
    card = page.locator("[data-table=t4]")
    expect(card).to_contain_text("25 \u2013 5,000")
    expect(card.get_by_role("img", name=re.compile("Progressive jackpot"))).to_be_visible()
    expect(page.get_by_role("link", name="Rulebook").first).to_have_attribute("href", "/rules")
    page.get_by_role("group", name="Show games").get_by_role("button", name="Baccarat").click()
    expect(page.locator(".table-card")).to_have_count(1)
    expect(page.get_by_role("button", name="Play here")).to_be_visible()
    page.get_by_role("button", name="All").click()
    read_in_both(page)
    shot(page, "lobby")


def test_a_box_of_ones_own_choice(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Choose Lucky Three Pictures").click()
    page.get_by_role("radio", name="Box 6, free").check()
    page.get_by_role("button", name="Sit at box 6").click()
    expect(page.get_by_role("article", name="Box 6, You")).to_be_visible()


def test_while_the_house_cannot_be_reached(own_page: Page, complaints: list[str]) -> None:
    """The page says so, keeps what it shows, and comes back by itself."""
    page = own_page
    lines: list[WebSocketRoute] = []
    cut = False

    def line(socket: WebSocketRoute) -> None:
        lines.append(socket)
        if cut:
            socket.close()
        else:
            socket.connect_to_server()

    page.route_web_socket(re.compile("/ws$"), line)
    page.goto("/")
    expect(page.get_by_role("button", name="Sit at box")).to_be_enabled()
    cut = True
    lines[0].close()
    expect(page.get_by_text("The house cannot be reached")).to_be_visible()
    expect(page.get_by_role("button", name="Sit at box")).to_be_disabled()
    expect(page.locator(".table-card")).to_have_count(len(TABLES))
    cut = False
    expect(page.get_by_role("button", name="Sit at box")).to_be_enabled()
    expect(page.get_by_text("The house cannot be reached")).to_have_count(0)
    complaints[:] = [one for one in complaints if "/api/me" not in one and "401" not in one]


def test_ones_own_account(page: Page) -> None:
    page.goto("/me")
    page.get_by_role("button", name="Play as a guest").click()
    expect(page.get_by_text("Rounds that you play are listed here")).to_be_visible()
    expect(page.locator("h1.money")).to_have_text("SGD 2,000.00")
    page.get_by_role("button", name="Cash out").click()
    page.get_by_role("dialog").get_by_role("textbox").fill("50")
    page.get_by_role("button", name="Cash out 50.00").click()
    expect(page.get_by_role("dialog").get_by_text(re.compile("^Ticket"))).to_contain_text("50.00")
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_text("No ticket is open.")).to_have_count(0)
    expect(page.locator("h1.money")).to_have_text("SGD 1,950.00")
    read_in_both(page)
    shot(page, "me")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
