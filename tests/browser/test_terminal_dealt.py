"""Terminals at tables that a person deals: chosen cards, so that what a page shows is known."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from tests.support.browser.chromium import PATIENCE, missing
from tests.support.browser.dealt_tables import Dealt
from tests.support.browser.page_looks import axe
from tests.support.browser.player_terminal import (
    DESK,
    PHONE,
    enter,
    frames,
    keep,
    own_box,
    size,
    spot,
    state,
)
from tests.support.typed_cards import found

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, Page

TABLES = {
    "pictures": "three-pictures",
    "misdealt": "three-pictures",
    "royal": "royal-three-pictures",
    "poker": "three-card-poker",
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


@pytest.fixture(scope="module")
def dealt(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dealt]:
    del browser  # the house closes first
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    with ExitStack() as entering:
        yield Dealt(tmp_path_factory.mktemp("dealt"), entering, BUILT, TABLES)


@pytest.fixture
def terminal(
    browser: Browser, dealt: Dealt, complaints: list[str]
) -> Iterator[Callable[[tuple[int, int]], Page]]:
    """Terminals for as many people as a test wants; none of them may complain."""
    with ExitStack() as entering:

        def made(of: tuple[int, int] = DESK) -> Page:
            person = entering.enter_context(browser.new_context(base_url=dealt.url))
            person.set_default_timeout(PATIENCE)
            person.on(
                "console",
                lambda said: complaints.append(said.text) if said.type == "error" else None,
            )
            person.on("weberror", lambda failed: complaints.append(str(failed.error)))
            page = person.new_page()
            size(page, of)
            return page

        yield made
    assert complaints == []


def line(page: Page, bet: str) -> str:
    """A settled bet as the rail tells it."""
    lines = page.locator(".rail .line").filter(
        has=page.locator("b", has_text=re.compile(f"^{bet}"))
    )
    return re.sub(r"\s+", " ", lines.first.inner_text())


def test_two_people_at_one_box(dealt: Dealt, terminal: Callable[..., Page]) -> None:
    """Three Pictures 3.8, 3.10: one sits, one stands; who sits looks, and nobody else sees it."""
    sitting, standing = terminal(), terminal(PHONE)
    hears = frames(standing)
    seated, stands = enter(sitting, "pictures"), enter(standing, "pictures")
    dealt.does("pictures", "open-betting")
    spot(sitting, 4, "initial").click()
    state(spot(sitting, 4, "initial"), "25, accepted")
    standing.get_by_role("button", name=re.compile("^Box 4")).click()
    spot(standing, 4, "initial").click()
    state(spot(standing, 4, "initial"), "25, accepted")
    expect(standing.locator(".box.own")).to_contain_text("you bet standing")
    expect(sitting.locator(".box.own")).to_contain_text(f"+ {stands} standing, 25")
    spot(sitting, 4, "tie").click()
    state(spot(sitting, 4, "tie"), "25, accepted")
    dealt.does("pictures", "close-betting")
    dealt.deal("pictures", {4: "Kd Js 6d", 0: "Qd 3c 2s"})
    expect(sitting.get_by_role("button", name="Look at box 4")).to_be_visible()
    expect(standing.get_by_role("button", name="Look at box 4")).to_have_count(0)
    sitting.keyboard.press("l")
    own = sitting.locator(".box.own")
    expect(own).to_contain_text("Double Pictures Six")
    expect(own.get_by_role("img", name="king of diamonds")).to_be_visible()
    expect(standing.locator(".box.own")).to_contain_text("face down")
    hidden = ["Kd", "Js", "6d", "Qd", "3c", "2s"]
    assert hears, "nothing was heard"
    assert found(hidden, "\n".join(hears)) == []
    axe(sitting)
    sitting.keyboard.press("t")
    expect(standing.locator(".box.own")).to_contain_text("Double Pictures Six")
    dealt.finish("pictures")
    met = "Double Pictures Six against Single Picture Five"
    expect(sitting.locator(".rail .met")).to_have_text(met)
    expect(standing.locator(".sheet .met")).to_have_text(met)
    assert "+12.50" in line(sitting, "Initial")
    assert "4.1" in line(sitting, "Initial")
    assert "\u221225.00" in line(sitting, "Tie")
    state(spot(sitting, 4, "initial"), re.escape("+12.50"))
    expect(sitting.locator(".rail .net")).to_contain_text("\u221212.50")
    expect(standing.locator(".sheet .net")).to_contain_text("+12.50")
    assert found(hidden, "\n".join(hears)) == hidden
    keep(sitting, "terminal-three-pictures")
    keep(standing, "terminal-three-pictures-phone")
    assert seated != stands


def test_a_refused_bet_says_why(dealt: Dealt, terminal: Callable[..., Page]) -> None:
    """Royal 3.4 and 3.5: the spot is marked, the clause is named, the money is still there."""
    page = terminal(PHONE)
    enter(page, "royal")
    dealt.does("royal", "open-betting")
    tie = spot(page, 4, "tie")
    tie.click()
    state(tie, "refused")
    refusal = page.get_by_role("alert")
    expect(refusal).to_contain_text("Tie 25.00 not accepted")
    refusal.get_by_role("button", name="Clause 3.5", exact=True).click()
    expect(refusal.get_by_role("dialog")).to_contain_text("In the rulebook")
    page.get_by_role("radio", name="5 SGD", exact=True).click()
    spot(page, 4, "main").click()
    state(spot(page, 4, "main"), "refused")
    expect(page.get_by_role("alert").last).to_contain_text("3.4")
    expect(page.locator(".purse")).to_contain_text("2,000.00")
    axe(page)
    keep(page, "terminal-refused")
    dealt.does("royal", "close-betting")


def test_a_fold_a_blind_hand_and_a_jackpot(dealt: Dealt, terminal: Callable[..., Page]) -> None:
    """3 Card Poker 3.7, 3.8, 3.12.1, 3.12.2, 4.4: one looks at one hand and plays both."""
    winning, folding = terminal(), terminal(PHONE)
    hears = frames(folding)
    enter(winning, "poker")
    enter(folding, "poker")
    dealt.does("poker", "open-betting")
    for bet in ("ante", "progressive"):
        spot(winning, 4, bet).click()
        state(spot(winning, 4, bet), "(25|5), accepted")
    spot(winning, 5, "ante").click()
    state(spot(winning, 5, "ante"), "25, accepted")
    folding.get_by_role("button", name=re.compile("^Box 2")).click()
    spot(folding, 2, "ante").click()
    state(spot(folding, 2, "ante"), "25, accepted")
    dealt.does("poker", "close-betting")
    cards = {2: "2h 5d 9c", 4: "As Ks Qs", 5: "7h 8c 2c", 0: "Qd 3c 2s"}
    dealt.deal("poker", cards)
    winning.get_by_role("button", name="Look at box 4").click()
    own = winning.locator(".box.own")
    expect(own).to_contain_text("Straight Flush")
    expect(own).to_contain_text("Your decision")
    expect(winning.locator(".dock")).to_contain_text("Box 5 is yours too and stays unseen.")
    unseen = winning.locator(".box.also-mine")
    expect(unseen).to_contain_text("Next, unseen")
    expect(unseen.get_by_role("button", name="Clause 3.7", exact=True)).to_be_visible()
    expect(winning.locator(".pays tr.now td:first-child").first).to_contain_text("Straight Flush")
    expect(winning.locator(".rail")).to_contain_text("If you fold")
    folding.get_by_role("button", name="Look at box 2").click()
    expect(folding.locator(".box.own")).to_contain_text("Three Odd Cards")
    axe(winning)
    keep(winning, "terminal-three-card-poker")
    fold = folding.get_by_role("button", name=re.compile("^Fold"))
    fold.click()
    expect(fold).to_contain_text("sure?")
    fold.click()
    expect(folding.locator(".box.own")).to_contain_text("Folded")
    winning.keyboard.press("p")
    expect(winning.locator(".box.own")).to_have_attribute("aria-label", "Box 5, You")
    expect(winning.locator(".dock")).to_contain_text("decided unseen")
    winning.keyboard.press("p")
    expect(winning.locator(".box.also-mine")).to_contain_text("Played")
    hidden = [card for place in (0, 4, 5) for card in cards[place].split()]
    assert found(hidden, "\n".join(hears)) == []
    dealt.finish("poker")
    expect(winning.locator(".rail .met").first).to_contain_text("Straight Flush against")
    assert re.search(r"\+19,99\d\.\d\d", line(winning, "Progressive"))  # the meter less the bet
    assert "4.4" in line(winning, "Progressive")
    expect(folding.locator(".sheet")).to_contain_text("You folded this hand")
    expect(folding.locator(".sheet .net")).to_contain_text("\u221225.00")
    expect(winning.get_by_role("img", name="two of hearts")).to_have_count(0)
    keep(winning, "terminal-jackpot")


def test_two_players_choose_differently(dealt: Dealt, terminal: Callable[..., Page]) -> None:
    """Three Pictures 5.6, 5.6.2, 5.6.3: after a misdeal each player says how to go on."""
    goes_on, goes = terminal(), terminal(PHONE)
    enter(goes_on, "misdealt")
    enter(goes, "misdealt")
    dealt.does("misdealt", "open-betting")
    spot(goes_on, 1, "initial").click()
    state(spot(goes_on, 1, "initial"), "25, accepted")
    goes.get_by_role("button", name=re.compile("^Box 2")).click()
    spot(goes, 2, "initial").click()
    state(spot(goes, 2, "initial"), "25, accepted")
    dealt.does("misdealt", "close-betting")
    dealt.deal("misdealt", {1: "Kh Qh Jh", 2: "2h 2d 2c", 0: "3h 3d 3c"})
    goes_on.get_by_role("button", name="Look at box 1").click()
    expect(goes_on.locator(".box.own")).to_contain_text("Three Pictures")
    lies = {"1": "Kh 2d Jh", "2": "2h Qh 2c"}
    facts = {"reconstructable": True}
    dealt.does("misdealt", "report", irregularity="misdealt", facts=facts, lies=lies)
    for page in (goes_on, goes):
        notice = page.get_by_role("alertdialog")
        expect(notice).to_contain_text("How do you want to go on?")
        expect(notice.get_by_role("button", name="Clause 5.6", exact=True)).to_be_visible()
        expect(notice.locator(".btn.primary")).to_have_count(0)
    axe(goes)
    keep(goes_on, "terminal-options")
    goes_on.get_by_role("button", name="Continue with the hand put right").click()
    expect(goes_on.locator(".notice")).to_contain_text("Waiting for the choice of")
    goes.get_by_role("button", name=re.compile("^Take your bets back")).click()
    expect(goes.locator(".notice")).to_have_count(0)
    expect(goes.locator(".purse")).to_contain_text("2,000.00")
    expect(goes_on.locator(".purse")).to_contain_text("1,975.00")
    dealt.finish("misdealt")
    expect(goes_on.locator(".rail .met")).to_contain_text("Three Pictures against")
    expect(goes.locator(".sheet")).to_have_count(0)


def test_a_round_held_and_voided(dealt: Dealt, terminal: Callable[..., Page]) -> None:
    """Royal 5.1, 5.1.1: the round waits for whoever decides; void, every bet goes back."""
    page = terminal(PHONE)
    enter(page, "royal")
    dealt.does("royal", "open-betting")
    main = spot(page, own_box(page), "main")
    main.click()
    state(main, "25, accepted")
    dealt.does("royal", "close-betting")
    dealt.does("royal", "report", irregularity="foreign-card")
    notice = page.locator(".notice")
    expect(notice).to_contain_text("Your bets stay on the table")
    expect(notice.get_by_role("button", name="Clause 5.1.1", exact=True)).to_be_visible()
    expect(page.locator(".purse")).to_contain_text("Held")
    keep(page, "terminal-held")
    dealt.by("royal", "s1").does("rule", reason="a card of another back")
    expect(notice).to_contain_text("Every bet goes back.")
    expect(notice).to_contain_text("25.00 is back in your balance.")
    expect(page.locator(".purse")).to_contain_text("2,000.00")
    axe(page)
    keep(page, "terminal-void")


@pytest.mark.parametrize("table", BY_KEYS)
def test_a_round_by_keyboard(dealt: Dealt, terminal: Callable[..., Page], table: str) -> None:
    """Chip, spot, look, decide, why: no pointer is needed."""
    bet, hand, name, net = BY_KEYS[table]
    page = terminal()
    enter(page, table)
    dealt.does(table, "open-betting")
    expect(page.locator(".terminal")).to_have_attribute("data-state", "betting")
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
    dealt.does(table, "close-betting")
    dealt.deal(table, {4: hand, 0: "Qd 3c 2s"})
    expect(page.get_by_role("button", name="Look at box 4")).to_be_visible()
    keys.press("l")
    expect(page.locator(".box.own .verdict")).to_contain_text(name)
    if table == "keys-poker":
        keys.press("f")
        expect(page.get_by_role("button", name=re.compile("^Fold: sure"))).to_be_visible()
        keys.press("p")
        expect(page.locator(".box.own")).to_contain_text("Played")
    dealt.finish(table)
    expect(page.locator(".rail .met")).to_contain_text(f"{name} against")
    expect(page.locator(".rail .net")).to_contain_text(net)
    keys.press("y")
    expect(page.locator(".rail .pop")).to_contain_text("Clause")
    expect(page.locator(".past button").first).to_contain_text(net)
    page.locator(".past button").first.focus()
    keys.press("Enter")
    replay = page.get_by_role("dialog", name="Replay of round 1")
    expect(replay).to_contain_text("This is a replay, not a round in play.")
    expect(replay.get_by_role("img", name="queen of diamonds")).to_be_visible()
    keys.press("Escape")
    expect(replay).to_have_count(0)
    keys.press("?")
    expect(page.get_by_role("dialog", name="How to play")).to_contain_text("What beats what")


def test_chips_undo_clear_double_and_repeat(dealt: Dealt, terminal: Callable[..., Page]) -> None:
    """Doubling stops at the maximum; what is repeated is what was bet, after a fresh start too."""
    page = terminal()
    enter(page, "chips")
    dealt.does("chips", "open-betting")
    main, tie = spot(page, 4, "initial"), spot(page, 4, "tie")
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
    page.keyboard.press("4")
    main.click()
    state(main, "100, accepted")
    for lies in ("100", "200", "300"):
        tie.click()
        state(tie, f"{lies}, accepted")
    page.get_by_role("button", name="Double").click()
    state(main, "200, accepted")
    state(tie, "500, accepted")
    dealt.does("chips", "close-betting")
    dealt.deal("chips", {4: "Kd Js 6d", 0: "Qd 3c 2s"})
    page.get_by_role("button", name="Look at box 4").click()
    page.get_by_role("button", name="Turn over box 4").click()
    dealt.finish("chips")
    expect(page.locator(".rail .net")).to_contain_text("\u2212400.00")
    page.reload()
    expect(page.locator(".box.own")).to_contain_text("You")
    dealt.does("chips", "open-betting")
    again = page.get_by_role("button", name=re.compile("^Repeat 700.00"))
    again.click()
    state(main, "200, accepted")
    state(tie, "500, accepted")
    expect(again).to_have_count(0)
    page.get_by_role("button", name="Leave").click()
    expect(page).to_have_url(re.compile("/$"))
    page.go_back()
    expect(page.locator(".box.own")).not_to_contain_text("your box")
