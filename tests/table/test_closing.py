"""A table that is told to close in a round plays and pays it, and closes then."""

from __future__ import annotations

import msgspec
import pytest

from croupier.engine.irregularities import Role
from croupier.engine.refusals import Refused
from croupier.engine.steps import Refusal
from croupier.games import game
from croupier.table import commands as asks
from croupier.table import events as happened
from croupier.table.commands import CLOCK, Who
from croupier.table.decide import decide
from croupier.table.interruption import lost
from croupier.table.saved import load, save
from croupier.table.secrecy import seen
from croupier.table.state import Closing, Step
from tests.support.table_moments import D1, P1, floor_at

S1, S2 = Who("s1", Role.PIT_SUPERVISOR), Who("s2", Role.PIT_SUPERVISOR)
WHY = "the shoe does not lock"
IN_PLAY = ["betting", "closed", "dealt"]


@pytest.mark.standard(55)
def test_the_round_in_play_is_paid_and_the_table_closes_with_it() -> None:
    floor = floor_at(game("baccarat"), "dealt")
    assert not isinstance(floor.ask("t1", asks.CloseTable(WHY), S1), Refused)
    table = floor.tables["t1"]
    assert (table.is_open, table.closing) == (True, Closing("s1", floor.at, WHY))
    paid = floor.ask("t1", asks.Settle(), D1)
    assert not isinstance(paid, Refused)
    assert [type(one) for one in paid] == [happened.RoundSettled, happened.TableClosed]
    closed = happened.TableClosed(by="s1", at=floor.at, reason=WHY)
    assert paid[-1] == closed
    table = floor.tables["t1"]
    assert (table.is_open, table.closing, table.step) == (False, None, Step.CONCLUDED)
    again = decide(table, asks.OpenBetting(), D1, floor.at)
    assert isinstance(again, Refused)
    assert again.why is Refusal.TABLE_CLOSED


@pytest.mark.standard(55)
def test_what_is_ruled_on_after_a_round_comes_to_its_end_first() -> None:
    floor = floor_at(game("baccarat"), "dealt")
    floor.ask("t1", asks.Settle(), D1)
    floor.ask("t1", asks.BeginReport(), D1)
    assert isinstance(floor.ask("t1", asks.CloseTable(), S1), Refused)
    assert floor.ask("t1", asks.CloseTable(WHY), S1) == [
        happened.TableClosing(by="s1", at=floor.at, reason=WHY)
    ]
    assert floor.tables["t1"].is_open
    ended = floor.ask("t1", asks.WithdrawReport(), D1)
    assert ended == [
        happened.ReportDropped(by="d1", at=floor.at),
        happened.TableClosed(by="s1", at=floor.at, reason=WHY),
    ]
    assert (floor.tables["t1"].is_open, floor.tables["t1"].closing) == (False, None)


@pytest.mark.standard(55)
@pytest.mark.parametrize("moment", IN_PLAY)
@pytest.mark.parametrize("reason", ["", "   "])
def test_in_a_round_a_reason_is_asked_for(moment: str, reason: str) -> None:
    table = floor_at(game("baccarat"), moment).tables["t1"]
    no = decide(table, asks.CloseTable(reason), S1, 1)
    assert isinstance(no, Refused)
    assert (no.why, no.says) == (Refusal.FACTS_MISSING, "say why the table closes")


@pytest.mark.parametrize("moment", IN_PLAY)
def test_it_stays_open_where_somebody_of_the_pit_says_so(moment: str) -> None:
    floor = floor_at(game("baccarat"), moment)
    before = floor.tables["t1"]
    floor.ask("t1", asks.CloseTable(WHY), S1)
    assert floor.ask("t1", asks.CloseTable("another reason"), S2) == []
    lifted = floor.ask("t1", asks.OpenTable(), S2)
    assert lifted == [happened.TableClosing(by="s2", at=floor.at, lifted=True)]
    assert floor.tables["t1"] == before


@pytest.mark.parametrize("who", [P1, D1, Who("a1", Role.AUDITOR)])
def test_nobody_below_the_pit_closes_or_keeps_open(who: Who) -> None:
    floor = floor_at(game("baccarat"), "dealt")
    assert isinstance(decide(floor.tables["t1"], asks.CloseTable(WHY), who, 1), Refused)
    floor.ask("t1", asks.CloseTable(WHY), S1)
    assert isinstance(decide(floor.tables["t1"], asks.OpenTable(), who, 1), Refused)


@pytest.mark.standard(55)
@pytest.mark.parametrize("moment", IN_PLAY)
def test_it_is_remembered_over_an_interruption_and_a_snapshot(moment: str) -> None:
    floor = floor_at(game("baccarat"), moment)
    floor.ask("t1", asks.Interrupt(), CLOCK)
    assert not isinstance(floor.ask("t1", asks.CloseTable(WHY), S1), Refused)
    table = load(save(floor.tables["t1"]))
    assert table == floor.tables["t1"]
    ended = lost(table, floor.at)
    assert [type(one) for one in ended[-2:]] == [happened.RoundVoided, happened.TableClosed]


@pytest.mark.parametrize("who", [S1, Who("a1", Role.AUDITOR)])
def test_a_reason_is_for_staff_alone(who: Who) -> None:
    table = floor_at(game("baccarat"), "dealt").tables["t1"]
    for kind in (happened.TableClosing, happened.TableClosed):
        event = kind(by="s1", at=1, reason=WHY)
        assert seen(event, table, who) == event
        for other in (P1, Who("p2", Role.PLAYER)):
            assert seen(event, table, other) == kind(by="s1", at=1, reason=msgspec.UNSET)
