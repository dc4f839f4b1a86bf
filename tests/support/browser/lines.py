"""A line to the browser itself for each page, kept for as long as the page is."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

LINES: WeakKeyDictionary[Page, CDPSession] = WeakKeyDictionary()


def line_of(page: Page) -> CDPSession:
    if page not in LINES:
        LINES[page] = page.context.new_cdp_session(page)
    return LINES[page]
