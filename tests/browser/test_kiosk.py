"""A terminal that stays at its table, in large print, at the left hand, and without a line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.browser.both_languages import read_in_both
from tests.support.browser.boxes import PROMISED, wrong_at_all_sizes
from tests.support.browser.page_looks import axe, picture
from tests.support.browser.player_terminal import DESK, guest, seconds_pass, size, spot

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, WebSocketRoute

    from tests.support.browser.dealt_tables import Dealt

TABLES = {"b1": "baccarat", "r1": "royal-three-pictures", "p1": "three-card-poker"}
HEARTBEAT = 10
"""Seconds within which a silent house is noticed."""
SMALL_PRINT = """() => [...document.querySelectorAll('.terminal *')]
    .filter((one) => one.checkVisibility() && !one.closest('.visually-hidden, svg'))
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 20)
    .map((one) => `${one.textContent.trim()} ${getComputedStyle(one).fontSize}`)"""
COVERED = """() => {
    const over = document.querySelector('.toast:last-child').getBoundingClientRect();
    return [...document.querySelectorAll('[data-spot], .dock')].filter((one) => {
        const by = one.getBoundingClientRect();
        const wide = Math.min(over.right, by.right) - Math.max(over.left, by.left);
        return one.checkVisibility() && wide > 0
            && Math.min(over.bottom, by.bottom) > Math.max(over.top, by.top);
    }).map((one) => one.className);
}"""


def test_a_kiosk(terminal: Callable[..., Page], dealt: Dealt) -> None:
    """Any touch begins; nothing leads out, not even a new address, but a sign-in of staff."""
    player = dealt.guest("r1")
    dealt.does("r1", "open-betting")
    player.does("place", player=player.name, bet="main", cents=5000, box=4)
    dealt.does("r1", "close-betting")
    dealt.deal("r1", {4: "Ks Kh 9c", 0: "Qd 5s 4h"})
    dealt.finish("r1")
    page = terminal(DESK)
    page.goto("/kiosk/r1")
    expect(page.get_by_role("heading", name="Royal Three Pictures")).to_be_visible()
    expect(page.get_by_text("Box 4 wins")).to_be_visible()
    expect(page.get_by_text("Seven boxes are free")).to_be_visible()
    read_in_both(page)
    picture(page, "kiosk-boxes")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("You are watching")).to_be_visible()
    page.locator("a.brand").click()
    page.goto("/rules")
    expect(page).to_have_url(re.compile("/kiosk/r1$"))
    page.get_by_role("button", name="Begin").click()
    page.locator("a.brand").click(button="middle")
    page.locator("a.brand").click(modifiers=["ControlOrMeta"])
    assert len(page.context.pages) == 1
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Staff", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Name").fill("s1")
    dialog.get_by_label("Password").fill(dealt.passwords["s1"])
    dialog.get_by_role("button", name="Leave the kiosk").click()
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_a_kiosk_rests(terminal: Callable[..., Page], complaints: list[str]) -> None:
    """After a minute without a touch, unless a bet lies on the table."""
    page = terminal(DESK)
    page.clock.install()
    page.goto("/kiosk/b1")
    expect(page.get_by_text("Big road", exact=True)).to_be_visible()
    read_in_both(page)
    picture(page, "kiosk-roads")
    page.get_by_role("button", name="Begin").click()
    page.clock.run_for(59_000)
    expect(page.get_by_role("button", name="Begin")).to_have_count(0)
    page.clock.run_for(2_000)
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    complaints.clear()  # of a line that was silent for a minute of the page's own time


def test_a_kiosk_forgets_its_last_player(
    terminal: Callable[..., Page], dealt: Dealt, complaints: list[str]
) -> None:
    """A round is read to its end, also after somebody left; then nothing of its player stays."""
    page = terminal(DESK)
    page.goto("/kiosk/r1")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Leave").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Play as a guest").click()
    dealt.does("r1", "open-betting")
    bet = page.locator('.box.own [data-spot$=":main"]')
    bet.click()
    expect(bet).to_contain_text("25")
    page.get_by_role("button", name="Undo").click()
    expect(bet).not_to_contain_text("25")
    expect(page.get_by_role("button", name="Begin")).to_have_count(0)
    own_limits(page)
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Left-handed").click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("button", name="Begin")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-hand", "right")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_text("You are watching")).to_be_visible()
    assert dealt.table("r1").seats == {}
    dealt.does("r1", "close-betting")
    complaints.clear()  # of a session that has ended


def own_limits(page: Page) -> None:
    """Limits, a break and exclusion are at hand at a kiosk, too, and lead back to the table."""
    page.keyboard.press("s")
    page.locator('a[href="/play"]').click()
    expect(page.get_by_role("heading", name="Take a break")).to_be_visible()
    expect(page).to_have_url(re.compile("/kiosk/r1$"))
    page.get_by_role("button", name="Back", exact=True).click()
    expect(page.locator(".box.own")).to_be_visible()


def test_a_kiosk_of_no_table_holds_nobody(terminal: Callable[..., Page]) -> None:
    page = terminal(DESK)
    page.goto("/kiosk/nowhere")
    page.get_by_role("link", name="To the tables", exact=True).click()
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()


def test_large_print(terminal: Callable[..., Page], dealt: Dealt) -> None:
    """One hand, one decision, nothing under 20 pixels, buttons 128 high; kept in the browser."""
    page = terminal((1440, 900))
    guest(page.context)
    dealt.does("p1", "open-betting")
    page.goto("/table/p1")
    page.get_by_role("button", name="Settings").click()
    axe(page)
    page.get_by_role("switch", name="Large print").click()
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    page.reload()
    ante = spot(page, 4, "ante")
    ante.click()
    expect(ante).to_contain_text("25")
    assert page.evaluate(SMALL_PRINT) == []
    read_in_both(page)
    picture(page, "large-print-bets")
    dealt.does("p1", "close-betting")
    dealt.deal("p1", {4: "Kd Qc Jh", 0: "5c 9h Td"})
    page.get_by_role("button", name="Look").first.click()
    play = page.get_by_role("button", name=re.compile("^Play 25.00"))
    expect(play).to_be_visible()
    expect(page.get_by_text("Straight")).to_be_visible()
    box = play.bounding_box()
    assert box is not None
    assert box["height"] >= 128
    assert page.evaluate(SMALL_PRINT) == []
    axe(page)
    picture(page, "large-print-decision")
    play.click()
    dealt.finish("p1")
    expect(page.locator(".lp-net")).to_contain_text("Net +")
    page.get_by_role("button", name="Normal print").click()
    expect(page.locator(".box.own")).to_be_visible()


def test_at_the_left_hand(terminal: Callable[..., Page]) -> None:
    page = terminal(DESK)
    guest(page.context)
    page.goto("/table/b1")
    places = [page.locator(".dock .purse"), page.locator(".dock .acts")]
    purse, acts = (one.bounding_box() for one in places)
    assert purse is not None
    assert acts is not None
    assert purse["x"] < acts["x"]
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name="Left-handed").click()
    page.keyboard.press("Escape")
    purse, acts = (one.bounding_box() for one in places)
    assert purse is not None
    assert acts is not None
    assert acts["x"] < purse["x"]
    assert wrong_at_all_sizes(page, "left-handed", PROMISED) == []


@pytest.mark.standard(30)
def test_without_a_line(terminal: Callable[..., Page], dealt: Dealt, complaints: list[str]) -> None:
    """The browser says so at once: no bet is taken, and all comes back by itself."""
    page = terminal(DESK)
    guest(page.context)
    dealt.does("b1", "open-betting")
    page.goto("/table/b1")
    area = spot(page, 0, "player")
    expect(area).to_have_attribute("aria-disabled", "false")
    page.context.set_offline(True)
    expect(page.locator(".live")).to_have_text("Reconnecting, your bets stand", timeout=1000)
    expect(page.get_by_text("The house cannot be reached. Your bets stand")).to_be_visible()
    expect(area).to_have_attribute("aria-disabled", "true")
    axe(page)
    picture(page, "terminal-offline")
    page.context.set_offline(False)
    expect(page.locator(".live")).to_have_text("Connected", timeout=3000)
    expect(area).to_have_attribute("aria-disabled", "false")
    complaints.clear()


def test_a_house_that_falls_silent(terminal: Callable[..., Page], complaints: list[str]) -> None:
    """The socket stays open and nothing comes through it."""
    page = terminal(DESK)
    silent = False

    def line(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda said: None if silent else server.send(said))
        server.on_message(lambda said: None if silent else socket.send(said))

    page.clock.install()
    page.route_web_socket(re.compile("/ws$"), line)
    page.goto("/board/b1")
    expect(page.get_by_text("Bead plate")).to_be_visible()
    page.goto("/table/b1")
    expect(page.locator(".live")).to_have_text("Connected")
    silent = True
    seconds_pass(page, HEARTBEAT)
    expect(page.locator(".live")).to_have_text(re.compile("Reconnecting"))
    silent = False
    page.clock.resume()
    expect(page.locator(".live")).to_have_text("Connected", timeout=15_000)
    complaints.clear()


def test_notices(terminal: Callable[..., Page], dealt: Dealt) -> None:
    """They stand above dialogs, where they can be closed, and never over spots or the dock."""
    page = terminal((390, 844))
    guest(page.context)
    page.goto("/table/r1")
    dealt.does("r1", "open-betting")
    expect(spot(page, 4, "tie")).to_be_visible()
    for window in ((390, 844), (844, 390), (1366, 768)):
        size(page, window)
        spot(page, 4, "tie").click()
        expect(page.locator(".toast")).not_to_have_count(0)
        page.wait_for_timeout(300)
        assert page.evaluate(COVERED) == []
    page.keyboard.press("?")
    expect(page.get_by_role("dialog").first).to_be_visible()
    page.get_by_role("button", name="Close this notice").last.click(timeout=2000)
