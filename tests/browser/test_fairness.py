"""The fairness page: seeds that a browser adds by itself, proofs that it checks by itself."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from playwright.sync_api import expect

from croupier.cli.main import run
from croupier.server.http.pages import BUILT
from tests.support.browser.chromium import missing
from tests.support.browser.page_looks import axe
from tests.support.browser.staffed_house import Staffed, pictures
from tests.support.configured_house import on_the_web, opened, written
from tests.support.waiting import wait_until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from httpx import Client
    from playwright.sync_api import Browser, Page, Route

    from tests.support.server_process import Terminal

TABLE = "three-pictures"
FIRST = f"{TABLE}-1"


class Played(NamedTuple):
    house: Staffed
    page: Page
    """The player's own browser, which added seeds while the player bet."""
    seeded: dict[str, Any]
    """The record of the first shoe that has a seed in it and was revealed."""


def seeded(client: Client) -> dict[str, Any] | None:
    shoes = client.get("/api/shoes", params={"table": TABLE}).json()
    found = [one["shoe"] for one in shoes if one["revealed"] and one["seeds"]]
    record = client.get(f"/api/shoes/{found[-1]}/record") if found else None
    return record.json() if record else None


@pytest.fixture
def played(tmp_path: Path, browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Played]:
    """A player at a terminal whose page gives seeds, until one is in a shoe that has ended."""
    monkeypatch.setattr("croupier.server.floor.frames.A_SECOND", 10**6)  # bets follow quickly
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    house = opened(tmp_path, written(TABLE, betting_seconds=1))
    with on_the_web(house) as address:
        made = Staffed(house, f"http://{address}", browser)
        client = made.anybody()
        player = made.terminal(client, client.post("/api/guest").json()["name"])
        page = made.visitor()
        token = client.cookies["croupier"]
        page.context.add_cookies([{"name": "croupier", "value": token, "url": made.url}])
        page.goto(f"/table/{TABLE}")
        expect(page.get_by_text(re.compile("Your seed is in for shoe")).first).to_be_visible()
        player.ask(TABLE, command="sit", player=player.name, box=1)

        def record_of_a_bet() -> dict[str, Any] | None:
            bet(player)
            return seeded(client)

        record = wait_until(record_of_a_bet, "the seed comes into a shoe")
        assert record is not None
        yield Played(made, page, record)
        made.leave()


def bet(player: Terminal) -> None:
    laid: dict[str, Any] = {"player": player.name, "box": 1}
    player.ask(TABLE, command="place", bet="initial", cents=2_500, **laid)


def test_a_browser_commits_opens_and_checks_its_seed(played: Played, tmp_path: Path) -> None:
    """Nobody clicked anything: the page drew the seed, and proves the round it went into."""
    page, record = played.page, played.seeded
    number = record["rounds"][0]["round"]
    page.goto("/me")
    page.get_by_role("link", name=f"Check round {number} at {TABLE}", exact=True).click()
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("Everything holds, checked in your browser")
    expect(page.locator(".proof .disc.ok")).to_have_count(6)
    proof = page.get_by_role("region", name=f"Shoe {record['shoe']['shoe']}")
    expect(proof).to_contain_text("Your seed is in it:")
    expect(proof).to_contain_text("neither the house nor anybody else could know or choose")
    expect(proof.get_by_role("heading", name="You were paid by the rules")).to_be_visible()
    expect(proof.locator(".order .me")).to_have_text("yours")
    expect(proof).to_contain_text("signed")
    axe(page)
    pictures(page, "fairness")
    with page.expect_download() as told:
        page.keyboard.press("d")
    file = tmp_path / "proof.json"
    file.write_bytes(told.value.path().read_bytes())
    assert run(["fairness", "verify", str(file)]) == 0
    page.get_by_role("button", name="Exchange two cards").click()
    expect(verdict).to_contain_text("Does not hold: step 3, the order of the cards.")
    axe(page)
    pictures(page, "fairness-failed")
    page.get_by_role("button", name="Put them back").click()
    expect(verdict).to_contain_text("Everything holds")
    page.get_by_label("The commitment that your screen showed you").fill("0" * 64)
    expect(page.get_by_text("This is not the commitment that the house now names")).to_be_visible()


