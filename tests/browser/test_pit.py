"""The pit's page: two people for what matters, tables, players, jackpots, rulings, the shift."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from tests.support.browser.both_languages import read_in_both
from tests.support.browser.chromium import missing
from tests.support.browser.page_looks import axe
from tests.support.browser.pit_page import (
    BACCARAT,
    POKER,
    ROYAL,
    bets,
    carried,
    deals,
    looked_at,
    table,
    waiting,
)
from tests.support.browser.staffed_house import Staffed, pictures
from tests.support.configured_house import on_the_web, opened, until, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

    from tests.support.server_process import Terminal

MINUS, TO = "\N{MINUS SIGN}", "\N{EN DASH}"


@pytest.fixture
def pit(tmp_path: Path, browser: Browser) -> Iterator[Staffed]:
    """Nothing happens at its tables but what a dealer does."""
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    text = written(ROYAL, POKER, BACCARAT, more='dealer = "person"')
    house = opened(tmp_path, text)
    with on_the_web(house) as address:
        made = Staffed(house, f"http://{address}", browser)
        yield made
        made.leave()


@pytest.fixture
def dealer(pit: Staffed) -> Terminal:
    return pit.terminal(pit.client("d1"), "d1")


@pytest.fixture
def player(pit: Staffed) -> Terminal:
    return pit.guest()


@pytest.fixture
def _played(dealer: Terminal, player: Terminal) -> None:
    """Let the player lose 310.00 in the first round of baccarat."""
    bets(dealer, player, player=20_000, banker=50_000, tie=1_000)
    deals(dealer)


def test_every_table_with_what_it_risks(pit: Staffed, dealer: Terminal, player: Terminal) -> None:
    """Baccarat 4.1: what Player wins is paid by what Banker loses; a tie pays 8 to 1."""
    page = pit.at("s1", "/pit")
    expect(page.locator("article.pit-table")).to_have_count(3)
    expect(table(page, BACCARAT)).to_contain_text("Between rounds")
    bets(dealer, player, player=20_000, banker=50_000, tie=1_000)
    card = looked_at(page, BACCARAT)
    expect(card.locator(".head")).to_have_text(re.compile(r"Betting, \d+ s"))
    expect(card.locator(".deals")).to_have_text(re.compile(r"d1\s*\d\d:\d\d"))
    expect(card.locator(".ex > div", has_text="Tie")).to_have_text(re.compile(rf"10\s*{MINUS}80$"))
    expect(card.locator(".day")).to_contain_text(f"worst case {MINUS}290.00")
    totals = page.locator(".pit-sum")
    expect(totals).to_contain_text("On the layouts 710.00 1 player")
    expect(totals).to_contain_text(f"Worst case, all tables {MINUS}290.00")
    expect(page.get_by_text("3 of 3 tables reporting")).to_be_visible()
    expect(totals).to_contain_text("Drop today 2,000.00")
    axe(page)
    pictures(page, "pit")
    deals(dealer)
    expect(table(page, BACCARAT).locator(".day")).to_contain_text("worst case 0")


def test_limits_are_changed_by_two_people(pit: Staffed) -> None:
    """The asker sees what is asked and cannot approve it; another person sees before and after."""
    first = pit.at("s1", "/pit")
    looked_at(first, ROYAL).get_by_role("button", name="Limits and rules").click()
    dialog = first.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Propose the change")).to_be_disabled()
    dialog.get_by_label("Main, Maximum").fill("lots")
    expect(dialog).to_contain_text("Amounts are like 25.00.")
    dialog.get_by_label("Main, Maximum").fill("1.00")
    expect(dialog.get_by_role("alert")).to_contain_text("the minimum is above the maximum")
    expect(dialog.get_by_role("button", name="Propose the change")).to_be_disabled()
    dialog.get_by_label("Main, Maximum").fill("10000.00")
    dialog.get_by_label("Betting time, seconds").fill("45")
    expect(dialog.locator(".ba").first).to_contain_text(f"25 {TO} 5,000")
    axe(first)
    pictures(first, "pit-limits")
    dialog.get_by_role("button", name="Propose the change").click()
    mine = waiting(first, f"Change · {ROYAL}")
    expect(mine).to_contain_text("You asked for this: another person approves it.")
    expect(mine.get_by_role("button", name="Approve as second person")).to_have_count(0)
    expect(table(first, ROYAL)).to_contain_text("Change waits")
    second = pit.at("m1", "/pit")
    asked = waiting(second, f"Change · {ROYAL}")
    expect(asked).to_contain_text("Asked by s1.")
    expect(asked.locator(".ba").first).to_have_text(re.compile(f"25 {TO} 5,000.*25 {TO} 10,000"))
    expect(asked.locator(".ba").last).to_have_text(re.compile("Betting time.*60.*45"))
    read_in_both(second)
    pictures(second, "pit-approval")
    asked.get_by_role("button", name="Approve as second person").click()
    expect(asked).to_have_count(0)
    expect(mine).to_have_count(0)
    setup = pit.house.play.tables[ROYAL].table.setup
    assert (setup.limits["main"], setup.betting_seconds) == ((2_500, 1_000_000), 45)


def test_a_change_is_declined_with_a_reason(pit: Staffed) -> None:
    first = pit.at("s1", "/pit")
    looked_at(first, POKER).get_by_role("button", name="Limits and rules").click()
    first.get_by_role("dialog").get_by_label("Boxes").fill("5")
    first.get_by_role("dialog").get_by_role("button", name="Propose the change").click()
    second = pit.at("m1", "/pit")
    asked = waiting(second, f"Change · {POKER}")
    expect(asked.get_by_role("button", name="Decline")).to_be_disabled()
    asked.get_by_label("Reason, kept in the journal").fill("not on a Saturday")
    asked.get_by_role("button", name="Decline").click()
    expect(asked).to_have_count(0)
    assert pit.house.play.tables[POKER].table.setup.boxes == 7


@pytest.mark.usefixtures("_played")
def test_a_player_and_a_correction_by_two(pit: Staffed, player: Terminal) -> None:
    """Found by letters of the name, with balance and rounds; the proposer is refused."""
    first = pit.at("s1", "/pit?view=players")
    expect(first.get_by_label("Find a player")).to_be_visible()
    first.keyboard.press("/")
    expect(first.get_by_label("Find a player")).to_be_focused()
    first.keyboard.press("Escape")
    expect(first.get_by_label("Find a player")).not_to_be_focused()
    first.keyboard.press("/")
    first.keyboard.type(player.name)
    first.get_by_role("link", name=re.compile(f"^{player.name}")).click()
    file = first.get_by_role("region", name=player.name, exact=True)
    expect(file).to_contain_text(re.compile(r"Balance 1,290\.00\s*Provisional 400\.00"))
    rounds = file.get_by_role("region", name="Last rounds")
    expect(rounds.get_by_role("link")).to_have_text(re.compile(rf"baccarat · 1.*{MINUS}310\.00"))
    file.get_by_label("Amount, like").fill("-90.00")
    expect(file.locator(".ba").first).to_have_text(re.compile(r"1,290\.00.*1,200\.00"))
    file.get_by_label("Reason, kept in the journal").fill("paid twice at the cage")
    file.get_by_role("button", name="Propose").click()
    own = file.get_by_role("article", name="Correction 1")
    expect(own).to_contain_text("You asked for this: another person approves it.")
    axe(first)
    pictures(first, "pit-player")
    second = pit.at("m1", "/pit")
    asked = waiting(second, "Correction 1")
    expect(asked.locator(".ba")).to_have_text(re.compile(r"1,290\.00.*1,200\.00"))
    expect(asked).to_contain_text("paid twice at the cage")
    asked.get_by_role("button", name="Approve as second person").click()
    expect(asked).to_have_count(0)
    expect(file).to_contain_text("Balance 1,200.00")


def test_the_same_person_never_approves(pit: Staffed, player: Terminal) -> None:
    """The page offers it to nobody who asked, and the house refuses it to whoever tries."""
    manager = pit.at("m1", f"/pit?view=players&player={player.name}")
    file = manager.get_by_role("region", name=player.name, exact=True)
    file.get_by_label("Amount, like").fill("10")
    file.get_by_label("Reason, kept in the journal").fill("goodwill")
    file.get_by_role("button", name="Propose").click()
    own = file.get_by_role("article", name="Correction 1")
    expect(own).to_contain_text("another person approves it")
    expect(own.get_by_role("button")).to_have_count(0)
    tried = manager.request.post("/api/corrections/1/approve")
    assert (tried.status, tried.json()["says"]) == (409, "a second person approves a correction")
    other = pit.at("f1", "/pit")
    waiting(other, "Correction 1").get_by_role("button", name="Decline").click()
    expect(own).to_have_count(0)


@pytest.mark.standard(55)
def test_a_table_is_closed_and_opened(pit: Staffed, dealer: Terminal) -> None:
    """Asked in the row, with a reason; in a round the house remembers it, whoever looks away."""
    page = pit.at("s1", "/pit")
    card = looked_at(page, ROYAL)
    card.get_by_role("button", name="Close table").click()
    asks = card.get_by_role("form", name=f"Close {ROYAL}?")
    expect(asks).to_contain_text("No round is in play. It closes at once.")
    expect(asks.get_by_role("button", name="Close now")).to_be_disabled()
    asks.get_by_label("Reason, kept in the journal").fill("nobody plays")
    asks.get_by_role("button", name="Close now").click()
    expect(card).to_contain_text("Closed")
    card.get_by_role("button", name="Open table").click()
    expect(card).to_contain_text("Between rounds")
    carried(dealer, ROYAL, command="open-betting")
    expect(card).to_contain_text("Betting")
    card.focus()
    page.keyboard.press("c")
    expect(asks).to_contain_text("The round is played and paid first; nobody can bet after it.")
    axe(page)
    pictures(page, "pit-close")
    page.keyboard.press("Escape")
    expect(asks).to_have_count(0)
    page.keyboard.press("c")
    asks.get_by_label("Reason, kept in the journal").fill("the shift ends")
    asks.get_by_role("button", name="Close after this round").click()
    expect(card).to_contain_text("Closes after this round, s1: the shift ends")
    page.goto("about:blank")
    carried(dealer, ROYAL, command="close-betting")
    until(lambda: not pit.house.play.tables[ROYAL].table.is_open)
    page.goto("/pit")
    looked_at(page, ROYAL).get_by_role("button", name="Open table").click()
    until(lambda: pit.house.play.tables[ROYAL].table.is_open)


def test_a_dealer_is_relieved_and_a_game_put_out_of_use(pit: Staffed, dealer: Terminal) -> None:
    """Who deals where since when, with the plan that the house's minutes come to."""
    carried(dealer, ROYAL, command="open-betting")
    page = pit.at("m1", "/pit")
    row = table(page, ROYAL)
    expect(row.locator(".deals")).to_contain_text("d1")
    rota = page.get_by_role("region", name="Dealers, breaks and rotation")
    expect(rota).to_contain_text("60 min at a table, 20 min break")
    expect(rota.locator(".lane i.plan").first).to_be_visible()
    row.focus()
    page.keyboard.press("r")
    row.get_by_label("Who takes over").fill("s1")
    row.get_by_role("button", name="Relieve d1").click()
    expect(row.locator(".deals")).to_contain_text("s1")
    expect(rota.locator(".nm")).to_have_text([re.compile("^d1"), re.compile("^s1")])
    carried(dealer, ROYAL, command="close-betting")
    page.get_by_label("Table, dealer or player").fill(POKER)
    expect(page.locator("article.pit-table")).to_have_count(1)
    page.get_by_label("Table, dealer or player").fill("")
    page.get_by_role("button", name="Close a game or the house").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Which tables").select_option(POKER)
    dialog.get_by_label("Reason, kept in the journal").fill("the cards are changed")
    axe(page)
    dialog.get_by_role("button", name="Close them").click()
    expect(table(page, POKER)).to_contain_text("Closed")
    assert [one.table.is_open for one in pit.house.play.tables.values()] == [True, False, True]
    looked_at(page, POKER).get_by_role("button", name="Open table").click()
    until(lambda: pit.house.play.tables[POKER].table.is_open)


