"""The cage in a browser: two people open a drawer, money moves, a slip prints, two people close."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from tests.support.browser.chromium import missing
from tests.support.browser.page_looks import axe
from tests.support.browser.staffed_house import Staffed, pictures
from tests.support.configured_house import on_the_web, opened, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

SIZES = ((390, 844), (1024, 768), (1440, 900))


@pytest.fixture
def house(tmp_path: Path, browser: Browser) -> Iterator[Staffed]:
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    made_house = opened(tmp_path, written("baccarat", more='dealer = "person"'))
    with on_the_web(made_house) as address:
        made = Staffed(made_house, f"http://{address}", browser)
        made_house.cage.buy_in("p1", 1_240_000, "p1", made_house.clock())
        yield made
        made.complaints[:] = [one for one in made.complaints if "409" not in one]
        made.leave()


def counts(page: Page, hundreds: int) -> None:
    page.get_by_label("Notes of 100, pieces").fill(str(hundreds))
    page.get_by_role("button", name="Count is").click()


def opens(house: Staffed) -> Page:
    cashier, second = house.at("c1", "/cage"), house.at("s1", "/cage")
    cashier.get_by_label("Window", exact=True).fill("2")
    counts(cashier, 500)
    expect(cashier.get_by_text("Your count is kept.")).to_be_visible()
    expect(second.locator("main")).not_to_contain_text("50,000.00")
    counts(second, 500)
    expect(cashier.get_by_role("region", name="Drawer, window 2")).to_contain_text(
        "after the count"
    )
    return cashier


def looks_well(page: Page) -> None:
    axe(page)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, f"{page.url} is {wide} wide at {width}"


def finds(page: Page, what: str) -> None:
    page.get_by_role("searchbox").fill(what)
    page.get_by_role("searchbox").press("Enter")


def test_a_shift_at_a_window(house: Staffed) -> None:
    cashier = opens(house)
    finds(cashier, "p1")
    expect(cashier.get_by_role("region", name="p1", exact=True)).to_contain_text("12,400.00")
    cashier.get_by_label("Notes of 1,000, pieces").fill("2")
    cashier.get_by_label("Notes of 50, pieces").fill("3")
    looks_well(cashier)
    cashier.get_by_role("button", name="Take 2,150.00 and credit p1").click()
    slip = cashier.get_by_role("region", name="Receipt")
    expect(slip).to_contain_text("Journal entry")
    expect(slip).to_contain_text("14,550.00")
    cashier.emulate_media(media="print")
    expect(cashier.locator(".receipt")).to_be_visible()
    assert (
        cashier.locator(".topbar").evaluate("(one) => getComputedStyle(one).visibility") == "hidden"
    )
    cashier.emulate_media(media="screen")
    cashier.keyboard.press("7")
    counts(cashier, 521)
    second = house.at("s1", "/cage")
    expect(second.locator("main")).not_to_contain_text("52,150.00")
    counts(second, 521)
    expect(cashier.get_by_role("form", name="Count and close, window 2")).to_contain_text(
        "50.00 short"
    )
    looks_well(cashier)
    cashier.get_by_label("Reason, kept in the journal").fill("whist")
    cashier.get_by_role("button", name="Close with 50.00 short").click()
    manager = house.at("m1", "/cage")
    manager.get_by_role("button", name="Sign the difference as pit manager").click()
    slip = manager.get_by_role("region", name="Receipt")
    for told in ("Shift closed", "Open since", "50,000.00", "whist", "Journal entry"):
        expect(slip).to_contain_text(told)
    looks_well(manager)
    pictures(manager, "cage-slip")
    expect(cashier.get_by_role("form", name="Count and open a drawer")).to_be_visible()
    next_shift_has_another_float(cashier, second)


def next_shift_has_another_float(cashier: Page, second: Page) -> None:
    cashier.get_by_label("Window", exact=True).fill("2")
    counts(cashier, 20)
    expect(second.locator("main")).not_to_contain_text("52,100.00")
    counts(second, 20)
    for page in (cashier, second):
        expect(page.locator("main")).to_contain_text("s1, who counted second, says why")
        expect(page.locator("main")).to_contain_text("52,100.00")
    expect(cashier.get_by_role("button", name="Open,")).to_have_count(0)
    second.get_by_label("Reason, kept in the journal").fill("brought to the vault")
    looks_well(second)
    pictures(second, "cage-float")
    second.get_by_role("button", name="Open, 50,100.00 short").click()
    expect(cashier.get_by_role("region", name="Drawer, window 2")).to_contain_text("2,000.00")


def test_above_the_limit_a_manager_answers_at_their_own_device(house: Staffed) -> None:
    cashier = opens(house)
    finds(cashier, "p1")
    cashier.get_by_role("link", name="Cash out").click()
    cashier.get_by_label("Amount").fill("12,400.00")
    form = cashier.get_by_role("form", name="Cash out")
    expect(form).to_contain_text("nothing is paid before")
    cashier.get_by_label("Reason, kept in the journal").fill("whist")
    cashier.get_by_role("button", name="Ask a second person").click()
    waits = cashier.get_by_role("region", name="Second person")
    expect(waits).to_contain_text("They answer at their own device, never in your session.")
    looks_well(cashier)
    manager = house.at("m1", "/pit")
    manager.get_by_role("article").get_by_role("button", name="Approve").click()
    slip = cashier.get_by_role("region", name="Receipt")
    expect(slip).to_contain_text("m1")
    expect(slip).to_contain_text("12,400.00")
    expect(waits).to_have_count(0)


def test_a_ticket_is_issued_scanned_and_paid_once(house: Staffed) -> None:
    cashier = opens(house)
    finds(cashier, "p1")
    cashier.get_by_role("link", name="Issue ticket").click()
    cashier.get_by_label("Amount").fill("340")
    cashier.get_by_role("button", name="Issue a ticket of 340.00").click()
    printed = cashier.get_by_role("region", name="Receipt").locator("p", has_text="Ticket")
    ticket = printed.locator("span").nth(1).inner_text()
    finds(cashier, ticket.upper())
    expect(cashier.get_by_role("form", name="Redeem ticket")).to_contain_text(
        "340.00, not redeemed"
    )
    looks_well(cashier)
    cashier.get_by_role("button", name="Pay 340.00").click()
    expect(cashier.get_by_role("region", name="Receipt")).to_contain_text("Ticket redeemed")
    finds(cashier, ticket)
    expect(cashier.get_by_role("alert")).to_contain_text("this ticket was paid out")
    brought = cashier.get_by_role("region", name="Tickets at this window")
    expect(brought.get_by_role("listitem").first).to_contain_text("at window 2, by c1")
    expect(brought).not_to_contain_text(ticket)
    house.complaints[:] = [one for one in house.complaints if "404" not in one]