def test_a_player_changes_the_seed(played: Played) -> None:
    page = played.page
    page.goto(f"/fairness?table={TABLE}")
    seed = page.get_by_role("region", name="My seed")
    expect(seed).to_contain_text(re.compile(rf"Counts from shoe {TABLE}-\d+ on"))
    seed.get_by_label("Words of your own").fill("blue heron 7 crossing")
    seed.get_by_role("button", name="Change my seed").click()
    page.reload()
    expect(seed.get_by_label("Words of your own")).to_have_value("blue heron 7 crossing")
    counted = page.get_by_role("region", name=f"Shoes of {TABLE}")
    expect(counted).to_contain_text("discarded or given up")
    with page.expect_download() as told:
        counted.get_by_role("link", name=re.compile("^Download the table")).click()
    record = json.loads(told.value.path().read_text("utf-8"))
    assert record["table"] == TABLE


def test_a_shoe_that_nobody_added_to_says_so(played: Played) -> None:
    page = played.house.visitor()
    page.goto("/fairness")
    page.get_by_role("link", name=re.compile(f"^{FIRST} ")).click()
    expect(page.locator(".verdict")).to_contain_text("Everything holds")
    expect(page.get_by_text("No player added a seed to this shoe.")).to_be_visible()


def test_a_commitment_tampered_with(played: Played) -> None:
    page = played.house.visitor()

    def tamper(route: Route) -> None:
        record = route.fetch().json()
        record["shoe"]["commitment"] = "0" * 64
        route.fulfill(json=record)

    page.route(f"**/api/shoes/{FIRST}/record", tamper)
    page.goto(f"/fairness/{FIRST}")
    expect(page.locator(".verdict")).to_contain_text("Does not hold: step 1")
    expect(page.locator(".proof .disc.no")).to_have_count(1)


def test_where_a_browser_may_not_hash(played: Played) -> None:
    """A page that came over plain HTTP from elsewhere names the program that checks."""
    page = played.house.visitor()
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.goto(f"/fairness/{FIRST}")
    expect(page.get_by_role("alert")).to_contain_text("croupier fairness verify")
    expect(page.locator(".proof")).to_have_count(0)


def test_a_shoe_in_use_tells_nothing(played: Played) -> None:
    page = played.house.visitor()
    page.goto(f"/fairness?table={TABLE}")
    in_use = page.locator(".shoes a", has_text="in use").first
    name = in_use.locator("b").inner_text()
    told = page.request.get(f"/api/shoes/{name}/record").json()
    if told["shoe"]["revealed"] is None:  # it may have ended just now
        shown = told["shoe"]["order"], told["shoe"]["seed"], told["rounds"]
        assert shown == ("", "", [])


def test_lines_and_entries_that_lie(played: Played) -> None:
    """Steps 5 and 6: an amount that its odds do not make, and an entry that leads elsewhere."""
    page, number = played.page, played.seeded["rounds"][0]["round"]
    verdict = page.locator(".verdict")

    def underpaid(route: Route) -> None:
        rounds = route.fetch().json()
        for one in rounds:
            for line in one["results"]:
                line["back_cents"] += 1
        route.fulfill(json=rounds)

    page.route("**/api/rounds", underpaid)
    page.goto(f"/fairness?table={TABLE}&round={number}")
    expect(verdict).to_contain_text("Does not hold: step 5, what you were paid.")
    page.unroute("**/api/rounds")

    def elsewhere(route: Route) -> None:
        receipt = route.fetch().json()
        receipt["entries"][0]["hash"] = "0" * 64
        route.fulfill(json=receipt)

    page.route("**/receipt", elsewhere)
    page.reload()
    expect(verdict).to_contain_text("Does not hold: step 6, the record of the house.")
    page.unroute("**/receipt")
    page.keyboard.press("v")
    expect(verdict).to_contain_text("Everything holds")
