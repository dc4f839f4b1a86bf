"""From round to round: the result stays, is repeated and undone as a whole; a pause says so."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect

from tests.support.browser.page_looks import axe
from tests.support.browser.player_terminal import (
    COACHED,
    DESK,
    enter,
    guest,
    seconds_pass,
    spot,
    state,
)
from tests.support.browser.stalled_line import stalled_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from playwright.sync_api import Browser, Page

    from tests.support.browser.dealt_tables import Dealt
    from tests.support.house_in_thread import Running

TABLES = {
    "pictures": "three-pictures",
    "poker": "three-card-poker",
    "elsewhere": "baccarat",
    "nobody": "three-pictures",
}
POKER = "three-card-poker"
SECONDS_OF_SILENCE = 10


def line_titles(page: Page) -> list[str]:
    return [one.split("\n")[0] for one in page.locator(".rail .own-round .line").all_inner_texts()]


@pytest.mark.standard(23)
def test_the_result_stays_and_is_repeated(dealt: Dealt, terminal: Callable[..., Page]) -> None:
    page = terminal(DESK)
    enter(page, "pictures")
    dealt.does("pictures", "open-betting")
    bets = {bet: spot(page, 4, bet) for bet in ("initial", "three-pictures", "tie")}
    for key, bet in zip("322", bets, strict=True):
        page.keyboard.press(key)
        bets[bet].click()
        state(bets[bet], r"\d+, accepted")
    dealt.does("pictures", "close-betting")
    dealt.deal("pictures", {4: "Kh Js 6d", 0: "Qd 3c 2s"})
    dealt.finish("pictures")
    expect(page.locator(".rail .net")).to_contain_text("+2.50")
    assert line_titles(page) == ["Initial 25.00", "Tie 5.00", "Three Pictures 5.00"]
    expect(page.locator(".rail .line p").first).to_contain_text("K\u2665 J\u2660 6\u2666")
    expect(page.locator(".rail .met")).to_have_count(0)
    page.locator(".rail .line .why").first.click()
    why = page.get_by_role("dialog", name=re.compile("^Clause"))
    expect(why).to_contain_text("K\u2665 J\u2660 6\u2666")
    repeats(page, dealt, bets)
    expect(why).to_be_visible()
    expect(page.locator(".lastplate")).to_contain_text("+2.50")
    page.get_by_role("button", name="Put the last round away").click()
    expect(page.locator(".lastplate")).to_have_count(0)
    expect(page.locator(".rail .own-round")).to_have_count(0)
    dealt.does("pictures", "close-betting")


def repeats(page: Page, dealt: Dealt, bets: Iterable[str]) -> None:
    """Asked for in the result, it comes by itself when betting opens, and goes as a whole."""
    again = page.get_by_role("button", name=re.compile("^Repeat 35.00"))
    page.keyboard.press("r")
    expect(page.get_by_role("button", name=re.compile("^Repeats 35.00"))).to_be_visible()
    expect(again).to_have_count(0)
    dealt.does("pictures", "open-betting")
    for bet, cents in zip(bets, ("25", "5", "5"), strict=True):
        state(spot(page, 4, bet), f"{cents}, accepted")
    page.keyboard.press("u")
    for bet in bets:
        state(spot(page, 4, bet), "nothing on it")


@pytest.mark.standard(23)
def test_what_is_lost_stands_in_the_bar(dealt: Dealt, terminal: Callable[..., Page]) -> None:
    """Though a loss moves no purse; and a dealer's hand says that it does not qualify."""
    page = terminal(DESK)
    enter(page, "poker")
    dealt.does("poker", "open-betting")
    bets = [spot(page, 4, bet) for bet in ("ante", "pair-plus")]
    for bet in bets:
        bet.click()
        state(bet, "25, accepted")
    dealt.does("poker", "close-betting")
    dealt.deal("poker", {4: "2d 4c 7h", 0: "5c 9h Td"})
    page.get_by_role("button", name="Look at my cards").click()
    page.get_by_role("button", name=re.compile("^Play 25.00")).click()
    dealt.finish("poker")
    expect(page.locator(".dealer")).to_contain_text("does not qualify")
    expect(page.locator(".rail .net")).to_contain_text("0.00")
    dealt.does("poker", "open-betting")
    bets[0].click()
    state(bets[0], "25, accepted")
    dealt.does("poker", "close-betting")
    dealt.deal("poker", {4: "2d 4c 7h", 0: "5c 9h Qd"})
    page.get_by_role("button", name="Look at my cards").click()
    page.get_by_role("button", name=re.compile("^Play 25.00")).click()
    dealt.finish("poker")
    expect(page.get_by_role("button", name=re.compile(r"· \u221250.00$"))).to_be_visible()
    expect(page.locator(".dealer")).not_to_contain_text("does not qualify")
    page.get_by_role("button", name="Leave").click()
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()


