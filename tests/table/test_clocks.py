"""Whose time runs at a table, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from msgspec import structs

from croupier.scenario.playing import played_on
from croupier.scenario.reading import scripts
from croupier.table.clocks import awaits_a_bet, until

if TYPE_CHECKING:
    from croupier.scenario.floor import Floor


def played(game: str, *lines: str) -> Floor:
    """A table after the lines, a second between them."""
    return played_at(None, game, "\n".join(f"after 1\n{line}" for line in lines))


def played_at(floor: Floor | None, game: str, lines: str) -> Floor:
    [script] = scripts(f"game {game}\n== Played\n{lines}\n")
    outcome, floor = played_on(script, floor)
    assert outcome.failed is None
    return floor


BETS = ("dealer opens", "p1 places 1 ante 25.00")
DEALT = (*BETS, "dealer closes", "dealer deals 2c Ac Qh Kd 8s 9h 3h")


def test_the_first_bet_starts_the_time_for_bets_where_the_house_deals() -> None:
    assert until(played("three-card-poker", BETS[0]).table) is None
    first = played("three-card-poker", *BETS)
    assert until(first.table) == first.at + 25_000
    more = played("three-card-poker", *BETS, "p2 places 2 ante 25.00")
    assert until(more.table) == first.at + 25_000 < more.at + 25_000
    none = played("three-card-poker", *BETS, "p1 withdraws 1 ante")
    assert until(none.table) is None
    assert (awaits_a_bet(none.table), awaits_a_bet(more.table)) == (True, False)
    by_person = structs.replace(
        none.table, setup=structs.replace(none.table.setup, dealer="person")
    )
    assert until(by_person) == by_person.since + 25_000
    by_shoe = structs.replace(
        none.table, setup=structs.replace(none.table.setup, shoe="127.0.0.1:0")
    )
    assert until(by_shoe) == by_shoe.since + 25_000


@pytest.mark.standard(31)
def test_the_time_of_a_step_runs_from_its_beginning() -> None:
    floor = played("three-card-poker", *DEALT)
    assert until(floor.table) == floor.at + 25_000
    assert until(played("three-card-poker", *DEALT, "p1 plays 1").table) is None


@pytest.mark.standard(5)
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
    played_at(floor, "three-card-poker", "clock interrupts")
    assert until(floor.table) is None
    played_at(floor, "three-card-poker", "p1 chooses 1 continue -> refused interrupted")
