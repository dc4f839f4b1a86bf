"""What a terminal holds after ten, fifty and a hundred rounds at an automatic table."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from croupier.server.http.pages import BUILT
from tests.bench.pages_figures import figure, terminal
from tests.support.browser.kept_memory import kept, looked_at, watching
from tests.support.house_in_thread import TABLES, Running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

    from tests.bench.pages_figures import Figure
    from tests.support.browser.dealt_tables import Dealt
    from tests.support.browser.kept_memory import Kept

LOOKS = (10, 50, 100)
"""After ten rounds the list of one's last rounds is full."""
AT_EACH = 5
"""The median of so many rounds up to it: results differ by a node or two, the heap by its code."""
GAME, SPOT = "three-pictures", '[data-spot="4:initial"]'
LIMIT_PERCENT = 2
HEAP_PERCENT = 5
"""Compiled code and its profile grow with use for a while."""
BETTING = '.terminal[data-state="betting"]'


def round_played(page: Page, number: int) -> None:
    """To the next round, which waits for a bet: a page in another state has other nodes."""
    page.click(f'{SPOT}[aria-disabled="false"]')
    page.locator('.terminal[data-state="result"] .rail .why').first.wait_for()
    looked_at(page, number)
    page.locator(f"{BETTING} {SPOT}:not(.accepted)").wait_for()


def memory(browser: Browser, _dealt: Dealt) -> Iterator[Figure]:
    table = next(name for name, game in TABLES.items() if game == GAME)
    with tempfile.TemporaryDirectory() as folder:
        house = Running(Path(folder), betting_seconds=2, pace=0.1, patience=0, pages=BUILT)
        page = terminal(browser, house.url, table)
        session = watching(page)
        page.locator(BETTING).wait_for()
        found: dict[int, list[Kept]] = {look: [] for look in LOOKS}
        for number in range(1, LOOKS[-1] + 1):
            round_played(page, number)
            for look in LOOKS:
                if look - AT_EACH < number <= look:
                    found[look].append(kept(session))
        page.context.close()
        house.stop()
    for what, unit in (("heap_bytes", 1000), ("nodes", 1), ("listeners", 1)):
        seen = [median(getattr(one, what) / unit for one in found[look]) for look in LOOKS]
        name = f"{GAME}: {what.split('_')[0]}{' in kB' * (unit > 1)} after {LOOKS[-1]} rounds"
        told = f"at {', '.join(map(str, LOOKS))}: {', '.join(f'{one:,.0f}' for one in seen)}"
        goal = HEAP_PERCENT if unit > 1 else LIMIT_PERCENT
        grown = 100 * (seen[-1] / seen[-2] - 1)
        yield figure(f"{name}, more than after {LOOKS[-2]}", max(grown, 0), goal, "%", told)
