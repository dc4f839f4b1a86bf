"""What a table counts of a day: each round once, as it stands after corrections."""

from __future__ import annotations

from msgspec.structs import replace

from croupier.table.events import TableConfigured
from croupier.table.evolve import evolve
from croupier.table.past import pasts
from croupier.table.tally import DAY, BetTally, Tally
from croupier.wire.house import setup_of
from tests.table.test_past import FOLDED, THREE, played


def test_a_table_with_boxes() -> None:
    floor = played("three-card-poker", FOLDED)
    assert floor.table.today == Tally(
        floor.at // DAY,
        rounds=1,
        bets={"ante": BetTally(1, 1), "play": BetTally(1)},
        folded=1,
        qualified=1,
    )


def test_a_table_of_play_counts_the_bets_that_won() -> None:
    floor = played("baccarat", THREE)
    today = floor.table.today
    assert (today.rounds, today.voided, today.folded, today.qualified) == (3, 0, 0, 0)
    assert {bet: one.won for bet, one in today.bets.items()} == {
        "player": 1,
        "banker": 1,
        "tie": 1,
    }


def test_a_round_taken_back_is_not_counted() -> None:
    floor = played("three-card-poker", FOLDED)
    game, [last] = floor.table.game, floor.table.past
    assert floor.table.today.less(game, last).rounds == 0
    assert floor.table.today.less(game, last).bets["ante"] == BetTally()


def test_a_day_begins_anew() -> None:
    """The last millisecond of the day before, the first of the next."""
    floor = played("three-card-poker", FOLDED)
    game, [last] = floor.table.game, floor.table.past
    evening = Tally().plus(game, replace(last, at=DAY - 1))
    assert (evening.day, evening.plus(game, replace(last, at=DAY - 1)).rounds) == (0, 2)
    morning = evening.plus(game, replace(last, at=DAY))
    assert (morning.day, morning.rounds) == (1, 1)
    assert morning.less(game, replace(last, at=DAY - 1)) == morning


def test_another_game_begins_anew() -> None:
    floor = played("three-card-poker", FOLDED)
    told = TableConfigured(by="m1", at=1, setup=setup_of("three-pictures"), version=3)
    assert evolve(floor.table, told).today == Tally()
    assert len(pasts(floor.table)) == 1
