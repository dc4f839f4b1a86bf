"""A house whose tables wait for a person, its staff in browsers of their own, and pictures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx

from tests.support.browser.boxes import DRAWN
from tests.support.browser.page_looks import picture
from tests.support.server_process import Terminal

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

    from croupier.server.opening import OpenHouse

SIZES = {"phone": (390, 844), "desk": (1366, 768), "wide": (1920, 1080)}


class Staffed:
    """A running house and whoever came into it; what pages complained of is kept."""

    def __init__(self, house: OpenHouse, url: str, browser: Browser) -> None:
        self.house, self.url, self.browser = house, url, browser
        staff = house.people.first_staff(house.clock())
        assert isinstance(staff, list)
        self.passwords = {name: password for name, _, password in staff}
        self.complaints: list[str] = []
        self.contexts: list[BrowserContext] = []
        self.pages: dict[str, Page] = {}
        self.terminals: list[Terminal] = []
        self.clients: list[httpx.Client] = []

    def visitor(self) -> Page:
        context = self.browser.new_context(
            base_url=self.url, viewport={"width": 1366, "height": 768}, reduced_motion="reduce"
        )
        context.on(
            "console",
            lambda said: self.complaints.append(said.text) if said.type == "error" else None,
        )
        context.on("weberror", lambda failed: self.complaints.append(str(failed.error)))
        self.contexts.append(context)
        return context.new_page()

    def at(self, name: str, path: str) -> Page:
        """A person's own browser, signed in once, on a page."""
        if name not in self.pages:
            self.pages[name] = self.visitor()
            body = {"name": name, "password": self.passwords[name]}
            assert self.pages[name].request.post("/api/sign-in", data=body).ok
        page = self.pages[name]
        page.goto(path)
        return page

    def anybody(self) -> httpx.Client:
        self.clients.append(httpx.Client(base_url=self.url))
        return self.clients[-1]

    def client(self, name: str) -> httpx.Client:
        client = self.anybody()
        body = {"name": name, "password": self.passwords[name]}
        assert client.post("/api/sign-in", json=body).is_success
        return client

    def terminal(self, client: httpx.Client, name: str) -> Terminal:
        made = Terminal(self.url, f"croupier={client.cookies['croupier']}", name)
        self.terminals.append(made)
        return made

    def guest(self) -> Terminal:
        """Somebody with play credits of 2,000.00."""
        client = self.anybody()
        return self.terminal(client, client.post("/api/guest").json()["name"])

    def leave(self) -> None:
        for one in self.terminals:
            one.way.__exit__(None, None, None)
        for client in self.clients:
            client.close()
        for context in self.contexts:
            context.close()
        assert self.complaints == []


TOO_WIDE = """() => {
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= width) return []
  return [...document.body.querySelectorAll('*')]
    .filter((one) => one.getBoundingClientRect().right > width)
    .map((one) => `${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 40)}`)
}"""
"""What makes the page wider than its window."""


def pictures(page: Page, name: str) -> None:
    """At a phone's size, a small and a large desk's; nothing is wider than the screen."""
    for size, (width, height) in SIZES.items():
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(DRAWN)
        picture(page, f"{name}-{size}")
        assert not (found := page.evaluate(TOO_WIDE)), (name, size, found)
    page.set_viewport_size({"width": 1366, "height": 768})
