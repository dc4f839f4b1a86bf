"""Every page of players but the felt, measured in every window and language, and judged by axe.

A state is reached once; the page is then resized through all windows in both languages.
"""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING

import httpx
import pytest
from playwright.sync_api import expect
from websockets.sync.client import connect

from croupier.server.own_play.events import WagerNoted
from croupier.server.own_play.limits import LimitKind, Terms
from tests.support.browser.boxes import CHINESE
from tests.support.browser.player_terminal import guest, spot
from tests.support.browser.seen_pages import Seen
from tests.support.browser.sheets import ASKED
from tests.support.browser.visitor import Visitor
from tests.support.typed_cards import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.support.browser.dealt_tables import Dealt

TABLES = {
    "b1": "baccarat",
    "l1": "lucky-three-pictures",
    "p1": "three-card-poker",
    "r1": "royal-three-pictures",
    "t1": "three-pictures",
    "t2": "three-pictures",
}
ROYAL = {
    0: "Qd 5s 4h",
    1: "Qh Jh 6s",
    3: "Th 2d Ac",
    4: "Kc Qs Jd",
    5: "Jc 8h Ad",
    6: "7d 4c 4s",
    7: "Ks Kh 9c",
    8: "9d 8d 2c",
}
LUCKY = {0: "Jd 3s 3h", 2: "Ks Qh Jc", 4: "Kh Td 6s", 7: "9c 9d 8s"}
POKER = {0: "Qd 5s 4h", 2: "As Kd 9c", 4: "7h 8h 9h", 6: "5c 5d 2h"}
BACCARAT = ("4s 5d", "9c Kh"), ("2s 3d", "Tc 6h"), ("8s Qd", "8c Jh"), ("9s 4d", "7c Kh")
MINUTE = 60_000
HELP = "Someone to talk to, day and night: the number of this house"


