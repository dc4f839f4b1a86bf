"""The game console in a browser: rounds of games by typed cards, two players watching."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.table.state import Step
from tests.support.browser.dealer_console import (
    EARLY,
    LATE,
    SIX,
    TURN_OVER,
    Casino,
    begun,
    casino,
    dealt,
    settled,
    shot,
)
from tests.support.browser.page_looks import axe
from tests.support.configured_house import until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page


@pytest.fixture
def floor(browser: Browser, tmp_path: Path) -> Iterator[Casino]:
    with casino(tmp_path, browser) as made:
        yield made


@pytest.fixture(autouse=True)
def quiet(floor: Casino) -> Iterator[None]:
    """No page complains of anything."""
    yield
    said, floor.complaints = floor.complaints, []
    assert said == []


@pytest.mark.parametrize(("table", "at_once"), [("three-pictures", 1), ("lucky-three-pictures", 3)])
def test_pictures(floor: Casino, table: str, at_once: int) -> None:
    """Three Pictures 3.12 to 3.16 and Lucky's: dealt, looked at, compared, paid."""
    console, early, late = begun(floor, table, "initial")
    dealt(console, *SIX, at_once=at_once)
    early.asks("look", box=EARLY)
    late.asks("look", box=LATE)
    console.press(TURN_OVER)
    expect(console.page.locator(".lines .line").first).to_be_visible()
    if at_once == 1:
        axe(console.page)
        shot(console.page, "console-result")
        console.page.get_by_role("button", name="Change theme").click()
        axe(console.page)
        shot(console.page, "console-result-paper")
        console.page.get_by_role("button", name="Change theme").click()
    settled(console)
    lines = console.table.round.lines
    assert {line.player for line in lines} == {early.name, late.name}


def test_royal(floor: Casino) -> None:
    """Royal 3.13 to 3.16: a hand is laid open by its player, or by the dealer, before his own."""
    console, early, late = begun(floor, "royal-three-pictures", "main")
    dealt(console, *SIX, at_once=3)
    early.asks("look", box=EARLY)
    console.press("Turn over box 2")
    console.says("Waiting for the hand of box 4")
    late.asks("decline", box=LATE)
    console.press("Turn over box 4")
    console.press(TURN_OVER)
    settled(console)


def test_three_card_poker(floor: Casino) -> None:
    """A decision is the player's; the console waits and then goes on."""
    console, early, late = begun(floor, "three-card-poker", "ante")
    burnt = ("2c",) if console.table.round.to_deal[0] < 0 else ()
    dealt(console, *burnt, *SIX)
    console.says("Waiting for decisions")
    expect(console.page.get_by_role("button", name=TURN_OVER)).to_have_count(0)
    early.asks("decide", box=EARLY, choice="play")
    late.asks("decide", box=LATE, choice="fold")
    expect(console.page.get_by_text("folded", exact=True)).to_be_visible()
    console.press(TURN_OVER)
    settled(console)


def test_baccarat(floor: Casino) -> None:
    """Baccarat 3.10: the console says who draws, from the house's own table of play."""
    console, _, _ = begun(floor, "baccarat", "player")
    dealt(console, "Ah", "9d", "3s", "6c")
    guide = console.page.locator(".play p")
    expect(guide).to_contain_text("Player Hand has 4 and draws")
    axe(console.page)
    shot(console.page, "console-baccarat")
    dealt(console, "7c")
    expect(guide).to_contain_text("Player Hand drew a 7; Banker Hand has 5 and draws")
    dealt(console, "2d")
    settled(console)


def test_an_impossible_card_is_refused_before_it_is_sent(floor: Casino) -> None:
    console, _, _ = begun(floor, "three-pictures", "initial")
    dealt(console, "Kh")
    before = console.table
    console.page.keyboard.type("Kh")
    wrong = console.page.get_by_role("alert").filter(has_text="K♥ cannot be entered")
    expect(wrong).to_contain_text("out of the shoe already")
    expect(console.page.locator(".entry .card-svg")).to_have_count(0)
    expect(console.action.get_by_role("button", name="Deal to box 4")).to_be_disabled()
    console.page.keyboard.press("Enter")
    assert console.table is before
    axe(console.page)
    shot(console.page, "console-impossible")
    # by tap, with an undo, then by paste
    page = console.page
    page.locator(".keys").get_by_role("button", name="9", exact=True).click()
    page.locator(".keys").get_by_role("button", name="spades").click()
    expect(page.locator(".entry .card-svg")).to_have_count(1)
    console.press("Undo")
    expect(page.locator(".entry .card-svg")).to_have_count(0)
    page.get_by_label("Scan or paste cards").fill("10♦")
    page.get_by_label("Scan or paste cards").press("Enter")
    expect(page.locator(".entry .card-svg")).to_have_count(1)
    console.press("Deal to box 4")
    until(lambda: len(console.table.round.drawn) == len(before.round.drawn) + 1)
    console.page.get_by_role("button", name="Deal only").click()
    until(lambda: len(console.table.round.drawn) == len(before.round.drawn) + 2)


