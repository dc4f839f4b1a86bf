"""Whether a page lies as it should, by measuring: nothing outside, covered, cut or small."""

from __future__ import annotations

from base64 import b64encode
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.browser.page_looks import SETTLED
from tests.support.browser.square_font import RANGE, square_font
from tests.support.browser.undrawn import resize

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

PROMISED = (
    (360, 740),
    (390, 844),
    (844, 390),
    (720, 450),
    (820, 1180),
    (1024, 768),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
)
"""Width and height in CSS pixels; 720 by 450 is a window of 1440 by 900 at twice the size."""
WINDOWS = (*PROMISED, (320, 640), (667, 375), (912, 700), (1120, 700))
"""Also a smaller one, and some between."""
REST_MS = 300
TIGHT = ((360, 740), (667, 375), (912, 700), (1366, 768))
"""In which a longer or a taller word would be the first to be wrong."""
DRAWN = """new Promise((drawn) => {
  const arrive = () => {
    for (const one of document.getAnimations()) {
      try {
        if (one instanceof CSSTransition) one.finish();
      } catch {} // it has no end
    }
    drawn();
  };
  requestAnimationFrame(() => setTimeout(arrive));
  setTimeout(arrive, 1000); // a page in the background has no frames
})"""
"""In a window of another size things may move to their new places: they have arrived."""
CHOOSE = f"""async (tag) => {{
  document.querySelector(`.languages [lang=${{tag}}]`).click();
  for (let left = 500; left && document.documentElement.lang !== tag; left -= 1)
    await new Promise((later) => setTimeout(later, 10));
  await {DRAWN};
  return document.documentElement.lang;
}}"""
CHINESE = f"""{{
  const text = atob({b64encode(square_font()).decode()!r});
  const bytes = Uint8Array.from(text, (one) => one.charCodeAt(0));
  document.fonts.add(new FontFace('Square', bytes, {{ unicodeRange: {RANGE!r} }}));
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root:lang(zh) {{ --sans: Square, sans-serif }}');
  document.adoptedStyleSheets = [sheet];
}}"""
"""For a context: Chinese is as wide as it is where a Chinese face is installed."""


def boxes_wrong(page: Page) -> list[str]:
    """What is wrong with the page as it is now, a line each; a modal dialog is judged alone."""
    page.evaluate(SETTLED)
    return measured(page, "judged")


def measured(page: Page, how: str, part: str = "") -> list[str]:
    """By a program that a page is given once."""
    ask = f"(part) => globalThis.boxes ? boxes.{how}(part) : null"
    found: list[str] | None = page.evaluate(ask, part)
    if found is None:
        page.evaluate(measuring())
        found = page.evaluate(ask, part)
    assert found is not None
    return found


def looked_at(page: Page, part: str = "") -> list[str]:
    """In a window of another size; what is wrong is looked at again: on its way it is not yet."""
    return measured(page, "rested", part)


def wrong_at_all_sizes(page: Page, state: str, windows: tuple[tuple[int, int], ...]) -> list[str]:
    """The same in each window, as `STATE at WIDTHxHEIGHT: what`; the page keeps its size."""
    before = page.viewport_size
    assert before is not None
    own = before["width"], before["height"]
    found = []
    for window in sorted(windows, key=own.__eq__):  # its own comes last
        resize(page, window)
        found += [f"{state} at {window[0]}x{window[1]}: {one}" for one in looked_at(page)]
    if own not in windows:
        resize(page, own)
    return found


@contextmanager
def in_chinese(page: Page) -> Iterator[None]:
    """A page that speaks English speaks Chinese for a while, and keeps its state."""
    choose(page, "zh-Hans")
    yield
    choose(page, "en")


def choose(page: Page, tag: str) -> None:
    """By the button that a person would press; its words may have to be fetched first."""
    assert page.evaluate(CHOOSE, tag) == tag


@cache
def measuring() -> str:
    judged = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
    return f"""() => {{
      const judged = {judged}
      const rested = async (part) => {{
        await {DRAWN}
        if (!judged(part).length) return []
        await new Promise((rested) => setTimeout(rested, {REST_MS}))
        return judged(part)
      }}
      globalThis.boxes = {{ judged, rested }}
    }}"""
