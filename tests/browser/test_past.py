"""Rounds of the past in the browser: a replay that moves, and the account with all rounds."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.browser.chromium import PATIENCE
from tests.support.browser.page_looks import axe, picture
from tests.support.http_callers import Played, Server, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

SIZES = (
    (360, 740),
    (390, 844),
    (844, 390),
    (1024, 768),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
)
ROUNDS = 12
OUTSIDE = """(root) => [...document.querySelectorAll(`${root} *`)].filter((one) => {
    const box = one.getBoundingClientRect(), style = getComputedStyle(one);
    if (!box.width || !box.height || style.visibility === 'hidden') return false;
    if (one.closest('.visually-hidden, svg, .skip, ol, .scroll')) return false;
    return box.left < -1 || box.right > innerWidth + 1;
}).map((one) => `${one.tagName}.${one.className}`)"""
"""What stands outside the window at its sides, beyond lists that scroll."""
CLIPPED = """(root) => [...document.querySelectorAll(`${root} :is(button, a, b, dd, dt, h1, h2)`)]
    .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1
        && !one.closest('.visually-hidden'))
    .map((one) => `${one.tagName}.${one.className} ${one.textContent.trim()}`)"""
TOUCHING = """() => {
    const found = [], boxes = [...document.querySelectorAll('.replay-room .seat')]
        .filter((one) => one.getBoundingClientRect().width);
    for (const one of boxes) for (const other of boxes) {
        if (one === other) continue;
        const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
        const across = a.left < b.right - 1 && b.left < a.right - 1;
        if (across && a.top < b.bottom - 1 && b.top < a.bottom - 1)
            found.push(`${one.ariaLabel} over ${other.ariaLabel}`);
    }
    return found;
}"""


@pytest.fixture
def past(browser: Browser, tmp_path: Path) -> Iterator[Server]:
    """p1 plays and p2 folds at t1; both play baccarat at t2, with third cards."""
    del browser  # the house closes first
    folder = tmp_path
    made = Played(folder)
    made.furnished()
    made.at = int(time.time() * 1000) - 3_600_000
    for _ in range(ROUNDS):
        made.dealt()
        made.settled()
        made.at_terminals()
    made.store.close()
    with serving(folder) as server:
        yield server


@pytest.fixture
def account(
    browser: Browser, past: Server, complaints: list[str]
) -> Iterator[Callable[[str], Page]]:
    with browser.new_context(base_url=past.url) as visitor:
        visitor.set_default_timeout(PATIENCE)
        visitor.on(
            "console", lambda said: complaints.append(said.text) if said.type == "error" else None
        )
        visitor.on("weberror", lambda failed: complaints.append(str(failed.error)))

        def of(name: str) -> Page:
            cookie = past.as_(name).cookie
            visitor.add_cookies([{"name": "croupier", "value": cookie, "url": past.url}])
            page = visitor.new_page()
            page.set_viewport_size({"width": 1440, "height": 900})
            page.goto("/me")
            page.get_by_role("button", name="All", exact=True).click()
            expect(page.locator(".totals dd").first).to_have_text(str(2 * ROUNDS))
            return page

        yield of
    assert complaints == []


def replayed(page: Page, label: str) -> Locator:
    page.get_by_role("button", name=label, exact=True).first.click()
    room = page.get_by_role("dialog", name=re.compile("^Replay"))
    expect(room.get_by_role("slider")).to_be_visible()
    return room


def steps_of(room: Locator) -> list[str]:
    return [one.strip() for one in room.locator("ol .what").all_inner_texts()]


def fits(page: Page, root: str) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        where = f"{width} x {height}"
        assert page.evaluate(OUTSIDE, root) == [], where
        assert page.evaluate(CLIPPED, root) == [], where
        assert page.evaluate(TOUCHING) == [], where


@pytest.mark.standard(14)
def test_a_round_of_poker_with_a_look_and_a_fold_step_by_step(
    account: Callable[[str], Page],
) -> None:
    page = account("p2")
    room = replayed(page, f"Replay of round {ROUNDS} at t1")
    assert steps_of(room)[0] == f"Round {ROUNDS} opens"
    mine = ["You bet 25.00 on Ante", "You look at box 2", "You fold box 2"]
    assert [one for one in steps_of(room) if one.startswith("You")] == mine
    assert steps_of(room)[-1] == "All bets are paid"
    slider = room.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Bets open: Round"))
    own = room.locator(".seat.own")
    room.get_by_role("button", name="You look at box 2").click()
    expect(own.locator(".verdict")).not_to_be_empty()
    expect(own.locator(".eyes")).to_contain_text("only you see it")
    hidden = room.get_by_role("group", name="Box 1", exact=True)
    expect(hidden).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(own.locator(".eyes")).not_to_contain_text("only you see it")
    page.keyboard.press("Shift+ArrowRight")
    expect(slider).to_have_attribute(
        "aria-valuetext", re.compile("^Dealer turns: The dealer turns")
    )
    expect(room.locator(".house .eyes")).to_contain_text("everyone sees it")
    picture(page, "replay-poker")
    page.keyboard.press("4")
    page.keyboard.press("Space")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Paid: All bets are paid"))
    expect(own.locator(".sum")).to_have_text("\u221225")
    expect(room.get_by_role("button", name="Play again")).to_be_visible()
    fits(page, ".replay-room")
    axe(page)
    page.set_viewport_size({"width": 390, "height": 844})
    room.get_by_role("button", name="Steps and sight").click()
    axe(page)
    page.keyboard.press("Escape")
    expect(room).to_have_count(0)


def test_all_cards_never_shows_what_one_did_not_see(account: Callable[[str], Page]) -> None:
    page = account("p1")
    room = replayed(page, f"Replay of round {ROUNDS} at t1")
    room.get_by_role("button", name="You look at box 1").click()
    expect(room.locator(".house .verdict")).to_have_text("")
    room.get_by_role("button", name="All cards").click()
    expect(room.locator(".house .verdict")).not_to_have_text("")
    page.keyboard.press("Shift+ArrowRight")
    folded = room.locator(".seat:not(.own) .verdict")
    expect(folded).to_have_text("")


def test_baccarat_with_third_cards_and_a_dispute_from_its_step(
    account: Callable[[str], Page],
) -> None:
    page = account("p1")
    room = replayed(page, f"Replay of round {ROUNDS} at t2")
    third = [one for one in steps_of(room) if one.startswith("Third card")]
    assert third == ["Third card to the Player Hand", "Third card to the Banker Hand"]
    room.get_by_role("button", name=third[0]).click()
    expect(room.locator("section.player .across")).to_be_visible()
    expect(room.locator("section.banker .across")).to_have_count(0)
    fits(page, ".replay-room")
    page.set_viewport_size({"width": 1440, "height": 900})
    picture(page, "replay-baccarat")
    axe(page)
    room.get_by_role("button", name="Dispute this round").click()
    room.get_by_label("What is wrong?").fill("The third card was a 7, and I saw an 8.")
    room.get_by_label("Amount that you ask for").fill("twelve")
    expect(room.get_by_text(f"About this step: {third[0]}")).to_be_visible()
    expect(room.get_by_text("461 of 500 characters left")).to_be_visible()
    room.get_by_role("button", name="Send").click()
    expect(room.get_by_text("An amount is like 25.00.")).to_be_visible()
    room.get_by_label("Amount that you ask for").fill("12.50")
    room.get_by_role("button", name="Send").click()
    expect(room.get_by_text("Dispute open")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_label("Result", exact=True).select_option("disputed")
    expect(page.locator("ol > li")).to_have_count(1)
    expect(page.locator("ol > li")).to_contain_text("Dispute open")
    expect(page.locator(".totals dd").last).to_have_text("1 open")


def test_history_filters_pages_and_the_file(account: Callable[[str], Page]) -> None:
    page = account("p1")
    rows = page.locator("ol > li")
    expect(rows).to_have_count(20)
    expect(page.get_by_text("1 \u2013 20 of 24")).to_be_visible()
    page.get_by_role("button", name="Older").click()
    expect(rows).to_have_count(4)
    expect(page.get_by_text("21 \u2013 24 of 24")).to_be_visible()
    page.get_by_role("button", name="Newer").click()
    expect(rows).to_have_count(20)
    page.get_by_label("Table", exact=True).select_option("t2")
    expect(rows).to_have_count(ROUNDS)
    expect(page.locator(".totals dd").first).to_have_text(str(ROUNDS))
    page.keyboard.press("Escape")
    page.locator("h1").click()
    page.keyboard.press("/")
    number = page.get_by_label("Round number")
    expect(number).to_be_focused()
    number.fill("3")
    number.press("Enter")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("t2 3")
    expect(rows.locator(".time")).to_have_text(re.compile(r"^\s*\d\d:\d\d"))
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download CSV").click()
    lines = downloading.value.path().read_text(encoding="utf-8").splitlines()
    assert [line.split(",")[1:4] for line in lines[1:]] == [["t2", "baccarat", "3"]]
    number.fill("")
    number.press("Enter")
    expect(rows).to_have_count(ROUNDS)
    fits(page, ".me")
    axe(page)
    page.set_viewport_size({"width": 390, "height": 844})
    picture(page, "account-phone")