@pytest.mark.standard(24)
def test_a_chip_over_the_maximum_says_so_first(dealt: Dealt, terminal: Callable[..., Page]) -> None:
    page = terminal(DESK)
    enter(page, "nobody")
    expect(page.locator(".call")).to_contain_text("No dealer at this table")
    expect(page.locator(".rail")).to_contain_text("Betting opens when one comes.")
    expect(page.get_by_text("Choose a chip")).to_have_count(0)
    dealt.does("nobody", "open-betting")
    main, tie = spot(page, 4, "initial"), spot(page, 4, "tie")
    main.click()
    state(main, "25, accepted")
    page.keyboard.press("6")
    expect(tie).to_have_accessible_name(re.compile("max 500"))
    tie.click()
    expect(page.locator(".over-max")).to_have_text(
        re.compile("Tie: maximum 500.00.*Only 500.00 more fits. Tap again to place it.")
    )
    state(tie, "nothing on it")
    tie.click()
    state(tie, "500, accepted")
    page.keyboard.press("c")
    state(main, "nothing on it")
    dealt.does("nobody", "close-betting")


def test_what_was_won_elsewhere_is_coming(dealt: Dealt, terminal: Callable[..., Page]) -> None:
    page = terminal(DESK)
    enter(page, "nobody")
    dealt.does("nobody", "open-betting")
    spot(page, 4, "initial").click()
    state(spot(page, 4, "initial"), "25, accepted")
    dealt.does("nobody", "close-betting")
    dealt.deal("nobody", {4: "Kh Js 7d", 0: "Qd 3c 2s"})
    dealt.finish("nobody")
    page.goto("/table/elsewhere")
    coming = page.locator(".purse .pending")
    expect(coming).to_contain_text("+50.00 coming at nobody")
    coming.get_by_role("button", name="why?").click()
    expect(page.get_by_role("dialog", name="Won, not yet yours to stake")).to_contain_text(
        "until its next round opens"
    )
    dealt.does("nobody", "open-betting")
    expect(coming).to_have_count(0)
    expect(page.locator(".purse .money")).to_have_text("SGD 2,025.00")
    dealt.does("nobody", "close-betting")


@pytest.mark.standard(45)
def test_a_frozen_jackpot_says_so_everywhere(dealt: Dealt, terminal: Callable[..., Page]) -> None:
    """3 Card Poker 5.17: on the felt, its spot, Repeat, the lobby and the board, by its clause."""
    page, looks = terminal(DESK), terminal(DESK)
    enter(page, "poker")
    play_two_boxes(page, dealt)
    freeze(dealt)
    [clause, *_] = looks.request.get(f"/api/games/{POKER}").json()["jackpot"]["stopped"]
    again = page.get_by_role("button", name=re.compile("^Repeat 50.00"))
    expect(again).to_contain_text(f"without the jackpot, which is paused ({clause}")
    felt = page.locator(".jackpot")
    expect(felt).to_contain_text("No jackpot bets for now. The amount is kept")
    expect(felt.get_by_role("button", name=f"Clause {clause}", exact=True)).to_be_visible()
    dealt.does("poker", "open-betting")
    again = page.locator(".act.repeat")
    expect(again).to_have_accessible_name("Repeat 50, no jackpot")
    expect(again).to_have_attribute("title", re.compile(re.escape(clause)))
    coin = spot(page, 4, "progressive")
    expect(coin).to_have_accessible_name(re.compile("paused"))
    coin.click()
    expect(page.locator(".toast")).to_contain_text(
        re.compile(rf"The amount is kept\s+{re.escape(clause)}")
    )
    axe(page)
    looks.goto("/")
    card = looks.locator('[data-table="poker"]')
    expect(card).to_contain_text("No jackpot bets for now; the amount is kept")
    expect(card).to_contain_text(clause)
    looks.goto("/board/poker")
    expect(looks.locator(".board-halt")).to_contain_text(clause)
    dealt.does("poker", "close-betting")


