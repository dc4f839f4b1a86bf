"""`croupier scenario`: exit status, lines for people, JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.folders import LIVE_SCENARIOS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.support.program_answers import Asked

HOLDS = "game baccarat\n== Betting opens\ndealer opens\np1 places tie 25.00\n"
FAILS = "game baccarat\n== Nothing is closed\ndealer closes\n== Bets\ndealer opens\n"
UNREADABLE = "game baccarat\n== Nonsense\n\ndealer juggles\n"


def test_all_hold(ask: Callable[..., Asked], tmp_path: Path) -> None:
    file = tmp_path / "holds.txt"
    file.write_text(HOLDS)
    expected = (0, "holds  baccarat: Betting opens\n1 situation: all hold.\n", "")
    assert ask("scenario", str(file)) == expected
    assert ask("scenario", given=HOLDS) == expected
    assert ask("scenario", "-", given=HOLDS) == expected


def test_one_does_not(ask: Callable[..., Asked], tmp_path: Path) -> None:
    first, second = tmp_path / "fails.txt", tmp_path / "holds.txt"
    first.write_text(FAILS)
    second.write_text(HOLDS)
    status, out, err = ask("scenario", str(first), str(second))
    assert (status, err) == (1, "")
    came = "there came refused betting-not-open (betting has not opened)"
    assert out.splitlines() == [
        "fails  baccarat: Nothing is closed",
        f"       line 3: dealer closes: {came}",
        "holds  baccarat: Bets",
        "holds  baccarat: Betting opens",
        "3 situations: 2 hold, 1 does not.",
    ]


def test_as_json(ask: Callable[..., Asked]) -> None:
    status, out, _ = ask("scenario", "--json", given=FAILS + HOLDS)
    assert status == 1
    first, _, last = map(json.loads, out.splitlines())
    assert list(first) == ["title", "game", "held", "failed", "lines", "balances"]
    assert first["failed"].startswith("line 3: dealer closes: ")
    assert first["lines"] == [
        {"line": 3, "said": "dealer closes", "events": [], "refused": "betting-not-open"}
    ]
    assert last == {
        "title": "Betting opens",
        "game": "baccarat",
        "held": True,
        "failed": None,
        "lines": [
            {"line": 8, "said": "dealer opens", "events": ["betting-opened"], "refused": None},
            {
                "line": 9,
                "said": "p1 places tie 25.00",
                "events": ["wager-placed"],
                "refused": None,
            },
        ],
        "balances": {"p1": "-25.00"},
    }


def test_unreadable(ask: Callable[..., Asked], tmp_path: Path) -> None:
    first, second = tmp_path / "holds.txt", tmp_path / "nonsense.txt"
    first.write_text(HOLDS)
    second.write_text(UNREADABLE)
    says = "line 4: there is no verb 'juggles'\n"
    assert ask("scenario", str(first), str(second)) == (2, "", f"{second}: {says}")
    assert ask("scenario", "--json", given=UNREADABLE) == (2, "", says)
    assert ask("scenario", str(tmp_path / "none.txt"))[0] == 2
    assert ask("scenario", given="\x00")[0] == 2


@pytest.mark.slow
def test_every_live_scenario_file(ask: Callable[..., Asked]) -> None:
    files = sorted(map(str, LIVE_SCENARIOS.glob("*.txt")))
    status, out, err = ask("scenario", *files)
    assert (status, err) == (0, "")
    assert out.endswith(" situations: all hold.\n")
