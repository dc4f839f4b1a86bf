"""The people's page: made by two, locked and ended by one, tokens, one's own password."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from croupier.server.people.second_factor import STEP_SECONDS, code
from tests.support.browser.chromium import missing
from tests.support.browser.page_looks import axe
from tests.support.browser.staffed_house import Staffed, pictures
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


def asked_for(first: Page) -> str:
    """m1 asks for s9, and is shown the first half of a code."""
    first.keyboard.press("n")
    form = first.get_by_role("complementary", name="Make an account")
    form.get_by_label("Name at sign-in").fill("s9")
    form.get_by_role("radio", name="Pit supervisor").check()
    expect(form).to_contain_text("f1 is signed in. Not m1.")
    asks = form.get_by_role("button", name="Ask for the second person")
    expect(asks).to_be_disabled()
    form.get_by_label("Reason, kept in the journal").fill("hired")
    asks.click()
    half = first.get_by_role("dialog", name="One-time code for s9")
    expect(half).to_contain_text("first half")
    begins = half.locator(".code b").inner_text()
    axe(first)
    return begins


def test_two_people_make_an_account_and_its_owner_enters_it(pit: Staffed) -> None:
    first, second, owner = pit.at("m1", "/pit?view=people"), pit.at("f1", "/people"), pit.visitor()
    expect(first.get_by_role("region", name="Accounts", exact=True)).to_be_visible()
    assert first.url.endswith("/people"), "where the page was once"
    begins = asked_for(first)
    first.keyboard.press("Escape")
    first.get_by_role("link", name="Review: make s9, pit supervisor").click()
    own = first.get_by_role("complementary", name="Review")
    expect(own).to_contain_text("You asked for it")
    expect(own.get_by_role("button", name="Approve as second person")).to_have_count(0)
    second.get_by_role("link", name="Review: make s9, pit supervisor").click()
    second.get_by_role("button", name="Approve as second person").click()
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


def test_one_person_ends_a_session_and_locks_an_account_by_keys(pit: Staffed) -> None:
    dealer = pit.client("d1")
    for _ in range(3):
        assert dealer.get("/api/people").status_code == 403
    page = pit.at("m1", "/people")
    rows = page.get_by_role("region", name="Accounts", exact=True).locator("tbody tr")
    expect(rows.first).to_contain_text("d1")
    page.keyboard.press("j")
    file = page.get_by_role("complementary", name="d1")
    expect(file).to_contain_text("Refused commands today, 3")
    expect(file).to_contain_text("127.0.0.1")
    axe(page)
    pictures(page, "people")
    page.keyboard.press("e")
    expect(file).to_contain_text("Not signed in anywhere.")
    assert dealer.get("/api/me").status_code == 401
    page.keyboard.press("l")
    expect(file.get_by_role("button", name="Lock d1 now")).to_be_visible()
    assert not pit.house.people.accounts["d1"].locked, "one key does not do it"
    page.keyboard.press("l")
    expect(rows.first).to_contain_text("locked")
    assert pit.house.people.accounts["d1"].locked
    page.goto("/people?person=f1")
    above = page.get_by_role("complementary", name="f1")
    expect(above.get_by_role("button", name="Lock f1")).to_be_disabled()
    page.keyboard.press("l")
    page.keyboard.press("l")
    expect(above).to_contain_text("Somebody of a higher position decides")
    assert not pit.house.people.accounts["f1"].locked, "a key does no more than its button"


def test_a_token_is_shown_once_to_who_approves_and_revoked_by_one(pit: Staffed) -> None:
    first, second = pit.at("m1", "/people"), pit.at("f1", "/people")
    first.get_by_role("link", name="Make service account").click()
    form = first.get_by_role("complementary", name="Make service account")
    form.get_by_label("Account").fill("b1")
    form.get_by_label("Read figures of operation").check()
    form.get_by_label("Reason, kept in the journal").fill("hired")
    form.get_by_role("button", name="Ask for the second person").click()
    second.get_by_role("link", name="Review: service account b1").click()
    second.get_by_role("button", name="Approve as second person").click()
    sheet = second.get_by_role("dialog", name="Token of b1")
    token = sheet.locator(".token").inner_text()
    bearer = {"Authorization": f"Bearer {token}"}
    assert pit.anybody().get("/metrics", headers=bearer).is_success
    second.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(second.locator(".token")).to_have_count(0)  # it fades out
    assert token not in second.content()
    second.get_by_role("link", name="Open b1").click()
    file = second.get_by_role("complementary", name="b1")
    axe(second)
    file.get_by_role("button", name="Revoke at once").click()
    file.get_by_role("button", name="Revoke b1 now").click()
    expect(file).to_contain_text("revoked")
    assert pit.house.services.register.services["b1"].revoked is not None


def test_a_dealer_sees_nobody_and_changes_the_own_password(pit: Staffed) -> None:
    elsewhere, page = pit.client("d1"), pit.at("d1", "/people?person=f1")
    panel = page.get_by_role("complementary", name="My password")
    expect(panel).to_contain_text("Where you are signed in")
    expect(page.get_by_role("region", name="Accounts", exact=True)).to_have_count(0)
    change = panel.get_by_role("button", name="Change my password")
    panel.get_by_label("Password now").fill("not mine at all")
    panel.get_by_label("New password", exact=True).fill("too short")
    expect(panel).to_contain_text("Too short: 10 characters at least.")
    panel.get_by_label("New password", exact=True).fill(OWN)
    expect(change).to_be_disabled()
    panel.get_by_label("New password again").fill(OWN)
    change.click()
    expect(panel.get_by_role("alert")).to_contain_text("is wrong")
    assert elsewhere.get("/api/me").is_success
    panel.get_by_label("Password now").fill(pit.passwords["d1"])
    change.click()
    expect(page.get_by_text("Your password is changed")).to_be_visible()
    axe(page)
    assert elsewhere.get("/api/me").status_code == 401
