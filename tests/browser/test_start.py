"""The app starts under the house's own security headers and reaches the house."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.support.browser.page_looks import axe, shot
from tests.support.house_in_thread import TABLES

if TYPE_CHECKING:
    from playwright.sync_api import Page

SOCKET = """() => new Promise((told, failed) => {
  const socket = new WebSocket('/ws')
  socket.onmessage = (message) => { socket.close(); told(JSON.parse(message.data)) }
  socket.onerror = () => failed(new Error('no socket'))
})"""


def test_the_first_page(page: Page) -> None:
    answered = page.goto("/")
    assert answered is not None
    policy = answered.header_value("content-security-policy")
    assert policy is not None
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    expect(page).to_have_title("croupier")
    expect(page.locator("main")).to_be_visible()
    axe(page)
    shot(page, "start")


def test_a_page_talks_to_the_house(page: Page) -> None:
    """`default-src 'self'` allows a socket to the same address."""
    page.goto("/")
    welcome = page.evaluate(SOCKET)
    assert welcome["type"] == "welcome"
    assert [table["game"] for table in welcome["tables"]] == list(TABLES.values())


def test_an_address_inside_the_app(page: Page) -> None:
    """Opened as if from a bookmark."""
    answered = page.goto("/table/t5")
    assert answered is not None
    assert answered.status == 200
    expect(page).to_have_title(re.compile("croupier$"))
    expect(page.locator("main")).to_be_visible()


@pytest.mark.parametrize("address", ["/nowhere", "/tables/t5", "/table/%E0%A4%A", "/board/%zz"])
def test_an_address_that_is_none(page: Page, complaints: list[str], address: str) -> None:
    page.goto(address)
    expect(page.get_by_text("There is nothing at this address.")).to_be_visible()
    expect(page.get_by_role("link", name="croupier: To the tables")).to_be_visible()
    complaints.clear()  # that the address was answered with 404
    page.get_by_role("link", name="To the tables", exact=True).click()
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()


def test_what_a_page_may_not_do(page: Page, complaints: list[str]) -> None:
    """A script that is no file of the house does not run; that it was tried is noticed."""
    page.goto("/")
    expect(page.locator("main")).to_be_visible()
    assert complaints == []
    page.evaluate("""() => {
      const script = document.createElement('script')
      script.textContent = 'window.stranger = true'
      document.body.append(script)
    }""")
    assert page.evaluate("window.stranger") is None
    [complaint] = complaints
    assert "Content Security Policy" in complaint
    complaints.clear()
