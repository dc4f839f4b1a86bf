"""How heavy a player's terminal is and how fast it answers, in Chromium at a real house.

What it loads before it can be played, the time from a press on a spot until the chip is drawn as
sent, and the longest task while cards are dealt. Needs the built pages and a Chromium.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from playwright.sync_api import sync_playwright

from croupier.server.http.pages import BUILT
from tests.support.browser.chromium import chromium
from tests.support.browser.dealt_tables import Dealt
from tests.support.browser.player_terminal import COACHED

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PRESSES, ROUNDS = 20, 5
LIMIT_KB, LIMIT_MS, LIMIT_TASK_MS = 120, 50, 50
MAIN = {
    "three-pictures": "initial",
    "lucky-three-pictures": "initial",
    "royal-three-pictures": "main",
    "three-card-poker": "ante",
}
LANGUAGES = ("en-SG", "zh-SG")
LISTEN = """() => {
  window.tasks = []
  const told = (seen) => seen.getEntries().forEach((one) => window.tasks.push(one.duration))
  new PerformanceObserver(told).observe({type: 'longtask', buffered: true})
}"""
PRESS = """(at) => {
  const spot = document.querySelector(`[data-spot="${at}"]`)
  let begun = 0
  spot.addEventListener('pointerdown', () => { begun = performance.now() }, {once: true})
  window.answer = new Promise((drawn) => {
    const watch = new MutationObserver(() => {
      if (!spot.classList.contains('sent')) return
      watch.disconnect()
      requestAnimationFrame(() => drawn(performance.now() - begun))
    })
    watch.observe(spot, {attributeFilter: ['class']})
  })
}"""
"""From the press to the frame in which the spot is drawn as sent."""


class Longest(NamedTuple):
    """The longest task of one round, in milliseconds by the clock (0: none above 50) and by use."""

    wall: float
    processor: float


def loaded(browser: Browser, dealt: Dealt, language: str) -> float:
    """Kilobytes over the line until a terminal is drawn, as the house sends them."""
    with browser.new_context(base_url=dealt.url, locale=language) as person:
        page = person.new_page()
        sizes: list[int] = []
        page.on("requestfinished", lambda one: sizes.append(one.sizes()["responseBodySize"]))
        page.goto("/table/three-pictures")
        page.wait_for_selector(".pays")
        page.wait_for_load_state("networkidle")
        return sum(sizes) / 1000


def terminal(browser: Browser, dealt: Dealt, game: str) -> Page:
    person = browser.new_context(base_url=dealt.url, viewport={"width": 1920, "height": 1080})
    person.request.post("/api/guest")
    person.add_init_script(COACHED)
    page = person.new_page()
    page.goto(f"/table/{game}")
    page.wait_for_selector(".box.own")
    return page


def pressed(page: Page, dealt: Dealt, game: str) -> float:
    """The median of some presses, in milliseconds."""
    dealt.does(game, "open-betting")
    at = f"4:{MAIN[game]}"
    took: list[float] = []
    page.wait_for_selector(f'[data-spot="{at}"][aria-disabled="false"]')
    for _ in range(PRESSES):
        page.evaluate(PRESS, at)
        page.click(f'[data-spot="{at}"]')
        took.append(page.evaluate("window.answer"))
        page.wait_for_selector(f'[data-spot="{at}"].accepted')
    return median(took)


def longest(page: Page, dealt: Dealt, game: str) -> Longest:
    """From the first card to the settled round."""
    browser = page.context.browser
    assert browser is not None
    page.evaluate("window.tasks.length = 0")
    browser.start_tracing(page=page, categories=["toplevel"])
    dealt.does(game, "close-betting")
    dealt.deal(game, {4: "Kd Js 6d", 0: "Qd 3c 2s"})
    page.get_by_role("button", name="Look at my cards").click()
    if game == "three-card-poker":
        page.keyboard.press("p")
        page.wait_for_selector(".told:has-text('Played')")
    dealt.finish(game)
    page.wait_for_selector(".rail .net:has-text('Net')")
    page.wait_for_timeout(600)
    tasks: list[float] = page.evaluate("window.tasks")
    return Longest(max(tasks, default=0), processor_time(browser.stop_tracing()))


def processor_time(trace: bytes) -> float:
    """Of the page's own thread: what the longest task had without waiting for a busy machine."""
    events = json.loads(trace)["traceEvents"]
    named = [one for one in events if one["name"] == "thread_name"]
    pages = {(one["pid"], one["tid"]) for one in named if one["args"]["name"] == "CrRendererMain"}
    used: list[float] = [
        one["tdur"] for one in events if (one["pid"], one["tid"]) in pages and "tdur" in one
    ]
    return max(used) / 1000


def dealing(page: Page, dealt: Dealt, game: str) -> list[Longest]:
    """Some rounds: others share the machine."""
    page.evaluate(LISTEN)
    found = [longest(page, dealt, game)]
    while len(found) < ROUNDS:
        dealt.does(game, "open-betting")
        page.click(f'[data-spot="4:{MAIN[game]}"][aria-disabled="false"]')
        page.wait_for_selector(f'[data-spot="4:{MAIN[game]}"].accepted')
        found.append(longest(page, dealt, game))
    return found


def in_words(task: float) -> str:
    """Chromium tells of tasks above 50 ms only."""
    return f"{task:.0f} ms" if task else "under 50 ms"


def main() -> int:
    if not (BUILT / "index.html").is_file():
        print("the pages are not built: `make pages`")
        return 1
    failed = False
    with ExitStack() as entering:
        folder = Path(entering.enter_context(tempfile.TemporaryDirectory()))
        dealt = Dealt(folder, entering, BUILT, {game: game for game in MAIN})
        playwright = entering.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium())
        for language in LANGUAGES:
            weight = loaded(browser, dealt, language)
            failed |= weight > LIMIT_KB
            print(f"| what a terminal loads first, {language} | {weight:.0f} kB | {LIMIT_KB} kB |")
        for game in MAIN:
            page = terminal(browser, dealt, game)
            press = pressed(page, dealt, game)
            rounds = dealing(page, dealt, game)
            task = median(one.wall for one in rounds)
            failed |= press > LIMIT_MS or task > LIMIT_TASK_MS
            print(f"| {game}: press to sent | {press:.0f} ms | {LIMIT_MS} ms |")
            worst = max(one.wall for one in rounds)
            told = f"{in_words(task)}, worst of {ROUNDS} {in_words(worst)}"
            print(f"| {game}: longest task while dealing | {told} | {LIMIT_TASK_MS} ms |")
            processor = max(one.processor for one in rounds)
            print(f"| {game}: the same in processor time | {processor:.0f} ms | |")
            page.context.close()
        browser.close()
        time.sleep(0.2)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
