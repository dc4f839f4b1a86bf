"""A house with a currency, a locale and a clock of its own, on a screen with another clock."""

from __future__ import annotations

import re
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from tests.support.browser.chromium import PATIENCE, missing
from tests.support.browser.dealt_tables import HOUSE, Dealt
from tests.support.browser.player_terminal import COACHED, DESK, enter, size, spot, state

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

ZONE = ZoneInfo("Asia/Kathmandu")
HEAD = (
    'name = "House One"\nlocale = "en-DE"\ngaming_day = "06:00"\ntime_zone = "Asia/Kathmandu"\n'
    + HOUSE.replace("SGD", "EUR")
)
TABLE = "pictures"


@pytest.fixture
def abroad(browser: Browser, tmp_path: Path, complaints: list[str]) -> Iterator[tuple[Dealt, Page]]:
    """The house, and a page on a screen whose clock is New York's."""
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    with ExitStack() as entering:
        dealt = Dealt(tmp_path, entering, BUILT, {TABLE: "three-pictures"}, HEAD)
        person = entering.enter_context(
            browser.new_context(base_url=dealt.url, timezone_id="America/New_York", locale="en-US")
        )
        person.set_default_timeout(PATIENCE)
        person.add_init_script(COACHED)
        person.on(
            "console", lambda said: complaints.append(said.text) if said.type == "error" else None
        )
        person.on("weberror", lambda failed: complaints.append(str(failed.error)))
        page = person.new_page()
        size(page, DESK)
        yield dealt, page
    assert complaints == []


def played(dealt: Dealt, page: Page) -> None:
    dealt.does(TABLE, "open-betting")
    spot(page, 4, "initial").click()
    state(spot(page, 4, "initial"), "25, accepted")
    dealt.does(TABLE, "close-betting")
    dealt.deal(TABLE, {4: "Kd Js 6d", 0: "Qd 3c 2s"})
    dealt.finish(TABLE)
    expect(page.locator(".rail .net")).to_contain_text("+12,50")


def test_amounts_and_moments_are_the_house_s(abroad: tuple[Dealt, Page]) -> None:
    dealt, page = abroad
    enter(page, TABLE)
    expect(page.locator(".purse .money")).to_have_text("EUR 2.000,00")
    expect(page.get_by_role("radio", name="25 EUR", exact=True)).to_be_visible()
    played(dealt, page)
    now = datetime.fromtimestamp(dealt.house.clock() / 1000, ZONE)
    minutes = [f"{now - timedelta(minutes=back):%H:%M}" for back in range(3)]
    page.goto(f"/board/{TABLE}")
    expect(page.locator(".board-limits")).to_contain_text("EUR")
    page.goto("/me")
    expect(page.locator("h1.money")).to_have_text("EUR 1.975,00")
    page.get_by_role("button", name=re.compile("^Replay of round")).click()
    room = page.get_by_role("dialog", name=re.compile("^Replay"))
    label = room.locator(".now .label")
    expect(label).to_contain_text("EUR")
    assert re.search(rf"\b({'|'.join(minutes)}):", label.inner_text())
    expect(page.get_by_text("SGD")).to_have_count(0)


def test_the_shift_begins_with_the_gaming_day(abroad: tuple[Dealt, Page]) -> None:
    dealt, page = abroad
    signed = {"name": "s1", "password": dealt.passwords["s1"]}
    assert page.context.request.post("/api/sign-in", data=signed).ok
    with page.expect_response(re.compile("/api/report")) as answer:
        page.goto("/pit?view=shift")
    now = datetime.fromtimestamp(dealt.house.clock() / 1000, ZONE)
    begins = (now - timedelta(hours=6)).replace(hour=6, minute=0, second=0, microsecond=0)
    told = answer.value.json()
    assert told["from"] == begins.timestamp() * 1000
    assert told["heading"]["house"] == "House One"
    expect(page.get_by_text(re.compile("^Report of a gaming day,.* 06:00:00"))).to_be_visible()
