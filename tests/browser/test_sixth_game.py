"""A game that no page knows: its spots are drawn, a bet is taken and a round settled."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.browser.chromium import PATIENCE
from tests.support.browser.player_terminal import PHONE, enter, own_box, size, spot, state
from tests.support.sixth_game import with_the_sixth_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

TABLE = "high-card"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A house of the copy with short betting times."""
    copy = with_the_sixth_game(tmp_path_factory.mktemp("copy"))
    folder = tmp_path_factory.mktemp("house")
    house = (copy.root / "src" / "croupier" / "house.toml").read_text(encoding="utf-8")
    shorter = house.replace(
        "betting_seconds = 25", "least_betting_seconds = 3\nbetting_seconds = 3"
    )
    (folder / "house.toml").write_text(shorter, encoding="utf-8")
    with copy.served(folder, "--pace", "0.5", "--patience", "0") as url:
        yield url


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    complaints: list[str] = []
    with browser.new_context(base_url=address) as visitor:
        visitor.set_default_timeout(PATIENCE)
        visitor.on(
            "console", lambda said: complaints.append(said.text) if said.type == "error" else None
        )
        visitor.on("weberror", lambda failed: complaints.append(str(failed.error)))
        yield visitor.new_page()
    assert complaints == []


def test_a_bet_on_the_sixth_game(page: Page) -> None:
    size(page, PHONE)
    enter(page, TABLE)
    box = own_box(page)
    high, pair = spot(page, box, "high"), spot(page, box, "pair")
    expect(high).to_be_visible()
    expect(pair).to_be_visible()
    high.click()
    state(high, "accepted")
    expect(page.get_by_role("timer")).to_have_attribute("aria-label", re.compile("[23] seconds"))
    expect(page.locator(".purse")).to_contain_text("1,975.00")
    result = page.locator(".rail.now")
    expect(result.locator(".handle")).to_be_visible()
    expect(result.locator(".line p").first).not_to_be_empty()
    expect(result.locator(".clause").first).to_be_visible()
    expect(page.locator(".box.own .card-svg")).to_have_count(2)


def test_its_tile_its_odds_and_its_rules(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_text("High Card").first).to_be_visible()
    page.goto(f"/odds/{TABLE}")
    expect(page.locator("main")).to_contain_text("2.98")
    page.goto(f"/rules/{TABLE}/4.2.1")
    expect(page.locator("main")).to_contain_text("jack as high card pays 1 to 2")
