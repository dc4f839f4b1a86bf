"""At a player's terminal: coming in, the spots, and what its socket was told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from croupier.games import GAMES
from tests.support.browser.page_looks import SIZES

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Locator, Page, WebSocket

COACHED = f"""if (location.origin !== 'null') {{
  localStorage.setItem('coached', {" ".join(game.name for game in GAMES)!r});
}}"""
"""For a person who has been shown every game before."""
PHONE, DESK = SIZES["phone"], SIZES["desk"]


def size(page: Page, of: tuple[int, int]) -> None:
    page.set_viewport_size({"width": of[0], "height": of[1]})


def enter(page: Page, table: str) -> str:
    """A guest goes to a table; the guest's name."""
    name = guest(page.context)
    page.goto(f"/table/{table}")
    expect(page.locator(".box.own")).to_be_visible()
    return name


def guest(context: BrowserContext) -> str:
    made = context.request.post("/api/guest")
    assert made.ok, made.text()
    name = made.json()["name"]
    assert isinstance(name, str)
    return name


def own_box(page: Page) -> int:
    """The box that the terminal has brought before its player."""
    told = page.locator(".box.own").get_attribute("aria-label")
    assert told is not None
    return int(told.split(",")[0].removeprefix("Box "))


def spot(page: Page, box: int, bet: str) -> Locator:
    return page.locator(f'[data-spot="{box}:{bet}"]')


def state(of: Locator, told: str) -> None:
    """A spot says what lies on it and what the house said to that."""
    expect(of).to_have_accessible_name(re.compile(rf", {told}$"))


def frames(page: Page) -> list[str]:
    """Everything that the page's sockets receive from now on."""
    found: list[str] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: found.append(str(text)))

    page.on("websocket", listen)
    return found


def seconds_pass(page: Page, seconds: int) -> None:
    """Stop the clock of a page, whose clock is installed, and let its timers run so many seconds.

    `page.clock.resume()` lets time pass again.
    """
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    page.clock.run_for(1000 * seconds)
