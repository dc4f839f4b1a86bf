"""A link that is lost is on record; one that is ended with a word of either side is not."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from croupier.server.floor import attendance
from tests.support.configured_house import on_the_web, opened, until, written
from tests.support.server_process import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.server.opening import OpenHouse
    from croupier.server.play.requests import Reply, Request

GAME = "baccarat"


@pytest.fixture
def house(tmp_path: Path) -> OpenHouse:
    return opened(tmp_path, written(GAME, more='dealer = "person"'))


@pytest.fixture
def where(house: OpenHouse) -> Iterator[str]:
    with on_the_web(house) as address:
        yield f"http://{address}"


def guest(url: str) -> Terminal:
    entered = httpx.post(f"{url}/api/guest")
    terminal = Terminal(url, f"croupier={entered.cookies['croupier']}", entered.json()["name"])
    terminal.watch(GAME)
    terminal.wait_for_type("seen")
    return terminal


def lost(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    found = [one for one in caplog.records if one.getMessage() == "link lost"]
    return [getattr(one, "facts", {}) for one in found]


@pytest.mark.standard(29)
def test_a_terminal_that_vanishes_leaves_a_line(
    house: OpenHouse, where: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "croupier"):
        gone = guest(where)
        gone.vanish()
        until(lambda: lost(caplog))
    assert lost(caplog) == [{"name": gone.name, "tables": GAME}]
    assert not house.floor.watchers


def test_whoever_takes_his_leave_or_is_sent_away_is_not_lost(
    house: OpenHouse, where: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "croupier"):
        guest(where).close()
        sent_away, stranger = guest(where), Terminal(where)
        [watcher] = [one for one in house.floor.watchers if one.who is not None]
        house.queue.pump.get_loop().call_soon_threadsafe(  # type: ignore[union-attr]
            attendance.ended, watcher, attendance.CHANGED
        )
        with suppress(ConnectionClosed):
            sent_away.wait_for(lambda _: False)
        stranger.vanish()
        until(lambda: not house.floor.watchers)
    assert lost(caplog) == []


def test_nothing_is_looked_for_any_longer_for_who_is_gone(
    house: OpenHouse, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On several machines it asks elsewhere by now, and may be refused there."""
    asked: list[asyncio.Future[Reply]] = []

    def never(_request: Request) -> asyncio.Future[Reply]:
        asked.append(asyncio.get_running_loop().create_future())
        return asked[0]

    monkeypatch.setattr(house.queue, "ask", never)
    gone = guest(where)
    command = {"command": "place", "player": gone.name, "bet": "player", "cents": 2_500}
    gone.send(type="ask", id="once", table=GAME, command=command)
    until(lambda: asked)
    assert not asked[0].done()
    gone.vanish()
    until(asked[0].cancelled)
