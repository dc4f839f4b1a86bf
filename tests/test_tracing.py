"""The trace: every clause with an honest state, and evidence that cannot quietly go."""

from __future__ import annotations

import subprocess
import sys

import pytest

from croupier.games import GAMES
from croupier.tracing import EVIDENCE, traces
from tests.support.folders import ROOT
from tools.evidence import shown_by

ROWS = traces()


def test_a_row_for_every_clause() -> None:
    assert [(row.game, row.clause) for row in ROWS] == [
        (game.name, number) for game in GAMES for number in game.document.clauses
    ]


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_every_clause_is_carried_out_with_code_and_tests(game: str) -> None:
    lost = [
        (row.clause, row.how, len(row.code), len(row.tests))
        for row in ROWS
        if row.game == game and (row.how == "pending" or not row.code or not row.tests)
    ]
    assert lost == []


def test_code_lines_exist() -> None:
    for place in {place for row in ROWS for place in row.code}:
        file, line = place.split(":")
        assert (ROOT / file).read_text(encoding="utf-8").splitlines()[int(line) - 1].strip()


def test_the_list_of_tests_is_the_suite(request: pytest.FixtureRequest) -> None:
    """A run of the whole suite has collected it; a run of some tests collects it anew."""
    if shown_by(request.session.items) == EVIDENCE.read_text(encoding="utf-8"):
        return
    checked = subprocess.run(
        [sys.executable, "-m", "tools.evidence", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode, checked.stderr) == (0, "")