def test_restrictions(pit: Staffed, player: Terminal) -> None:
    """Royal Three Pictures 3.8: a pit manager keeps a player to one box, and lifts it."""
    page = pit.at("m1", "/pit")
    looked_at(page, ROYAL).get_by_role("button", name="Restrictions").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Player").fill(player.name)
    dialog.get_by_role("button", name="Restrict").first.click()
    expect(lift := dialog.get_by_role("button", name=f"Lift: {player.name}")).to_be_visible()
    assert pit.house.play.tables[ROYAL].table.one_box_only == {player.name}
    lift.click()
    expect(lift).to_have_count(0)
    axe(page)


def test_the_jackpot_is_frozen_resumed_and_corrected(pit: Staffed) -> None:
    """3 Card Poker 5.17: no bets on it while it does not work; corrected by two people."""
    first, second = pit.at("s1", "/pit"), pit.at("m1", "/pit")
    jackpot = first.get_by_role("article", name="Progressive jackpot")
    jackpot.get_by_role("button", name="Freeze").click()
    dialog = first.get_by_role("dialog")
    dialog.get_by_label("Reason, kept in the journal").fill("the display is dark")
    dialog.get_by_role("button", name="Freeze the jackpot").click()
    expect(jackpot).to_contain_text("Frozen: no jackpot bets")
    assert pit.house.play.meters[POKER].jackpot.frozen
    theirs = second.get_by_role("article", name="Progressive jackpot")
    expect(theirs).to_contain_text("frozen by staff")
    theirs.get_by_role("button", name="Resume").click()
    expect(jackpot).to_contain_text("grows by 1/5 of each bet")
    jackpot.get_by_role("button", name="Correct").click()
    dialog.get_by_label("Amount that it should show").fill("21,000.00")
    dialog.get_by_label("Reason, kept in the journal").fill("a win was not reset")
    expect(dialog.locator(".ba")).to_have_text(re.compile(r"20,000\.00.*21,000\.00"))
    dialog.get_by_role("button", name="Propose").click()
    mine = waiting(first, "Jackpot correction")
    expect(mine).to_contain_text("You asked for this")
    expect(mine.get_by_role("button", name="Approve as second person")).to_have_count(0)
    waiting(second, "Jackpot correction").get_by_role("button", name="Approve").click()
    expect(jackpot).to_contain_text("21,000.00")


