"""What a player is told beside the play: corrections, parts of bets, troubles, decks, a picture."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from tests.support.browser.chromium import PATIENCE, missing
from tests.support.browser.dealt_tables import HOUSE, Dealt
from tests.support.browser.player_terminal import COACHED, DESK, PHONE, enter, size, spot, state
from tests.support.camera import Camera, filming

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, BrowserContext, Page

TABLE = "pictures"


class Room(NamedTuple):
    dealt: Dealt
    camera: Camera
    browser: Browser


@pytest.fixture
def room(browser: Browser, tmp_path: Path) -> Iterator[Room]:
    """Whose lab is for staff."""
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    with ExitStack() as entering:
        camera = entering.enter_context(filming())
        games = {TABLE: "three-pictures"}
        cameras = {TABLE: f'camera = "{camera.url}"'}
        folder = tmp_path
        head = f'lab = "staff"\n{HOUSE}'
        dealt = Dealt(folder, entering, BUILT, games, head, cameras=cameras)
        yield Room(dealt, camera, browser)


@pytest.fixture
def person(room: Room) -> Iterator[BrowserContext]:
    with room.browser.new_context(base_url=room.dealt.url) as made:
        made.set_default_timeout(PATIENCE)
        made.add_init_script(COACHED)
        yield made


def seated(person: BrowserContext) -> Page:
    page = person.new_page()
    size(page, DESK)
    enter(page, TABLE)
    return page


def played(dealt: Dealt, page: Page) -> None:
    dealt.does(TABLE, "open-betting")
    spot(page, 4, "initial").click()
    state(spot(page, 4, "initial"), "25, accepted")
    dealt.does(TABLE, "close-betting")
    dealt.deal(TABLE, {4: "Kd Js 6d", 0: "Qd 3c 2s"})
    dealt.finish(TABLE)


@pytest.mark.standard(8)
def test_a_correction_stays_until_it_is_read(room: Room, person: BrowserContext) -> None:
    """Also on a page that is opened later; in the history it stays for good."""
    page, dealt = seated(person), room.dealt
    played(dealt, page)
    told = page.locator(".put-right")
    expect(told).to_have_count(0)
    report = {"irregularity": "dealer-hand-miscounted", "lies": {"0": "Qd 3c"}}
    dealt.does(TABLE, "report", **report)
    dealt.by(TABLE, "f1").does("rule", reason="two cards")
    dealt.does(TABLE, "open-betting")
    expect(told).to_contain_text("The result was taken back")
    expect(told).to_contain_text("the round is void")
    expect(told).to_contain_text("Back to you: 37.50 before, 25.00 now.")
    page.close()
    later = person.new_page()
    size(later, PHONE)
    later.goto(f"/table/{TABLE}")
    told = later.locator(".put-right")
    expect(told.locator(".clause").first).to_be_visible()
    told.get_by_role("button", name="I have read it").click()
    expect(told).to_have_count(0)
    later.reload()
    expect(later.locator(".box.own")).to_be_visible()
    expect(told).to_have_count(0)
    later.goto("/me")
    expect(later.locator(".corrected")).to_contain_text("the round is void")
    expect(later.get_by_role("link", name="Odds")).to_have_count(0)
    dealt.does(TABLE, "close-betting")


@pytest.mark.standard(24)
def test_a_bet_that_is_taken_in_part_says_so(room: Room, person: BrowserContext) -> None:
    """And one that makes room for the seated player, or loses its main bet, goes back in words."""
    dealt = room.dealt
    other = dealt.guest(TABLE)
    other.does("sit", player=other.name, box=5)
    page = seated(person)
    dealt.does(TABLE, "open-betting")
    other.does("place", player=other.name, bet="initial", box=5, cents=2_500)
    other.does("place", player=other.name, bet="tie", box=5, cents=40_000)
    page.keyboard.press("5")
    spot(page, 5, "tie").click()
    expect(page.locator(".over-max")).to_contain_text("Tie: 100.00 taken")
    expect(page.locator(".over-max")).to_contain_text("400.00 is back; the maximum is 500.00.")
    expect(page.locator(".toast")).to_contain_text("Tie: 100.00 taken")
    expect(page.locator(".toast .clause").first).to_be_visible()
    other.does("place", player=other.name, bet="tie", box=5, cents=1_000)
    expect(page.locator(".toast").last).to_contain_text("Tie: 10.00 goes back to you")
    other.does("withdraw", player=other.name, bet="initial", box=5)
    expect(page.locator(".toast").last).to_contain_text("Tie: 90.00 goes back to you")
    dealt.does(TABLE, "close-betting")


@pytest.mark.standard(26)
@pytest.mark.standard(36)
def test_help_and_decks(person: BrowserContext) -> None:
    page = seated(person)
    page.get_by_role("button", name="How to play").click()
    power = page.locator('[data-trouble="power"]')
    power.locator("summary").click()
    clause = power.get_by_role("link", name="5.4.1")
    expect(clause).to_have_attribute("href", "/rules/three-pictures/5.4.1")
    expect(power).to_contain_text("played to its end")
    page.keyboard.press("Escape")
    size(page, PHONE)
    page.locator(".topbar .menu").click()
    expect(page.get_by_role("row", name="Decks of 52 cards 1")).to_be_visible()
    page.goto("/")
    expect(page.locator(f'[data-table="{TABLE}"]')).to_contain_text("1 deck")


@pytest.mark.standard(30)
def test_a_picture_of_the_table(room: Room, person: BrowserContext) -> None:
    """With its moment; it goes calmly, and comes back by itself."""
    page = seated(person)
    still = page.get_by_role("img", name="Picture of the table, ")
    expect(still).to_be_visible()
    drawn = "canvas => [...canvas.getContext('2d').getImageData(9, 9, 1, 1).data]"
    assert still.locator("canvas").evaluate(drawn) == [20, 90, 60, 255]
    room.camera.status = 500
    expect(page.locator(".rail [data-picture]")).to_contain_text("No picture at the moment")
    room.camera.status = 200
    expect(page.locator('.rail [data-picture="shown"] figcaption')).to_be_visible()
    page.get_by_role("button", name="Enlarge the picture of the table").click()
    expect(page.locator("dialog [data-picture]").get_by_role("img")).to_be_visible()
