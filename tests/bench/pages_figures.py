"""A line of the table that tests.bench.pages prints, and a terminal to measure."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tests.support.browser.player_terminal import COACHED

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

MAIN = {
    "three-pictures": "4:initial",
    "lucky-three-pictures": "4:initial",
    "royal-three-pictures": "4:main",
    "three-card-poker": "4:ante",
    "baccarat": "0:player",
}
"""The spot of each game that is pressed."""


class Figure(NamedTuple):
    line: str
    missed: bool


def figure(what: str, value: float, goal: float | None, unit: str, more: str = "") -> Figure:
    """Without a goal it is told, and never missed."""
    missed = goal is not None and value > goal
    verdict = "" if goal is None else "MISSED" if missed else "held"
    wanted = "" if goal is None else f"{goal:g} {unit}"
    told = f"{value:.1f} {unit}" + (f" ({more})" if more else "")
    return Figure(f"| {what} | {told} | {wanted} | {verdict} |", missed)


def terminal(browser: Browser, url: str, table: str) -> Page:
    """Of a guest who has been shown every game before."""
    person = browser.new_context(base_url=url, viewport={"width": 1920, "height": 1080})
    person.set_default_timeout(60_000)
    person.request.post("/api/guest")
    person.add_init_script(COACHED)
    page = person.new_page()
    page.goto(f"/table/{table}")
    page.locator("[data-spot]").first.wait_for()
    return page
