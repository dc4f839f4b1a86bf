"""The house dies in the middle of a round; the terminal waits, comes back and shows how it went."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from tests.support.browser.chromium import PATIENCE, missing
from tests.support.browser.page_looks import picture
from tests.support.browser.player_terminal import (
    COACHED,
    DESK,
    enter,
    own_box,
    size,
    spot,
    state,
)
from tests.support.server_process import Served, furnished

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser


@pytest.fixture
def served(browser: Browser, tmp_path: Path) -> Iterator[Served]:
    del browser
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    furnished(tmp_path, guests=0, betting_seconds=5)
    made = Served(tmp_path, pace=0.1)
    yield made
    made.kill()


def test_the_house_is_killed_in_the_middle_of_a_round(browser: Browser, served: Served) -> None:
    """A bet that was acknowledged is in the journal: the void round returns it, once."""
    with browser.new_context(base_url=served.url) as person:
        person.set_default_timeout(PATIENCE)
        person.add_init_script(COACHED)
        errors: list[str] = []
        person.on("weberror", lambda failed: errors.append(str(failed.error)))
        page = person.new_page()
        size(page, DESK)
        enter(page, "t1")
        expect(page.locator(".terminal")).to_have_attribute("data-state", "betting")
        box = own_box(page)
        spot(page, box, "initial").click()
        state(spot(page, box, "initial"), "25, accepted")
        expect(page.locator(".purse")).to_contain_text("1,975.00")
        served.kill()
        expect(page.locator(".live")).to_have_text("Reconnecting, your bets stand")
        state(spot(page, box, "initial"), "25, accepted")
        expect(page.locator(".purse")).to_contain_text("1,975.00")
        page.wait_for_timeout(1600)  # shorter, and nobody was away
        picture(page, "terminal-stale")
        served.start()
        expect(page.locator(".live")).to_have_text("Connected")
        back = page.get_by_role("status").filter(has_text="Back after")
        expect(back).to_contain_text("A round was void and its bets went back.")
        expect(page.locator(".purse")).to_contain_text("2,000.00")
        expect(page.locator(".past button")).to_have_count(1)
        expect(page.locator(".past button")).to_contain_text("returned")
        state(spot(page, box, "initial"), "nothing on it")
        bet_again = page.get_by_role("button", name=re.compile("^Repeat 25.00"))
        bet_again.click()
        state(spot(page, box, "initial"), "25, accepted")
        assert errors == []
