"""Terminals at tables that a person deals: chosen cards, so that what a page shows is known."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.browser.page_looks import axe, picture
from tests.support.browser.player_terminal import (
    PHONE,
    enter,
    frames,
    own_box,
    spot,
    state,
)
from tests.support.typed_cards import found

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.support.browser.dealt_tables import Dealt

TABLES = {
    "pictures": "three-pictures",
    "misdealt": "three-pictures",
    "royal": "royal-three-pictures",
    "poker": "three-card-poker",
}


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
    assert seated != stands
    dealt.does("pictures", "open-betting")
    bet_on_one_box(sitting, standing, stands)
    dealt.does("pictures", "close-betting")
    dealt.deal("pictures", {4: "Kd Js 6d", 0: "Qd 3c 2s"})
    only_who_sits_looks(sitting, standing)
    hidden = ["Kd", "Js", "6d", "Qd", "3c", "2s"]
    assert hears, "nothing was heard"
    assert found(hidden, "\n".join(hears)) == []
    axe(sitting)
    sitting.keyboard.press("o")
    expect(standing.locator(".box.own")).to_contain_text("Double Pictures Six")
    dealt.finish("pictures")
    both_are_settled(sitting, standing)
    assert found(hidden, "\n".join(hears)) == hidden
    picture(sitting, "terminal-three-pictures")
    picture(standing, "terminal-three-pictures-phone")


def bet_on_one_box(sitting: Page, standing: Page, stands: str) -> None:
    spot(sitting, 4, "initial").click()
    state(spot(sitting, 4, "initial"), "25, accepted")
    standing.get_by_role("button", name=re.compile("^Box 4")).click()
    spot(standing, 4, "initial").click()
    state(spot(standing, 4, "initial"), "25, accepted")
    expect(standing.locator(".box.own")).to_contain_text("you bet standing")
    expect(sitting.locator(".box.own")).to_contain_text(f"+ {stands} standing, 25")
    spot(sitting, 4, "tie").click()
    state(spot(sitting, 4, "tie"), "25, accepted")


def only_who_sits_looks(sitting: Page, standing: Page) -> None:
    expect(sitting.get_by_role("button", name="Look at my cards")).to_be_visible()
    expect(standing.get_by_role("button", name="Look at my cards")).to_have_count(0)
    sitting.keyboard.press("l")
    own = sitting.locator(".box.own")
    expect(own).to_contain_text("Double Pictures Six")
    expect(own.get_by_role("img", name="king of diamonds")).to_be_visible()
    expect(standing.locator(".box.own")).to_contain_text("face down")


def both_are_settled(sitting: Page, standing: Page) -> None:
    for page in (sitting, standing):
        expect(page.locator(".rail .line p").first).to_contain_text("Double Pictures Six")
    assert "+12.50" in line(sitting, "Initial")
    assert "4.1" in line(sitting, "Initial")
    assert "\u221225.00" in line(sitting, "Tie")
    state(spot(sitting, 4, "initial"), re.escape("+12.50"))
    expect(sitting.locator(".rail .net")).to_contain_text("\u221212.50")
    expect(standing.locator(".rail .handle")).to_contain_text("+12.50")


@pytest.mark.standard(24)
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
    reason = page.get_by_role("dialog", name="Clause 3.5")
    expect(reason).to_contain_text("In the rulebook")
    page.keyboard.press("Escape")
    expect(reason).to_have_count(0)
    page.get_by_role("radio", name="5 SGD", exact=True).click()
    spot(page, 4, "main").click()
    state(spot(page, 4, "main"), "refused")
    expect(page.get_by_role("alert").last).to_contain_text("3.4")
    expect(page.locator(".purse")).to_contain_text("2,000.00")
    axe(page)
    picture(page, "terminal-refused")
    dealt.does("royal", "close-betting")


def test_a_fold_a_blind_hand_and_a_jackpot(dealt: Dealt, terminal: Callable[..., Page]) -> None:
    """3 Card Poker 3.7, 3.8, 3.12.1, 3.12.2, 4.4: one looks at one hand and plays both."""
    winning, folding = terminal(), terminal(PHONE)
    hears = frames(folding)
    enter(winning, "poker")
    enter(folding, "poker")
    dealt.does("poker", "open-betting")
    bet_on_three_boxes(winning, folding)
    dealt.does("poker", "close-betting")
    cards = {2: "2h 5d 9c", 4: "As Ks Qs", 5: "7h 8c 2c", 0: "Qd 3c 2s"}
    dealt.deal("poker", cards)
    look_at_one_of_two(winning)
    folding.get_by_role("button", name="Look at my cards").click()
    expect(folding.locator(".box.own")).to_contain_text("Three Odd Cards")
    axe(winning)
    picture(winning, "terminal-three-card-poker")
    fold_after_asking(folding)
    play_both(winning)
    hidden = [card for place in (0, 4, 5) for card in cards[place].split()]
    assert found(hidden, "\n".join(hears)) == []
    dealt.finish("poker")
    jackpot_and_fold_are_settled(winning, folding)
    picture(winning, "terminal-jackpot")


def bet_on_three_boxes(winning: Page, folding: Page) -> None:
    for bet in ("ante", "progressive"):
        spot(winning, 4, bet).click()
        state(spot(winning, 4, bet), "(25|5), accepted")
    spot(winning, 5, "ante").click()
    state(spot(winning, 5, "ante"), "25, accepted")
    folding.get_by_role("button", name=re.compile("^Box 2")).click()
    spot(folding, 2, "ante").click()
    state(spot(folding, 2, "ante"), "25, accepted")


def look_at_one_of_two(winning: Page) -> None:
    winning.get_by_role("button", name=re.compile("^Look at box 4")).click()
    own = winning.locator(".box.own")
    expect(own).to_contain_text("Straight Flush")
    expect(own).to_contain_text("Your decision")
    expect(own).to_contain_text("Box 5 is yours too and stays unseen.")
    unseen = winning.locator(".box.also-mine")
    expect(unseen).to_contain_text("Next, unseen")
    expect(unseen.get_by_role("button", name="Clause 3.7", exact=True)).to_be_visible()
    expect(winning.locator(".pays tr.now td:first-child").first).to_contain_text("Straight Flush")
    expect(winning.locator(".rail")).to_contain_text("If you fold")


def fold_after_asking(folding: Page) -> None:
    fold = folding.get_by_role("button", name=re.compile("^Fold"))
    fold.click()
    expect(fold).to_contain_text("sure?")
    fold.click()
    expect(folding.locator(".box.own")).to_contain_text("Folded")


def play_both(winning: Page) -> None:
    winning.keyboard.press("p")
    expect(winning.locator(".box.own")).to_have_attribute("aria-label", "Box 5, You")
    expect(winning.locator(".box.own")).to_contain_text("decided unseen")
    winning.keyboard.press("p")
    expect(winning.locator(".box.also-mine")).to_contain_text("Played")


def jackpot_and_fold_are_settled(winning: Page, folding: Page) -> None:
    expect(winning.locator(".rail .met")).to_have_text(["Box 4", "Box 5"])
    assert re.search(r"\+19,99\d\.\d\d", line(winning, "Progressive"))  # the meter less the bet
    assert "4.4" in line(winning, "Progressive")
    expect(folding.locator(".rail")).to_contain_text("You folded this hand")
    expect(folding.locator(".rail .handle")).to_contain_text("\u221225.00")
    expect(winning.get_by_role("img", name="two of hearts")).to_have_count(0)


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
    goes_on.get_by_role("button", name="Look at my cards").click()
    expect(goes_on.locator(".box.own")).to_contain_text("Three Pictures")
    lies = {"1": "Kh 2d Jh", "2": "2h Qh 2c"}
    facts = {"reconstructable": True}
    dealt.does("misdealt", "report", irregularity="misdealt", facts=facts, lies=lies)
    dealt.by("misdealt", "s1").does("rule", reason="two cards were exchanged")
    for page in (goes_on, goes):
        notice = page.get_by_role("alertdialog")
        expect(notice).to_contain_text("How do you want to go on?")
        expect(notice.get_by_role("button", name="Clause 5.6", exact=True)).to_be_visible()
        expect(notice.locator(".btn.primary")).to_have_count(0)
    axe(goes)
    picture(goes_on, "terminal-options")
    goes_on.get_by_role("button", name="Continue with the hand put right").click()
    expect(goes_on.locator(".notice")).to_contain_text("Others choose how to go on.")
    goes.get_by_role("button", name=re.compile("^Take your bets back")).click()
    expect(goes.locator(".notice")).to_have_count(0)
    expect(goes.locator(".purse")).to_contain_text("2,000.00")
    expect(goes_on.locator(".purse")).to_contain_text("1,975.00")
    dealt.finish("misdealt")
    expect(goes_on.locator(".rail .line p").first).to_contain_text("Three Pictures")
    expect(goes.locator(".rail.now")).to_have_count(0)


@pytest.mark.standard(4, 26)
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
    expect(notice).to_contain_text("The table is being checked. Your bets stand.")
    expect(notice.get_by_role("button", name="Clause 5.1.1", exact=True)).to_be_visible()
    expect(page.locator(".purse")).to_contain_text("Held")
    picture(page, "terminal-held")
    account = page.context.new_page()
    account.goto("/me")
    expect(account.get_by_text("25.00 at stake, held until the round is over")).to_be_visible()
    account.close()
    dealt.by("royal", "s1").does("rule", reason="a card of another back")
    expect(notice).to_contain_text("Every bet goes back.")
    expect(notice).to_contain_text("25.00 is back in your balance.")
    expect(page.locator(".purse")).to_contain_text("2,000.00")
    axe(page)
    picture(page, "terminal-void")
