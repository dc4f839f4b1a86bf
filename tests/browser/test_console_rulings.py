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
    SIX,
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

    from tests.support.browser.dealer_console import Console


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


def happened(console: Console, what: str, *answers: str) -> None:
    """Reported in plain words, its facts asked one at a time."""
    expect(console.page.get_by_role("button", name="Report irregularity")).to_be_visible()
    console.page.keyboard.press("i")
    console.report.get_by_role("button", name=re.compile(f"^{what}")).click()
    for answer in answers:
        console.report.locator(".fact.open").get_by_role("button", name=answer).click()
        expect(console.report.locator(".fact.answered").last).to_contain_text(answer)


def lies(console: Console, place: str, cards: str) -> None:
    field = console.report.get_by_label(f"Hands as they lie now: {place}")
    field.fill(cards)
    field.press("Tab")


def test_a_report_waits_for_a_second_person_and_can_be_withdrawn(floor: Casino) -> None:
    """Lucky 5.6: only open facts are asked, the record answers the rest, and two people decide."""
    console, early, _ = begun(floor, "lucky-three-pictures", "initial")
    dealt(console, *SIX, at_once=3)
    early.asks("look", box=EARLY)
    happened(console, "A misdeal")
    held_while_it_is_put_into_words(console, early.page)
    all_denied(console)  # no whole hand can be moved
    expect(console.report.locator(".pinned")).to_be_visible()
    record = console.report.locator(".fact.record")
    expect(record.first).to_contain_text("The record shows")
    expect(console.report).to_contain_text("looked at box 2")
    expect(console.report).to_contain_text("Report, round 1")
    expect(console.report).to_contain_text("Affects 2 players, 2 wagers, 50.00")
    expect(console.report.get_by_role("region", name="Ruling")).to_contain_text("not carried out")
    axe(console.page)
    shot(console.page, "console-report")
    if console.report.get_by_role("status").count():  # boxes or cards are to be named first
        console.report.get_by_role("combobox", name="Box").select_option(str(EARLY))
    expect(console.report.locator("footer .primary")).to_be_enabled()
    expect(console.report.locator("footer .primary")).to_contain_text("Send to a pit supervisor")
    console.page.keyboard.press("Enter")
    until(lambda: console.table.awaiting is not None)
    waits_and_is_withdrawn(console, early.page)
    ruled_by_a_second_person(floor, console)


def all_denied(console: Console) -> None:
    """A question stays until the house has told the next: a key pressed sooner answers it again."""
    asked = console.report.locator(".fact.open")
    asked.wait_for()
    while asked.count():
        fact = asked.locator("h3").inner_text()
        console.page.keyboard.press("n")
        expect(asked.filter(has_text=fact)).to_have_count(0)
        said = console.report.locator(".fact.answered", has_text=fact)
        expect(said.locator(".ans")).to_contain_text("No")


def held_while_it_is_put_into_words(console: Console, player: Page) -> None:
    """Table keys are off, players read why, and a word against the record is refused."""
    expect(console.page.locator(".stepbar .held")).to_have_text("Players look, held")
    expect(console.report).to_contain_text("Play held 0:0")
    expect(player.locator("body")).to_contain_text("The table is being checked. Your bets stand.")
    before = console.table
    for key in ("i", "u", " ", "Enter"):
        console.page.keyboard.press(key)
    for button in console.page.locator(".bar .btn").all():
        expect(button).to_be_disabled()
    assert console.table is before
    handled = console.report.locator(".fact", has_text="handled the cards")
    expect(handled).to_contain_text(re.compile(r"looked at box 2, \d\d:\d\d:\d\d\."))
    handled.get_by_role("button", name="not so?").click()
    refused = console.report.locator(".fact.clash")
    expect(refused).to_contain_text(re.compile(r".No. is refused\."))
    expect(refused).to_contain_text("A report cannot say otherwise than the record.")
    console.page.reload()  # whoever had begun it goes on with it
    happened_again = console.report.get_by_role("button", name=re.compile("^A misdeal"))
    happened_again.click()
    expect(console.report.locator(".fact.clash")).to_have_count(0)


def waits_and_is_withdrawn(console: Console, player: Page) -> None:
    expect(console.action).to_contain_text("Play is held, all clocks stand")
    expect(console.action).to_contain_text("Waiting for a pit supervisor")
    expect(console.report).to_contain_text("not d1")
    expect(console.report).to_contain_text("What the record added")
    expect(player.locator("body")).to_contain_text("The table is being checked. Your bets stand.")
    axe(console.page)
    shot(console.page, "console-waiting")
    console.report.get_by_role("button", name="Call again").click()
    console.report.get_by_role("button", name="Press again to call").click()
    expect(console.report.get_by_role("button", name="Supervisor called")).to_be_disabled()
    console.page.keyboard.press("w")
    expect(console.action).to_contain_text("Press again to withdraw")
    console.page.keyboard.press("w")
    until(lambda: console.table.awaiting is None)
    expect(console.page.locator(".feed")).to_contain_text("d1 withdraws the report: A misdeal")


