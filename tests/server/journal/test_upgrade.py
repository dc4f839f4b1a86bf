"""Houses that earlier versions left: each opens with this program, deals on, and verifies."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import httpx
import pytest

from croupier.cli.main import run
from croupier.server.journal.database import MIGRATIONS
from tests.support.left_houses import SCHEMAS, left_by, schema_of, verified
from tests.support.server_process import Served, Terminal

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(params=SCHEMAS)
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return left_by(request.param, tmp_path / "house")


def test_what_is_kept_is_of_the_schema_that_it_says(tmp_path: Path) -> None:
    assert [schema_of(left_by(one, tmp_path / str(one))) for one in SCHEMAS] == list(SCHEMAS)
    assert max(SCHEMAS) + 1 >= len(MIGRATIONS), "keep a house of the version before a migration"


@pytest.mark.slow
def test_it_verifies_deals_on_and_verifies_again(
    house: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verified(house) == 0, capsys.readouterr()
    with Served(house) as served:
        told = httpx.post(f"{served.url}/api/guest")
        name, cookie = told.json()["name"], told.headers["set-cookie"].partition(";")[0]
        assert name == "g2", "guests are counted on"
        with Terminal(served.url, cookie, name) as player:
            player.watch("baccarat")
            player.wait_for(lambda told: told["type"] == "seen")
            wager = {"command": "place", "player": name, "bet": "player", "cents": 2_500}
            assert player.ask("baccarat", **wager)["type"] == "acknowledged"
            player.wait_for(lambda told: "round-settled" in str(told.get("events")))
        assert served.stop() == 0
        assert served.complaints() == []
    assert schema_of(house) == len(MIGRATIONS)
    assert verified(house) == 0, capsys.readouterr()


def test_its_rounds_and_money_are_read(house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["house", "status", str(house)]) == 0
    said = capsys.readouterr().out
    assert "tickets not yet redeemed: 50.00" in said
    assert run(["audit", "replay", str(house), "baccarat", "1"]) == 0
    assert "g1" in capsys.readouterr().out


def test_the_way_back_is_the_backup_of_before(
    house: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An older program refuses a newer journal in one line, and changes nothing of it."""
    copy = tmp_path / "before.backup"
    assert run(["house", "backup", str(house), str(copy)]) == 0
    newer = len(MIGRATIONS) + 1
    with closing(sqlite3.connect(house / "house.db")) as raw:
        raw.execute(f"PRAGMA user_version = {newer}")
    capsys.readouterr()
    assert run(["house", "status", str(house)]) == 2
    assert "was written by a newer croupier" in capsys.readouterr().err
    assert schema_of(house) == newer
    assert run(["house", "restore", str(copy), str(tmp_path / "back")]) == 0
    assert verified(tmp_path / "back") == 0