def test_one_key_deals_all_face_down_and_nothing_jumps(floor: Casino) -> None:
    """Three Pictures 3.12: the step bar goes on, every column and button stays where it was."""
    console, early, _ = begun(floor, "spare", "initial")
    page = console.page
    console.says("Deal two boxes and yourself, face down")
    expect(page.locator(".stepbar [aria-current=step]")).to_have_text("Deal")
    before = places(page)
    page.keyboard.press("q")
    expect(page.locator(".read")).to_contain_text("Queen of \N{HORIZONTAL ELLIPSIS}")
    page.keyboard.press(" ")  # not while a card is being typed
    page.keyboard.press("h")
    expect(page.locator(".read")).to_contain_text("Queen of hearts")
    page.keyboard.press("u")
    expect(page.locator(".entry .card-svg")).to_have_count(0)
    assert console.table.round.drawn == ()
    axe(page)
    shot(page, "console-deal")
    page.evaluate(HELD_DOWN, "n")  # the key repeats by itself
    until(lambda: len(console.table.round.drawn) == 1)
    expect(page.locator(".deals button").first).to_be_enabled()
    page.keyboard.press(" ")
    until(lambda: console.table.step is Step.PLAYING)
    dealt_cards = [len(console.table.cards_of(place)) for place in (EARLY, LATE, 0)]
    assert dealt_cards == [3, 3, 3]
    expect(page.locator(".stepbar [aria-current=step]")).to_have_text("Players look")
    expect(page.locator(".stepbar .done")).to_have_count(3)
    early.asks("look", box=EARLY)
    expect(page.locator(".boxes tr", has_text=early.name)).to_contain_text("looked ")
    assert places(page) == before


HELD_DOWN = """(key) => {
  const pressed = (repeat) => document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }))
  for (const repeat of [false, true, true, true]) pressed(repeat)
}"""


def places(page: Page) -> list[object]:
    """Where the parts of the page lie, to the pixel."""
    parts = ".stepbar li, .action, .boxes th, .boxes tbody tr, .bar .btn, .padbox, .keys, .hints"
    found: list[object] = page.locator(parts).evaluate_all(
        "all => all.map((one) => { const {x, y, width, height} = one.getBoundingClientRect();"
        " return [x, y, width, height].map(Math.round) })"
    )
    return found


def test_a_report_that_is_begun_can_be_dropped(floor: Casino) -> None:
    """By the reporter with two presses, by Escape, or by another who stands there."""
    console = floor.console("d1", "three-card-poker")
    expect(console.page.get_by_role("button", name="Open betting")).to_be_visible()
    for end in ("ww", "Escape"):
        console.page.keyboard.press("i")
        console.report.wait_for()
        assert console.table.awaiting is not None
        for key in ("w", "w") if end == "ww" else (end,):
            console.page.keyboard.press(key)
        until(lambda: console.table.awaiting is None)
        expect(console.report).to_have_count(0)
        expect(console.page.get_by_role("button", name="Open betting")).to_be_visible()
    console.page.keyboard.press("i")
    console.report.wait_for()
    supervisor = floor.console("s1", "three-card-poker")
    supervisor.says("d1 is making a report")
    supervisor.page.keyboard.press("w")
    supervisor.page.keyboard.press("w")
    expect(console.report).to_have_count(0)
    expect(console.page.locator(".feed")).to_contain_text("s1 reports nothing: play goes on")


def test_cards_of_an_electronic_shoe_appear_by_themselves(floor: Casino) -> None:
    console, _, _ = begun(floor, "shoe", "player")
    expect(console.page.locator(".pad")).to_contain_text("Cards come from the electronic shoe")
    expect(console.page.locator(".keys")).to_have_count(0)
    with (
        socket.create_connection(floor.house.listening()["shoe"]) as shoe,
        shoe.makefile("rw") as line,
    ):
        for said in ("HELLO s1", "CARD 1 4h", "CARD 2 6d", "CARD 3 4s", "CARD 4 Kc"):
            line.write(f"{said}\n")
            line.flush()
            assert line.readline().startswith("OK")
    expect(console.page.locator(".hand2").first.get_by_role("img")).to_have_count(2)
    expect(console.page.locator(".tot")).to_have_text(["8", "6"])
    settled(console)
