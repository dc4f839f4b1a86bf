"""Amounts of the last hours, added up."""

from __future__ import annotations

from croupier.server.money.alone import HOUR, Used


def test_what_was_done_counts_for_twelve_hours_and_is_then_forgotten() -> None:
    used = Used()
    used.add("buy_in", "d1", "p1", 500, at=0)
    used.add("buy_in", "d1", "p2", 300, at=5 * HOUR)
    used.add("redeem", "d1", "p1", -70, at=5 * HOUR)
    assert used.by("buy_in", "d1", 12 * HOUR) == 800
    assert used.for_player("buy_in", "p1", 12 * HOUR) == 500
    assert used.by("redeem", "d1", 12 * HOUR) == 70
    assert used.by("buy_in", "d1", 13 * HOUR) == 300
    used.add("buy_in", "d2", "p3", 1, at=18 * HOUR)
    assert set(used.persons) == {"buy_in d2"}
    assert set(used.players) == {"buy_in p3"}


def test_a_clock_that_was_set_back_frees_nobody() -> None:
    used = Used()
    used.add("buy_in", "d1", "p1", 500, at=20 * HOUR)
    used.add("buy_in", "d1", "p1", 500, at=HOUR)
    assert used.by("buy_in", "d1", HOUR) == 1_000
    assert used.by("buy_in", "d1", 20 * HOUR) == 1_000
