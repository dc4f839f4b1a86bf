"""A report that is begun: play is held while it is put into words, and goes on as it was."""

from __future__ import annotations

import pytest

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.table import commands as asks
from croupier.table.clocks import until
from croupier.table.commands import Report, Who
from croupier.table.console import Begun, staff_part
from croupier.table.decide import decide
from croupier.table.reporting import reporting
from croupier.table.state import Step
from croupier.table.views import view
from tests.support.worked_table import A1, D1, NAMES, P1, S1, At

D2 = Who("d2", Role.DEALER)
MISDEAL = Report(irregularity="misdealt", box=2)


def began(game: str) -> At:
    at = At(game)
    at.begin()
    at.does(asks.BeginReport())
    return at


def why(at: At, command: asks.AnyCommand, who: Who = D1) -> str | None:
    answer = decide(at.table, command, who, at.now)
    return answer.why if isinstance(answer, Refused) else None


@pytest.mark.parametrize("game", NAMES)
def test_play_is_held_while_a_report_is_put_into_words(game: str) -> None:
    at = began(game)
    held = view(at.table, P1).held
    assert held is not None
    assert (held.irregularity, held.says, held.clauses) == ("", "A report is being made", ())
    assert until(at.table) is None
    for command in (asks.DealFaceDown(), asks.Deal("Kh"), asks.BeginReport(), asks.Settle()):
        assert why(at, command) == "ruling-awaited"
    assert why(at, asks.Place("p1", at.table.main_bet, 2500, 2), P1) == "ruling-awaited"
    for who in (P1, A1):
        assert why(at, asks.BeginReport(), who) == "not-permitted"
        assert why(at, asks.WithdrawReport(), who) == "not-permitted"
    part = staff_part(at.table, S1)
    assert part is not None
    assert part.begun == Begun("d1", at.now)
    assert part.ruling is None
    assert "report" in part.may
    assert "begin-report" not in part.may


@pytest.mark.parametrize("who", [D1, D2, S1])
def test_nothing_reported_and_play_goes_on_as_it_was_with_its_full_time(who: Who) -> None:
    at = At("three-pictures")
    at.does(asks.OpenBetting())
    at.does(asks.Place("p1", at.table.main_bet, 2500, 2), P1)
    before, given = at.table, (until(at.table) or 0) - at.table.since
    at.does(asks.BeginReport())
    at.does(asks.WithdrawReport(), who)
    assert at.table.awaiting is None
    assert (at.table.step, at.table.round) == (before.step, before.round)
    assert until(at.table) == at.now + given
    assert why(at, asks.WithdrawReport()) == "nothing-awaited"


def test_a_report_that_was_begun_is_made_and_waits_for_its_ruling() -> None:
    at = At("lucky-three-pictures", "automated")
    at.begin()
    at.does(asks.DealFaceDown())
    at.does(asks.Look("p1", 2), P1)
    looked = at.now
    at.does(asks.BeginReport())
    told = reporting(at.table, MISDEAL, D1, at.now)
    assert {one.fact: (one.value, one.at) for one in told.record}["handled"] == (True, looked)
    at.does(Report(irregularity="misdealt", box=2, facts={"movable": False}))
    assert at.table.awaiting is not None
    assert (at.table.awaiting.begun, at.table.awaiting.ruling is None) == (False, False)
    at.does(asks.WithdrawReport())
    assert staff_part(at.table, D1).ruling is None  # type: ignore[union-attr]
    assert at.table.step is Step.PLAYING


def test_what_is_ruled_at_once_ends_the_hold() -> None:
    at = began("three-pictures")
    at.does(Report(irregularity="bet-after-close", player="p1", box=2, bet="tie", cents=2500))
    assert at.table.awaiting is None


def test_a_fact_against_the_record_is_refused_where_it_is_said() -> None:
    """Also while another fact is still open."""
    at = At("lucky-three-pictures", "automated")
    at.begin()
    at.does(asks.DealFaceDown())
    at.does(asks.Look("p1", 2), P1)
    said = Report(irregularity="misdealt", facts={"handled": False})
    told = reporting(at.table, said, D1, at.now)
    assert (told.question is not None, told.clashing) == (True, ("handled",))
    all_said = Report(
        irregularity="misdealt",
        box=2,
        facts={"handled": False, "movable": False, "reconstructable": False},
    )
    told = reporting(at.table, all_said, D1, at.now)
    assert (told.question, told.clash, told.clashing) == (None, True, ("handled",))
    assert why(at, all_said) == "record-shows-otherwise"
    agreed = reporting(at.table, Report(irregularity="misdealt", facts={"handled": True}), D1, 1)
    assert agreed.clashing == ()
