"""How heavy a player's terminal is and how fast it answers, in Chromium at a real house.

What it loads first, from a press on a spot to the chip drawn, the longest task while cards are
dealt, also on a processor four times as slow, and what it holds after a hundred rounds. Needs the
built pages and a Chromium; exits with 1 where a goal is missed. Parts: `make bench ARGS="pages load
press deal keep"`.
"""

from __future__ import annotations

import logging
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import sync_playwright

from croupier.games import GAMES
from croupier.server.http.pages import BUILT
from tests.bench.ending import ended
from tests.bench.pages_dealing import dealing
from tests.bench.pages_figures import figure
from tests.bench.pages_memory import memory
from tests.bench.pages_pressed import pressing
from tests.support.browser.chromium import chromium
from tests.support.browser.dealt_tables import Dealt
from tests.support.browser.first_load import LANGUAGES, LIMIT_BYTES, loaded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

    from tests.bench.pages_figures import Figure

NAMES = [game.name for game in GAMES]


def loading(browser: Browser, dealt: Dealt) -> Iterator[Figure]:
    for game in NAMES:
        for language in LANGUAGES:
            found = loaded(browser, dealt.url, game, language)
            more = f"{len(found.sizes)} answers, {found.headers / 1000:.0f} kB of headers besides"
            yield figure(
                f"{game}: first load, {language}",
                found.bytes / 1000,
                LIMIT_BYTES / 1000,
                "kB",
                more,
            )


PARTS = {"load": loading, "press": pressing, "deal": dealing, "keep": memory}


def measured(browser: Browser, dealt: Dealt, wanted: list[str]) -> Iterator[Figure]:
    for name, part in PARTS.items():
        if name in wanted:
            yield from part(browser, dealt)


def main(wanted: list[str]) -> int:
    if not (BUILT / "index.html").is_file():
        print("the pages are not built: `make pages`")
        return 1
    if unknown := [name for name in wanted if name not in PARTS]:
        print(f"no part {unknown[0]!r}: {', '.join(PARTS)}")
        return 1
    logging.getLogger("websockets").setLevel(logging.CRITICAL)  # a dealer who is done is let go
    missed = False
    with ExitStack() as entering:
        folder = Path(entering.enter_context(tempfile.TemporaryDirectory()))
        tables = {f"{use}{name}": name for use in ("", "press-") for name in NAMES}
        dealt = Dealt(folder, entering, BUILT, tables)
        playwright = entering.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium())
        print("| measured | figure | goal | |\n|---|---|---|---|")
        for one in measured(browser, dealt, wanted or list(PARTS)):
            print(one.line, flush=True)
            missed |= one.missed
        browser.close()
    return int(missed)


if __name__ == "__main__":
    ended(lambda: main(sys.argv[1:]))