@pytest.fixture
def _quick_dealer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a connection send as many messages as it likes; asked for before the house is built."""
    monkeypatch.setattr("croupier.server.floor.frames.A_SECOND", 10**6)


@pytest.fixture
def floor(_quick_dealer: None, dealt: Dealt) -> Dealt:
    """A table in each state: played, frozen, closed, and two without a dealer."""
    boxes(dealt, "r1", ROYAL, ("main", "tie", "royal-pictures"))
    side = "lucky-tie", "lucky-pictures", "player-lucky-6", "dealer-lucky-6"
    boxes(dealt, "l1", LUCKY, ("initial", *side))
    boxes(dealt, "p1", POKER, ("ante", "pair-plus", "progressive"))
    dealt.by("t1", "s1").does("close-table")
    for number in range(12):
        shoe(dealt, number)
    with httpx.Client(base_url=dealt.url) as pit:
        signed = {"name": "s1", "password": dealt.passwords["s1"]}
        assert pit.post("/api/sign-in", json=signed).is_success
        frozen = pit.post(
            "/api/jackpots/three-card-poker/freeze", json={"reason": "the display is dark"}
        )
        assert frozen.is_success, frozen.text
    dealt.house.play.own_play.terms = Terms({LimitKind.REMINDER: 60}, HELP)
    return dealt


def boxes(dealt: Dealt, table: str, hands: dict[int, str], bets: tuple[str, ...]) -> None:
    """A round in which one player bets on every box that gets a hand."""
    player = dealt.guest(table)
    dealt.does(table, "open-betting")
    for box in sorted(hands)[1:]:
        for bet in bets:
            cents = 500 if bet == "progressive" else 2500
            player.does("place", player=player.name, bet=bet, cents=cents, box=box)
    dealt.does(table, "close-betting")
    dealt.deal(table, hands)
    for box in sorted(hands)[1:]:
        player.ask("look", player=player.name, box=box)  # where the game has it
        if dealt.table(table).game.decision:
            player.does("decide", player=player.name, box=box, choice="play")
    dealt.finish(table)
    player.socket.close()


def shoe(dealt: Dealt, number: int) -> None:
    player, banker = BACCARAT[number % len(BACCARAT)]
    dealt.does("b1", "open-betting")
    dealt.does("b1", "close-betting")
    dealt.deal("b1", {1: f"{player} 2c", 0: f"{banker} 2h"})
    dealt.does("b1", "settle")


@pytest.fixture
def visitor(browser: Browser, floor: Dealt) -> Iterator[Visitor]:
    """Who wants no movement: what is measured stands still."""
    scripts = (CHINESE,) if ASKED is None else ()
    made = Visitor(browser, floor.url, *scripts, motion="reduce")
    yield made
    made.context.close()


@pytest.fixture
def seen(visitor: Visitor, complaints: list[str], request: pytest.FixtureRequest) -> Iterator[Seen]:
    with visitor.comes(complaints) as page:
        name = re.sub(r"[^a-z0-9]+", "-", request.node.name.removeprefix("test_")).strip("-")
        looked = Seen(page, name)
        yield looked
        looked.keep()
    assert "\n".join(looked.wrong) == ""


def opened(seen: Seen, path: str, ready: str) -> Page:
    seen.page.goto(path)
    expect(seen.page.locator(ready).first).to_be_visible()
    expect(seen.page.locator(".skeleton, [aria-busy=true]")).to_have_count(0)
    return seen.page


def test_the_lobby(seen: Seen) -> None:
    page = opened(seen, "/", ".table-card")
    seen.is_at("lobby of a stranger")
    guest(page.context)
    opened(seen, "/?table=t1", ".account .money")
    seen.is_at("lobby, a closed table chosen")
    opened(seen, "/?table=p1", ".table-card")
    seen.is_at("lobby, a frozen jackpot chosen")
    page.get_by_role("button", name="Settings").click()
    seen.is_at("settings")


@pytest.mark.parametrize("table", TABLES)
def test_the_boards(seen: Seen, table: str) -> None:
    opened(seen, f"/board/{table}", ".board-foot")
    seen.is_at(f"board of {table}")


def test_the_boards_while_bets_are_open(seen: Seen, floor: Dealt) -> None:
    page = opened(seen, "/board/l1", ".board-foot")
    floor.does("l1", "open-betting")
    player = floor.guest("l1")
    player.does("place", player=player.name, bet="initial", cents=150000, box=3)
    expect(page.locator(".bet-rows").filter(has_text="1,500")).to_have_count(1)
    seen.is_at("board, bets open")
    floor.does("b1", "open-betting")
    opened(seen, "/board/b1", ".board-foot")
    seen.is_at("board of baccarat, bets open")


@pytest.mark.parametrize("table", ["b1", "r1", "p1", "t1"])
def test_a_kiosk(seen: Seen, table: str) -> None:
    page = opened(seen, f"/kiosk/{table}", ".how li")
    seen.speak = lambda *look: restarted(page, *look)  # type: ignore[method-assign]
    seen.is_at(f"kiosk at {table}")


def restarted(page: Page, language: str, theme: str) -> None:
    """A language that is touched at a kiosk begins; this one is remembered."""
    page.evaluate(
        "([language, theme]) => Object.assign(localStorage, {language, theme})", [language, theme]
    )
    page.reload()
    expect(page.locator(".how li").first).to_be_visible()


def test_staff_at_a_kiosk(seen: Seen) -> None:
    page = opened(seen, "/kiosk/b1", ".how li")
    page.get_by_role("button", name="Staff", exact=True).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    seen.is_at("kiosk, staff")


def test_an_account(seen: Seen, floor: Dealt) -> None:
    page = opened(seen, "/me", "form, button")
    seen.is_at("account of a stranger")
    player = sat_down(page, floor, "t2")
    played(floor, player, "Kh Td 6s", "Jd 3s 2h")
    played(floor, player, "9h 5d 2s", "9d 7s 8h")
    opened(seen, "/me", "ol > li")
    seen.is_at("account")
    page.get_by_role("button", name="Cash out").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").first.fill("50")
    seen.is_at("purse")
    page.get_by_role("button", name="Cash out 50.00").click()
    expect(dialog.get_by_text(re.compile("^Ticket"))).to_contain_text("50.00")
    seen.is_at("ticket")
    page.keyboard.press("Escape")
    replay(seen, page)


def replay(seen: Seen, page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Replay of round")).first.click()
    room = page.get_by_role("dialog", name=re.compile("^Replay"))
    expect(room.get_by_role("slider")).to_be_visible()
    seen.is_at("replay, its first step")
    room.get_by_role("button", name="The dealer turns three cards").click()
    seen.is_at("replay, the dealer's cards")
    room.get_by_role("button", name="All bets are paid").click()
    seen.is_at("replay, its end")
    seen.size((390, 844))
    room.get_by_role("button", name="Steps and sight").click()
    seen.is_at("replay, steps on a phone", (390, 844), (360, 740))
    seen.size((390, 844))
    page.keyboard.press("Escape")


def test_own_play(seen: Seen, floor: Dealt) -> None:
    page = seen.page
    name = guest(page.context)
    opened(seen, "/play", "[data-limit]")
    loss = page.locator('[data-limit="loss-day"]')
    loss.get_by_role("textbox").fill("30.00")
    loss.get_by_role("button", name="Set 30.00").click()
    expect(loss).to_contain_text("of 30.00 used today")
    loss.get_by_role("textbox").fill("80")
    loss.get_by_role("textbox").press("Enter")
    expect(loss).to_contain_text("Until then 30.00.")
    seen.is_at("own play")
    page.get_by_role("button", name="Choose how long").click()
    expect(page.get_by_role("alertdialog")).to_be_visible()
    seen.is_at("exclusion")
    page.keyboard.press("Escape")
    play_for(floor, name, 60)
    page.reload()
    reminder = page.get_by_role("alertdialog")
    expect(reminder).to_contain_text("You have played for 1 hour")
    seen.is_at("reminder")
    reminder.get_by_role("button", name="Take a break").click()
    seen.is_at("reminder, a break")
    reminder.get_by_role("button", name="Back").click()
    reminder.get_by_role("button", name="Go on").click()
    opened(seen, "/", ".table-card")
    page.get_by_role("button", name=re.compile("^This session")).click()
    expect(page.get_by_role("dialog", name="This session")).to_be_visible()
    seen.is_at("this session", part=".play-bar")
    opened(seen, "/play", "[data-limit]")
    page.get_by_role("button", name=re.compile("^Start")).click()
    expect(page.locator(".away")).to_be_visible()
    seen.is_at("on a break")


def test_the_coach_and_practice(seen: Seen) -> None:
    page = seen.page
    guest(page.context)
    opened(seen, "/table/p1", ".box.own")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="How to play")).to_be_visible()
    seen.is_at("how to play")
    page.get_by_role("button", name="Show me in four steps").click()
    coach = page.locator("dialog.coach")
    for step in ("aim", "cards", "one hand", "practice"):
        expect(coach.get_by_role("heading")).to_be_visible()
        seen.is_at(f"coach, {step}")
        page.keyboard.press("Enter")
    coach.get_by_role("radio", name="Practice chip of 100").click()
    coach.get_by_role("button", name="Ante, nothing on it").click()
    coach.get_by_role("button", name="Deal").click()
    coach.get_by_role("button", name="Look at my cards").click()
    seen.is_at("practice, a decision")
    coach.get_by_role("button", name="Play 100.00").click()
    expect(coach.get_by_role("heading")).to_contain_text("Net, in practice chips")
    seen.is_at("practice, a result")


@pytest.mark.parametrize(("table", "bet"), [("l1", "4:lucky-pictures"), ("p1", "4:ante")])
def test_bet_cards(seen: Seen, table: str, bet: str) -> None:
    """One with many lines, and one with a decision; `test_learn` opens all of them."""
    page = seen.page
    guest(page.context)
    opened(seen, f"/table/{table}", "[data-spot]")
    page.locator(f'[data-spot="{bet}"]').focus()
    page.keyboard.press("i")
    expect(page.get_by_role("dialog", name=re.compile("^About"))).to_be_visible()
    seen.is_at(f"bet card of {bet}", part=".over")


def test_large_print(seen: Seen, floor: Dealt) -> None:
    page = seen.page
    guest(page.context)
    opened(seen, "/table/t2", ".terminal")
    page.evaluate("localStorage.setItem('print', 'large')")
    opened(seen, "/table/t2", ".terminal.large .lp-felt")
    floor.does("t2", "open-betting")
    bet = spot(page, 4, "initial")
    bet.click()
    expect(bet).to_contain_text("25")
    seen.is_at("large print, bets")
    floor.does("t2", "close-betting")
    floor.deal("t2", {4: "Kh Td 6s", 0: "Jd 3s 2h"})
    look = page.get_by_role("button", name="Look").first
    expect(look).to_be_visible()
    seen.is_at("large print, a look")
    look.click()
    expect(page.get_by_text("Single Picture Six")).to_be_visible()
    seen.is_at("large print, looked")
    floor.finish("t2")
    expect(page.locator(".lp-net")).to_be_visible()
    seen.is_at("large print, result")


@pytest.mark.parametrize(
    ("path", "ready"),
    [
        ("/rules", "main h1"),
        ("/rules/three-pictures", "[data-clause]"),
        ("/rules/three-card-poker/4.4", ".detail-in h2"),
        ("/rules/baccarat?view=odds", "main h1"),
        ("/rules?view=beside", "main h1"),
        ("/odds", ".panel"),
        ("/odds?view=readings", ".panel"),
        ("/odds/three-card-poker?view=strategy", ".panel"),
        ("/odds?view=shoe", ".panel"),
        ("/odds?view=jackpot", ".panel"),
        ("/odds?view=session", ".panel"),
        ("/fairness", ".panel"),
        ("/sign-in", "form"),
        ("/board/nowhere", ".btn"),
    ],
)
def test_what_everybody_reads(seen: Seen, path: str, ready: str) -> None:
    opened(seen, path, ready)
    seen.is_at(path)


def sat_down(page: Page, floor: Dealt, table: str) -> Terminal:
    """The page's own player at a table."""
    name = guest(page.context)
    cookie = next(one["value"] for one in page.context.cookies() if one["name"] == "croupier")
    sent = {"Cookie": f"croupier={cookie}"}
    line = connect(f"ws://{floor.where}/ws", additional_headers=sent)
    socket = floor.entering.enter_context(line)
    return Terminal(socket, table, name)


def played(floor: Dealt, player: Terminal, own: str, dealers: str) -> None:
    floor.does(player.table, "open-betting")
    for bet in ("initial", "tie"):
        player.does("place", player=player.name, bet=bet, cents=2500, box=4)
    floor.does(player.table, "close-betting")
    floor.deal(player.table, {4: own, 0: dealers})
    player.does("look", player=player.name, box=4)
    floor.finish(player.table)


def play_for(floor: Dealt, player: str, minutes: int) -> None:
    """As if wagers had come every minute until now."""
    house, now = floor.house, floor.house.clock()
    noted = [WagerNoted(at=now - one * MINUTE, player=player) for one in range(minutes, -1, -1)]
    work = house.queue.on_disk(lambda: house.play.own_play.write(*noted))
    assert house.queue.pump is not None
    done = asyncio.run_coroutine_threadsafe(work, house.queue.pump.get_loop())
    assert done.result(20) is None
