"""What people do and look at on the pit's page, as its tests say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

if TYPE_CHECKING:
    import re

    from playwright.sync_api import Locator, Page

    from tests.support.server_process import Terminal

BACCARAT, POKER, ROYAL = "baccarat", "three-card-poker", "royal-three-pictures"
NATURAL = ("Kh", "2s", "9d", "5c")


def carried(who: Terminal, table: str, **command: Any) -> None:  # noqa: ANN401 - any command
    told = who.ask(table, **command)
    assert told["type"] == "acknowledged", told


def bets(dealer: Terminal, guest: Terminal, **stakes: int) -> None:
    carried(dealer, BACCARAT, command="open-betting")
    for bet, cents in stakes.items():
        carried(guest, BACCARAT, command="place", player=guest.name, bet=bet, cents=cents)


def deals(dealer: Terminal) -> None:
    carried(dealer, BACCARAT, command="close-betting")
    for card in NATURAL:
        carried(dealer, BACCARAT, command="deal", cards=card)
    carried(dealer, BACCARAT, command="settle")


def table(page: Page, name: str) -> Locator:
    return page.locator(f"article.pit-table[data-table='{name}']")


def looked_at(page: Page, name: str) -> Locator:
    """A table with its bets and what may be done to it."""
    row = table(page, name)
    if row.locator(".details").count() == 0:
        row.get_by_role("button", name=f"Show {name}").click()
    expect(row.locator(".details")).to_be_visible()
    return row


def waiting(page: Page, name: str | re.Pattern[str]) -> Locator:
    return page.get_by_role("complementary").get_by_role("article", name=name)
