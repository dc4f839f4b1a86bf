"""Your play in the browser: session in the bar, a limit that refuses, a reminder, an exclusion.

`test_pages_boxes` measures its states; here what nobody sees there: who is excluded.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.server.own_play.events import WagerNoted
from croupier.server.own_play.limits import LimitKind, Terms
from tests.support.browser.page_looks import asked_axe, picture
from tests.support.browser.player_terminal import DESK, enter, guest, own_box, size, spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.support.house_in_thread import Running

MINUTE = 60_000
HELP = "Someone to talk to, day and night: the number of this house"
SIZES = {
    "small": (360, 740),
    "phone": (390, 844),
    "landscape": (844, 390),
    "tablet": (1024, 768),
    "laptop": (1366, 768),
    "wide": (1440, 900),
    "desk": (1920, 1080),
}


@pytest.fixture(autouse=True)
def helpline(house: Running) -> Iterator[None]:
    own = house.house.play.own_play
    before, own.terms = own.terms, Terms({LimitKind.REMINDER: 60}, HELP)
    yield
    own.terms = before


def play_for(house: Running, player: str, minutes: int) -> None:
    """As if wagers had come every minute until now."""
    opened, now = house.house, house.house.clock()
    noted = [WagerNoted(at=now - one * MINUTE, player=player) for one in range(minutes, -1, -1)]
    work = opened.queue.on_disk(lambda: opened.play.own_play.write(*noted))
    assert opened.queue.pump is not None
    done = asyncio.run_coroutine_threadsafe(work, opened.queue.pump.get_loop())
    assert done.result(20) is None


def fits(page: Page) -> None:
    """Nothing is wider than the window."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, (page.viewport_size, wide)


def at_each_size(page: Page, name: str) -> None:
    for called, (width, height) in SIZES.items():
        size(page, (width, height))
        fits(page)
        picture(page, f"{name}-{called}")
    size(page, DESK)


def set_limits(page: Page) -> None:
    page.goto("/play")
    expect(page.get_by_role("heading", name="Your play")).to_be_visible()
    expect(page.get_by_text(HELP)).to_be_visible()
    loss = page.locator('[data-limit="loss-day"]')
    loss.get_by_role("textbox").fill("much")
    expect(loss).to_contain_text("An amount like 500.00")
    loss.get_by_role("textbox").fill("30.00")
    expect(loss).to_contain_text("30.00 holds at once.")
    loss.get_by_role("button", name="Set 30.00").click()
    expect(loss).to_contain_text("of 30.00 used today")
    loss.get_by_role("textbox").fill("80")
    expect(loss).to_contain_text("80.00 would hold in 24 hours.")
    loss.get_by_role("textbox").press("Enter")
    expect(loss).to_contain_text(re.compile(r"80.00 holds from .*tomorrow, .*Until then 30.00."))
    expect(page.get_by_role("region", name="What you changed")).to_contain_text(
        "Loss a day, 30.00 to 80.00"
    )
    picture(page, "own-play-whole", whole=True)


def look_at_session(page: Page) -> None:
    page.goto("/table/t1")
    expect(page.locator(".box.own")).to_be_visible()
    page.keyboard.press("s")
    panel = page.get_by_role("dialog", name="This session")
    expect(panel).to_contain_text("48 min")
    picture(page, "own-play-session")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()


def test_limits_the_session_and_a_refused_bet(page: Page, house: Running) -> None:
    name = enter(page, "t1")
    size(page, DESK)
    box = own_box(page)
    own_spot = spot(page, box, "initial")
    expect(own_spot).to_be_enabled()
    own_spot.click()
    expect(own_spot).to_have_accessible_name(re.compile("25, accepted$"))
    bar = page.get_by_role("button", name=re.compile("^This session: 0 min · 0.00"))
    expect(bar).to_be_visible()
    play_for(house, name, 48)
    set_limits(page)
    look_at_session(page)
    own_spot = spot(page, own_box(page), "initial")
    refused = page.get_by_text(re.compile("Own limit, loss a day"))
    for _ in range(8):
        own_spot.click()
        page.wait_for_timeout(400)
        if refused.count():
            break
    expect(refused.first).to_be_visible()
    picture(page, "own-play-refused")


def test_a_reminder_is_answered(page: Page, house: Running) -> None:
    name = enter(page, "t1")
    size(page, DESK)
    expect(page.get_by_role("button", name=re.compile("^This session"))).to_be_visible()
    play_for(house, name, 60)
    page.reload()
    reminder = page.get_by_role("alertdialog")
    expect(reminder).to_contain_text("You have played for 1 hour")
    expect(reminder).to_contain_text("Reminder of the house, every 60 minutes")
    assert page.evaluate("document.activeElement.tagName") != "BUTTON", "no default"
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(reminder).to_be_visible()
    picture(page, "own-play-reminder")
    reminder.get_by_role("button", name="Take a break").click()
    picture(page, "own-play-reminder-break")
    reminder.get_by_role("button", name="Back").click()
    reminder.get_by_role("button", name="Go on").click()
    expect(reminder).to_be_hidden()
    page.reload()
    expect(page.get_by_role("button", name=re.compile("^This session: 1 h"))).to_be_visible()
    expect(reminder).to_be_hidden()


def test_an_exclusion(page: Page) -> None:
    guest(page.context)
    size(page, DESK)
    page.goto("/play")
    page.get_by_role("button", name="Choose how long").click()
    asked = page.get_by_role("alertdialog")
    expect(asked).to_have_accessible_name("Exclude yourself for 6 months?")
    expect(asked).to_contain_text("Ending it earlier")
    sure = asked.get_by_role("button", name="Exclude me for 6 months")
    expect(sure).to_be_disabled()
    asked.get_by_role("radio", name="5 years").click()
    picture(page, "own-play-exclude")
    asked.get_by_role("radio", name="6 months").click()
    asked.get_by_role("checkbox").check()
    sure.click()
    expect(page.get_by_text(re.compile("^Ticket .* for 2,000.00"))).to_be_visible()
    expect(page.get_by_text(re.compile("^You have excluded yourself until"))).to_be_visible()
    assert asked_axe(page) == []
    picture(page, "own-play-excluded")
    page.goto("/table/t1")
    expect(page.get_by_text(re.compile("^You have excluded yourself until"))).to_be_visible()
    at_each_size(page, "own-play-away")
