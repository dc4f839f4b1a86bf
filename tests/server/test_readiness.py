"""`/ready` says by codes why a house cannot deal, and `/health` only that it answers."""

from __future__ import annotations

import json
import signal
from typing import TYPE_CHECKING

import pytest

from croupier.server.readiness import LEAST_FREE, not_ready
from tests.support.configured_house import opened, written
from tests.support.server_process import Served, Terminal, furnished, until

if TYPE_CHECKING:
    from pathlib import Path


class Disk:
    free = 0


@pytest.mark.parametrize(
    ("free", "codes"),
    [
        (LEAST_FREE - 1, ["disk-is-almost-full"]),
        (LEAST_FREE, []),
        (LEAST_FREE + 1, []),
    ],
)
def test_a_disk_that_fills_up_is_told_before_a_commit_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, codes: list[str]
) -> None:
    house = opened(tmp_path, written("baccarat"))
    monkeypatch.setattr(Disk, "free", free)
    monkeypatch.setattr("shutil.disk_usage", lambda _folder: Disk)
    assert [one.code for one in not_ready(house)] == codes
    house.close()


def test_a_house_that_stops_is_not_ready_and_still_healthy(tmp_path: Path) -> None:
    """Whoever sends players to it stops doing so while rounds come to their end."""
    [(name, cookie)] = furnished(tmp_path, guests=1, betting_seconds=2).items()
    with Served(tmp_path) as served, Terminal(served.url, cookie, name) as player:
        player.wager()
        served.process.send_signal(signal.SIGTERM)
        until(lambda: served.asked("/ready")[0] == 503)
        told = json.loads(served.asked("/ready")[1])
        assert (told["why"], told["says"]) == ("not-ready", "the house is stopping")
        assert told["said"] == {
            "code": "house-is-not-ready",
            "facts": {"reasons": [{"code": "house-is-stopping", "facts": {}}]},
        }
        assert served.asked("/health") == (200, "ok")
        served.ended()
    assert [line for line in served.said if "left in play" in line] == []
