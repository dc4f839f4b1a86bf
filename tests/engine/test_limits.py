"""Limits away from a settlement: at the close of betting, and in a table's memory."""

from __future__ import annotations

import pytest

from croupier.engine.limits import Limit, Occasion, remembered, short_at_close
from croupier.games import game

LIMIT = Limit(2500, 500000)
RWS_TABLES = ("three-pictures", "lucky-three-pictures", "three-card-poker")


@pytest.mark.parametrize("name", RWS_TABLES)
@pytest.mark.parametrize(
    ("readings", "stakes", "short"),
    [
        ({}, [2499], [True]),
        ({}, [2500], [False]),
        ({}, [2501], [False]),
        ({}, [1500, 1000], [False, False]),
        ({}, [1500, 999], [True, True]),
        ({"minimum-applies-to": "each-wager"}, [2500, 2499], [False, True]),
        ({"under-minimum-at-close": "plays"}, [1], [False]),
    ],
)
def test_short_at_the_close(
    name: str, readings: dict[str, str], stakes: list[int], short: list[bool]
) -> None:
    table = game(name).under(readings)
    assert short_at_close(table, stakes, LIMIT) == short


PAST = (Occasion("p1", "morning", "monday"), Occasion("p2", "evening", "monday"))


@pytest.mark.clause(
    "royal-three-pictures", "5.10", title="Who was settled under the minimum before"
)
@pytest.mark.parametrize(
    ("memory", "session", "day", "known"),
    [
        ("table-session", "morning", "monday", {"p1"}),
        ("table-session", "evening", "monday", {"p2"}),
        ("table-session", "night", "monday", set()),
        ("gaming-day", "night", "monday", {"p1", "p2"}),
        ("gaming-day", "night", "tuesday", set()),
    ],
)
def test_who_was_settled_under_the_minimum_before(
    memory: str, session: str, day: str, known: set[str]
) -> None:
    royal = game("royal-three-pictures").under({"under-minimum-memory": memory})
    assert remembered(PAST, Occasion("p9", session, day), royal) == known
