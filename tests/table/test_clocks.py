"""Whose time runs at a table, and until when."""

from __future__ import annotations

from croupier.table.clocks import until
from croupier.wire.house import setup_of
from tests.support.live_floor import Floor
from tests.support.live_scenarios import act


def played(game: str, *lines: str) -> Floor:
    floor = Floor(setup_of(game))
    for line in lines:
        floor.at += 1000
        act(floor, line, (), line)
    return floor


BETS = ("dealer opens", "p1 places 1 ante 25.00")
DEALT = (*BETS, "dealer closes", "dealer deals 2c Ac Qh Kd 8s 9h 3h")


def test_the_time_of_a_step_runs_from_its_beginning() -> None:
    assert until(played("three-card-poker", *BETS).table) == 1001 + 25_000
    floor = played("three-card-poker", *DEALT)
    assert until(floor.table) == floor.at + 25_000
    assert until(played("three-card-poker", *DEALT, "p1 plays 1").table) is None


def test_it_stands_while_a_ruling_is_awaited_and_starts_again() -> None:
    floor = played("three-card-poker", *DEALT, "dealer reports uncovered")
    assert until(floor.table) is None
    floor = played(
        "three-card-poker", *DEALT, "dealer reports uncovered", "shift rules so remedies=play-on"
    )
    assert until(floor.table) == floor.at + 25_000


def test_it_stands_while_the_round_is_interrupted() -> None:
    floor = played("three-card-poker", *DEALT, "dealer interrupts")
    assert until(floor.table) is None


def test_options_have_their_own_time() -> None:
    floor = played("three-card-poker", *DEALT, "dealer reports dealing-error box=1")
    assert until(floor.table) == floor.at + 25_000
    floor.at += 20_000
    act(floor, "dealer interrupts", (), "")
    assert until(floor.table) is None
    act(floor, "p1 chooses 1 continue -> refused interrupted", (), "")
