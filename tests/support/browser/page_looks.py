"""How a page looks and whether everybody can use it."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.browser.both_languages import read_in_both
from tests.support.browser.lines import line_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = {"phone": (390, 844), "desk": (1920, 1080), "wall": (3840, 2160)}
SHOTS = os.environ.get("CROUPIER_SHOTS")
"""Where pictures are kept; none are taken unless somebody wants them."""
AXE = Path("ui/node_modules/axe-core/axe.min.js")
SETTLED = """Promise.all(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished.catch(() => null)))"""
"""Colours on their way to others are nobody's to judge."""
ASK = """async (part) => {
  const found = await axe.run(part || document, {resultTypes: ['violations']})
  return {passes: found.passes.length, violations: found.violations}
}"""
"""It looks for the places of what it complains of alone: those of all the rest take longest."""


def picture(page: Page, name: str, *, whole: bool = False) -> None:
    """The page as it is now, to look at."""
    if SHOTS is not None:
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=whole)


def shot(page: Page, name: str) -> None:
    pictures_of(page, name, SIZES)


def pictures_of(page: Page, name: str, sizes: dict[str, tuple[int, int]]) -> None:
    """The page is left at the size it had."""
    if SHOTS is None:
        return
    before = page.viewport_size
    for size, (width, height) in sizes.items():
        page.set_viewport_size({"width": width, "height": height})
        picture(page, f"{name}-{size}")
    if before is not None:
        page.set_viewport_size(before)


def axe(page: Page) -> None:
    """Read in both languages; nothing that axe finds, of any impact."""
    read_in_both(page)
    wrong = asked_axe(page)
    assert wrong == [], wrong


def asked_axe(page: Page, part: str = "") -> list[str]:
    """What axe finds of a part, or the page."""
    page.evaluate(SETTLED)
    if page.evaluate("typeof axe") == "undefined":
        line_of(page).send("Runtime.evaluate", {"expression": axe_core()})
    found = page.evaluate(ASK, part)
    assert found["passes"], "axe looked at nothing"
    return [told(one) for one in found["violations"]]


@cache
def axe_core() -> str:
    return AXE.read_text(encoding="utf-8")


def told(violation: dict[str, object]) -> str:
    nodes = violation["nodes"]
    assert isinstance(nodes, list)
    places = "; ".join(" ".join(map(str, node["target"])) for node in nodes)
    return f"{violation['id']}: {violation['help']} ({places})"
