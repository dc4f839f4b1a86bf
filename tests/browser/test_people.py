"""Two people and an owner: an account proposed, confirmed, entered with a code, and a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from croupier.server.people.second_factor import STEP_SECONDS, code
from tests.support.browser.chromium import missing
from tests.support.browser.page_looks import axe
from tests.support.browser.staffed_house import Staffed
from tests.support.configured_house import on_the_web, opened, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

OWN = "a password of my own"


@pytest.fixture
def pit(tmp_path: Path, browser: Browser) -> Iterator[Staffed]:
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    text = written("baccarat", more='dealer = "person"')
    house = opened(tmp_path, text)
    with on_the_web(house) as address:
        made = Staffed(house, f"http://{address}", browser)
        yield made
        made.complaints[:] = [one for one in made.complaints if "403" not in one]
        made.leave()


def signs_in(page: Page, name: str, password: str) -> None:
    page.goto("/sign-in")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def test_two_people_make_an_account_and_its_owner_enters_it(pit: Staffed) -> None:
    first, second, owner = pit.at("m1", "/pit?view=people"), pit.at("f1", "/pit"), pit.visitor()
    form = first.get_by_role("region", name="New account")
    form.get_by_label("Name").fill("s9")
    form.get_by_label("Role").select_option("pit-supervisor")
    form.get_by_label("Reason, kept in the journal").fill("hired")
    form.get_by_role("button", name="Make the account").click()
    asked = first.get_by_role("article", name="New account s9, Pit supervisor")
    expect(asked).to_contain_text("another person approves it")
    half = first.get_by_role("dialog", name="One-time code for s9")
    expect(half).to_contain_text("first half")
    begins = half.locator(".code b").inner_text()
    axe(first)
    waiting = second.get_by_role("article", name="New account s9, Pit supervisor")
    waiting.get_by_role("button", name="Confirm as second person").click()
    shown = second.get_by_role("dialog", name="One-time code for s9")
    given = shown.locator(".code b").inner_text()
    pit.house.people.with_factor = frozenset({pit.house.people.accounts["s9"].role})
    signs_in(owner, "s9", f"{begins}-{given}")
    owner.get_by_label("New password").fill(OWN)
    owner.get_by_label("The same again").fill(OWN)
    owner.get_by_role("button", name="Set password").click()
    secret = owner.locator(".secret b").inner_text()
    now = code(secret, pit.house.clock() // (STEP_SECONDS * 1000))
    owner.get_by_label("Code of your phone").fill(now)
    owner.get_by_role("button", name="Sign in").click()
    expect(owner.get_by_role("complementary", name="Waiting")).to_be_visible()
    assert pit.house.people.register.apart["s9"] == ("f1", "m1")
    signs_in(owner, "s9", OWN)
    owner.get_by_label("Code of your phone").fill(now)
    owner.get_by_role("button", name="Sign in").click()
    expect(owner.get_by_role("alert")).to_contain_text("Wrong code, or already used")
