"""The trace: every clause with an honest state, and evidence that cannot quietly go."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from croupier.engine.irregularities import Remedy
from croupier.engine.steps import Looking, Refusal
from croupier.games import GAMES, game
from croupier.problems import Incomplete
from croupier.rulebook import Kind, marks
from croupier.rulebook.clauses import PACKAGE
from croupier.rulebook.marks import carries, field_of, key_of
from croupier.table import betting, majors, placing
from croupier.tracing import carriers, trace, traces
from croupier.tracing.carriers import import_marked_modules, places
from croupier.tracing.suite import Shown, evidence, scenarios, situations
from tests.support.folders import ROOT, SCENARIOS
from tests.support.live_scenarios import live_scenarios
from tests.support.settlement_scenarios import scenarios as settlement_scenarios
from tools import marks as tools_marks
from tools.evidence import reference
from tools.marks import unproven

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.rulebook import Cite
    from croupier.tracing.rows import Row
    from tests.support.scenario_cases import Said

CARRYING = ("src/croupier/engine/", "src/croupier/table/")
MANY = 2000
SHOWING = ("src/croupier/table/", "src/croupier/guide/")


@cache
def rows() -> list[Row]:
    return traces()


def test_a_row_for_every_clause() -> None:
    assert [(row.game, row.clause) for row in rows()] == [
        (game.name, number) for game in GAMES for number in game.document.clauses
    ]


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_clause_is_carried_out_with_code_and_tests(game: str) -> None:
    lost = [
        (row.clause, row.how, len(row.code), len(row.tests))
        for row in rows()
        if row.game == game and (row.how == "pending" or not row.code or not row.tests)
    ]
    assert lost == []


def test_code_is_a_function_that_carries_the_clause_out() -> None:
    """The line of a game that cites it is not enough."""
    for row in rows():
        wanted = SHOWING if row.how == "console" else CARRYING
        assert any(place.startswith(wanted) for place in row.code), (row.game, row.clause)


def test_irregularities_are_carried_out_at_the_table() -> None:
    for row in rows():
        if game(row.game).document.clauses[row.clause].kind is Kind.IRREGULARITY:
            assert any("/table/" in place for place in row.code), (row.game, row.clause)


def test_the_order_of_jackpots_is_that_across_tables() -> None:
    [row] = [row for row in rows() if (row.game, row.clause) == ("three-card-poker", "4.9.1")]
    assert {*places(majors.order_of), *places(majors.to_pay)} <= set(row.code)


@dataclass(frozen=True)
class Unread:
    """A part of a game that no function reads."""

    unheard_of: Cite


def test_what_is_declared_and_carried_out_by_nothing_is_pending() -> None:
    of = game("three-pictures")
    unread: Any = (Unread(of.document.cite("2.1")),)
    row = next(row for row in trace(replace(of, shown=unread)) if row.clause == "2.1")
    assert (row.how, row.code, bool(row.tests)) == ("pending", (), True)


def test_code_lines_exist() -> None:
    for place in {place for row in rows() for place in row.code}:
        file, line = place.split(":")
        assert (ROOT / file).read_text(encoding="utf-8").splitlines()[int(line) - 1].strip()


def test_every_part_is_carried_out_by_a_function() -> None:
    """Whatever else cites the same clause; only a word needs no function of its own."""
    assert [(of.name, one) for of in GAMES for one in carriers(of) if one.is_missing] == []


def test_a_standing_player_is_one_who_bets_on_the_box_of_a_seated_player() -> None:
    row = next(row for row in rows() if (row.game, row.clause) == ("three-pictures", "1.16"))
    assert set(places(placing.may_share)) <= set(row.code)
    assert set(places(betting.stand_up)).isdisjoint(row.code)


@pytest.fixture
def own_marks(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, list[Any]]]:
    """Marks that a test may change."""
    import_marked_modules()
    copied = {key: list(functions) for key, functions in marks.MARKED.items()}
    monkeypatch.setattr(marks, "MARKED", copied)
    import_marked_modules.cache_clear()
    yield copied
    import_marked_modules.cache_clear()


@pytest.mark.parametrize(
    "part", [field_of(Looking, "one_hand"), Refusal.NOT_YOUR_HAND, Remedy.REFUSE_BET], ids=key_of
)
def test_a_part_that_no_function_is_marked_with_makes_its_clauses_pending(
    own_marks: dict[str, list[Any]], part: object
) -> None:
    """Also where other parts, which are carried out, cite the same clause."""
    del own_marks[key_of(part)]
    of = game("three-card-poker")
    missing = {number for one in carriers(of) if one.is_missing for number in one.cite.numbers}
    assert {row.clause for row in trace(of) if row.how == "pending"} == missing != set()


def test_a_mark_of_what_no_game_declares_is_an_error(own_marks: dict[str, list[Any]]) -> None:
    own_marks["Looking.two_hands"] = [placing.may_share]
    with pytest.raises(Incomplete, match=r"marked with: Looking\.two_hands$"):
        traces()


def test_a_mark_names_its_part_by_a_value() -> None:
    with pytest.raises(TypeError, match="'looking' is no part of a game"):
        carries("looking")


def test_a_marked_function_is_returned_unchanged() -> None:
    def function() -> None: ...

    before = {key: list(functions) for key, functions in marks.MARKED.items()}
    try:
        assert carries(field_of(Looking, "one_hand"))(function) is function
    finally:
        marks.MARKED.clear()
        marks.MARKED.update(before)


RENAMED = {"playing": "hand_play", "look": "examine_hand", "looking": "rule", "asked": "context"}
"""A module, a function and local variables of it; every word of these in the whole program."""
TRACED = """
from croupier.tracing import traces
print([(row.game, row.clause, row.how, len(row.code), len(row.tests)) for row in traces()])
"""


@pytest.mark.slow
def test_renaming_a_module_a_function_or_a_variable_changes_nothing(tmp_path: Path) -> None:
    copy = tmp_path / "croupier"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "pages"))
    shutil.copytree(SCENARIOS, copy / "rulebook" / "scenarios")  # as a wheel has them
    for file in list(copy.rglob("*.py")):
        text = file.read_text(encoding="utf-8")
        for before, after in RENAMED.items():
            text = re.sub(rf"\b{before}\b", after, text)
        file.write_text(text, encoding="utf-8")
        file.rename(file.with_name(RENAMED.get(file.stem, file.stem) + ".py"))
    traced = subprocess.run(
        [sys.executable, "-c", TRACED],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    same = [(row.game, row.clause, row.how, len(row.code), len(row.tests)) for row in rows()]
    assert (traced.stderr, traced.stdout.strip()) == ("", str(same))


def test_scenario_files_cite_what_their_situations_are_evidence_for() -> None:
    """As the suite itself marks each of them."""
    settled, facts = settlement_scenarios()
    every: list[Said] = [*settled, *facts, *live_scenarios()]
    marked = {
        (said.game, f"{said.file}: {said.says}", clause) for said in every for clause in said.shows
    }
    assert len(marked) > MANY
    assert {(one.game, one.test, clause) for one in scenarios() for clause in one.clauses} == marked


def test_a_situation_is_evidence_for_all_that_it_cites() -> None:
    text = """game baccarat
