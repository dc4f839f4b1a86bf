"""The public board: cards, limits and past rounds for everybody; no seat, no name, no chance."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest
from playwright.sync_api import expect

from croupier.cli.main import run
from croupier.server.http.pages import BUILT
from croupier.table.roads import drawn, parse
from tests.support.browser.both_languages import read_in_both
from tests.support.browser.chromium import missing
from tests.support.browser.dealt_tables import Dealt
from tests.support.browser.page_looks import shot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from croupier.table.roads import Cells

SHOE = "BBPTBbPPpTTBPBBBBBBBPTBPb"
HANDS = {
    "B": ("{4}{0} {5}{1}", "9{2} K{3}"),
    "Bb": ("{4}{0} {5}{1}", "4{2} 4{3}"),
    "P": ("9{0} K{1}", "{4}{2} {5}{3}"),
    "Pp": ("4{0} 4{1}", "{4}{2} {5}{3}"),
    "Pb": ("9{0} K{1}", "3{2} 3{3}"),
    "T": ("8{0} Q{1}", "8{2} J{3}"),
}
"""Player Hand and Banker Hand of each result; no third card is drawn."""
GOLDEN = Path("ui/src/parts/roads.golden.json")


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Dealt]:
    monkeypatch.setattr("croupier.server.floor.frames.A_SECOND", 10**6)  # rounds follow quickly
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    games = "baccarat", "three-pictures", "royal-three-pictures", "three-card-poker"
    tables = dict(zip(("b1", "t1", "r1", "p1"), games, strict=True))
    with ExitStack() as entering:
        yield Dealt(tmp_path, entering, BUILT, tables)


def written(cells: Cells) -> list[str]:
    return [f"{one.column},{one.row},{one.mark},{one.ties},{one.pairs}" for one in cells]


def on_the_board(page: Page, road: str) -> list[str]:
    found: list[str] = page.locator(f"[data-road={road}] [data-cell]").evaluate_all(
        "marks => marks.map(mark => mark.dataset.cell)"
    )
    return found


def test_the_five_roads(page: Page, house: Dealt, capsys: pytest.CaptureFixture[str]) -> None:
    """As `croupier roads` has them, for the rounds that were played."""
    for number, result in enumerate(parse(SHOE)):
        suits = [("shdc" * 2)[(number + at) % 4] for at in range(4)]
        player, banker = (
            hand.format(*suits, "2356"[number % 4], "TJQK"[number // 4 % 4])
            for hand in HANDS[result]
        )
        house.does("b1", "open-betting")
        house.does("b1", "close-betting")
        house.deal("b1", {1: player, 0: banker})
        house.does("b1", "settle")
    page.goto("/board/b1")
    expect(page.locator("[data-road=bead] [data-cell]")).to_have_count(len(parse(SHOE)))

    shoe = drawn(parse(SHOE))
    assert on_the_board(page, "bead") == written(shoe.bead)
    assert on_the_board(page, "big") == written(shoe.big_road)
    assert on_the_board(page, "eye") == written(shoe.big_eye_boy)
    assert on_the_board(page, "small") == written(shoe.small_road)
    assert on_the_board(page, "cockroach") == written(shoe.cockroach_road)
    for side, count in msgspec.structs.asdict(shoe.counts).items():
        if side != "rounds":
            expect(page.locator(f"[data-count={side}] dd")).to_have_text(str(count))

    assert run(["roads", SHOE, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    for road, name in {
        "eye": "big_eye_boy",
        "small": "small_road",
        "cockroach": "cockroach_road",
    }.items():
        assert "".join(cell.split(",")[2] for cell in on_the_board(page, road)) == told[name]

    expect(page.locator(".board-said")).to_contain_text("Player wins 9 to 6")
    expect(page.locator(".board-said")).to_contain_text("with a Banker Pair")
    assert page.locator("a[href*=odds]").count() == 0
    read_in_both(page)
    shot(page, "board-baccarat")


def test_a_table_with_boxes(page: Page, house: Dealt) -> None:
    """Hands lie closed until they are opened; then they and the round before stay readable."""
    guest = house.guest("t1")
    house.does("t1", "open-betting")
    guest.does("place", player=guest.name, bet="initial", cents=2500, box=4)
    page.goto("/board/t1")
    house.does("t1", "close-betting")
    house.deal("t1", {4: "7s 8h Kd", 0: "5c Jh Td"})
    box = page.get_by_role("group", name="Box 4").first
    expect(box.locator("[aria-label='face-down card']")).to_have_count(3)
    assert page.locator("[aria-label='seven of spades']").count() == 0
    house.finish("t1")
    expect(page.locator("[aria-label='jack of hearts']")).to_be_visible()
    expect(box.locator("[aria-label='seven of spades']")).to_be_visible()
    expect(box.locator(".bet-rows p")).to_have_text(re.compile(r"Initial\s*returned"))
    expect(page.locator(".dealer-beads li:not(.none)")).to_have_text(["5"])
    tile = page.locator(".day-tiles > div").nth(3)
    expect(tile).to_have_text(re.compile(r"1\s*Initial returned"))
    expect(page.locator(".last-rounds li")).to_contain_text(["0 of 1 won"])
    expect(page.locator("body")).not_to_contain_text(guest.name)
    read_in_both(page)
    shot(page, "board-boxes")


@pytest.mark.standard(49)
def test_the_jackpot(page: Page, house: Dealt) -> None:
    """The meter climbs by what a round's jackpot bets bring (5.17 of 3 Card Poker)."""
    guest = house.guest("p1")
    house.does("p1", "open-betting")
    page.goto("/board/p1")
    meter = page.locator(".board-meter [role=img]")
    expect(meter).to_have_attribute("aria-label", "Progressive jackpot 20,000.00")
    guest.does("place", player=guest.name, bet="ante", cents=2500, box=2)
    guest.does("place", player=guest.name, bet="progressive", cents=500, box=2)
    house.does("p1", "close-betting")
    expect(meter).to_have_attribute("aria-label", "Progressive jackpot 20,001.00")
    read_in_both(page)
    shot(page, "board-jackpot")


def test_a_closed_table(page: Page, house: Dealt) -> None:
    """It can be watched from the lobby, not sat at."""
    house.does("b1", "open-betting")  # a table that is open
    house.by("r1", "s1").does("close-table")
    page.goto("/")
    page.get_by_role("button", name="Choose Royal Three Pictures").click()
    expect(page.get_by_text("This table is closed.")).to_be_visible()
    expect(page.get_by_role("button", name="Sit at box")).to_have_count(0)
    page.get_by_role("link", name="Watch the board").click()
    expect(page.locator(".board-shut > b")).to_have_text("Table closed")
    expect(page.get_by_role("list", name="Tables that are open")).to_be_visible()
    read_in_both(page)
    shot(page, "board-closed")


def test_no_such_table(page: Page) -> None:
    page.goto("/board/nowhere")
    expect(page.get_by_text("There is nothing at this address.")).to_be_visible()
    page.get_by_role("link", name="To the tables", exact=True).click()
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible()


def test_the_golden_cells() -> None:
    """What the component's own test draws is what the house sends for that shoe."""
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert golden["roads"] == json.loads(msgspec.json.encode(drawn(parse(golden["shoe"]))))
