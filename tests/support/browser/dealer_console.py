"""A house whose tables a person deals, with its staff, and a dealer's hands on the console."""

from __future__ import annotations

import re
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

import msgspec
from playwright.sync_api import expect

from croupier.server.http.pages import BUILT
from croupier.server.journal.sqlite import SqliteStore
from croupier.server.streams import faults
from croupier.table.state import Step
from tests.support.browser.chromium import PATIENCE, missing
from tests.support.browser.page_looks import pictures_of
from tests.support.configured_house import TABLES, on_the_web, opened, until, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

    from croupier.server.opening import OpenHouse
    from croupier.table.state import Table

PERSON = 'dealer = "person"'
BY_HAND = ("three-pictures", "three-card-poker", "baccarat")
BY_MACHINE = ("lucky-three-pictures", "royal-three-pictures")
"""Dealt a hand at a time."""
SHOE = f"\n[tables.shoe]\ngame = 'baccarat'\n{TABLES['baccarat']}\n{PERSON}\nshoe = '127.0.0.1:0'\n"
AUTOMATIC = f"\n[tables.automatic]\ngame = 'three-pictures'\n{TABLES['three-pictures']}\n"
SPARE = f"\n[tables.spare]\ngame = 'three-pictures'\n{TABLES['three-pictures']}\n{PERSON}\n"
DESK = {"width": 1366, "height": 768}
SIZES = {"phone": (390, 844), "desk": (1366, 768), "wide": (1920, 1080)}
EARLY, LATE = 2, 4
"""The boxes of the two players."""
SIX = ("Kh", "9s", "Td", "7c", "6c", "2d", "5h", "Qs", "3d")
"""Box 2, box 4 and the dealer in turn."""
TO_DEAL = re.compile("^(Enter the|Deal .* and yourself)")
TURN_OVER = "Turn over the dealer\N{RIGHT SINGLE QUOTATION MARK}s hand"


class Casino:
    """Who is in it, each with a browser of their own; any complaint of a page is kept."""

    def __init__(self, house: OpenHouse, url: str, browser: Browser, leaving: ExitStack) -> None:
        self.house, self.url, self.browser, self.leaving = house, url, browser, leaving
        staff = house.people.first_staff(house.clock())
        assert isinstance(staff, list)
        self.passwords = {name: password for name, _, password in staff}
        self.complaints: list[str] = []
        self.staff: dict[str, Page] = {}
        self.guests: list[Guest] = []

    def table(self, name: str) -> Table:
        return self.house.play.tables[name].table

    def visitor(self) -> Page:
        visitor = self.leaving.enter_context(
            self.browser.new_context(base_url=self.url, viewport=DESK, reduced_motion="reduce")  # type: ignore[arg-type]
        )
        visitor.set_default_timeout(PATIENCE)
        visitor.on("console", self.hear)
        visitor.on("weberror", lambda failed: self.complaints.append(str(failed.error)))
        return visitor.new_page()

    def hear(self, said: object) -> None:
        if getattr(said, "type", "") == "error":
            self.complaints.append(str(getattr(said, "text", "")))

    def at_work(self, name: str) -> Page:
        """A person of the staff, signed in once for all tests."""
        if name not in self.staff:
            page = self.visitor()
            body = {"name": name, "password": self.passwords[name]}
            assert page.request.post("/api/sign-in", data=body).ok
            self.staff[name] = page
        return self.staff[name]

    def console(self, name: str, table: str) -> Console:
        return Console(self, self.at_work(name), table)

    def players(self, table: str) -> list[Guest]:
        """Two guests, who go from table to table."""
        while len(self.guests) < 2:
            page = self.visitor()
            self.guests.append(Guest(page, page.request.post("/api/guest").json()["name"]))
        for guest in self.guests:
            guest.goes_to(table)
        return self.guests


class Guest:
    """A player at a terminal: commands go over the page's own session."""

    def __init__(self, page: Page, name: str) -> None:
        self.page, self.name, self.table = page, name, ""

    def goes_to(self, table: str) -> None:
        if self.table != table:
            self.table = table
            self.page.goto(f"/table/{table}")

    def asks(self, command: str, **more: object) -> None:
        told = self.page.evaluate(
            ASK, {"table": self.table, "command": {"command": command, "player": self.name} | more}
        )
        assert told["type"] == "acknowledged", (command, more, told)


