"""The school's table: in every game errors are put in, noticed or missed, and truly ruled on."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

from croupier.engine.refusals import Refused
from croupier.games import game as game_named
from croupier.problems import BadInput
from croupier.school.dealt_table import StepName
from croupier.school.incidents import taken
from croupier.school.layout import RowPlace
from croupier.school.sheets import NOTHING, DrillKind
from croupier.school.table import Outcome, SchoolTable
from croupier.table.dealing import UNREAD
from croupier.table.state import Step
from tests.support.each_game import each_game

if TYPE_CHECKING:
    from croupier.engine.game import Game
    from croupier.school.marking import Mark

STEPS = 30
SECOND = 1000


def went_on(table: SchoolTable, at: int = 0) -> list[Mark]:
    name = table.shown().next
    assert name is not None
    marks = table.step(name, at)
    assert not isinstance(marks, Refused), marks
    return marks


def until_put_in(table: SchoolTable, irregularity: str | None = None) -> None:
    for _ in range(2000):
        put_in = table.incident
        if put_in and irregularity in {None, put_in.report.irregularity}:
            return
        went_on(table)
    raise AssertionError(irregularity)


@each_game
def test_a_trainee_who_knows_everything_is_right_in_every_part(game: Game) -> None:
    table, seen = SchoolTable(game, Random(3)), Counter[str]()
    for _ in range(STEPS):
        put_in = table.incident
        if put_in is not None:
            assert taken(table.dealt.floor, put_in.report) == put_in.ruled
            assert table.report(put_in.report.irregularity, 5 * SECOND) == []
            assert table.drill is not None
            [mark] = table.answer([one.answer for one in table.drill.key], 9 * SECOND)
            assert (mark.kind, mark.is_right, mark.seconds) == (DrillKind.TABLE, True, 5.0)
            assert mark.parts[1].clauses[0].number == put_in.ruled.clauses[0]
            seen[put_in.report.irregularity] += 1
        elif table.asked is not None:
            [mark] = table.reply(table.asked.right.answer, 2 * SECOND)
            assert (mark.kind, mark.is_right) == (DrillKind.QUESTION, True)
        else:
            went_on(table)
        assert table.dealt.floor.broken == []
        assert table.dealt.table.awaiting is None
    assert table.tally.errors == table.tally.noticed == seen.total() > 2
    assert len(seen) > 2, seen
    assert table.tally.questions == table.tally.answered


def test_a_question_that_is_passed_over_is_of_the_round_it_was_about() -> None:
    table = SchoolTable(game_named("baccarat"), Random(5))
    while table.asked is None:
        went_on(table)
    number = table.dealt.table.round.number
    [mark] = went_on(table)
    assert (table.dealt.table.round.number, mark.kind) == (number + 1, DrillKind.QUESTION)
    assert (mark.number, mark.is_right) == (number, False)


@each_game
def test_what_is_passed_over_is_missed_and_told_only_then(game: Game) -> None:
    table = SchoolTable(game, Random(4))
    until_put_in(table)
    assert table.incident is not None
    name, before = table.incident.ruled.report.irregularity, table.tally.errors
    shown = table.shown()
    assert (shown.tally.errors, shown.sheet) == (before, None)
    [mark, *_] = went_on(table, 4 * SECOND)
    [part] = mark.parts
    assert (part.given, part.right, part.is_right) == (None, name, False)
    assert table.missed is not None
    assert table.missed.outcome is Outcome.MISSED
    assert table.shown().tally.errors == before + 1


def test_a_report_without_cause_is_counted_and_changes_nothing() -> None:
    table = SchoolTable(game_named("three-pictures"), Random(0))
    lies = table.dealt.table
    [mark] = table.report("misdealt", 0)
    assert [(one.given, one.right) for one in mark.parts] == [("misdealt", NOTHING)]
    assert (table.tally.without_cause, table.tally.errors) == (1, 0)
    assert table.dealt.table == lies


def test_a_wrong_name_is_wrong_and_it_is_still_asked_what_follows() -> None:
    table = SchoolTable(game_named("three-pictures"), Random(5))
    until_put_in(table, "over-maximum")
    table.report("misdealt", 0)
    assert table.drill is not None
    [mark] = table.answer(["1", None, "4"], 0)
    assert (mark.parts[0].given, mark.parts[0].right) == ("misdealt", "over-maximum")
    assert mark.parts[2].given is None
    assert not mark.is_right


@pytest.mark.slow
def test_nothing_shown_before_the_answer_tells_it() -> None:
    """Two errors that look alike, and the same with other facts, look alike to the byte."""
    table = SchoolTable(game_named("three-pictures"), Random(6))
    until_put_in(table, "player-hand-miscounted")
    put_in = table.incident
    assert put_in is not None
    text = msgspec.json.encode(table.shown())
    clause = put_in.ruled.clauses[0]
    table.incident = put_in._replace(ruled=msgspec.structs.replace(put_in.ruled, clauses=("9.9",)))
    assert msgspec.json.encode(table.shown()) == text
    shown = table.shown()
    [row] = [
        one for one in shown.rows if one.box == put_in.sign.place and one.where is RowPlace.BOX
    ]
    assert len(row.cards.split()) == 3 + put_in.sign.more_cards
    assert clause.encode() not in msgspec.json.encode(shown.rows)


@each_game
def test_cards_lie_face_down_as_before_any_dealer(game: Game) -> None:
    table = SchoolTable(game, Random(7))
    for _ in range(15):
        shown = table.shown()
        if shown.step is Step.PLAYING and not (table.incident and table.incident.sign.face_up):
            dealer = next(row for row in shown.rows if row.where is RowPlace.DEALER)
            assert set(dealer.cards.split()) == {UNREAD}
        went_on(table)


def test_steps_out_of_turn_are_refused_by_the_table_itself() -> None:
    table = SchoolTable(game_named("three-pictures"), Random(8))
    lies = table.dealt.table
    for name in (StepName.CLOSE, StepName.DEAL, StepName.SHOW, StepName.SETTLE):
        refused = table.step(name, 0)
        assert isinstance(refused, Refused), name
        assert refused.says
    assert table.dealt.table == lies
    assert table.step(StepName.OPEN, 0) == []
    assert isinstance(table.step(StepName.OPEN, 0), Refused)


def test_a_report_comes_first_and_nonsense_changes_nothing() -> None:
    table = SchoolTable(game_named("baccarat"), Random(9))
    for wrong in ("roulette", "", "burn-missed"):
        with pytest.raises(BadInput, match="no such irregularity"):
            table.report(wrong, 0)
    with pytest.raises(BadInput, match="nothing is asked"):
        table.answer(["1", "1", "1"], 0)
    with pytest.raises(BadInput, match="nothing is asked"):
        table.reply("1", 0)
    until_put_in(table)
    table.report(table.irregularities[0], 0)
    with pytest.raises(BadInput, match="the report waits"):
        table.step(StepName.DEAL, 0)
    with pytest.raises(BadInput, match="the report waits"):
        table.report(table.irregularities[0], 0)
    with pytest.raises(BadInput, match="2 answers, and 3"):
        table.answer(["1", "1"], 0)
    with pytest.raises(BadInput, match="none of the answers"):
        table.answer(["5", "1", "1"], 0)
    assert table.tally.errors == 0 or table.incident is not None
    assert table.drill is not None


@each_game
def test_a_question_is_about_a_line_of_the_round_and_has_one_right_answer(game: Game) -> None:
    table, asked = SchoolTable(game, Random(10)), 0
    for _ in range(40):
        if table.asked is not None:
            about, right = table.asked.question, table.asked.right
            codes = [one.code for one in about.part.choices]
            assert codes.count(right.answer) == 1
            assert codes[-1] == "call"
            lines = [
                one
                for one in table.dealt.table.round.lines
                if (one.player, one.bet, one.stake_cents)
                == (about.player, about.bet, about.stake_cents)
            ]
            assert right.clauses in [one.clauses for one in lines]
            assert about.wants != about.paid
            asked += 1
        went_on(table)
    assert asked
    assert table.tally.answered == 0
