"""The console when something goes wrong: reports, rulings by the right person, and who may not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.table.state import Step
from tests.support.browser.dealer_console import (
    ASK,
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

    from playwright.sync_api import Browser, Page

    from tests.support.browser.dealer_console import Console


@pytest.fixture(scope="module")
def floor(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Casino]:
    with casino(tmp_path_factory.mktemp("casino"), browser) as made:
        yield made


@pytest.fixture(autouse=True)
def quiet(floor: Casino) -> Iterator[None]:
    """No page complains of anything."""
    yield
    said, floor.complaints = floor.complaints, []
    assert said == []


def happened(console: Console, what: str, *answers: str) -> None:
    """Reported in plain words, its facts asked one at a time."""
    expect(console.page.get_by_role("button", name="Report irregularity")).to_be_visible()
    console.page.keyboard.press("i")
    console.report.get_by_role("button", name=re.compile(f"^{what}")).click()
    for answer in answers:
        console.report.locator(".fact.open").get_by_role("button", name=answer).click()
        expect(console.report.locator(".fact.told").last).to_contain_text(answer)


def lies(console: Console, place: str, cards: str) -> None:
    field = console.report.get_by_label(f"Hands as they lie now: {place}")
    field.fill(cards)
    field.press("Tab")


def test_a_misdeal_is_ruled_by_two_and_players_choose(floor: Casino) -> None:
    """Three Pictures 5.6.1, 5.6.3: noticed after the settlement, which is taken back.

    A supervisor who reports it also rules, and then a second person approves.
    """
    console, early, late = begun(floor, "lucky-three-pictures", "initial")
    dealt(console, *SIX, at_once=3)
    early.asks("look", box=EARLY)
    late.asks("look", box=LATE)
    console.press(TURN_OVER)
    settled(console)
    supervisor = floor.console("s1", "lucky-three-pictures")
    happened(supervisor, "A misdeal", "Yes", "No", "No")
    ruling = supervisor.report.get_by_role("region", name="Ruling")
    expect(ruling).to_contain_text("Players choose: go on, or take their bets back")
    expect(ruling).to_contain_text("A second person approves it")
    expect(supervisor.report).to_contain_text("Affects 2 players, 2 wagers, 50.00")
    axe(supervisor.page)
    shot(supervisor.page, "console-report")
    supervisor.report.get_by_role("button", name="Report", exact=True).click()
    until(lambda: console.table.awaiting is not None)
    # the dealer may decide it too, being named by the clause; the supervisor does
    supervisor.report.get_by_label("Reason, for the journal").fill("box 4 got the hand of box 2")
    supervisor.report.get_by_role("button", name="Decide, for a second person to approve").click()
    until(lambda: console.table.awaiting and console.table.awaiting.proposal)
    for asker in (supervisor, console):  # who proposed it, and who is no supervisor
        expect(asker.report).to_contain_text("second person")
        expect(asker.report.get_by_role("button", name="Approve")).to_have_count(0)
    manager = floor.console("m1", "lucky-three-pictures")
    axe(manager.page)
    shot(manager.page, "console-approve")
    manager.report.get_by_role("button", name="Approve").click()
    until(lambda: console.table.awaiting and console.table.awaiting.offers)
    assert not console.table.round.lines
    early.page.get_by_role("button", name=re.compile("^Continue")).click()
    console.says(late.name)
    late.page.get_by_role("button", name=re.compile("^Take your bets back")).click()
    until(lambda: console.table.awaiting is None)
    settled(console)
    assert {line.player for line in console.table.round.lines} == {early.name}


def test_a_wrong_result_is_corrected_by_the_cards(floor: Casino) -> None:
    """Baccarat 5.6: a natural 8 was registered, and the second card of the Player is a two."""
    console, _, _ = begun(floor, "baccarat", "player")
    dealt(console, "4h", "6d", "4s", "Kc")
    settled(console)
    assert {line.result for line in console.table.round.lines} == {"win"}
    happened(console, "A wrong result was registered")
    lies(console, "the Player Hand", "4h 2s")
    expect(console.report.get_by_role("status")).to_contain_text("name the cards of both hands")
    lies(console, "the Banker Hand", "6d Kc")
    expect(console.report.get_by_role("status")).to_have_count(0)
    console.report.get_by_role("button", name="Report", exact=True).click()
    until(lambda: console.table.awaiting is not None)
    supervisor = floor.console("s1", "baccarat")
    supervisor.report.get_by_label("Reason, for the journal").fill("the camera shows a two")
    supervisor.report.get_by_role("button", name="Make this ruling").click()
    until(lambda: console.table.awaiting is None)
    settled(console)
    assert {line.result for line in console.table.round.lines} == {"push"}


def test_a_late_bet_is_refused(floor: Casino) -> None:
    """Three Pictures 5.7, at once and by the dealer alone."""
    console, early, _ = begun(floor, "three-pictures", "initial")
    console.says("Enter the")
    console.press("Late bet")
    expect(console.report).to_contain_text("The bet is refused")
    expect(console.report).to_contain_text("Carried out as soon as it is reported")
    console.report.get_by_label("Player").fill(early.name)
    console.report.get_by_role("combobox", name="Box").select_option("2")
    console.report.get_by_role("combobox", name="Bet").select_option("tie")
    console.report.get_by_label("Amount found or missing").fill("25")
    expect(console.report.get_by_role("button", name="Report", exact=True)).to_be_enabled()
    console.report.get_by_role("button", name="Report", exact=True).click()
    expect(console.report).to_have_count(0)
    expect(console.page.locator(".feed")).to_contain_text("Ruled by d1: The bet is refused")
    assert [wager.bet for wager in console.table.round.wagers.values()] == ["initial"] * 2


def test_cards_drawn_together_are_ordered_by_a_supervisor(floor: Casino) -> None:
    """Baccarat 5.7: not by the dealer; and who orders them sees no totals."""
    console, _, _ = begun(floor, "baccarat", "player")
    dealt(console, "Ah", "9d", "3s", "6c")
    happened(console, "Cards came out together", "No")
    console.report.get_by_label("The cards it is about").fill("7c 2d")
    console.report.get_by_label("The cards it is about").press("Tab")
    expect(console.report).to_contain_text("Pit supervisor or above decides")
    console.report.get_by_role("button", name="Send to the pit supervisor").click()
    until(lambda: console.table.awaiting is not None)
    expect(console.report).to_contain_text("Waits for the pit supervisor")
    expect(console.report.get_by_role("button")).to_have_count(
        console.report.locator(".clause, .why").count()
    )
    command = {"command": "rule", "reason": "I say so", "order": "7c 2d"}
    told = console.page.evaluate(ASK, {"table": "baccarat", "command": command})
    assert (told["type"], told["why"]) == ("refused", "not-permitted")
    supervisor = floor.console("s1", "baccarat")
    expect(supervisor.page.locator(".tot").first).to_have_text("?")
    expect(supervisor.page.locator(".play table")).to_have_count(0)
    supervisor.report.get_by_role("button", name="2♦ first").click()
    supervisor.report.get_by_label("Reason, for the journal").fill("as the camera shows")
    axe(supervisor.page)
    shot(supervisor.page, "console-order")
    supervisor.report.get_by_role("button", name="Make this ruling").click()
    until(lambda: console.table.awaiting is None)
    assert [str(card) for card in console.table.next_cards] == ["2d", "7c"]
    console.says("Enter the")
    console.page.keyboard.type("7c")
    expect(console.page.get_by_role("alert").first).to_contain_text("the next card is 2♦")
    dealt(console, "2d")


def test_a_player_is_let_out_by_a_supervisor(floor: Casino) -> None:
    """Royal 5.6, 5.7: cards were handled, so play goes on; who is not content may withdraw."""
    console, early, _ = begun(floor, "royal-three-pictures", "main")
    dealt(console, *SIX, at_once=3)
    early.asks("look", box=EARLY)
    happened(console, "A misdeal", "Yes")
    expect(console.report).to_contain_text("The round is played to its end")
    console.report.get_by_role("button", name="Report", exact=True).click()
    expect(console.report).to_have_count(0)
    expect(console.page.get_by_role("button", name=re.compile("^Let "))).to_have_count(0)
    supervisor = floor.console("s1", "royal-three-pictures")
    expect(supervisor.page.locator(".feed")).to_contain_text("Reported: A misdeal")
    supervisor.press(f"Let {early.name} out of box {EARLY}")
    until(lambda: EARLY not in console.table.boxes_in_play())


def test_a_bet_is_placed_for_a_player(floor: Casino) -> None:
    """Three Pictures 5.15; in baccarat nobody bets for another, and no button says so."""
    console, [early, _] = floor.console("d1", "automatic"), floor.players("baccarat")
    supervisor = floor.console("s1", "baccarat")
    expect(supervisor.page.get_by_role("button", name="Report irregularity")).to_be_visible()
    expect(supervisor.page.get_by_role("button", name="Bet for a player")).to_have_count(0)
    until(lambda: console.table.step is Step.BETTING)
    console.press("Bet for a player")
    form = console.page.get_by_role("dialog", name="Bet for a player")
    form.get_by_label("Player").fill(early.name)
    form.get_by_role("combobox", name="Box").select_option("3")
    form.get_by_label("Amount").fill("25")
    form.get_by_role("button", name="Place the bet").click()
    expect(form).to_have_count(0)
    [wager] = console.table.round.wagers.values()
    assert (wager.player, wager.box, wager.bet, wager.cents) == (early.name, 3, "initial", 2500)


def test_who_may_not_sees_nothing_of_it_and_cannot_send_it(floor: Casino) -> None:
    """By role: a player and an auditor have no console, a dealer closes no table."""
    [player, _] = floor.players("three-card-poker")
    auditor = floor.at_work("a1")
    for page in (player.page, auditor):
        page.goto("/console/three-card-poker")
        expect(page.get_by_role("heading", level=1)).to_have_text("This page is not yours to open")
        expect(page.locator(".action")).to_have_count(0)
        assert page.request.get("/api/console").status == 403
        told = page.evaluate(
            ASK, {"table": "three-card-poker", "command": {"command": "open-betting"}}
        )
        assert told["why"] == "not-permitted"
    player.table = ""
    stranger = floor.visitor()
    stranger.goto("/console")
    expect(stranger.get_by_role("heading", level=1)).to_have_text("Nobody is signed in")
    axe(stranger)
    dealer, supervisor = (floor.console(name, "three-card-poker") for name in ("d1", "s1"))
    expect(dealer.page.get_by_role("button", name="Open betting")).to_be_visible()
    expect(dealer.page.get_by_role("button", name="Close the table")).to_have_count(0)
    told = dealer.page.evaluate(
        ASK, {"table": "three-card-poker", "command": {"command": "close-table"}}
    )
    assert told["why"] == "not-permitted"
    supervisor.press("Close the table")
    until(lambda: not dealer.table.is_open)
    expect(dealer.page.get_by_role("button", name="Open betting")).to_have_count(0)
    supervisor.press("Open the table")
    expect(dealer.page.get_by_role("button", name="Open betting")).to_be_visible()


def test_an_automatic_table_is_watched(floor: Casino) -> None:
    console = floor.console("d1", "automatic")
    expect(console.action).to_contain_text("dealt automatically")
    expect(console.action.get_by_role("button", name=re.compile("betting|Deal"))).to_have_count(0)
    told = console.page.request.get("/api/tables/automatic/check?cards=Kh").json()
    assert told["says"] == "no cards are typed at this table"


POKER = "three-card-poker"


def test_coming_in_and_locking(floor: Casino) -> None:
    """Wrong words are said as the house says them; a locked page opens as it was left."""
    page = floor.visitor()
    page.clock.install()
    page.goto("/sign-in")
    axe(page)
    shot(page, "sign-in")
    page.get_by_label("Name").fill("d1")
    page.get_by_label("Password").fill("not this one")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_have_text(
        "The name or the password is wrong, or the account is locked."
    )
    floor.complaints[:] = [said for said in floor.complaints if "403" not in said]
    page.get_by_label("Password").fill(floor.passwords["d1"])
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(re.compile("/console$"))
    page.get_by_role("link", name=re.compile("3 Card Poker")).click()
    page.get_by_role("button", name="Open betting").click()
    until(lambda: floor.table(POKER).step is Step.BETTING)
    page.get_by_role("button", name="Lock").click()
    unlock = page.get_by_role("dialog", name="Locked")
    expect(unlock).to_contain_text("d1, your password opens the page as you left it.")
    assert page.request.get("/api/console").status == 401
    axe(page)
    shot(page, "locked")
    opens(floor, page, "d1")
    page.clock.fast_forward("05:10")  # nobody touches it for so long
    opens(floor, page, "d1")
    assert page.request.post("/api/lock").ok  # by the house, while the page does not know
    page.get_by_role("button", name="Close betting").click()
    opens(floor, page, "d1")
    assert floor.table(POKER).step is Step.BETTING


def opens(floor: Casino, page: Page, name: str) -> None:
    unlock = page.get_by_role("dialog", name="Locked")
    unlock.get_by_label("Password").fill(floor.passwords[name])
    unlock.get_by_role("button", name="Unlock").click()
    expect(unlock).to_have_count(0)
    expect(page.get_by_role("button", name="Close betting")).to_be_visible()
    provoked = re.compile("WebSocket|401")  # a locked session is refused at the door
    floor.complaints[:] = [said for said in floor.complaints if not provoked.search(said)]


def test_changing_over_while_the_table_goes_on(floor: Casino) -> None:
    """Who takes over signs in on top; a supervisor is called by two presses."""
    page = floor.visitor()
    body = {"name": "d1", "password": floor.passwords["d1"]}
    assert page.request.post("/api/sign-in", data=body).ok
    page.goto(f"/console/{POKER}")
    duty = page.get_by_role("button", name=re.compile("Change over"))
    expect(duty).to_contain_text("d1")
    duty.click()
    change = page.get_by_role("dialog", name="Change over")
    change.get_by_label("Name").fill("s1")
    change.get_by_label("Password").fill(floor.passwords["s1"])
    change.get_by_role("button", name="Sign in").click()
    expect(duty).to_contain_text("s1")
    page.get_by_role("button", name="Close betting").click()
    until(lambda: floor.table(POKER).step is not Step.BETTING)
    page.get_by_role("button", name="Call supervisor").click()
    page.get_by_role("button", name="Press again to call").click()
    expect(page.get_by_role("button", name="Supervisor called")).to_be_visible()
    assert page.request.get("/api/calls").json()[0]["table"] == POKER
    duty.click()
    change.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(re.compile("/sign-in$"))
