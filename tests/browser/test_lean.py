"""A terminal is light, and holds no more after many rounds than after some."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.browser.first_load import LANGUAGES, LIMIT_BYTES, loaded
from tests.support.browser.kept_memory import kept, looked_at, watching
from tests.support.browser.player_terminal import enter
from tests.support.house_in_thread import TABLES as AUTOMATIC

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from tests.support.browser.dealt_tables import Dealt
    from tests.support.house_in_thread import Running

TABLES = {"lean": "three-pictures"}
SPOT = '[data-spot="4:initial"]'
WARM, ROUNDS = 12, 30
"""The list of one's last rounds is full after ten."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("of", ["lucky-three-pictures", "three-card-poker", "baccarat"])
def test_first_load(browser: Browser, house: Running, of: str, language: str) -> None:
    """No language is fetched but the one that is spoken."""
    table = next(name for name, one in AUTOMATIC.items() if one == of)
    found = loaded(browser, house.url, table, language)
    assert found.bytes <= LIMIT_BYTES, sorted(found.sizes.items(), key=lambda one: -one[1])
    assert len(found.sizes) <= 40
    assert sum("/assets/first-" in path for path in found.sizes) == 1


def played(page: Page, dealt: Dealt, number: int) -> None:
    dealt.does("lean", "open-betting")
    page.click(f'{SPOT}[aria-disabled="false"]')
    page.locator(f"{SPOT}.accepted").wait_for()
    dealt.does("lean", "close-betting")
    dealt.deal("lean", {4: "Kd Js 6d", 0: "Qd 3c 2s"})
    dealt.finish("lean")
    page.locator('.terminal[data-state="result"] .rail .net').wait_for()
    looked_at(page, number)


def test_rounds_leave_nothing_behind(terminal: Callable[..., Page], dealt: Dealt) -> None:
    page = terminal()
    enter(page, "lean")
    session = watching(page)
    for number in range(1, WARM + 1):
        played(page, dealt, number)
    some = kept(session)
    for number in range(WARM + 1, ROUNDS + 1):
        played(page, dealt, number)
    many = kept(session)
    assert many.nodes <= some.nodes * 1.02, (some, many)
    assert many.listeners <= some.listeners * 1.02, (some, many)
