"""One Chromium for all tests of the pages that a worker runs, and a house for each test.

Chromium ends with the last test of this folder: while playwright runs, its event loop stands in the
way of tests that start one of their own.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect, sync_playwright

from croupier.server.http.pages import BUILT
from tests.support.browser.chromium import PATIENCE, SWITCHES, chromium, missing
from tests.support.browser.dealt_tables import Dealt
from tests.support.browser.player_terminal import COACHED, DESK, size
from tests.support.browser.undrawn import undrawn
from tests.support.browser.visitor import Visitor
from tests.support.house_in_thread import Running

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    program = chromium()
    with sync_playwright() as playwright, undrawn():
        launched = playwright.chromium.launch(executable_path=program, args=SWITCHES)
        yield launched
        launched.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Running]:
    """Serves the built pages; bets are open for long enough to click, rounds go by quickly."""
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    folder = tmp_path / "house"
    folder.mkdir()
    made = Running(folder, betting_seconds=3, pace=0.2, patience=0, pages=BUILT)
    yield made
    made.stop()


@pytest.fixture
def complaints() -> list[str]:
    """What pages complained of; a test that provokes a complaint takes it out."""
    return []


@pytest.fixture
def visitor(browser: Browser, house: Running) -> Iterator[Visitor]:
    made = Visitor(browser, house.url)
    yield made
    made.context.close()


@pytest.fixture
def page(visitor: Visitor, complaints: list[str]) -> Iterator[Page]:
    """Any complaint of the page fails the test."""
    with visitor.comes(complaints) as page:
        yield page


@pytest.fixture
def own_page(browser: Browser, house: Running, complaints: list[str]) -> Iterator[Page]:
    """For a test that changes a page for good."""
    with browser.new_context(base_url=house.url) as visitor:
        visitor.set_default_timeout(PATIENCE)
        visitor.add_init_script(COACHED)
        visitor.on(
            "console", lambda said: complaints.append(said.text) if said.type == "error" else None
        )
        visitor.on("weberror", lambda failed: complaints.append(str(failed.error)))
        yield visitor.new_page()
    assert complaints == []


@pytest.fixture
def dealt(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Dealt]:
    """A house whose tables, the TABLES of the module, a person deals."""
    del browser  # the house closes first
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    with ExitStack() as entering:
        yield Dealt(tmp_path, entering, BUILT, request.module.TABLES)


@pytest.fixture
def terminal(
    browser: Browser, dealt: Dealt, complaints: list[str]
) -> Iterator[Callable[[tuple[int, int]], Page]]:
    """Terminals for as many people as a test wants; none of them may complain."""
    with ExitStack() as entering:

        def made(of: tuple[int, int] = DESK) -> Page:
            person = entering.enter_context(browser.new_context(base_url=dealt.url))
            person.set_default_timeout(PATIENCE)
            person.add_init_script(COACHED)
            person.on(
                "console",
                lambda said: complaints.append(said.text) if said.type == "error" else None,
            )
            person.on("weberror", lambda failed: complaints.append(str(failed.error)))
            page = person.new_page()
            size(page, of)
            return page

        yield made
    assert complaints == []