def test_a_ruling_waits_for_its_role_and_a_second_person(
    pit: Staffed, dealer: Terminal, player: Terminal
) -> None:
    """Baccarat 5.12: what no clause covers is the shift manager's; who reported rules with two."""
    bets(dealer, player, player=2_500)
    carried(dealer, BACCARAT, command="close-betting")
    reporter = pit.terminal(pit.client("f1"), "f1")
    carried(reporter, BACCARAT, command="report", irregularity="uncovered")
    name = re.compile(f"Ruling · {BACCARAT}")
    supervisor = pit.at("s1", "/pit")
    held = waiting(supervisor, name)
    expect(held).to_contain_text("Shift manager or above decides this.")
    expect(held.get_by_role("button", name="Rule so")).to_have_count(0)
    expect(table(supervisor, BACCARAT)).to_contain_text(
        re.compile(r"Held \d+:\d\d, waits for a ruling")
    )
    manager = pit.at("f1", "/pit")
    mine = waiting(manager, name)
    mine.get_by_label("What is to be done").select_option("void-round")
    expect(mine.get_by_role("button", name="Rule so")).to_be_disabled()
    mine.get_by_label("Reason, kept in the journal").fill("a player fainted on the layout")
    axe(manager)
    pictures(manager, "pit-ruling")
    mine.get_by_role("button", name="Rule so").click()
    expect(mine).to_contain_text("You decided this: another person approves it.")
    expect(held).to_contain_text("Decided by f1. a player fainted on the layout")
    held.get_by_role("button", name="Approve as second person").click()
    expect(held).to_have_count(0)
    assert pit.house.play.tables[BACCARAT].table.round.voided


