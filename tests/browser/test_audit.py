"""The audit's page, on rounds really played."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from tests.support.browser.chromium import missing
from tests.support.browser.page_looks import axe
from tests.support.browser.staffed_house import Staffed, pictures
from tests.support.configured_house import on_the_web, opened, until, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

TABLE = "three-pictures"


class Played(NamedTuple):
    house: Staffed
    player: str
    other: str


@pytest.fixture
def played(tmp_path: Path, browser: Browser) -> Iterator[Played]:
    """Two players at the automatic dealer's table; its first shoe has ended."""
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    text = written(TABLE, betting_seconds=1)
    house = opened(tmp_path, text)
    with on_the_web(house) as address:
        made = Staffed(house, f"http://{address}", browser)
        guests = [made.guest(), made.guest()]
        for box, guest in enumerate(guests, 1):
            guest.ask(TABLE, command="sit", player=guest.name, box=box)
        live = house.play.tables[TABLE]
        while live.table.round.number == 0 or not staked(made, guests[0].name):
            for box, guest in enumerate(guests, 1):
                laid: dict[str, Any] = {"player": guest.name, "box": box}
                guest.ask(TABLE, command="place", bet="initial", cents=2_500, **laid)
        number = live.table.round.number
        until(lambda: live.table.round.number > number)
        yield Played(made, *(guest.name for guest in guests))
        made.leave()


def staked(made: Staffed, player: str) -> bool:
    return player in {w.player for w in made.house.play.tables[TABLE].table.round.wagers.values()}


def chosen(page: Page, label: str, choice: str) -> None:
    page.get_by_role("button", name=re.compile(f"^{label} ")).click()
    menu = page.get_by_role("group", name=label, exact=True)
    menu.get_by_role("textbox").fill(choice)
    menu.get_by_role("checkbox", name=re.compile(choice)).check()
    page.keyboard.press("Escape")
    expect(menu).to_have_count(0)


def test_the_journal_is_browsed(played: Played) -> None:
    page = played.house.at("a1", "/audit")
    lines = page.locator("[data-entry]")
    expect(lines.first).to_be_visible()
    chosen(page, "Stream", f"table {TABLE}")
    chosen(page, "Event", "Wager placed")
    page.get_by_label("Person").fill(played.player)
    page.keyboard.press("Tab")
    row = page.locator(".list tbody tr")
    expect(row).to_have_count(1)
    expect(row).to_contain_text("Wager placed")
    expect(row.get_by_role("link", name="25.00")).to_have_attribute("href", f"/audit/{TABLE}/1")
    row.get_by_role("button").click()
    entry = page.get_by_role("complementary", name=re.compile("^Entry"))
    expect(entry.locator("pre")).to_contain_text('"cents": 2500')
    expect(entry.get_by_role("link", name=f"Round 1 at {TABLE}")).to_be_visible()
    proof = entry.get_by_role("region", name="Proof that it is in the log")
    for said in ("hash agrees", "leads to the root", "signed by the house"):
        expect(proof).to_contain_text(said)
    postings = entry.get_by_role("table").last
    expect(postings).to_contain_text(played.player)
    expect(postings.get_by_role("link", name="+25.00")).to_have_attribute(
        "href", f"/audit/{TABLE}/1"
    )
    axe(page)
    pictures(page, "audit-journal")


def test_what_is_not_there_and_what_came_first(played: Played) -> None:
    page = played.house.at("a1", "/audit?event=no-such-event")
    lines = page.locator("[data-entry]")
    expect(page.get_by_text("No entry is like that.")).to_be_visible()
    page.get_by_role("button", name="Clear").click()
    expect(lines.nth(5)).to_be_visible()
    page.get_by_role("button", name="Oldest").click()
    expect(lines.last).to_have_text("1")


