"""A jackpot on the pages: an award paid by an attendant, its list, terms for after the win."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from tests.support.browser.both_languages import read_in_both
from tests.support.browser.chromium import missing
from tests.support.browser.page_looks import axe
from tests.support.browser.pit_page import POKER, carried, waiting
from tests.support.browser.staffed_house import Staffed, pictures
from tests.support.configured_house import on_the_web, opened, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.support.server_process import Terminal

BEYOND = """dealer = "person"
device = "automated"
jackpot.cap = "90000.00"
jackpot.reserve = "1/20"
jackpot.attendant_from = "1000.00"
"""


@pytest.fixture
def pit(tmp_path: Path, browser: Browser) -> Iterator[Staffed]:
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    house = opened(tmp_path, written(POKER, more=BEYOND))
    with on_the_web(house) as address:
        made = Staffed(house, f"http://{address}", browser)
        yield made
        made.leave()


def won(pit: Staffed, dealer: Terminal) -> Page:
    """A player's own page, once the round is settled."""
    own = pit.visitor()
    name = own.request.post("/api/guest").json()["name"]
    own.goto(f"/table/{POKER}")
    [cookie] = [one for one in own.context.cookies() if one.get("name") == "croupier"]
    player = pit.anybody()
    player.cookies.set("croupier", str(cookie.get("value")))
    terminal = pit.terminal(player, name)
    carried(terminal, POKER, command="sit", player=name, box=1)
    carried(dealer, POKER, command="open-betting")
    for bet, cents in (("ante", 2_500), ("progressive", 500)):
        carried(terminal, POKER, command="place", player=name, bet=bet, cents=cents, box=1)
    carried(dealer, POKER, command="close-betting")
    for cards in ("As Ks Qs", "Qc 8s 3h"):
        carried(dealer, POKER, command="deal", cards=cards)
    carried(terminal, POKER, command="decide", player=name, box=1, choice="play")
    carried(dealer, POKER, command="expose-dealer")
    carried(dealer, POKER, command="settle")
    own.get_by_role("button", name="Skip").click()
    return own


@pytest.mark.standard(47, 49)
def test_an_award_is_brought_by_an_attendant(pit: Staffed) -> None:
    dealer = pit.terminal(pit.client("d1"), "d1")
    own = won(pit, dealer)
    expect(own.locator(".purse")).to_contain_text("+20,001.00 Won, an attendant brings it")
    pictures(own, "jackpot-terminal")
    first = pit.at("s1", "/pit")
    award = waiting(first, "Jackpot award")
    expect(award).to_contain_text(f"{POKER}, round 1")
    expect(award.get_by_role("button", name="Verified")).to_be_disabled()
    award.get_by_label("What was verified: hand, box, player").fill("AKQ, 1")
    axe(first)
    pictures(first, "jackpot-award")
    award.get_by_role("button", name="Verified").click()
    expect(award).to_contain_text("A pit manager or above, and not who verified it, pays.")
    second = pit.at("m1", "/pit")
    read_in_both(second)
    waiting(second, "Jackpot award").get_by_role("button", name="Pay").click()
    expect(waiting(second, "Jackpot award")).to_have_count(0)
    expect(own.locator(".purse")).not_to_contain_text("an attendant brings it")
    jackpot = second.locator(".jack")
    expect(jackpot).to_contain_text("won once, 1 paid by an attendant")
    jackpot.get_by_role("button", name="Awards").click()
    row = second.get_by_role("dialog").get_by_role("row").last
    expect(row).to_contain_text("20,001.00")
    expect(row).to_contain_text("by hand, s1, m1")
    axe(second)
    pictures(second, "jackpot-awards")
    carried(dealer, POKER, command="open-betting")


@pytest.mark.standard(48)
def test_other_terms_wait_for_the_win(pit: Staffed) -> None:
    first = pit.at("m1", "/pit")
    first.locator(".jack").get_by_role("button", name="Terms").click()
    dialog = first.get_by_role("dialog")
    dialog.get_by_label("Starts at").fill("30000.00")
    dialog.get_by_label("Part of each bet to the meter, like 1/5").fill("1/4")
    dialog.get_by_label("Reason").fill("2027")
    axe(first)
    pictures(first, "jackpot-terms")
    dialog.get_by_role("button", name="Propose").click()
    expect(waiting(first, "Jackpot terms")).to_contain_text("You asked for this")
    second = pit.at("f1", "/pit")
    asked = waiting(second, "Jackpot terms")
    expect(asked).to_contain_text("20,000.00")
    expect(asked).to_contain_text("30,000.00")
    asked.get_by_role("button", name="Approve as second person").click()
    jackpot = second.locator(".jack")
    expect(jackpot).to_contain_text("Arranged for after the win")
    expect(jackpot.get_by_role("button", name="Terms")).to_be_disabled()
    axe(second)
    pictures(second, "jackpot-arranged")
    jackpot.get_by_role("button", name="Withdraw").click()
    second.get_by_role("dialog").get_by_label("Reason").fill("2028")
    second.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(jackpot).not_to_contain_text("Arranged for after the win")
    assert pit.complaints == []