@pytest.mark.standard(59)
@pytest.mark.usefixtures("_played")
def test_a_call_and_a_dispute(pit: Staffed) -> None:
    dealer, guest = pit.client("d1"), pit.client("m1")
    assert dealer.post(f"/api/tables/{POKER}/call", json={"reason": "a spilt drink"}).is_success
    told = guest.post(f"/api/tables/{BACCARAT}/rounds/1/dispute", json={"reason": "a card moved"})
    assert told.is_success
    page = pit.at("s1", "/pit")
    call = waiting(page, f"Call · {POKER}")
    expect(call).to_contain_text("d1: a spilt drink")
    row = page.get_by_role("region", name="Tables in need").locator("article").first
    expect(row).to_contain_text(re.compile(r"Call from the console, \d+:\d\d\s*d1: a spilt drink"))
    pictures(page, "pit-need")
    row.get_by_role("button", name="I am going").click()
    expect(call).to_have_count(0)
    mine = waiting(page, "Dispute 1")
    mine.get_by_label("Answer, or a reason").fill("the tape is fetched")
    mine.get_by_role("button", name="Hold the table").click()
    expect(row).to_contain_text(re.compile(r"Dispute 1 holds the table, \d+:\d\d"))
    console = pit.at("d1", f"/console/{BACCARAT}")
    expect(console.get_by_role("button", name="Open betting")).to_be_disabled()
    manager = pit.at("f1", "/pit")
    dispute = waiting(manager, "Dispute 1")
    expect(dispute).to_contain_text("a card moved")
    dispute.get_by_label("Answer, or a reason").fill("the replay shows the card in its place")
    dispute.get_by_role("button", name="Close with this answer").click()
    expect(dispute).to_have_count(0)
    expect(mine).to_have_count(0)
    expect(console.get_by_role("button", name="Open betting")).to_be_enabled()


