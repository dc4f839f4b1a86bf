"""The cards before a round: counted and shuffled at the console, confirmed in the pit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from tests.support.browser.chromium import missing
from tests.support.browser.page_looks import axe
from tests.support.browser.staffed_house import Staffed
from tests.support.configured_house import on_the_web, opened, written

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


@pytest.mark.standard(54)
def test_a_shoe_is_counted_shuffled_and_confirmed(tmp_path: Path, browser: Browser) -> None:
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    text = written("baccarat", more='dealer = "person"')
    house = opened(tmp_path, f'count_cards = "each-shoe"\n{text}')
    with on_the_web(house) as address:
        made = Staffed(house, f"http://{address}", browser)
        dealer = made.at("d1", "/console/baccarat")
        dealer.get_by_label("Cards counted").fill("416")
        axe(dealer)
        dealer.keyboard.press("Enter")
        expect(dealer.get_by_role("button", name="Shuffled and cut")).to_be_visible()
        dealer.keyboard.press("Enter")
        expect(dealer.get_by_role("heading", name="A second person confirms")).to_be_visible()
        second = made.at("s1", "/pit")
        second.get_by_role("article", name="Cards · baccarat").get_by_role(
            "button", name="Confirm the cards"
        ).click()
        expect(dealer.get_by_role("button", name="Open betting")).to_be_visible()
        made.leave()
