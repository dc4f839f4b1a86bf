"""Every state of every terminal, measured in many windows: nothing out, covered, cut or small.

One page is resized through the windows in each state of a round, so that rounds are played once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from tests.support.browser.boxes import (
    CHINESE,
    PROMISED,
    TIGHT,
    WINDOWS,
    boxes_wrong,
    in_chinese,
    wrong_at_all_sizes,
)
from tests.support.browser.chromium import PATIENCE
from tests.support.browser.page_looks import axe
from tests.support.browser.player_terminal import COACHED, guest, spot
from tests.support.browser.sheets import ASKED, Sheets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.support.browser.dealt_tables import Dealt

pytestmark = pytest.mark.timeout(300)
"""A busy machine takes its time over some hundred windows."""
TABLES = {
    "pictures": "three-pictures",
    "lucky": "lucky-three-pictures",
    "royal": "royal-three-pictures",
    "poker": "three-card-poker",
    "baccarat": "baccarat",
    "planted": "three-pictures",
    "large": "three-card-poker",
}
BETS = {
    "pictures": ("initial", "tie", "three-pictures"),
    "lucky": ("initial", "lucky-tie", "lucky-pictures", "player-lucky-6", "dealer-lucky-6"),
    "royal": ("main", "tie", "royal-pictures"),
    "poker": ("ante", "pair-plus", "progressive"),
    "baccarat": ("player", "banker", "tie", "player-pair"),
}
GAMES = tuple(BETS)
BETS["large"] = ("ante", "pair-plus")
BOX = 4
WITH_AXE = ("poker", "baccarat")
SEEN_BY_AXE = ("bets placed", "a bet's card", "looked", "drawn", "result", "why", "held")
EVERYWHERE = ("bets placed", "looked", "drawn", "result", "held", "without a line")
"""States of every table that are measured in every window."""
WITH_DIALOGS = ("royal", "baccarat")
"""Dialogs are alike at all tables but for roads."""
SMALL = ((320, 640), (360, 740), (390, 844), (667, 375), (844, 390), (720, 450))
"""Windows that have a menu."""
PLANTED = {
    "outside the window": ".dock .act:last-of-type { position: relative; left: 900px }",
    "small target": ".dock .tray button { width: 30px; height: 30px }",
    "controls overlap": ".dock .act + .act { margin-left: -30px }",
    "leaves its circle": ".own .spot .name { font-size: 34px }",
    "under the dock": ".felt-in { inset: 0 0 -160px }",
    "clipped": ".dock .purse { width: 40px; overflow: hidden }",
    "texts overlap": ".dealer p { transform: translateY(-400px) } .call { transform: none }"
    " .call small { margin-top: -18px }",
    "texts overlap by": ".idle { top: 40px }",
    "felt text": ".box.own { bottom: 300px }",
    "the page is": "html { width: 130vw }",
    "shortened": ".topbar .where b { width: 30px; overflow: hidden; text-overflow: ellipsis;"
    " white-space: nowrap }",
}
"""Faults, and by which words each is found."""
PLANT = """(css) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css.replaceAll(';', ' !important;').replaceAll(' }', ' !important }'))
  document.adoptedStyleSheets = [sheet]
}"""


@pytest.fixture
def page(browser: Browser, dealt: Dealt, complaints: list[str]) -> Iterator[Page]:
    """A visitor who wants no movement: what is measured stands still."""
    with browser.new_context(base_url=dealt.url, reduced_motion="reduce") as visitor:
        visitor.set_default_timeout(PATIENCE)
        visitor.add_init_script(COACHED)
        if ASKED is None:
            visitor.add_init_script(CHINESE)
        visitor.on(
            "console", lambda said: complaints.append(said.text) if said.type == "error" else None
        )
        visitor.on("weberror", lambda failed: complaints.append(str(failed.error)))
        made = visitor.new_page()
        made.set_viewport_size({"width": 1440, "height": 900})
        yield made
    assert complaints == []


class Measured:
    """A terminal whose states are measured one after the other."""

    def __init__(self, page: Page, dealt: Dealt, table: str) -> None:
        self.page, self.dealt, self.table = page, dealt, table
        self.wrong: list[str] = []
        self.english, self.chinese = (Sheets(f"terminal-{table}", one) for one in ("en", "zh"))
        self.box = 0 if table == "baccarat" else BOX

    def is_at(self, state: str, step: str) -> None:
        expect(self.page.locator(".terminal")).to_have_attribute("data-state", step)
        self.measure(state, self.windows(state))
        self.english.take(self.page, state)
        if self.table in WITH_AXE and state in SEEN_BY_AXE:
            axe(self.page)
        with in_chinese(self.page):
            self.measure(f"{state}, in Chinese", TIGHT)
            self.chinese.take(self.page, state)

    def windows(self, state: str) -> tuple[tuple[int, int], ...]:
        return WINDOWS if state in EVERYWHERE else PROMISED

    def measure(self, state: str, windows: tuple[tuple[int, int], ...]) -> None:
        named = f"{self.table}, {state}"
        self.wrong += wrong_at_all_sizes(self.page, named, windows)

    def lies_well(self) -> None:
        self.english.keep()
        self.chinese.keep()
        if self.wrong:
            pytest.fail("\n".join(self.wrong))

    def does(self, command: str, **more: object) -> None:
        self.dealt.does(self.table, command, **more)

    def bets(self) -> None:
        for bet in BETS[self.table]:
            of = spot(self.page, self.box, bet)
            of.click()
            expect(of).to_have_class(re.compile(r"\baccepted\b"))


@pytest.mark.parametrize("table", GAMES)
def test_every_state_lies_as_it_should(page: Page, dealt: Dealt, table: str) -> None:
    at = Measured(page, dealt, table)
    come_in(at)
    bet_and_hold_too_large_a_chip(at)
    at.does("close-betting")
    at.is_at("no more bets", "dealing")
    (draw if table == "baccarat" else look_and_decide)(at)
    expect(page.locator(".dock .dealbtn.primary")).to_contain_text("Repeat")
    at.is_at("result", "result")
    page.keyboard.press("y")
    expect(page.locator(".over")).to_contain_text("Clause")
    at.is_at("why", "result")
    page.keyboard.press("Escape")
    at.does("open-betting")
    at.is_at("result beside new bets", "betting")
    page.keyboard.press("r")
    expect(spot(page, at.box, BETS[table][0])).to_have_class(re.compile(r"\baccepted\b"))
    if table in WITH_DIALOGS:
        open_dialogs(at)
    at.does("close-betting")
    void_it(at)
    at.lies_well()


def come_in(at: Measured) -> None:
    at.page.goto(f"/table/{at.table}")
    expect(at.page.locator(".dock.guest")).to_be_visible()
    at.is_at("watching, without a dealer", "result")
    guest(at.page.context)
    at.page.reload()
    expect(at.page.locator(".dock .tray")).to_be_visible()
    expect(at.page.locator(".rail")).to_contain_text("No dealer at this table")
    at.is_at("not seated", "result")
    at.does("open-betting")
    at.is_at("betting open", "betting")


def bet_and_hold_too_large_a_chip(at: Measured) -> None:
    at.bets()
    at.is_at("bets placed", "betting")
    side = spot(at.page, at.box, BETS[at.table][2 if at.table == "baccarat" else 1])
    at.page.get_by_role("radio", name="1000 SGD").click()
    side.click()
    expect(at.page.get_by_role("alert")).to_contain_text("maximum 500.00")
    at.is_at("a chip that passes the maximum", "betting")
    at.page.get_by_role("radio", name="25 SGD", exact=True).click()
    side.focus()
    at.page.keyboard.press("i")
    expect(at.page.locator(".over")).to_contain_text("Wins when")
    at.is_at("a bet's card", "betting")
    at.page.keyboard.press("Escape")
    at.page.evaluate("document.documentElement.dataset.hand = 'left'")
    at.measure("at the left hand", TIGHT)
    at.page.evaluate("document.documentElement.dataset.hand = 'right'")


def look_and_decide(at: Measured) -> None:
    at.dealt.deal(at.table, {BOX: "Kd Qc Jh" if at.table == "poker" else "Kd Js 6d", 0: "Qd 3c 2s"})
    expect(at.page.get_by_role("button", name="Look at my cards")).to_be_visible()
    at.is_at("looking", "playing")
    at.page.keyboard.press("l")
    expect(at.page.locator(".box.own .verdict")).not_to_contain_text("face down")
    at.is_at("looked", "playing")
    if at.table == "poker":
        at.page.keyboard.press("p")
        expect(at.page.locator(".box.own")).to_contain_text("Played")
        at.is_at("others decide", "playing")
    at.dealt.finish(at.table)


def draw(at: Measured) -> None:
    for card in ("5d", "3c", "9s", "3h"):
        at.does("deal", cards=card)
    expect(at.page.locator(".reason")).to_have_count(1)
    at.is_at("third card to come", "dealing")
    at.does("deal", cards="Kc")
    expect(at.page.locator(".reason")).to_have_count(2)
    at.is_at("drawn", "exposed")
    at.does("settle")


def open_dialogs(at: Measured) -> None:
    page = at.page
    page.get_by_role("button", name="Saved").click()
    page.get_by_role("button", name=re.compile("^Save these bets")).click()
    at.is_at("saved bets", "betting")
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    expect(page.get_by_role("button", name=re.compile("^This session"))).to_have_attribute(
        "aria-expanded", "true"
    )
    at.is_at("session", "betting")
    page.keyboard.press("s")
    page.get_by_role("button", name="Settings").click()
    at.is_at("settings", "betting")
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 390, "height": 844})
    for name in ("Menu: my round, limits, theme, leave", "Bets, pay tables, last rounds"):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        at.measure(name, SMALL)
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.locator(".house-notice")).to_be_visible()
    at.is_at("without a line", "betting")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".house-notice")).to_be_hidden()


def void_it(at: Measured) -> None:
    at.does("report", irregularity="foreign-card")
    expect(at.page.locator(".notice")).to_be_visible()
    at.is_at("held", "dealing")
    at.dealt.by(at.table, "s1").does("rule", reason="a card of another back")
    expect(at.page.locator(".notice")).to_contain_text("Every bet goes back.")
    at.is_at("void", "result")
    at.dealt.by(at.table, "s1").does("close-table")
    expect(at.page.locator(".felt")).to_contain_text("The table is closed")
    at.is_at("closed", "result")


def test_large_print_lies_as_it_should(page: Page, dealt: Dealt) -> None:
    """It scrolls where a window is low; the jackpot is frozen meanwhile."""
    at = Measured(page, dealt, "large")
    guest(page.context)
    page.goto("/table/large")
    page.evaluate("localStorage.setItem('print', 'large')")
    page.reload()
    at.does("open-betting")
    for bet in BETS["large"]:
        spot(page, BOX, bet).click()
        expect(spot(page, BOX, bet)).to_contain_text("25")
    at.is_at("large print, bets", "betting")
    at.does("close-betting")
    dealt.deal("large", {BOX: "Kd Qc Jh", 0: "Qd 3c 2s"})
    page.get_by_role("button", name="Look").first.click()
    expect(page.get_by_role("button", name=re.compile("^Play 25.00"))).to_be_visible()
    at.is_at("large print, decision", "playing")
    page.keyboard.press("p")
    expect(page.locator(".lp-dock .pick")).to_be_hidden()
    dealt.finish("large")
    expect(page.locator(".lp-net")).to_be_visible()
    at.is_at("large print, result", "result")
    page.get_by_role("button", name="Normal print").click()
    freeze(dealt)
    expect(page.locator(".jackpot .off")).to_be_visible()
    at.is_at("a frozen jackpot", "result")
    at.does("open-betting")
    expect(spot(page, BOX, "progressive")).to_have_class(re.compile(r"\bpaused\b"))
    at.is_at("a frozen jackpot beside bets", "betting")
    at.lies_well()


def freeze(dealt: Dealt) -> None:
    with httpx.Client(base_url=dealt.url) as pit:
        signed = {"name": "s1", "password": dealt.passwords["s1"]}
        assert pit.post("/api/sign-in", json=signed).is_success
        done = pit.post("/api/jackpots/three-card-poker/freeze", json={"reason": "a display"})
        assert done.is_success, done.text


def test_planted_faults_are_found(page: Page, dealt: Dealt) -> None:
    """Each kind of fault, by the words that tell of it; none of them without it."""
    at = Measured(page, dealt, "planted")
    guest(page.context)
    page.goto("/table/planted")
    expect(page.locator(".dock .tray")).to_be_visible()
    at.does("open-betting")
    expect(page.locator(".terminal")).to_have_attribute("data-state", "betting")
    assert boxes_wrong(page) == []
    for words, fault in PLANTED.items():
        page.evaluate(PLANT, fault)
        assert any(one.startswith(words) for one in boxes_wrong(page)), words
        page.evaluate("document.adoptedStyleSheets = []")
    assert boxes_wrong(page) == []