@pytest.mark.usefixtures("_played")
def test_the_shift(pit: Staffed) -> None:
    """The old address leads to the report."""
    page = pit.at("s1", "/pit?view=shift")
    expect(page).to_have_url(re.compile("/report"))
    table = page.get_by_role("region", name="By table")
    row = table.get_by_role("row", name=re.compile(BACCARAT))
    expect(row).to_contain_text("710.00")
    expect(row).to_contain_text("+310.00")
    expect(row.get_by_role("img", name=re.compile("^z "))).to_be_visible()
    bet = page.get_by_role("region", name="By bet").get_by_role("row", name=re.compile("^tie"))
    expect(bet).to_contain_text("+10.00")
    expect(page.get_by_role("region", name="Totals")).to_contain_text("Drop 2,000.00")
    expect(page.get_by_role("region", name="Checkpoint of the journal")).to_contain_text("signed")
    axe(page)
    pictures(page, "pit-shift")


@pytest.mark.usefixtures("_played")
def test_the_shift_by_keys_and_on_paper(pit: Staffed) -> None:
    page = pit.at("s1", "/report?of=day")
    expect(page.get_by_role("region", name="By table")).to_be_visible()
    page.keyboard.press("p")
    player = page.get_by_role("region", name="By player")
    expect(player.get_by_role("columnheader", name="Drop")).to_be_visible()
    page.keyboard.press("d")
    expect(page.get_by_role("region", name="By dealer")).to_be_visible()
    with page.expect_download() as told:
        page.keyboard.press("x")
    assert told.value.path().read_bytes()[:2] == b"PK"
    page.keyboard.press("[")
    expect(page.get_by_text("No activity")).to_be_visible()
    page.keyboard.press("]")
    expect(page.get_by_text("No activity")).to_have_count(0)
    paper = page.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type\s*/Page[^s]", paper)) == 1
    page.emulate_media(media="print")
    expect(page.get_by_text("Pit manager", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Print A4")).to_be_hidden()
    page.emulate_media(media="screen")


def test_who_may_not_see_it(pit: Staffed) -> None:
    """GLI-33 4.2 and its like: access by role."""
    for name, home in (("d1", "/console"), ("a1", "/audit")):
        page = pit.at(name, "/pit")
        expect(page.get_by_role("heading", level=1)).to_have_text("This page is not yours to open")
        expect(page.get_by_role("link", name="To your page")).to_have_attribute("href", home)
        expect(page.locator("article")).to_have_count(0)
    stranger = pit.visitor()
    stranger.goto("/pit")
    to_sign_in = stranger.get_by_role("link", name="Sign in")
    expect(to_sign_in).to_have_attribute("href", re.compile("/sign-in"))
    axe(stranger)
