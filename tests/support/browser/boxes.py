"""Whether a page lies as it should, by measuring: nothing outside, covered, cut or small."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.browser.page_looks import SETTLED

if TYPE_CHECKING:
    from playwright.sync_api import Page

WINDOWS = (
    (360, 740),
    (390, 844),
    (844, 390),
    (1024, 768),
    (1366, 768),
    (1440, 900),
    (1920, 1080),
    (720, 450),
)
"""Width and height in CSS pixels; the last is a window of 1440 by 900 at twice the size."""


def boxes_wrong(page: Page) -> list[str]:
    """What is wrong with the page as it is now, a line each; a modal dialog is judged alone."""
    page.evaluate(SETTLED)
    found: list[str] = page.evaluate(measuring())
    return found


def wrong_at_all_sizes(page: Page, state: str) -> list[str]:
    """The same in each window, as `STATE at WIDTHxHEIGHT: what`; the page keeps its size."""
    before = page.viewport_size
    found = []
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{state} at {width}x{height}: {one}" for one in boxes_wrong(page)]
    if before is not None:
        page.set_viewport_size(before)
    return found


@cache
def measuring() -> str:
    return Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
