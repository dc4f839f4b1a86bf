"""What is counted of money by player, seat and pay table, beside what the house won."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from croupier.server.money import kept_sums
from croupier.server.money.cage import Cage
from croupier.server.money.report import Asked, report_of
from croupier.server.past.report_files import lines
from croupier.table import commands as asks
from croupier.table.commands import CLOCK
from croupier.wire.report import Heading
from croupier.wire.report_sent import reported
from tests.support.played_house import BANKROLL, DEALER, F1, Floor, furnished

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.server.play.house import House
    from croupier.wire.report import Group

HEADING = Heading(house="House of Example", made=3_600_000)


def by(house: House, what: str) -> dict[str, Group]:
    return {one.name: one for one in report_of(house.store, Asked(by=what)).groups}


def voided(floor: Floor) -> None:
    floor.round()
    lies = {0: "2h 3h"}
    floor.carried(asks.Report(irregularity="dealer-hand-miscounted", lies=lies), DEALER)
    floor.carried(asks.Rule("two cards"), F1)


@pytest.mark.standard(11)
def test_money_by_player_and_by_seat(tmp_path: Path) -> None:
    """Whoever sits at a box alone has the sums of that box; kept sums tell the same."""
    house = furnished(tmp_path / "house.db", "three-pictures")
    floor = Floor(house)
    floor.round()
    floor.open()  # what was won is the players' own now
    cage = Cage(house.store, house.balances, house.own_play)
    for cents in (1_500, 500):
        assert getattr(cage.cash_out("p1", cents, "p1", floor.at + 1), "cents", 0) == cents
    for _ in range(2):
        players, seats = by(house, "player"), by(house, "seat")
        assert list(seats) == ["t1, 1", "t1, 2"]
        for player, seat in zip(("p1", "p2"), seats.values(), strict=True):
            own = players[player]
            assert own.drop_cents == BANKROLL
            assert (own.rounds, own.handle_cents, own.win_cents, own.z) == (
                seat.rounds,
                seat.handle_cents,
                seat.win_cents,
                seat.z,
            )
        assert [one.cashed_out_cents for one in players.values()] == [2_000, 0]
        found = report_of(house.store, Asked())
        assert sum(one.win_cents for one in seats.values()) == found.win_cents
        assert found.win_cents == house.store.balance("house:t1")
        assert found.total.cashed_out_cents == 2_000
        kept_sums.keep(house.store)
    assert list(kept_sums.faults(house.store)) == []


@pytest.mark.standard(18)
def test_what_a_void_round_gave_back_and_what_went_back_at_all(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures")
    floor = Floor(house)
    voided(floor)
    [none] = by(house, "pays").values()
    assert (none.rounds, none.voided, none.handle_cents, none.returned) == (0, 1, 0, None)
    stakes = none.voided_cents
    assert stakes > 0
    assert [one.voided_cents for one in by(house, "player").values()] == [stakes // 2] * 2
    assert [one.voided_cents for one in by(house, "seat").values()] == [stakes // 2] * 2
    floor.round()
    [(name, one)] = by(house, "pays").items()
    assert name.startswith("three-pictures ")
    assert (one.rounds, one.voided, one.voided_cents) == (1, 1, stakes)
    assert one.returned == 1 - Fraction(one.win_cents, one.handle_cents)
    assert one.theoretical_return == 1 - Fraction(one.theoretical_cents) / one.handle_cents


@pytest.mark.standard(18)
def test_money_in_interrupted_rounds(tmp_path: Path) -> None:
    house = furnished(tmp_path / "house.db", "three-pictures", "three-card-poker")
    floor = Floor(house)
    floor.open()
    floor.bet()
    held = house.store.balance("stakes:t1")
    assert held > 0
    assert report_of(house.store, Asked()).held == ()
    floor.carried(asks.Interrupt(), CLOCK)
    [one] = report_of(house.store, Asked()).held
    assert (one.table, one.cents) == ("t1", held)
    told = list(lines(reported(report_of(house.store, Asked(heading=HEADING)))))
    assert told[-2:] == [("interrupted round at", "stakes held"), ("t1", f"{held / 100:.2f}")]
    floor.carried(asks.Resume(), DEALER)
    assert report_of(house.store, Asked()).held == ()