def play_two_boxes(page: Page, dealt: Dealt) -> None:
    dealt.does("poker", "open-betting")
    for bet in ("ante", "progressive"):
        spot(page, 4, bet).click()
        state(spot(page, 4, bet), r"\d+, accepted")
    spot(page, 5, "ante").click()
    state(spot(page, 5, "ante"), "25, accepted")
    dealt.does("poker", "close-betting")
    dealt.deal("poker", {4: "2h 5d 9c", 5: "7h 8c 2c", 0: "Qd 3c 2s"})
    one_key_each(page)
    page.keyboard.press("l")
    expect(page.get_by_role("button", name=re.compile("^Look at box"))).to_have_count(0)
    for box in (4, 5):
        expect(page.locator(".box.own")).to_have_attribute("aria-label", f"Box {box}, You")
        page.keyboard.press("p")
    dealt.finish("poker")


def one_key_each(page: Page) -> None:
    """Two hands may be looked at: each key is one button's; only the look is filled."""
    expect(page.get_by_role("button", name=re.compile("^Look at box"))).to_have_count(2)
    keys = page.locator(".dock [aria-keyshortcuts]").evaluate_all(
        "(all) => all.map((one) => one.getAttribute('aria-keyshortcuts'))"
    )
    assert sorted(keys) == sorted(set(keys))
    filled = page.locator(".dock .dealbtn.primary")
    expect(filled).to_have_count(1)
    expect(filled).to_have_text(re.compile("^Look"))
    expect(page.locator(".call [role=timer]")).to_be_visible()


def freeze(dealt: Dealt) -> None:
    signed = {"name": "s1", "password": dealt.passwords["s1"]}
    with httpx.Client(base_url=dealt.url) as pit:
        assert pit.post("/api/sign-in", json=signed).is_success
        told = pit.post(f"/api/jackpots/{POKER}/freeze", json={"reason": "the display is dark"})
        assert told.is_success, told.text


def test_a_line_that_leads_nowhere(browser: Browser, dealt: Dealt) -> None:
    """The connection stays open, and no byte comes through it: noticed within seconds."""
    with stalled_line(dealt.where) as line, browser.new_context(base_url=line.url) as person:
        person.add_init_script(COACHED)
        page = person.new_page()
        page.clock.install()
        page.goto("/board/elsewhere")
        guest(person)
        page.goto("/table/elsewhere")
        told = page.locator(".live")
        expect(told).to_have_text("Connected")
        line.goes.clear()
        seconds_pass(page, SECONDS_OF_SILENCE)
        expect(told).to_have_text("Reconnecting, your bets stand")
        line.goes.set()
        page.clock.resume()
        expect(told).to_have_text("Connected", timeout=15_000)


@pytest.mark.parametrize("table", ["t3", "t5"])
def test_a_table_of_the_house_deals_to_nobody(page: Page, house: Running, table: str) -> None:
    """It waits, with bets open, for the first one; that one starts the clock."""
    guest(page.context)
    page.goto(f"/table/{table}")
    expect(page.get_by_text("The first bet starts the time for bets.")).to_be_visible()
    before = house.house.play.tables[table].table
    page.wait_for_timeout(1000 * before.setup.betting_seconds + 1500)
    assert house.house.play.tables[table].table.round.number == before.round.number
    expect(page.locator(".felt [role=timer]")).to_have_count(0)
    page.locator("[data-spot$=':main'], [data-spot$=':banker']").first.click()
    expect(page.locator(".felt [role=timer]")).to_be_visible()
    dealt = re.compile("dealing|playing|exposed|result")
    expect(page.locator(".terminal")).to_have_attribute("data-state", dealt)
