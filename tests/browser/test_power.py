"""The power fails at a table that a person deals: baccarat 5.1, before and after an outcome.

A real house is killed and opened again. The player's page and the console come back by themselves.
"""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from tests.support.browser.chromium import PATIENCE, missing
from tests.support.browser.dealer_console import TO_DEAL
from tests.support.browser.player_terminal import COACHED
from tests.support.configured_house import SIDE_BETS, written
from tests.support.server_process import Served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

TABLE = "baccarat"
NO_ANSWER = re.compile(
    "net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED)|CONTENT_LENGTH_MISMATCH|EMPTY_RESPONSE"
    "|INCOMPLETE_CHUNKED_ENCODING)"
)
"""All that a page may complain of, and only while the house is down or dies in mid-answer."""
SUITS = dict(zip("cdhs", "♣♦♥♠", strict=True))
BETS = ("banker", "banker-pair", "player-pair")
"""25.00 on each."""
UNDECIDED = "After the interruption: no outcome is established; The round is void, all bets go back"
DECIDED = "established: Player Pair, Banker Pair; The round is played to its end"


class Evening:
    """A dealer at the console and a player at a terminal, each in a browser of their own."""

    def __init__(self, served: Served, browser: Browser, leaving: ExitStack) -> None:
        self.served, self.browser, self.leaving = served, browser, leaving
        staff = (line.split() for line in served.said if line.startswith("  "))
        self.passwords = {words[0]: words[-1] for words in staff}
        self.complaints: list[str] = []
        self.dealer = self.at_work("d1", f"/console/{TABLE}")
        self.player = self.visitor()
        self.player.goto(f"/table/{TABLE}")
        self.player.get_by_role("button", name="Play as a guest").click()
        expect(self.player.locator(".dock")).to_be_visible()

    def visitor(self) -> Page:
        visitor = self.leaving.enter_context(
            self.browser.new_context(
                base_url=self.served.url,
                viewport={"width": 1366, "height": 768},
                reduced_motion="reduce",
            )
        )
        visitor.set_default_timeout(PATIENCE)
        visitor.add_init_script(COACHED)
        visitor.on(
            "console",
            lambda said: self.complaints.append(said.text) if said.type == "error" else None,
        )
        visitor.on("weberror", lambda failed: self.complaints.append(str(failed.error)))
        return visitor.new_page()

    def at_work(self, name: str, path: str) -> Page:
        page = self.visitor()
        body = {"name": name, "password": self.passwords[name]}
        assert page.request.post("/api/sign-in", data=body).ok
        page.goto(path)
        return page

    def press(self, name: str) -> None:
        self.dealer.get_by_role("button", name=name, exact=True).click()

    def begin(self) -> None:
        """Betting is opened, the player places 25.00 on each of the bets, betting is closed."""
        self.press("Open betting")
        for bet in BETS:
            self.area(bet).click()
            expect(self.area(bet)).to_have_class(re.compile(r"\baccepted\b"))
        self.has("1,925.00")
        self.press("Close betting")

    def deal(self, *cards: str) -> None:
        """Typed at the console, each where the house says that it goes."""
        for card in cards:
            expect(self.dealer.locator(".action h1")).to_have_text(TO_DEAL)
            self.dealer.keyboard.type(card)
            expect(self.dealer.locator(".entry .card-svg")).to_have_count(1)
            self.dealer.keyboard.press("Enter")
            lies = card[0] + SUITS[card[1]]
            expect(self.dealer.locator(".feed li").first).to_contain_text(lies)

    def area(self, bet: str) -> Locator:
        return self.player.locator(f'[data-spot="0:{bet}"]')

    def has(self, money: str) -> None:
        """What the player's terminal says the player has."""
        expect(self.player.locator(".dock .money")).to_have_text(f"SGD {money}")

    def power_fails(self) -> None:
        """Nobody touches a page: each finds the house again when it is open."""
        assert self.complaints == []
        self.served.kill()
        live = self.player.locator(".live")
        on_duty = self.dealer.locator(".live").first
        expect(live).to_have_text("Reconnecting, your bets stand")
        expect(on_duty).not_to_have_text("Connected")
        self.has("1,925.00")
        self.served.start()
        expect(live).to_have_text("Connected")
        expect(on_duty).to_have_text("Connected")
        assert [said for said in self.complaints if not NO_ANSWER.search(said)] == []
        self.complaints.clear()


