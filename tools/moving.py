"""A round at a terminal as a moving picture: docs/pictures/round.webp.

    python -m tools.moving

A guest at a real house bets, looks, plays and is paid; the browser is looked at several times a
second, and looks that show nothing new make the one before last longer.
"""

from __future__ import annotations

import io
import re
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

from croupier.server.http.pages import BUILT
from tests.support.browser.chromium import chromium
from tests.support.browser.player_terminal import COACHED, enter, own_box, spot
from tests.support.house_in_thread import Running
from tools.markdown import DOCS

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

SIZE, WIDE = {"width": 1180, "height": 720}, 760
MOST_ROUNDS = 12
LONGEST_MS, LEAST_MS = 1800, 80
LOOK, PLAY = re.compile("^Look at my cards"), re.compile("^Play ")


class Film:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[Image.Image] = []
        self.lengths: list[int] = []
        self.since = time.monotonic()

    def look(self) -> None:
        taken = Image.open(io.BytesIO(self.page.screenshot(type="png"))).convert("RGB")
        frame = taken.resize((WIDE, WIDE * taken.height // taken.width), Image.Resampling.LANCZOS)
        now = time.monotonic()
        if self.frames:
            passed = int(1000 * (now - self.since))
            self.lengths[-1] = min(LONGEST_MS, self.lengths[-1] + passed)
        self.since = now
        if not self.frames or frame.tobytes() != self.frames[-1].tobytes():
            self.frames.append(frame)
            self.lengths.append(LEAST_MS)

    def until(self, done: Callable[[], bool], seconds: float = 30) -> None:
        end = time.monotonic() + seconds
        while not done() and time.monotonic() < end:
            self.look()

    def keep(self, file: Path) -> None:
        first, *rest = self.frames
        first.save(
            file,
            save_all=True,
            append_images=rest,
            duration=[*self.lengths[:-1], 2 * LONGEST_MS],
            loop=0,
            quality=62,
            method=6,
        )


def played(page: Page) -> Film:
    """The first round of the evening that is won."""
    enter(page, "t4")
    for _ in range(MOST_ROUNDS):
        film = Film(page)
        play_a_round(page, film)
        if "+" in page.locator(".rail.has").inner_text():
            break
    return film


def play_a_round(page: Page, film: Film) -> None:
    box = own_box(page)
    for bet in ("ante", "pair-plus", "progressive"):
        film.until(lambda: False, 0.5)
        spot(page, box, bet).click()
    look = page.get_by_role("button", name=LOOK)
    film.until(look.is_visible)
    film.until(lambda: False, 0.6)
    look.click()
    play = page.get_by_role("button", name=PLAY)
    film.until(play.is_visible)
    film.until(lambda: False, 1.5)
    play.click()
    film.until(page.locator(".rail.has").is_visible)
    film.until(lambda: False, 2.5)


def main() -> None:
    if not (BUILT / "index.html").is_file():
        sys.exit("the pages are not built: `make pages`")
    with ExitStack() as entering:
        folder = Path(entering.enter_context(tempfile.TemporaryDirectory()))
        house = Running(folder, betting_seconds=8, pace=0.7, patience=0, pages=BUILT)
        entering.callback(house.stop)
        playwright = entering.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium())
        with browser.new_context(base_url=house.url, viewport=SIZE) as visitor:  # type: ignore[arg-type]
            visitor.add_init_script(COACHED)
            film = played(visitor.new_page())
        browser.close()
        film.keep(DOCS / "pictures" / "round.webp")
    print(f"{len(film.frames)} pictures, {sum(film.lengths) / 1000:.1f} s")


if __name__ == "__main__":
    main()
