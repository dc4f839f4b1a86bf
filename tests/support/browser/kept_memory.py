"""What a page holds, once all that nobody needs any more has been collected."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page


class Kept(NamedTuple):
    heap_bytes: int
    nodes: int
    listeners: int


def watching(page: Page) -> CDPSession:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    session.send("HeapProfiler.enable")
    return session


def kept(session: CDPSession) -> Kept:
    for _ in range(3):  # what a finaliser lets go is collected the next time
        session.send("HeapProfiler.collectGarbage")
    told = session.send("Performance.getMetrics")["metrics"]
    found = {one["name"]: int(one["value"]) for one in told}
    return Kept(found["JSHeapUsedSize"], found["Nodes"], found["JSEventListeners"])


def looked_at(page: Page, number: int) -> None:
    """After a result: why, and now and then the settings and the help, opened and closed.

    By locators alone: whoever holds an element keeps it from being collected.
    """
    page.locator(".rail .why").first.click()
    opened = page.locator(".over:popover-open")
    opened.wait_for()
    page.keyboard.press("Escape")
    opened.wait_for(state="detached")
    if number % 5 == 0:
        for name in ("Settings", "How to play"):
            page.get_by_role("button", name=name, exact=True).click()
            dialog = page.locator("dialog[open]")
            dialog.wait_for()
            page.keyboard.press("Escape")
            dialog.wait_for(state="detached")