# 5.1 | 5.1

== A title | 1.1 1.2
cards 9h 2c Td Kc
p1 tie 25.00 lose | 4.1 1.1

ruling misdealt -> void-round by dealer | 5.4
word tie = Tie"""
    file = "tests/scenarios/baccarat.txt"
    assert list(situations(file, text)) == [
        Shown("baccarat", ("1.1", "1.2", "4.1"), f"{file}: A title"),
        Shown("baccarat", ("5.4",), f"{file}: ruling misdealt -> void-round by dealer"),
    ]


@pytest.mark.slow
def test_every_test_behind_a_clause_exists() -> None:
    """Its file has its title."""
    for test in {test for tests in evidence().values() for test in tests}:
        file, _, title = test.partition(": ")
        text = " ".join((ROOT / file).read_text(encoding="utf-8").split())
        assert title in text, test


def test_each_test_that_shows_a_clause_is_listed(request: pytest.FixtureRequest) -> None:
    """Of those that this run has collected; `make generated` writes the list."""
    missing = [
        (item.nodeid, of, clause)
        for item in request.session.items
        for mark in item.iter_markers("clause")
        for of, *clauses in [mark.args]
        for clause in clauses
        if reference(item, mark) not in evidence().get((of, clause), ())
    ]
    assert missing == []


def test_a_mark_at_a_function_that_no_test_of_its_clauses_enters_is_told(
    own_marks: dict[str, list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tools_marks, "MARKED", own_marks)
    key = key_of(field_of(Looking, "one_hand"))
    [function] = own_marks[key]
    entered = {("three-card-poker", "3.7"): {function.__code__}}
    assert key not in unproven(entered)
    own_marks[key].append(betting.stand_up)
    assert unproven(entered)[key] == ["stand_up"]
