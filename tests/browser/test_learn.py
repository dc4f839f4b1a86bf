"""Bet cards, reasons, coach and practice: whole at every size, by pointer, touch and keyboard."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.browser.both_languages import read_in_both
from tests.support.browser.boxes import DRAWN, REST_MS
from tests.support.browser.chromium import PATIENCE
from tests.support.browser.page_looks import SETTLED, axe, picture
from tests.support.browser.player_terminal import COACHED, PHONE, enter, size, spot, state
from tests.support.browser.undrawn import resize

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page, Request

    from tests.support.browser.dealt_tables import Dealt

UNLINKED = "learn-unlinked"
TABLES = {
    "learn-pictures": "three-pictures",
    "learn-lucky": "lucky-three-pictures",
    "learn-royal": "royal-three-pictures",
    "learn-poker": "three-card-poker",
    "learn-baccarat": "baccarat",
    UNLINKED: "three-pictures",
}
WINDOWS = (
    (320, 640),
    (360, 740),
    (390, 844),
    (844, 390),
    (1024, 768),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
)
SMALL = ((320, 640), (844, 390))
"""In which the card of one bet fits less than that of another."""
DESK = (1440, 900)
RESTS_MS = 8000
LATER_BYTES = 8000
QUIET_MS = 500
CUT = """() => {
  const [wide, high] = [document.documentElement.clientWidth, window.innerHeight];
  const shown = [...document.querySelectorAll('.over, dialog[open]')];
  const outside = shown.filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < 0 || top < 0 || right > wide + 1 || bottom > high + 1;
  });
  const clipped = shown.flatMap((one) => [...one.querySelectorAll('*')]).filter((one) =>
    one.clientWidth && one.scrollWidth > one.clientWidth + 1 && !one.closest('svg')
    && getComputedStyle(one).overflowX !== 'visible' && !one.matches('.visually-hidden'));
  const small = shown.flatMap((one) => [...one.querySelectorAll('.foot .btn, .tool, .place')])
    .filter((one) => one.matches('button') && one.offsetParent && one.offsetHeight < 44);
  return [...outside, ...clipped, ...small].map((one) => `${one.tagName}.${one.className}`);
}"""
LOOKED = f"""async () => {{
  await {DRAWN};
  await {SETTLED};
  const cut = {CUT};
  if (!cut().length) return [];
  await new Promise((rested) => setTimeout(rested, {REST_MS}));
  return cut();
}}"""


def whole(page: Page, *windows: tuple[int, int]) -> None:
    """What lies over the page is inside the window, and nothing in it is cut off."""
    before = page.viewport_size
    for window in windows or WINDOWS:
        resize(page, window)
        assert page.evaluate(LOOKED) == [], window
    if before:
        resize(page, (before["width"], before["height"]))


@pytest.fixture
def newcomer(browser: Browser, dealt: Dealt) -> Callable[..., Page]:
    """Somebody who was shown nothing yet."""

    def made(*, touch: bool = False) -> Page:
        person = browser.new_context(base_url=dealt.url, has_touch=touch, reduced_motion="reduce")
        person.set_default_timeout(PATIENCE)
        return person.new_page()

    return made


def opened(dealt: Dealt, page: Page, table: str) -> None:
    dealt.does(table, "open-betting")
    expect(page.locator(".terminal")).to_have_attribute("data-state", "betting")


def test_the_coach_comes_once_and_a_round_is_practised(
    dealt: Dealt, newcomer: Callable[..., Page]
) -> None:
    page = newcomer()
    size(page, DESK)
    enter(page, "learn-poker")
    opened(dealt, page, "learn-poker")
    coach = page.get_by_role("dialog", name="How 3 Card Poker is played")
    expect(coach).to_have_count(0)
    spot(page, 4, "ante").click()
    for title in ("Make the better three cards", "What beats what", "Bet, look, play or fold"):
        expect(coach.get_by_role("heading")).to_have_text(title)
        expect(coach.get_by_role("button", name="Skip")).to_be_visible()
        whole(page)
        page.keyboard.press("Enter")
    expect(coach.get_by_role("heading")).to_have_text("Try one round")
    read_in_both(page)
    page.keyboard.press("Enter")
    practised(page)
    page.keyboard.press("Escape")
    expect(coach).to_have_count(0)
    state(spot(page, 4, "ante"), "25, accepted")
    expect(page.locator(".purse")).to_contain_text("1,975.00")
    page.reload()
    expect(page.locator(".box.own")).to_contain_text("your box")
    page.wait_for_timeout(300)
    expect(coach).to_have_count(0)
    page.context.close()


def practised(page: Page) -> None:
    """Chips, cards face down, a look, a decision, reasons; Escape closes the topmost only."""
    dialog = page.locator("dialog.coach")
    expect(dialog.get_by_text("Practice chips")).to_be_visible()
    whole(page)
    deal = dialog.get_by_role("button", name="Deal")
    expect(deal).to_be_disabled()
    dialog.get_by_role("radio", name="Practice chip of 100").click()
    dialog.get_by_role("button", name="Ante, nothing on it").click()
    expect(dialog.get_by_role("button", name="Ante, 100")).to_be_visible()
    deal.click()
    expect(dialog.get_by_role("img", name="face-down card")).to_have_count(3)
    dialog.get_by_role("button", name="Look at my cards").click()
    expect(dialog.get_by_role("img", name="face-down card")).to_have_count(0)
    whole(page)
    picture(page, "learn-practice-decision")
    dialog.get_by_role("button", name="Play 100.00").click()
    expect(dialog.get_by_role("heading")).to_contain_text("Net, in practice chips")
    whole(page)
    dialog.get_by_role("button", name=re.compile("^Why")).first.click()
    reason = dialog.get_by_role("dialog")
    expect(reason).to_contain_text("Clause")
    whole(page)
    axe(page)
    page.keyboard.press("Escape")
    expect(reason).to_have_count(0)
    expect(dialog).to_be_visible()


@pytest.mark.parametrize("table", [name for name in TABLES if name != UNLINKED])
def test_each_bet_has_its_card(terminal: Callable[..., Page], table: str) -> None:
    """By `I`, at every size, with the example that the house settled."""
    page = terminal(DESK)
    if table == "learn-baccarat":
        page.context.request.post("/api/guest")
        page.goto(f"/table/{table}")
    else:
        enter(page, table)
    card = dealt_card(page, table)
    spots = page.locator(".own [data-spot], .areas [data-spot]")
    expect(spots.first).to_be_visible()
    for at in range(spots.count()):
        one = spots.nth(at)
        one.focus()
        page.keyboard.press("i")
        bet = card[str(one.get_attribute("data-spot")).split(":")[1]]
        about = page.get_by_role("dialog", name=f"About {bet['title']}")
        expect(about).to_contain_text("Wins when")
        expect(about.get_by_role("figure", name="Example")).to_be_visible()
        whole(page, *(SMALL if at else WINDOWS))
        if at == 0:
            axe(page)
            picture(page, f"bet-card-{TABLES[table]}")
        page.keyboard.press("Escape")
        expect(about).to_have_count(0)
        expect(one).to_be_focused()
    page.keyboard.press("?")
    help_ = page.get_by_role("dialog", name="How to play")
    expect(help_.get_by_role("heading").nth(1)).to_have_text(
        re.compile("Beat the dealer|better three cards|nearer to nine")
    )
    whole(page)


def dealt_card(page: Page, table: str) -> dict[str, dict[str, str]]:
    told = page.context.request.get(f"/api/games/{TABLES[table]}").json()
    return {bet["name"]: bet for bet in told["bets"]}


MY_ROUND = "Bets, pay tables, last rounds"


def test_a_resting_pointer_and_a_held_finger_open_the_card(
    dealt: Dealt, newcomer: Callable[..., Page]
) -> None:
    page = newcomer(touch=True)
    page.context.add_init_script(COACHED)
    size(page, DESK)
    enter(page, "learn-pictures")
    opened(dealt, page, "learn-pictures")
    about = page.get_by_role("dialog", name="About Initial")
    main = spot(page, 4, "initial")
    main.hover()
    expect(about).to_be_visible()
    page.mouse.move(10, 300)
    expect(about).to_have_count(0)
    size(page, PHONE)
    where = main.bounding_box()
    assert where is not None
    point = {"x": where["x"] + where["width"] / 2, "y": where["y"] + where["height"] / 2}
    fingers = page.context.new_cdp_session(page)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    expect(about).to_be_visible()
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    whole(page, PHONE)
    about.get_by_role("button", name="Close").click()
    expect(about).to_have_count(0)
    state(main, "nothing on it")
    page.get_by_role("button", name="Menu: my round, limits, theme, leave").click()
    page.get_by_role("dialog").get_by_role("button", name=MY_ROUND).click()
    page.get_by_role("button", name="About Tie").click()
    tie = page.get_by_role("dialog", name="About Tie")
    expect(tie).to_contain_text("Needs an Initial bet on that box.")
    whole(page, PHONE)
    page.keyboard.press("Escape")
    expect(tie).to_have_count(0)
    expect(page.locator("dialog[open]")).to_have_count(1)
    page.context.close()


def test_a_reason_stays_until_it_is_closed_and_is_never_cut(
    dealt: Dealt, terminal: Callable[..., Page]
) -> None:
    table = "learn-royal"
    page = terminal(DESK)
    enter(page, table)
    opened(dealt, page, table)
    spot(page, 4, "main").click()
    state(spot(page, 4, "main"), "25, accepted")
    dealt.does(table, "close-betting")
    dealt.deal(table, {4: "Kd Js 6d", 0: "Qd 3c 2s"})
    expect(page.get_by_role("button", name="Look at my cards")).to_be_visible()
    page.keyboard.press("l")
    expect(page.locator(".box.own .verdict")).to_contain_text("Double Picture Six")
    dealt.finish(table)
    page.locator(".rail .why").first.click()
    reason = page.locator(".over")
    expect(reason).to_contain_text("Clause 3.16")
    whole(page)
    opened(dealt, page, table)
    expect(reason).to_be_visible()
    page.keyboard.press("Escape")
    expect(reason).to_have_count(0)
    page.locator(".past button").first.click()
    replay = page.get_by_role("dialog", name=re.compile("^Replay"))
    replay.locator(".clause").last.click()
    expect(replay.locator(".over")).to_be_visible()
    whole(page)
    page.keyboard.press("Escape")
    expect(replay.locator(".over")).to_have_count(0)
    expect(replay).to_be_visible()


def test_the_first_reason_and_bet_card_open_also_without_a_line(
    dealt: Dealt, terminal: Callable[..., Page], complaints: list[str]
) -> None:
    """They are fetched by themselves, but only when the terminal has rested, and they are small."""
    table = UNLINKED
    page = terminal(DESK)
    page.clock.install()
    enter(page, table)
    opened(dealt, page, table)
    spot(page, 4, "initial").click()
    state(spot(page, 4, "initial"), "25, accepted")
    dealt.does(table, "close-betting")
    dealt.deal(table, {4: "Kd Js 6d", 0: "Qd 3c 2s"})
    dealt.finish(table)
    expect(page.locator(".rail .why").first).to_be_visible()
    later: list[Request] = []
    page.on("requestfinished", lambda one: later.append(one))  # noqa: PLW0108 - needs a name
    page.clock.fast_forward(RESTS_MS)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(QUIET_MS)
    size_of = {one.url: one.sizes()["responseBodySize"] for one in later if "/assets/" in one.url}
    page.context.set_offline(True)
    page.locator(".rail .why").first.click()
    reason = page.locator(".over")
    expect(reason).to_contain_text("Clause")
    expect(reason).to_contain_text("The house cannot be reached")
    page.keyboard.press("Escape")
    expect(reason).to_have_count(0)
    spot(page, 4, "tie").focus()
    page.keyboard.press("i")
    expect(page.get_by_role("dialog", name="About Tie")).to_be_visible()
    assert sum(size_of.values()) <= LATER_BYTES, size_of
    page.context.close()
    assert all("ERR_INTERNET_DISCONNECTED" in one for one in complaints)
    complaints.clear()