def ruled_by_a_second_person(floor: Casino, console: Console) -> None:
    """Lucky 5.6.1, 5.6.3: by somebody who neither reported it nor deals; then players choose."""
    told = console.page.evaluate(
        ASK,
        {
            "table": console.name,
            "command": {"command": "report", "irregularity": "misdealt", "box": EARLY},
        },
    )
    assert told["type"] == "acknowledged", told
    until(lambda: console.table.awaiting is not None)
    supervisor = floor.console("s1", "lucky-three-pictures")
    expect(supervisor.report).to_contain_text("d1 reported")
    expect(supervisor.report).to_contain_text("What the record added")
    supervisor.report.get_by_label("Reason, for the journal").fill("as it lies")
    axe(supervisor.page)
    shot(supervisor.page, "console-second")
    floor.at_work("m1").goto("/pit")
    pit = floor.at_work("m1")
    expect(pit.locator(".queue")).to_contain_text("neither the reporter nor whoever deals")
    expect(pit.locator(".queue")).to_contain_text("The record shows")
    shot(pit, "pit-second")
    supervisor.report.get_by_role("button", name="Make this ruling").click()
    until(lambda: not console.table.awaiting or console.table.awaiting.offers)


@pytest.mark.standard(7, 8)
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
    console.report.get_by_role("button", name="Send to a shift manager").click()
    until(lambda: console.table.awaiting is not None)
    manager = floor.console("f1", "baccarat")
    manager.report.get_by_label("Reason, for the journal").fill("the camera shows a two")
    manager.report.get_by_role("button", name="Make this ruling").click()
    until(lambda: console.table.awaiting is None)
    settled(console)
    assert {line.result for line in console.table.round.lines} == {"push"}


def test_a_late_bet_is_refused(floor: Casino) -> None:
    """Three Pictures 5.7, at once and by the dealer alone."""
    console, early, _ = begun(floor, "three-pictures", "initial")
    console.says("Deal two boxes and yourself, face down")
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
    expect(console.report).to_contain_text("Pit supervisor or above")
    expect(console.report).to_contain_text("The order is not yours to give.")
    console.report.get_by_role("button", name="Send to a pit supervisor").click()
    until(lambda: console.table.awaiting is not None)
    expect(console.action).to_contain_text("Waiting for a pit supervisor")
    expect(console.report.get_by_role("button", name="Make this ruling")).to_have_count(0)
    command = {"command": "rule", "reason": "I say so", "order": "7c 2d"}
    told = console.page.evaluate(ASK, {"table": "baccarat", "command": command})
    assert (told["type"], told["why"]) == ("refused", "not-permitted")
    supervisor = floor.console("s1", "baccarat")
    expect(supervisor.page.locator(".tot").first).to_have_text("?")
    expect(supervisor.page.locator(".play table")).to_have_count(0)
    expect(supervisor.page.locator(".stakes div")).to_have_count(0)
    supervisor.report.get_by_role("button", name="2♦ first").click()
    supervisor.report.get_by_label("Reason, for the journal").fill("as the camera shows")
    axe(supervisor.page)
    shot(supervisor.page, "console-order")
    supervisor.report.get_by_role("button", name="Make this ruling").click()
    until(lambda: console.table.awaiting is None)
    assert [str(card) for card in console.table.next_cards] == ["2d", "7c"]
    console.says("Enter the")
    expect(console.action).to_contain_text("The ruling made it next: Two of diamonds.")
    console.page.keyboard.type("7c")
    expect(console.page.get_by_role("alert").first).to_contain_text("the next card is 2♦")
    expect(console.page.locator(".read")).to_contain_text("Two of diamonds")
    shot(console.page, "console-next-card")
    console.page.keyboard.press("Enter")
    until(lambda: not console.table.next_cards or str(console.table.next_cards[0]) == "7c")


def test_a_player_is_let_out_by_a_supervisor(floor: Casino) -> None:
    """Royal 5.6, 5.7: cards were handled, so play goes on; who is not content may withdraw."""
    console, early, _ = begun(floor, "royal-three-pictures", "main")
    dealt(console, *SIX, at_once=3)
    early.asks("look", box=EARLY)
    happened(console, "A misdeal")
    expect(console.report).to_contain_text("The round is played to its end")
    console.report.get_by_role("button", name="Report", exact=True).click()
    expect(console.report).to_have_count(0)
    expect(console.page.get_by_role("button", name=re.compile("^Let "))).to_have_count(0)
    supervisor = floor.console("s1", "royal-three-pictures")
    expect(supervisor.page.locator(".feed")).to_contain_text("Reported: A misdeal")
    supervisor.press(f"Let {early.name} out of box {EARLY}")
    until(lambda: EARLY not in console.table.boxes_in_play())


def test_a_bet_is_placed_for_a_player(floor: Casino) -> None:
    """Three Pictures 5.15; in baccarat and where the house deals nobody bets for another."""
    [early, _] = floor.players("baccarat")
    until(lambda: floor.table("automatic").step is Step.BETTING)
    for table in ("baccarat", "automatic"):
        supervisor = floor.console("s1", table)
        expect(supervisor.page.get_by_role("button", name="Report irregularity")).to_be_visible()
        expect(supervisor.page.get_by_role("button", name="Bet for a player")).to_have_count(0)
    console = floor.console("d1", "spare")
    console.press("Open betting")
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
    assert page.request.post("/api/lock").ok  # by the house, which tells the page
    expect(unlock).to_be_visible()
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
    page.get_by_role("button", name="Open betting").click()
    until(lambda: floor.table(POKER).step is Step.BETTING)
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
    assert POKER in [one["table"] for one in page.request.get("/api/calls").json()]
    duty.click()
    change.get_by_role("button", name="Sign out").click()
    expect(page).to_have_url(re.compile("/sign-in$"))
