"""What a terminal loads before anybody touches it, as the house sends it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Request

LIMIT_BYTES = 110_000
LANGUAGES = ("en-SG", "zh-SG")
DRAWN = ".pays, .areas"
"""The pay tables of the rail, or the areas of a baccarat felt."""
QUIET_MS = 1500
"""After it is drawn: nothing that follows by itself is left out."""


class Loaded(NamedTuple):
    """By address: the bytes of each answer as they were sent."""

    sizes: dict[str, int]
    headers: int

    @property
    def bytes(self) -> int:
        return sum(self.sizes.values())


def loaded(browser: Browser, url: str, table: str, language: str) -> Loaded:
    """By a guest on a first visit: nothing is cached, and the coach may come."""
    with browser.new_context(base_url=url, locale=language) as person:
        person.request.post("/api/guest")
        page = person.new_page()
        found: list[Request] = []
        page.on("requestfinished", lambda one: found.append(one))  # noqa: PLW0108 - needs a name
        page.goto(f"/table/{table}")
        page.wait_for_selector(DRAWN, state="attached")
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(QUIET_MS)
        sizes = {one.url.removeprefix(url): one.sizes() for one in found}
        return Loaded(
            {path: one["responseBodySize"] for path, one in sizes.items()},
            sum(one["responseHeadersSize"] for one in sizes.values()),
        )
