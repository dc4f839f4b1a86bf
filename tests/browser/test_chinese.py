"""Every page in Chinese: no English word is left, it is remembered, and it goes back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.browser.both_languages import CJK, english_left
from tests.support.browser.boxes import DRAWN
from tests.support.browser.chromium import PATIENCE
from tests.support.browser.page_looks import axe, shot
from tests.support.browser.player_terminal import COACHED, DESK, PHONE, guest
from tests.support.browser.undrawn import resize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Response

    from tests.support.house_in_thread import Running

PLAYERS = (
    "/",
    *(f"/table/t{number}" for number in range(1, 6)),
    *(f"/board/t{number}" for number in range(1, 6)),
    "/me",
    "/play",
    "/rules",
    "/rules/three-pictures",
    "/rules/three-card-poker/4.4",
    "/rules/baccarat?view=odds",
    "/rules?view=beside",
    "/odds",
    "/odds?view=readings",
    "/odds/three-card-poker?view=strategy",
    "/odds?view=shoe",
    "/odds?view=jackpot",
    "/odds?view=session",
    "/fairness",
    "/sign-in",
)
STAFF = {
    "dealer": ("/console", "/console/t1", "/console/t5"),
    "pit-manager": ("/pit", "/pit?view=players", "/people", "/people?do=make", "/report"),
    "auditor": ("/audit", "/audit?view=round", "/audit?view=whole", "/audit?view=disputes"),
}


@pytest.fixture
def chinese(browser: Browser, house: Running) -> Iterator[Page]:
    """A browser that asks for Chinese, and has never been here."""
    with browser.new_context(base_url=house.url, locale="zh-CN") as visitor:
        visitor.set_default_timeout(PATIENCE)
        yield visitor.new_page()


def opened(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator("main, .board").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    expect(page.locator(".skeleton")).to_have_count(0)


def offered(page: Page) -> None:
    """The way to English, on a phone and on a desk; at a small terminal it is in the menu.

    At a small console it is among the settings.
    """
    for of in (PHONE, DESK):
        resize(page, of)
        page.evaluate(DRAWN)  # a bar that no longer fits has made way for a menu
        desk = page.locator(".console-page:not(:has(.choose))").count() and of == PHONE
        menu = page.get_by_role("button", name="设置" if desk else "菜单")
        english = page.get_by_role("button", name="English" if desk else "EN", exact=True)
        expect(menu.or_(english).filter(visible=True)).not_to_have_count(0)
        if menu.is_visible():
            menu.click()
        expect(english).to_be_visible()
        if menu.is_visible():
            page.keyboard.press("Escape")
            expect(page.locator("dialog[open]")).to_have_count(0)


def test_no_word_is_left_in_english(chinese: Page, house: Running) -> None:
    chinese.context.add_init_script(COACHED)
    guest(chinese.context)
    assert isinstance(house.staff, list)
    left = {}
    for path in PLAYERS:
        opened(chinese, path)
        offered(chinese)
        left[path] = english_left(chinese)
    for role, paths in STAFF.items():
        name, password = next((one, word) for one, its, word in house.staff if its == role)
        signed_in = chinese.request.post("/api/sign-in", data={"name": name, "password": password})
        assert signed_in.ok
        for path in paths:
            opened(chinese, path)
            offered(chinese)
            left[path] = english_left(chinese)
    assert [f"{path}: {said}" for path, some in left.items() for said in some] == []


def test_nothing_is_left_in_english_at_a_kiosk_or_in_a_practice_round(chinese: Page) -> None:
    guest(chinese.context)
    opened(chinese, "/table/t2")
    chinese.get_by_role("button", name="玩法").first.click()
    left = english_left(chinese)
    chinese.get_by_role("button", name="四步学会").click()
    coach = chinese.locator("dialog.coach")
    expect(coach).to_be_visible()
    shot(chinese, "chinese-coach")
    for _ in range(3):
        left += english_left(chinese)
        coach.get_by_role("button", name="下一步").click()
    left += english_left(chinese)
    coach.get_by_role("button", name="练习一局").click()
    expect(coach.get_by_role("button", name="发牌")).to_be_visible()
    left += english_left(chinese)
    for table in ("t1", "t5"):
        opened(chinese, f"/kiosk/{table}")
        expect(chinese.get_by_text(f"{table} 台").first).to_be_visible()
        expect(chinese.get_by_role("button", name="开始", exact=True)).to_be_visible()
        left += english_left(chinese)
        axe(chinese)
        shot(chinese, f"chinese-kiosk-{table}")
        chinese.evaluate("sessionStorage.clear()")  # a kiosk stays at its table
    assert left == []


def test_the_language_is_chosen_in_the_bar_and_remembered(chinese: Page) -> None:
    chinese.add_init_script(
        "window.seen = new Set();"
        "new MutationObserver(() => document.querySelectorAll('h1')"
        ".forEach((one) => window.seen.add(one.textContent)))"
        ".observe(document, {childList: true, subtree: true, characterData: true})"
    )
    title = chinese.locator("h1")
    chinese.goto("/")
    expect(title).to_have_text("请入座")
    assert chinese.evaluate("[...seen]") == ["请入座"]
    expect(chinese.locator("html")).to_have_attribute("lang", "zh-Hans")
    axe(chinese)
    shot(chinese, "chinese-lobby")
    chinese.get_by_role("button", name="EN", exact=True).click()
    expect(title).to_have_text("Take a seat")
    expect(chinese.locator("html")).to_have_attribute("lang", "en")
    chinese.reload()
    expect(title).to_have_text("Take a seat")
    assert chinese.evaluate("[...seen]") == ["Take a seat"]
    chinese.get_by_role("button", name="中文", exact=True).click()
    expect(title).to_have_text("请入座")
    chinese.reload()
    expect(title).to_have_text("请入座")
    assert chinese.evaluate("[...seen]") == ["请入座"]


@pytest.mark.parametrize(
    ("spoken", "shown", "other"), [("en-SG", "No more", "停止下注"), ("zh-SG", "停止下注", None)]
)
def test_a_language_fetches_no_words_of_another(
    browser: Browser, house: Running, spoken: str, shown: str, other: str | None
) -> None:
    """Pages carry the English that they are written in, and no sentence of its house beside it."""
    scripts: list[Response] = []
    with browser.new_context(base_url=house.url, locale=spoken) as visitor:
        visitor.set_default_timeout(PATIENCE)
        page = visitor.new_page()
        page.on("response", lambda one: scripts.append(one) if one.url.endswith(".js") else None)
        guest(visitor)
        page.goto("/table/t1")
        expect(page.locator(".box.own")).to_be_visible()
        page.wait_for_load_state("networkidle")
        words = [one.text() for one in scripts]
    assert any("/house-" in one.url for one in scripts)
    assert any(shown in one for one in words)
    if other:
        assert [one for one in words if len(CJK.findall(one)) > len("中文")] == []
    else:
        assert [one for one in words if "betting has not opened" in one] == []
