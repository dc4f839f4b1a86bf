"""One page for the tests of a file: each finds it as if nobody had used it.

A browser of their own would read, translate and fetch the same programs for each of them anew.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from tests.support.browser.chromium import PATIENCE
from tests.support.browser.lines import line_of
from tests.support.browser.player_terminal import COACHED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

SIZE = (1280, 720)
"""As playwright has it."""
FORGET = "location.origin !== 'null' && sessionStorage.clear()"
"""The rest is forgotten for the page."""


class Visitor:
    """It keeps programs that never change, and what was said of them; nothing else."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *scripts: str,
        motion: Literal["no-preference", "reduce"] = "no-preference",
    ) -> None:
        self.url, self.complaints = url, list[str]()
        self.context = browser.new_context(base_url=url, reduced_motion=motion)
        self.context.set_default_timeout(PATIENCE)
        for script in (COACHED, *scripts):
            self.context.add_init_script(script)
        self.context.on(
            "console",
            lambda said: self.complaints.append(said.text) if said.type == "error" else None,
        )
        self.context.on("weberror", lambda failed: self.complaints.append(str(failed.error)))
        self.page = self.context.new_page()

    @contextmanager
    def comes(self, complaints: list[str]) -> Iterator[Page]:
        """What the page complains of is added; a test that provokes a complaint takes it out."""
        self.complaints = complaints
        yield self.page
        self.page.unroute_all()
        self.page.evaluate(FORGET)  # whatever was complained of before has come as well
        self.complaints = []
        self.goes()
        assert complaints == []

    def goes(self) -> None:
        self.page.goto("about:blank")
        line = line_of(self.page)
        line.send("Storage.clearDataForOrigin", {"origin": self.url, "storageTypes": "all"})
        line.send("Page.resetNavigationHistory")
        self.context.clear_cookies()
        self.page.mouse.move(0, 0)
        self.page.set_viewport_size({"width": SIZE[0], "height": SIZE[1]})
