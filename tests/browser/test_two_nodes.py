"""The node that a page is connected to dies: the page goes on at the other one, bets as they are.

On demand with a real HAProxy, as docs/nodes.md has it: apt-get install haproxy, then -m demand.
"""

from __future__ import annotations

from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import expect

from croupier.games import GAMES
from croupier.server.http.pages import BUILT
from croupier.server.journal.sharing import DUTIES, Sharing
from croupier.server.nodes.joining import opened_from_outside
from tests.support.browser.chromium import PATIENCE, missing
from tests.support.browser.player_terminal import COACHED, DESK, enter, own_box, size, spot, state
from tests.support.cut_line import CutLine, Motion
from tests.support.proxies import installed
from tests.support.server_process import until
from tests.support.two_nodes import behind, two_nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from tests.support.postgres_server import Server
    from tests.support.secure_node import SecureNode

FIRST_BET = {game.name: game.bets[0].name for game in GAMES}


def holders(database: str) -> dict[str, str]:
    with closing(opened_from_outside(database, Sharing("", ""))) as store:
        return {one.name: one.node for one in store.seen().leases if one.left_ms > 0 and one.run}


def held_by(node: str, database: str) -> str:
    return next((one for one, at in holders(database).items() if at == node and one != DUTIES), "")


def node_of_the_page(nodes: dict[str, SecureNode]) -> str:
    found: list[str] = []

    def is_known() -> bool:
        found[:] = [name for name, node in nodes.items() if node.sockets() == 1]
        return len(found) == 1

    until(is_known)
    return found[0]


@contextmanager
def at_a_terminal(browser: Browser, url: str) -> Iterator[Page]:
    with browser.new_context(base_url=url, ignore_https_errors=True) as person:
        person.set_default_timeout(PATIENCE)
        person.add_init_script(COACHED)
        errors: list[str] = []
        person.on("weberror", lambda failed: errors.append(str(failed.error)))
        page = person.new_page()
        size(page, DESK)
        yield page
        assert errors == []


@contextmanager
def by_hand(_folder: Path, nodes: dict[str, SecureNode]) -> Iterator[Way]:
    """A line that leads to the one node, and then to the other."""
    motion = Motion()
    line = motion.run(CutLine(nodes["n1"].port).listen())
    try:
        yield Way(f"https://localhost:{line.port}", lambda to: motion.run(line.mend(to.port)))
    finally:
        motion.run(line.close())
        motion.stop()


@contextmanager
def by_haproxy(folder: Path, nodes: dict[str, SecureNode]) -> Iterator[Way]:
    """Which finds out by itself."""
    with behind(installed("haproxy"), folder, nodes) as made:
        yield Way(made.url, lambda _to: None)


class Way(NamedTuple):
    url: str
    lead_to: Callable[[SecureNode], None]


@pytest.mark.parametrize("way", [by_hand, pytest.param(by_haproxy, marks=pytest.mark.demand)])
def test_a_page_goes_on_at_the_other_node(
    way: Callable[[Path, dict[str, SecureNode]], AbstractContextManager[Way]],
    browser: Browser,
    tmp_path: Path,
    postgres: Server,
) -> None:
    if not (BUILT / "index.html").is_file():
        missing("the pages are not built: `make pages`")
    database = postgres.fresh()
    with two_nodes(tmp_path, database) as nodes, way(tmp_path, nodes) as led:
        until(lambda: all(held_by(one, database) for one in nodes))
        with at_a_terminal(browser, led.url) as page:
            page.goto("/")
            here = node_of_the_page(nodes)
            [other] = nodes.keys() - {here}
            table = held_by(other, database)
            enter(page, table)
            expect(page.locator(".terminal")).to_have_attribute("data-state", "betting")
            bet = spot(page, own_box(page), FIRST_BET[table])
            bet.click()
            state(bet, "25, accepted")
            assert node_of_the_page(nodes) == here
            nodes[here].kill()
            expect(page.locator(".live")).to_have_text("Reconnecting, your bets stand")
            led.lead_to(nodes[other])
            expect(page.locator(".live")).to_have_text("Connected", timeout=20_000)
            assert nodes[other].sockets() == 1
            state(bet, "25, accepted")
            expect(page.locator(".purse")).to_contain_text("1,975.00")
            bet.click()
            state(bet, "50, accepted")
