"""One screen, one person after the other: what was whose, and where somebody was at work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.support.browser.player_terminal import DESK, guest, size

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.support.house_in_thread import Running


def test_the_next_player_finds_nothing_of_the_last_one(page: Page, complaints: list[str]) -> None:
    """A session ends while its terminal stands there; another guest sits down at it."""
    guest(page.context)
    size(page, DESK)
    page.goto("/table/t5")
    expect(page.locator(".terminal")).to_have_attribute("data-state", "betting")
    page.locator('[data-spot="0:player"]').click()
    rounds, own = page.locator(".past button"), page.locator(".own-round")
    expect(rounds).to_have_count(1)
    expect(own).to_be_visible()
    page.request.post("/api/sign-out")
    page.get_by_role("button", name="Play as a guest").click()
    expect(page.locator(".purse")).to_contain_text("2,000.00")
    expect(rounds).to_have_count(0)
    expect(own).to_have_count(0)
    complaints.clear()  # of what a session that has ended is refused


def test_whoever_unlocks_a_page_is_where_they_were(
    page: Page, house: Running, complaints: list[str]
) -> None:
    assert isinstance(house.staff, list)
    password = next(word for name, _, word in house.staff if name == "m1")
    page.goto("/sign-in?to=/pit")
    page.get_by_label("Name").fill("m1")
    page.get_by_label("Password").fill(password)
    page.keyboard.press("Enter")
    field = page.get_by_role("searchbox")
    field.fill("t1")
    page.request.post("/api/lock")
    lock = page.locator("dialog.unlock")
    lock.get_by_label("Password").fill(password)
    page.keyboard.press("Enter")
    expect(lock).to_have_count(0)
    expect(field).to_be_focused()
    expect(field).to_have_value("t1")
    complaints.clear()  # of what a locked session is refused
