"""How a page looks and whether everybody can use it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.support.browser.both_languages import read_in_both

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = {"phone": (390, 844), "desk": (1920, 1080), "wall": (3840, 2160)}
SHOTS = Path("build/shots")
AXE = Path("ui/node_modules/axe-core/axe.min.js")
SETTLED = """Promise.all(document.getAnimations()
    .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished.catch(() => null)))"""
"""Colours on their way to others are nobody's to judge."""


def shot(page: Page, name: str) -> None:
    """Pictures to look at, of each size; the page is left at the size it had."""
    read_in_both(page)
    SHOTS.mkdir(parents=True, exist_ok=True)
    before = page.viewport_size
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.screenshot(path=SHOTS / f"{name}-{size}.png")
    if before is not None:
        page.set_viewport_size(before)


def axe(page: Page) -> None:
    """No serious or critical violation of WCAG, as far as a program can tell."""
    read_in_both(page)
    page.evaluate(SETTLED)
    page.evaluate(axe_core())
    found = page.evaluate("axe.run()")
    assert found["passes"], "axe looked at nothing"
    assert [told(one) for one in found["violations"]] == []


@cache
def axe_core() -> str:
    return AXE.read_text(encoding="utf-8")


def told(violation: dict[str, object]) -> str:
    nodes = violation["nodes"]
    assert isinstance(nodes, list)
    places = "; ".join(" ".join(map(str, node["target"])) for node in nodes)
    return f"{violation['id']}: {violation['help']} ({places})"
