"""The school in a browser: a drill by keys, a table with errors, a report; in both languages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from croupier.server.http.schooling import FILE, School
from tests.support.browser.both_languages import read_in_both
from tests.support.browser.boxes import wrong_at_all_sizes
from tests.support.browser.chromium import missing
from tests.support.browser.page_looks import axe
from tests.support.browser.staffed_house import Staffed
from tests.support.configured_house import on_the_web, opened, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

WINDOWS = ((390, 844), (1024, 768), (1440, 900))


class Trained(Staffed):
    school: School


@pytest.fixture
def trained(tmp_path: Path, browser: Browser) -> Iterator[Trained]:
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    folder = tmp_path
    house, school = opened(folder, written("baccarat", betting_seconds=600)), School(folder / FILE)
    with on_the_web(house, school) as address:
        made = Trained(house, f"http://{address}", browser)
        made.school = school
        yield made
        made.leave()


def looks_right(page: Page) -> None:
    axe(page)
    found = wrong_at_all_sizes(page, page.url, WINDOWS)
    assert [one for one in found if "small target" not in one] == []  # staff have a mouse
    read_in_both(page)


def waiting(trained: Trained) -> list[str]:
    [*_, handed] = trained.school.waiting.values()
    return [one.answer for one in handed.drill.key]


def pays_one_bet_wrong(trained: Trained, page: Page) -> None:
    expect(page.locator(".ansbox input").first).to_be_focused()
    right = waiting(trained)
    for answer in right[:-1]:
        page.keyboard.type("r" if answer == "R" else answer)
        page.keyboard.press("Tab")
    wrong = "1" if right[-1] != "1.00" else "2"
    page.keyboard.type(wrong)
    page.keyboard.press("Enter")
    marked = page.get_by_role("complementary", name="Marked by the engine")
    expect(marked).to_contain_text(f"{len(right) - 1} of {len(right)} right")
    expect(marked).to_contain_text("one bet is wrong")


def test_a_round_is_paid_by_keys_and_marked(trained: Trained) -> None:
    page = trained.at("d1", "/school")
    expect(page.locator(".strip")).to_contain_text(
        "No money, no players, nothing enters the house\N{RIGHT SINGLE QUOTATION MARK}s journal."
    )
    pays_one_bet_wrong(trained, page)
    looks_right(page)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Pay this round")
    expect(page.locator(".ask-h p")).to_contain_text("2 of 20")


def test_who_draws_and_what_follows_are_answered_by_numbers(trained: Trained) -> None:
    page = trained.at("d1", "/school?view=draws")
    expect(page.locator(".choice button")).to_have_count(3)
    expect(page.locator(".tabl")).to_have_count(0)
    number = ["player", "banker", "nobody"].index(waiting(trained)[0]) + 1
    page.keyboard.press(str(number))
    expect(page.locator(".verd")).to_contain_text(re.compile(r"Right in [\d.]+ s"))
    expect(page.locator(".tabl")).to_be_visible()
    looks_right(page)
    page.goto("/school?view=follows")
    expect(page.locator(".qs .choice")).to_have_count(3)
    for _ in range(3):
        page.keyboard.press("1")
    expect(page.locator(".qs .choice .on")).to_have_count(3)
    page.keyboard.press("Enter")
    expect(page.locator(".qs .choice .right")).to_have_count(3)
    looks_right(page)


def test_an_error_at_the_table_is_noticed_and_ruled_on(trained: Trained) -> None:
    page = trained.at("d1", "/school?view=live")
    page.get_by_label("Game").first.select_option("three-pictures")
    expect(page.locator(".stepbar .now")).to_contain_text("Open betting")
    lesson = trained.school.lessons["d1"].table
    for _ in range(60):
        if lesson.incident is not None:
            break
        page.keyboard.press("Space")
        expect(page.locator(".foot .primary")).to_be_enabled()
    put_in = lesson.incident
    assert put_in is not None
    page.keyboard.press("i")
    at = lesson.irregularities.index(put_in.report.irregularity)
    looks_right(page)
    page.locator(".noticing button").nth(at).click()
    expect(page.locator(".qs .choice")).to_have_count(3)
    for _ in range(3):
        page.keyboard.press("1")
    looks_right(page)
    page.keyboard.press("Enter")
    done = page.get_by_role("complementary", name="Marked by the engine")
    expect(done).to_contain_text("Noticed")
    expect(done).to_contain_text("The school answers as whoever decides")
    looks_right(page)


def test_the_report_ends_in_what_to_drill_again(trained: Trained) -> None:
    pays_one_bet_wrong(trained, trained.at("d1", "/school"))
    page = trained.at("d1", "/school?view=report")
    expect(page.get_by_role("heading", level=1)).to_have_text("d1, trainee, after 1 day")
    again = page.get_by_role("button", name=re.compile("Drill th"))
    expect(again).to_be_visible()
    looks_right(page)
    again.click()
    expect(page.locator(".ask-h p")).to_contain_text("Only what rests on")
    page.goto("/console")
    page.get_by_role("link", name="School").click()
    expect(page.locator(".stakes div").first).to_have_css("padding", "0px")  # not the console's


def test_only_choices_that_count_are_offered(trained: Trained) -> None:
    page = trained.at("d1", "/school")
    for view, offered in (("pay", ["Game"]), ("draws", ["Pace"]), ("follows", ["Game"])):
        page.goto(f"/school?view={view}")
        expect(page.locator(".picks.wide .pick span")).to_have_text(offered)
    page.goto("/school?view=report")
    expect(page.locator(".picks.wide .pick")).to_have_count(0)


def test_a_locked_page_says_so_while_its_dialog_is_fetched(trained: Trained) -> None:
    page = trained.at("s1", "/school")
    expect(page.get_by_role("heading", level=1)).to_have_text("Pay this round")
    page.request.post("/api/lock")
    page.goto("/school")
    expect(page.locator("main h1")).to_have_text("Locked")
    expect(page.get_by_role("heading", name="Locked", level=2)).to_be_visible()
    page.get_by_label("Password").fill(trained.passwords["s1"])
    page.get_by_role("button", name="Unlock").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Pay this round")
    said, trained.complaints[:] = [*trained.complaints], []
    assert [one for one in said if "40" not in one] == [], (
        "but for what a locked session is refused"
    )


def test_a_supervisor_reads_a_trainees_report(trained: Trained) -> None:
    pays_one_bet_wrong(trained, trained.at("d1", "/school"))
    page = trained.at("s1", "/school?view=report")
    page.locator(".ask-h select").select_option("d1")
    expect(page.get_by_role("heading", level=1)).to_contain_text("d1, trainee")
