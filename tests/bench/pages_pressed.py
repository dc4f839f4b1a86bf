"""From a press on a spot to the frame in which its chip is drawn."""

from __future__ import annotations

from statistics import median, quantiles
from typing import TYPE_CHECKING

from tests.bench.pages_figures import MAIN, figure, terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.bench.pages_figures import Figure
    from tests.support.browser.dealt_tables import Dealt

PRESSES = 50
"""At each of five games."""
LIMIT_MS = 16
PRESS = """(at) => {
  const spot = document.querySelector(`[data-spot="${at}"]`)
  let begun = 0
  spot.addEventListener('pointerdown', (event) => { begun = event.timeStamp }, {once: true})
  const lies = () => spot.getAttribute('aria-label') ?? spot.textContent
  const before = lies()
  window.answer = new Promise((drawn) => {
    const watch = new MutationObserver(() => {
      if (lies() === before) return
      watch.disconnect()
      requestAnimationFrame(() => {
        const {port1, port2} = new MessageChannel()
        port1.onmessage = () => drawn(performance.now() - begun)
        port2.postMessage(null)
      })
    })
    watch.observe(spot, {attributes: true, childList: true, subtree: true, characterData: true})
  })
}"""
"""What follows a frame's callbacks runs when the frame is laid out and painted."""


def pressed(page: Page, game: str) -> list[float]:
    """In milliseconds; the house accepts each bet before the next press."""
    at = f'[data-spot="{MAIN[game]}"]'
    page.locator(f'{at}[aria-disabled="false"]').wait_for()
    box = page.locator(at).bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    took: list[float] = []
    for _ in range(PRESSES):
        page.evaluate(PRESS, MAIN[game])
        page.mouse.click(*middle)
        took.append(page.evaluate("window.answer"))
        page.locator(f"{at}.accepted").wait_for()
    return took


def pressing(browser: Browser, dealt: Dealt) -> Iterator[Figure]:
    everything: list[float] = []
    for game in MAIN:
        table = f"press-{game}"
        page = terminal(browser, dealt.url, table)
        dealt.does(table, "open-betting")
        took = pressed(page, game)
        everything += took
        worst = quantiles(took, n=20)[-1]
        yield figure(
            f"{game}: press to drawn, median of {len(took)}",
            median(took),
            LIMIT_MS,
            "ms",
            f"95 of 100 within {worst:.0f} ms",
        )
        page.context.close()
    told = f"press to drawn, median of all {len(everything)}"
    yield figure(told, median(everything), LIMIT_MS, "ms")
