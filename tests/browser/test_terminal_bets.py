"""Betting at a terminal by keyboard alone, and by chips that are undone, doubled and repeated."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.browser.player_terminal import (
    enter,
    spot,
    state,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

    from tests.support.browser.dealt_tables import Dealt

TABLES = {
    "chips": "three-pictures",
    "keys-pictures": "three-pictures",
    "keys-lucky": "lucky-three-pictures",
    "keys-royal": "royal-three-pictures",
    "keys-poker": "three-card-poker",
}
BY_KEYS = {
    "keys-pictures": ("initial", "Kd Js 6d", "Double Pictures Six", "+12.50"),
    "keys-lucky": ("initial", "Kd Js 7d", "Double Pictures Seven", "+25.00"),
    "keys-royal": ("main", "Kd Js 6d", "Double Picture Six", "+12.50"),
    "keys-poker": ("ante", "Kd Qc Jh", "Straight", "+75.00"),
}
"""The first bet, a hand, what it is called, and what 25.00 on it comes to."""


@pytest.mark.parametrize("table", BY_KEYS)
def test_a_round_by_keyboard(dealt: Dealt, terminal: Callable[..., Page], table: str) -> None:
    """Chip, spot, look, decide, why: no pointer is needed."""
    bet, hand, name, net = BY_KEYS[table]
    page = terminal()
    enter(page, table)
    dealt.does(table, "open-betting")
    expect(page.locator(".terminal")).to_have_attribute("data-state", "betting")
    bet_by_keys(page, bet)
    keys = page.keyboard
    dealt.does(table, "close-betting")
    dealt.deal(table, {4: hand, 0: "Qd 3c 2s"})
    expect(page.get_by_role("button", name="Look at my cards")).to_be_visible()
    keys.press("l")
    expect(page.locator(".box.own .verdict")).to_contain_text(name)
    if table == "keys-poker":
        keys.press("f")
        expect(page.get_by_role("button", name=re.compile("^Fold: sure"))).to_be_visible()
        keys.press("p")
        expect(page.locator(".box.own")).to_contain_text("Played")
    dealt.finish(table)
    expect(page.locator(".rail .line").first).to_contain_text(re.compile(r"[KQJ][\u2660-\u2666]"))
    expect(page.locator(".box.own")).to_contain_text(name)
    expect(page.locator(".rail .net")).to_contain_text(net)
    keys.press("y")
    expect(page.locator(".over")).to_contain_text("Clause")
    keys.press("Escape")
    replay_by_keys(page, net)
    keys.press("?")
    expect(page.get_by_role("dialog", name="How to play")).to_contain_text("What beats what")


def bet_by_keys(page: Page, bet: str) -> None:
    keys = page.keyboard
    keys.press("3")
    keys.press("ArrowUp")  # the first arrow goes to the own box
    expect(spot(page, 4, bet)).to_be_focused()
    keys.press("Enter")
    state(spot(page, 4, bet), "25, accepted")
    keys.press("Backspace")
    state(spot(page, 4, bet), "nothing on it")
    keys.press("Enter")
    state(spot(page, 4, bet), "25, accepted")


def replay_by_keys(page: Page, net: str) -> None:
    expect(page.locator(".past button").first).to_contain_text(net)
    page.locator(".past button").first.focus()
    page.keyboard.press("Enter")
    replay = page.get_by_role("dialog", name=re.compile("^Replay"))
    expect(replay.get_by_role("slider")).to_be_visible()
    page.keyboard.press("Shift+ArrowRight")
    expect(replay.get_by_role("slider")).to_have_attribute("aria-valuetext", re.compile("^Bets:"))
    for _ in range(8):
        page.keyboard.press("Shift+ArrowRight")
    expect(replay.get_by_role("img", name="queen of diamonds")).to_be_visible()
    page.keyboard.press("Escape")
    expect(replay).to_have_count(0)


def test_chips_undo_clear_double_and_repeat(dealt: Dealt, terminal: Callable[..., Page]) -> None:
    """Doubling stops at the maximum; what is repeated is what was bet, after a fresh start too."""
    page = terminal()
    enter(page, "chips")
    dealt.does("chips", "open-betting")
    main, tie = spot(page, 4, "initial"), spot(page, 4, "tie")
    undo_double_and_clear(page, main, tie)
    double_to_the_maximum(page, main, tie)
    dealt.does("chips", "close-betting")
    dealt.deal("chips", {4: "Kd Js 6d", 0: "Qd 3c 2s"})
    page.get_by_role("button", name="Look at my cards").click()
    page.get_by_role("button", name="Open my hand").click()
    dealt.finish("chips")
    expect(page.locator(".rail .net")).to_contain_text("\u2212400.00")
    page.reload()
    expect(page.locator(".box.own")).to_contain_text("You")
    dealt.does("chips", "open-betting")
    again = page.get_by_role("button", name=re.compile("^Repeat 700.00"))
    again.click()
    state(main, "200, accepted")
    state(tie, "500, accepted")
    expect(again).to_be_disabled()
    page.keyboard.press("u")
    state(main, "nothing on it")
    state(tie, "nothing on it")
    page.get_by_role("button", name="Leave").click()
    expect(page).to_have_url(re.compile("/$"))
    page.go_back()
    expect(page.locator(".box.own")).not_to_contain_text("your box")


def undo_double_and_clear(page: Page, main: Locator, tie: Locator) -> None:
    main.click()
    state(main, "25, accepted")
    tie.click()
    state(tie, "25, accepted")
    page.keyboard.press("u")
    state(tie, "nothing on it")
    page.keyboard.press("d")
    state(main, "50, accepted")
    page.keyboard.press("c")
    state(main, "nothing on it")
    expect(page.locator(".purse")).to_contain_text("2,000.00")


def double_to_the_maximum(page: Page, main: Locator, tie: Locator) -> None:
    page.keyboard.press("4")
    main.click()
    state(main, "100, accepted")
    for lies in ("100", "200", "300"):
        tie.click()
        state(tie, f"{lies}, accepted")
    page.get_by_role("button", name="Double").click()
    state(main, "200, accepted")
    state(tie, "500, accepted")
