"""Who signs out or excludes himself keeps no box, so that nobody finds a table full of ghosts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.support.house_in_thread import TABLES, Running
from tests.support.server_process import Terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BOXES = [name for name, game in TABLES.items() if game != "baccarat"][:2]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    made = Running(tmp_path, patience=0)
    yield made
    made.stop()


@pytest.mark.parametrize(
    ("path", "body"),
    [("/api/sign-out", None), ("/api/own-play/exclusion", {"months": 6, "sure": True})],
)
def test_boxes_are_free_again(running: Running, path: str, body: dict[str, Any] | None) -> None:
    tables = running.house.play.tables
    with httpx.Client(base_url=running.url) as player:
        name = player.post("/api/guest").json()["name"]
        cookie = f"croupier={player.cookies['croupier']}"
        with Terminal(running.url, cookie, name) as terminal:
            for table in BOXES:
                told = terminal.ask(table, command="sit", player=name, box=3)
                assert told["type"] == "acknowledged", told
        assert [tables[table].table.seats for table in BOXES] == [{3: name}] * 2
        assert player.post(path, json=body).status_code == 200
    assert [tables[table].table.seats for table in BOXES] == [{}, {}]
