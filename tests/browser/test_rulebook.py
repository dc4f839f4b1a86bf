"""The rulebook in a browser: deep links, search, side by side, odds, keys, and on a phone."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.browser.both_languages import read_in_both
from tests.support.browser.page_looks import SIZES, axe, picture, shot

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

CLAUSE = "/rules/three-pictures/3.13.4"
PHONE, DESK = SIZES["phone"], SIZES["desk"]


@pytest.fixture
def wide(page: Page) -> Page:
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    return page


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    return page


def opened(page: Page) -> Locator:
    return page.locator(".detail-in")


def row(page: Page, clause: str, game: str = "three-pictures") -> Locator:
    return page.locator(f'[data-clause="{game}/{clause}"]')


def current(page: Page) -> Locator:
    return page.locator(".cl[aria-current]")


def test_a_clause_from_a_deep_link(wide: Page) -> None:
    """Gist, kind, exact chance, code with its lines, tests, and the same rule elsewhere."""
    wide.goto(CLAUSE)
    detail = opened(wide)
    expect(detail.get_by_role("heading", level=2)).to_contain_text("equal point totals")
    expect(detail).to_contain_text("Payment")
    expect(detail).to_contain_text("6.2232 %")
    expect(detail).to_contain_text("791,848 / 12,724,075")
    expect(detail).to_contain_text("src/croupier/games/three_pictures.py")
    expect(detail.locator("pre").first).to_contain_text("same_points")
    expect(detail).to_contain_text("Equal points pay the tie though the initial bet loses")
    expect(detail.get_by_role("link", name="Lucky Three Pictures")).to_have_attribute(
        "href", "/rules/lucky-three-pictures/3.13.4"
    )
    expect(row(wide, "3.13.4")).to_have_attribute("aria-current", "true")
    expect(row(wide, "3.13.4")).to_be_in_viewport()
    expect(wide).to_have_title("3.13.4, Three Pictures · croupier")
    axe(wide)
    shot(wide, "rulebook-clause")


def test_search_over_all_documents(wide: Page) -> None:
    wide.goto("/rules/baccarat")
    expect(row(wide, "1.1", "baccarat")).to_be_visible()
    wide.keyboard.press("/")
    field = wide.get_by_label("Search the clauses of all documents")
    expect(field).to_be_focused()
    wide.keyboard.type("power cut")
    expect(wide.get_by_role("heading", level=1)).to_contain_text("for “power cut”")
    expect(wide.locator("mark").first).to_be_visible()
    assert {one.lower() for one in wide.locator(".gist mark").all_inner_texts()} == {"power", "cut"}
    field.fill("void round")
    expect(
        wide.get_by_role("group", name="Documents in this list").get_by_role("link")
    ).to_have_count(6)
    wide.get_by_role("link", name=re.compile("^Royal Three Pictures 8$")).click()
    expect(wide.locator(".cl")).to_have_count(8)
    field.fill("5.14")
    wide.get_by_role("link", name=re.compile("^All documents")).click()
    field.press("Enter")
    expect(opened(wide)).to_contain_text("5.14")
    field.press("Escape")
    expect(field).to_have_value("")
    field.fill("whist")
    expect(wide.get_by_text("No clause answers to that.")).to_be_visible()
    axe(wide)


def test_kinds_and_topics_across_games(wide: Page) -> None:
    wide.goto("/rules")
    expect(wide.get_by_role("heading", level=1, name="Rulebook")).to_be_visible()
    ways = wide.get_by_role("navigation", name="Documents")
    ways.get_by_role("link", name=re.compile("Jackpot")).click()
    expect(wide.locator(".group")).to_have_count(1)
    expect(wide.locator(".group")).to_contain_text("3 Card Poker")
    ways.get_by_role("link", name=re.compile("Authority")).click()
    expect(wide.locator(".group")).to_have_count(5)
    wide.get_by_role("button", name="Console").click()
    expect(wide).to_have_url(re.compile("kind=authority&how=console"))
    read_in_both(wide)
    shot(wide, "rulebook-topic")


def test_three_documents_side_by_side(wide: Page) -> None:
    """Clauses that the games put to the same use stand in one row, whatever their numbers."""
    wide.goto("/rules?view=beside")
    by_hand = wide.locator(
        "tr", has=wide.get_by_role("link", name="Royal Three Pictures, Clause 3.12.1")
    )
    expect(
        by_hand.get_by_role("link", name="Three Pictures, Clause 3.12", exact=True)
    ).to_be_visible()
    every = wide.locator(".beside tbody tr:not(.shared)")
    expect(every.first).to_be_visible()
    count = every.count()
    wide.get_by_label("Only what not all of them say").check()
    expect(every).not_to_have_count(count)
    assert 0 < every.count() < count
    axe(wide)
    shot(wide, "rulebook-beside")
    wide.get_by_role("link", name="Royal Three Pictures, Clause 3.21").click()
    expect(wide.get_by_role("dialog")).to_contain_text("Suits carry no rank.")
    wide.keyboard.press("Escape")
    expect(wide.get_by_role("dialog")).to_have_count(0)
    expect(wide).to_have_url(re.compile(r"view=beside$"))


def test_payouts_and_odds(wide: Page) -> None:
    wide.goto("/rules/three-pictures?view=odds")
    tie = wide.get_by_role("region", name="Tie", exact=True)
    expect(tie).to_contain_text("8 to 1")
    expect(tie).to_contain_text("9.9990 %")
    expect(tie).to_contain_text("1,272,283 / 12,724,075")
    expect(tie).to_contain_text("10.0088 %")
    axe(wide)
    shot(wide, "rulebook-odds")
    wide.get_by_role("link", name="Baccarat").last.click()
    expect(wide.get_by_role("region", name="Banker", exact=True)).to_contain_text("1.4581 %")


def test_keys(wide: Page) -> None:
    wide.goto("/rules/three-pictures/3.13.3")
    expect(current(wide)).to_contain_text("3.13.3")
    wide.keyboard.press("j")
    expect(current(wide)).to_contain_text("3.13.4")
    expect(opened(wide)).to_contain_text("791,848")
    expect(row(wide, "3.13.4")).to_be_focused()
    wide.keyboard.press("k")
    wide.keyboard.press("k")
    expect(current(wide)).to_contain_text("3.13.2")
    row(wide, "4.1").focus()
    wide.keyboard.press("Enter")
    expect(current(wide)).to_contain_text("4.1")
    theme = "document.documentElement.dataset.theme"
    assert wide.evaluate(theme) == "felt"
    wide.keyboard.press(".")
    assert wide.evaluate(theme) == "paper"
    axe(wide)
    picture(wide, "rulebook-paper")


def test_on_a_phone(phone: Page) -> None:
    """The list, a clause as a full sheet, and back to the same place."""
    phone.goto("/rules/baccarat")
    row(phone, "5.3.1", "baccarat").click()
    sheet = phone.get_by_role("dialog")
    expect(sheet).to_contain_text("foreign to the set")
    box = sheet.bounding_box()
    assert box is not None
    assert (round(box["width"]), round(box["height"])) == PHONE
    axe(phone)
    sheet.get_by_role("button", name="Next clause").click()
    expect(sheet).to_contain_text("too few or too many")
    sheet.get_by_role("button", name="Back to the clauses").click()
    expect(sheet).to_have_count(0)
    expect(row(phone, "5.3.2", "baccarat")).to_be_in_viewport()
    phone.get_by_role("button", name="Topics").click()
    phone.get_by_role("dialog").get_by_role("link", name=re.compile("Exposed cards")).click()
    expect(phone.get_by_role("dialog")).to_have_count(0)
    expect(phone.get_by_role("heading", level=1)).to_have_text("Exposed cards")
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    axe(phone)


def test_what_is_not_there(wide: Page) -> None:
    wide.goto("/rules/three-pictures/9.9")
    expect(wide.get_by_text("There is no clause 9.9 here")).to_be_visible()
    wide.goto("/rules/whist")
    expect(wide.get_by_role("heading", level=1)).to_have_text("No document is called “whist”")


def test_when_the_house_does_not_answer(wide: Page, complaints: list[str]) -> None:
    wide.route("**/api/rulebook", lambda route: route.abort())
    wide.goto("/rules")
    again = wide.get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    wide.unroute("**/api/rulebook")
    again.click()
    expect(wide.get_by_role("heading", level=1, name="Rulebook")).to_be_visible()
    assert len(complaints) == 1
    assert "ERR_FAILED" in complaints.pop()