@pytest.fixture
def evening(browser: Browser, tmp_path: Path) -> Iterator[Evening]:
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    more = f'dealer = "person"\n{SIDE_BETS[TABLE]}'
    (tmp_path / "house.toml").write_text(written(TABLE, more=more, betting_seconds=600), "utf-8")
    with Served(tmp_path) as served, ExitStack() as leaving:
        made = Evening(served, browser, leaving)
        yield made
        assert made.complaints == []
        assert served.complaints() == []


def replayed(evening: Evening, *told: tuple[str, str]) -> None:
    """The audit's page tells each of these steps of the round, with its clause if it has one."""
    page = evening.at_work("a1", f"/audit/{TABLE}/1")
    now = page.get_by_role("region", name="Cards after this step")
    for says, clause in told:
        page.locator(".replay .steps button", has_text=says).click()
        expect(now.get_by_role("heading", level=2)).to_contain_text(says)
        if clause:
            expect(now.get_by_role("button", name=f"Clause {clause}", exact=True)).to_be_visible()


def test_before_an_outcome_is_established(evening: Evening) -> None:
    """Baccarat 5.1.2 and 5.11: one card decides no bet; the round is void, all stakes go back."""
    evening.begin()
    evening.deal("5d")
    evening.power_fails()
    player = evening.player
    expect(player.locator(".middle")).to_contain_text("Round 1 is void")
    notice = player.locator(".notice")
    expect(notice).to_contain_text("Every bet goes back.")
    expect(notice.get_by_role("button", name="Clause 5.1.2", exact=True)).to_be_visible()
    evening.has("2,000.00")
    for bet in BETS:
        expect(evening.area(bet)).to_contain_text("nothing on it")
    player.locator(".past button").click()
    room = player.get_by_role("dialog", name=re.compile("^Replay"))
    room.get_by_role("button", name=re.compile(UNDECIDED)).click()
    expect(room.get_by_role("button", name="Clause 5.1.2", exact=True)).to_be_visible()
    player.keyboard.press("Escape")
    replayed(
        evening,
        ("The round is interrupted", ""),
        (UNDECIDED, "5.1.2"),
        ("The round is void; given back", "5.11"),
    )
    evening.press("Open betting")
    expect(player.get_by_text("Place your bets, please")).to_be_visible()
    evening.area("banker").click()
    evening.has("1,975.00")


def test_after_an_outcome_is_established(evening: Evening) -> None:
    """Baccarat 5.1.1: four cards decide both pairs; the same cards are played to the end."""
    evening.begin()
    evening.deal("5d", "3c", "9s", "3h")
    evening.power_fails()
    player = evening.player
    expect(player.get_by_text("was settled meanwhile")).to_have_count(0)
    expect(player.locator(".past button")).to_have_count(0)  # it is still in play
    expect(player.locator(".side.player .total")).to_have_text("4")
    expect(player.locator(".side.banker .total")).to_have_text("6")
    for card in ("five of diamonds", "three of clubs", "nine of spades", "three of hearts"):
        expect(player.get_by_role("img", name=card, exact=True)).to_be_visible()
    evening.has("1,925.00")
    for bet in BETS:
        expect(evening.area(bet)).to_contain_class("accepted")
    evening.deal("Kc")
    evening.press("Confirm and pay")
    expect(player.locator(".outcome")).to_have_text("Banker wins 6 to 4")
    for bet, amount in zip(BETS, ("+12.50", "+275.00", "\N{MINUS SIGN}25.00"), strict=True):
        expect(evening.area(bet).locator(".amt")).to_have_text(amount)
    expect(player.locator(".rail .net")).to_contain_text("+262.50")
    replayed(
        evening,
        ("The round is interrupted", ""),
        (DECIDED, "5.1.1"),
        ("The round is settled", ""),
    )
    evening.press("Open betting")  # until then what was won is provisional
    evening.has("2,262.50")