ASK = """async ({ table, command }) => {
  const socket = new WebSocket('/ws')
  const told = await new Promise((done) => {
    const asked = { type: 'ask', id: `one${Math.random()}`, table, command }
    socket.onopen = () => socket.send(JSON.stringify(asked))
    socket.onmessage = (message) => {
      const said = JSON.parse(message.data)
      if (said.id) done(said)
    }
  })
  socket.close()
  return told
}"""


class Console:
    """The dealer's page of one table."""

    def __init__(self, casino: Casino, page: Page, table: str) -> None:
        self.casino, self.page, self.name = casino, page, table
        page.goto(f"/console/{table}")

    @property
    def table(self) -> Table:
        return self.casino.table(self.name)

    @property
    def action(self) -> Locator:
        return self.page.locator(".action")

    @property
    def report(self) -> Locator:
        return self.page.locator(".report")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def types(self, *cards: str) -> None:
        """As a dealer types: rank, suit, and Enter when the hand is complete."""
        for card in cards:
            self.page.keyboard.type(card)
        expect(self.page.locator(".entry .card-svg")).to_have_count(len(cards))
        self.page.keyboard.press("Enter")

    def says(self, words: str) -> None:
        expect(self.action.get_by_role("heading", level=1)).to_contain_text(words)


@contextmanager
def casino(folder: Path, browser: Browser) -> Iterator[Casino]:
    """At its end every entry of its journal is right."""
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    machine = "".join(
        f"[tables.{game}]\n{TABLES[game]}\n{PERSON}\ndevice = 'automated'\n" for game in BY_MACHINE
    )
    text = written(*BY_HAND, more=PERSON, betting_seconds=600) + machine + SHOE + AUTOMATIC + SPARE
    house = opened(folder, text)
    with on_the_web(house) as where, ExitStack() as leaving:
        made = Casino(house, f"http://{where}", browser, leaving)
        yield made
        leaving.close()
    store = SqliteStore(folder / "house.db")
    assert list(faults(store, house.keys.public)) == []
    store.close()


def shot(page: Page, name: str) -> None:
    pictures_of(page, name, SIZES)


def begun(floor: Casino, table: str, main: str) -> tuple[Console, Guest, Guest]:
    """Betting is opened on the console, two players bet, betting is closed."""
    console, (early, late) = floor.console("d1", table), floor.players(table)
    console.press("Open betting")
    until(lambda: floor.table(table).step is Step.BETTING)
    for player, box in ((early, EARLY), (late, LATE)):
        where = {}
        if floor.table(table).setup.boxes is not None:
            where = {"box": box}
            if floor.table(table).seat_of(player.name) is None:
                player.asks("sit", box=box)
        player.asks("place", bet=main, cents=2500, **where)
    console.press("Close betting")
    until(lambda: floor.table(table).step is Step.DEALING)
    return console, early, late


def dealt(console: Console, *cards: str, at_once: int = 1) -> None:
    """One by one or a hand at a time, each to the place that the console says is next."""
    expect(console.action.get_by_role("heading", level=1)).to_have_text(TO_DEAL)
    for some in zip(*[iter(cards)] * at_once, strict=True):
        before = console.table.round.drawn
        console.types(*some)
        until(lambda before=before: console.table.round.drawn != before)  # type: ignore[misc]


def settled(console: Console) -> None:
    """What would be paid is shown, and paid when it is confirmed."""
    expect(console.page.get_by_role("heading", name="Result, before it is paid")).to_be_visible()
    assert console.table.step is Step.EXPOSED
    expect(console.page.locator(".lines .line").first).to_be_visible()
    told = console.page.request.get(f"/api/tables/{console.name}/settlement").json()
    console.press("Confirm and pay")
    until(lambda: console.table.step is Step.CONCLUDED)
    paid = msgspec.json.decode(msgspec.json.encode(console.table.round.lines))
    lines = [{name: line[name] for name in line if name != "because"} for line in told["lines"]]
    assert (lines, told["says"]) == (paid, None)
    console.says("ets")
