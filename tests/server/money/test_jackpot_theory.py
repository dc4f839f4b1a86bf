"""The win of a jackpot's bet in a report, against what the lab gives at the meter as it stood."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from croupier.engine.configuration import JackpotTerms
from croupier.games import game
from croupier.lab.odds import odds
from croupier.server.money.report import report
from croupier.table import commands as asks
from croupier.wire.report_sent import reported
from tests.support.jackpot_tables import BET, GAME, MAJOR, ODD, SEED, Pit

if TYPE_CHECKING:
    from croupier.lab.figures import BetOdds
    from croupier.wire.report import Row


def of_lab(meter: int) -> BetOdds:
    """Two hands are at the table, of which one bets."""
    terms = JackpotTerms(BET, SEED, Fraction(1, 5))
    return odds(game(GAME), jackpot=terms, meter_cents=meter, hands=2).bets["progressive"]


def a_round(pit: Pit, name: str, hand: str = ODD) -> None:
    pit.until_exposed(name, hand)
    pit.carry(name, asks.Settle())


def row(pit: Pit, table: str = "t1") -> Row:
    rows = report(pit.house.store).rows
    return next(one for one in rows if (one.offer.table, one.offer.bet) == (table, "progressive"))


@pytest.mark.standard(40)
def test_the_theory_of_the_jackpot_s_bet_is_the_lab_s(pit: Pit) -> None:
    """Of each bet the house keeps what it does at the seed, less what the meter got."""
    for _ in range(3):
        a_round(pit, "t1")
    found = row(pit)
    win = 3 * (of_lab(SEED).house_edge * BET - 100)
    assert Fraction(str(found.theoretical_cents)) == win
    assert found.win_cents == 3 * (BET - 100)
    z = (found.win_cents - float(win)) / (3 * float(of_lab(SEED).variance) * BET**2) ** 0.5
    assert float(str(found.z)) == pytest.approx(z, abs=0.006)
    assert found.flag == ""


@pytest.mark.standard(40)
def test_what_the_bet_returns_is_told_at_the_meter_as_it_stood(pit: Pit) -> None:
    for name in ("t2", "t1", "t1"):
        a_round(pit, name)
    meters = [SEED + 200, SEED + 300]
    found = row(pit)
    assert found.mean_meter_cents == str(SEED + 250)
    returned = sum(1 - of_lab(one).house_edge for one in meters) / 2
    assert found.meter_return == str(returned)


@pytest.mark.standard(40)
def test_a_win_that_is_taken_back_leaves_no_theory_behind(pit: Pit) -> None:
    a_round(pit, "t1")
    before = row(pit)
    a_round(pit, "t1", MAJOR)
    won = row(pit)
    assert won.win_cents == before.win_cents + BET - 100 - SEED
    assert Fraction(str(won.z)) < -1
    pit.void("t1")
    assert row(pit) == before


@pytest.mark.standard(47, 49)
def test_the_report_tells_hits_and_what_is_put_aside(pit: Pit) -> None:
    a_round(pit, "t1", MAJOR)
    a_round(pit, "t2")
    [jackpot] = reported(report(pit.house.store)).jackpots
    assert (jackpot.hits, jackpot.by_hand, jackpot.reserve, jackpot.held) == (1, 0, "0.00", "0.00")
    assert (jackpot.opening, jackpot.closing) == ("20000.00", "20001.00")