def test_the_journal_is_followed_and_checked_by_keys(played: Played) -> None:
    page = played.house.at("a1", "/audit")
    expect(page.locator("[data-entry]").first).to_be_visible()
    page.keyboard.press("e")
    expect(page.get_by_role("group", name="Event", exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    expect(page.get_by_role("switch")).to_have_attribute("aria-checked", "true")
    client = played.house.anybody()
    wrong = {"name": "s1", "password": "not this one"}
    assert client.post("/api/sign-in", json=wrong).status_code == 403
    refused = page.locator("tr.refu.new", has_text="Sign in failed")
    expect(refused).to_be_visible()
    expect(refused).to_contain_text("s1")
    page.keyboard.press("f")
    page.keyboard.press("v")
    expect(page.get_by_text(re.compile("^Whole to entry"))).to_be_visible()
    page.goto("/audit?event=round-settled")
    expect(page.locator("tr", has_text="Round settled").first).to_be_visible()
    page.keyboard.press("j")
    expect(page.get_by_role("complementary")).to_contain_text("Round settled")
    page.keyboard.press("r")
    expect(page).to_have_url(re.compile(f"/audit/{TABLE}/\\d+$"))


def test_what_is_taken_away_is_the_journal(played: Played) -> None:
    """JSON lines and CSV of what is asked for; cards of a round in play are in neither."""
    page = played.house.at("a1", f"/audit?stream=table:{TABLE}")
    expect(page.locator("[data-entry]").first).to_be_visible()
    with page.expect_download() as told:
        page.get_by_role("link", name="As JSON Lines").click()
    text = told.value.path().read_text("utf-8")
    rows = [json.loads(line) for line in text.splitlines()]
    assert told.value.suggested_filename == "journal.jsonl"
    assert [row["version"] for row in rows] == list(range(1, len(rows) + 1))
    assert {row["stream"] for row in rows} == {f"table:{TABLE}"}
    kinds = {row["event"]["event"] for row in rows if row["event"]}
    assert {"table-configured", "wager-placed", "round-settled"} <= kinds
    last = max(row["position"] for row in rows if row["event"])
    assert all(row["withheld"] for row in rows if row["position"] > last)
    with page.expect_download() as told:
        page.get_by_role("link", name="As CSV").click()
    first, *others = told.value.path().read_text("utf-8").splitlines()
    assert first == "position,stream,version,at,event,postings,previous,hash,withheld,nonce"
    assert len(others) >= len(rows)


def test_a_round_as_staff_and_as_a_player_saw_it(played: Played) -> None:
    """GLI-11 and its like, last game recall: what one saw, every posting, with its clauses."""
    page = played.house.at("a1", f"/audit/{TABLE}/1")
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"Round 1 at {TABLE}")
    others = page.locator(".replay .steps button", has_text="to box 2")
    others.first.click()
    now = page.get_by_role("region", name="Cards after this step")
    expect(now.get_by_role("img").first).to_be_visible()
    expect(now.get_by_role("img", name="face-down card")).to_have_count(0)
    page.get_by_label("As it was seen by").select_option(played.player)
    expect(page.get_by_role("heading", level=1)).to_contain_text(f"as {played.player} saw it")
    expect(others.first).to_contain_text("Face down to box 2")
    others.first.click()
    expect(now.get_by_role("img", name="face-down card").first).to_be_visible()
    axe(page)
    pictures(page, "audit-replay")
    page.get_by_label("As it was seen by").select_option("")
    expect(page.get_by_role("heading", level=1)).not_to_contain_text("saw it")
    page.get_by_role("button", name="Last step").click()
    expect(now.locator(".postings").last).to_contain_text(TABLE)
    page.keyboard.press("k")
    expect(now.get_by_role("button", name=re.compile("^Clause")).first).to_be_visible()


def test_the_journal_is_verified(played: Played) -> None:
    page = played.house.at("a1", "/audit?view=whole")
    page.get_by_role("button", name="Verify the journal").click()
    expect(page.get_by_role("heading", name="The journal is whole")).to_be_visible()
    expect(page.get_by_text(played.house.house.keys.public)).to_be_visible()
    axe(page)


def test_a_dispute_with_its_proofs(played: Played) -> None:
    manager = played.house.client("m1")
    said = {"reason": "the hand was read wrongly"}
    assert manager.post(f"/api/tables/{TABLE}/rounds/1/dispute", json=said).is_success
    page = played.house.at("a1", "/audit?view=disputes")
    page.get_by_role("button", name="Proofs").click()
    dispute = page.get_by_role("region", name="Dispute 1")
    expect(dispute).to_contain_text("Every entry is as the house wrote it")
    with page.expect_download() as told:
        dispute.get_by_role("link", name="Take the proof away").click()
    assert json.loads(told.value.path().read_text("utf-8"))["round"] == 1
    axe(page)


def test_who_may_not_see_it(played: Played) -> None:
    """GLI-33 4.2 and its like: access by role."""
    for name in ("d1", "s1"):
        page = played.house.at(name, "/audit")
        expect(page.get_by_role("heading", level=1)).to_have_text("This page is not yours to open")
        expect(page.locator("[data-entry]")).to_have_count(0)
    supervisor = played.house.at("s1", f"/audit/{TABLE}/1?as={played.player}")
    expect(supervisor.get_by_role("heading", level=1)).to_contain_text("saw it")
    expect(supervisor.get_by_role("link", name="Journal")).to_have_count(0)
