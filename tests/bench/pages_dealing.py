"""The longest task from the first card to the result, as the machine is and four times as slow."""

from __future__ import annotations

import json
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from tests.bench.pages_figures import MAIN, figure, terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.bench.pages_figures import Figure
    from tests.support.browser.dealt_tables import Dealt

ROUNDS = 5
LIMIT_MS = 50
TABLET = 4
"""So many times as slow."""
LISTEN = """() => {
  window.tasks = []
  const told = (seen) => seen.getEntries().forEach((one) => window.tasks.push(one.duration))
  new PerformanceObserver(told).observe({type: 'longtask', buffered: true})
}"""


class Longest(NamedTuple):
    """The longest task of one round, in milliseconds by the clock (0: none above 50) and by use."""

    wall: float
    processor: float


def longest(page: Page, dealt: Dealt, game: str) -> Longest:
    """From the first card to the settled round, with its result drawn."""
    browser = page.context.browser
    assert browser is not None
    dealt.does(game, "open-betting")
    at = f'[data-spot="{MAIN[game]}"]'
    page.click(f'{at}[aria-disabled="false"]')
    page.locator(f"{at}.accepted").wait_for()
    page.evaluate("window.tasks.length = 0")
    browser.start_tracing(page=page, categories=["toplevel"])
    dealt.does(game, "close-betting")
    if game == "baccarat":
        suit = "cdhs"[dealt.table(game).round.number % 4]  # a shoe has eight of each card
        for rank in "232369":
            dealt.does(game, "deal", cards=rank + suit)
        dealt.does(game, "settle")
    else:
        in_boxes(page, dealt, game)
    page.locator('.terminal[data-state="result"]').wait_for()
    page.wait_for_timeout(600)
    tasks: list[float] = page.evaluate("window.tasks")
    return Longest(max(tasks, default=0), processor_time(browser.stop_tracing()))


def in_boxes(page: Page, dealt: Dealt, game: str) -> None:
    dealt.deal(game, {4: "Kd Js 6d", 0: "Qd 3c 2s"})
    page.get_by_role("button", name="Look at my cards").click()
    if game == "three-card-poker":
        page.keyboard.press("p")
        page.locator(".told:has-text('Played')").wait_for()
    dealt.finish(game)


def processor_time(trace: bytes) -> float:
    """Of the page's own thread: what the longest task had without waiting for a busy machine."""
    events = json.loads(trace)["traceEvents"]
    named = [one for one in events if one["name"] == "thread_name"]
    pages = {(one["pid"], one["tid"]) for one in named if one["args"]["name"] == "CrRendererMain"}
    used: list[float] = [
        one["tdur"] for one in events if (one["pid"], one["tid"]) in pages and "tdur" in one
    ]
    return max(used) / 1000


def in_words(task: float) -> str:
    """Chromium tells of tasks above 50 ms only."""
    return f"{task:.0f} ms" if task else "under 50 ms"


def dealing(browser: Browser, dealt: Dealt) -> Iterator[Figure]:
    for game in MAIN:
        page = terminal(browser, dealt.url, game)
        page.evaluate(LISTEN)
        session = page.context.new_cdp_session(page)
        for slower in (1, TABLET):
            session.send("Emulation.setCPUThrottlingRate", {"rate": slower})
            found = [longest(page, dealt, game) for _ in range(ROUNDS)]
            wall = [one.wall for one in found]
            more = f"by the clock {in_words(median(wall))}, at worst {in_words(max(wall))}"
            told = f"{game}: longest task of {ROUNDS} rounds, processor time"
            goal = LIMIT_MS if slower == 1 else None
            what = told if slower == 1 else f"{told}, {slower} times as slow"
            yield figure(what, max(one.processor for one in found), goal, "ms", more)
        page.context.close()
