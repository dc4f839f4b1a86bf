"""Pages that nobody looks at are not drawn: they are laid out, clicked and measured as ever.

Drawing takes a fifth of a test's time. What a browser shows of each page is moved to where nothing
of it lies; the page cannot tell.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import BrowserContext, Page

from tests.support.browser.lines import line_of
from tests.support.browser.page_looks import SHOTS
from tests.support.browser.sheets import ASKED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import ViewportSize

BESIDE = {"x": 100_000, "y": 0, "width": 16, "height": 16, "scale": 1}


def is_drawn() -> bool:
    """Somebody wants pictures."""
    return ASKED is not None or SHOTS is not None


def resize(page: Page, window: tuple[int, int]) -> None:
    """The page alone: playwright would resize the window around it as well, for as much again."""
    width, height = window
    told = {"width": width, "height": height, "screenWidth": width, "screenHeight": height}
    shown = {} if is_drawn() else {"viewport": BESIDE}
    line_of(page).send(
        "Emulation.setDeviceMetricsOverride",
        {**told, **shown, "deviceScaleFactor": 1, "mobile": False},
    )


@contextmanager
def undrawn() -> Iterator[None]:
    """Every page from now on, whatever window it is given."""
    new_page, set_viewport_size = BrowserContext.new_page, Page.set_viewport_size

    def made(context: BrowserContext) -> Page:
        page = new_page(context)
        if (size := page.viewport_size) is not None:
            resize(page, (size["width"], size["height"]))
        return page

    def sized(page: Page, viewport_size: ViewportSize) -> None:
        set_viewport_size(page, viewport_size)
        resize(page, (viewport_size["width"], viewport_size["height"]))

    with pytest.MonkeyPatch.context() as patch:
        if not is_drawn():
            patch.setattr(BrowserContext, "new_page", made)
            patch.setattr(Page, "set_viewport_size", sized)
        yield
