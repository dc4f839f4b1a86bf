"""The page for operations: how the house stands, an alert that is taken, a backup on demand."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect

from croupier.server.http import watching
from croupier.server.http.pages import BUILT
from croupier.server.journal.acts import AlertTaken, ClockJumped
from croupier.server.play.clock import Clock
from tests.support.browser.chromium import missing
from tests.support.browser.page_looks import axe, picture
from tests.support.browser.staffed_house import TOO_WIDE, Staffed, pictures
from tests.support.configured_house import on_the_web, opened, until, written

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

TABLE, OTHER = "three-pictures", "baccarat"
TURNS = 50
A_MINUTE = 60 * 10**9


class Turned:
    """A clock that is set forward between taps."""

    def __init__(self) -> None:
        self.by = 0

    def made(self, not_before: int) -> Clock:
        wall, monotonic = time.time_ns, time.monotonic_ns
        return Clock(not_before, lambda: wall() + self.by, lambda: monotonic() + self.by)


@pytest.fixture
def watched(tmp_path: Path, browser: Browser) -> Iterator[Staffed]:
    """An hour of real taps; a while ago the machine's clock has jumped."""
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    folder, turned = tmp_path, Turned()
    text = written(TABLE, OTHER, betting_seconds=3600) + '\n[backup]\nfolder = "kept"\n'
    (folder / "house.toml").write_text(text)
    house = opened(folder, text, clock=turned.made)
    house.acts.record(ClockJumped(at=house.clock(), by_ms=5_000))
    with pytest.MonkeyPatch.context() as hurried:
        hurried.setattr(watching, "EVERY", 0.02)
        with on_the_web(house) as address:
            made = Staffed(house, f"http://{address}", browser)
            tapped(made, turned)
            hurried.setattr(watching, "EVERY", 10)
            yield made
            made.leave()


def tapped(made: Staffed, turned: Turned) -> None:
    """Each minute a wager is placed and taken back."""
    guest = made.guest()
    guest.ask(TABLE, command="sit", player=guest.name, box=1)
    for _ in range(TURNS):
        placed: dict[str, Any] = {"player": guest.name, "bet": "initial", "box": 1}
        guest.ask(TABLE, command="place", cents=2_500, **placed)
        guest.ask(TABLE, command="withdraw", **placed)
        turned.by += A_MINUTE


def test_how_the_house_stands(watched: Staffed) -> None:
    page = watched.at("a1", "/operations")
    stands = page.get_by_role("status", name="Ready")
    expect(stands).to_contain_text("Yes, 2 of 2 tables")
    expect(page.get_by_role("article", name="n1")).to_contain_text(f"{TABLE}, {OTHER}")
    chart = page.get_by_role("img", name="Tap to durable, last 60 min")
    expect(chart).to_contain_text("limit 25 ms")
    expect(page.get_by_role("region", name="Tables")).to_contain_text("dealing")
    page.get_by_role("region", name="Keeping")
    checks = page.get_by_role("region", name="The house checks itself")
    expect(checks).to_contain_text("Journal read whole not yet")
    expect(checks).to_contain_text("none accepted yet")
    expect(checks).to_contain_text("croupier house accept-program FOLDER --confirm NAME")
    for name in ("I have it", "Back up now", "Verify the program"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    axe(page)
    page.keyboard.press(".")
    axe(page)
    page.keyboard.press(".")


def test_an_alert_is_taken_and_a_backup_made(watched: Staffed) -> None:
    page = watched.at("m1", "/pit")
    page.get_by_role("link", name="Operations").first.click()
    alerts = page.get_by_role("region", name="Alerts")
    expect(alerts).to_contain_text("clock was set forward by 5 s")
    pictures(page, "operations")
    for width in (768, 1440):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(TOO_WIDE) == []
        picture(page, f"operations-{width}", whole=True)
    jumped = alerts.get_by_role("listitem").filter(has_text="clock was set")
    page.keyboard.press("j")
    while "clock was set" not in page.locator(":focus").inner_text():
        page.keyboard.press("j")
    page.keyboard.press("a")
    expect(jumped).to_contain_text("m1 has it since")
    [act] = [one for one in watched.house.acts.last if isinstance(one, AlertTaken)]
    assert act.by == "m1"
    page.keyboard.press("b")
    backups = page.get_by_role("region", name="Backups")
    expect(backups.get_by_role("status")).to_have_text(
        "made, restored on trial and found whole", timeout=60_000
    )
    until(lambda: len(list((watched.house.folder / "kept").glob("*.backup"))) == 1)
    page.get_by_role("button", name="Verify the program").click()
    checks = page.get_by_role("region", name="The house checks itself")
    expect(checks).to_contain_text("verified ")
    axe(page)


def test_who_may_not_is_told(watched: Staffed) -> None:
    page = watched.at("d1", "/operations")
    expect(page.get_by_role("status", name="Ready")).to_have_count(0)
    expect(page.get_by_role("link", name="Operations")).to_have_count(0)
