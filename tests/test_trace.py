"""The trace: 409 clauses, each with an honest state, and evidence that cannot quietly go."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from croupier.games import GAMES
from croupier.tracing import Row, traces

ROOT = Path(__file__).parents[1]
FINISHED_SECTIONS = ("1", "2", "4", "C", "G")
PICTURES = """
    3.1 3.2 3.2.1 3.2.2 3.2.3 3.3 3.9 3.13.1 3.13.2 3.13.3 3.13.4 5.1.1 5.1.2 5.2.1 5.13 5.14
"""
FINISHED = {  # outside those sections: what ranks hands and what settles wagers
    "three-pictures": PICTURES,
    "lucky-three-pictures": PICTURES,
    "royal-three-pictures": """
        3.3 3.4 3.5 3.9 3.16 3.17 3.17.1 3.17.1.1 3.18 3.18.1 3.18.2 3.19 3.20 3.21 3.22 5.10 5.11
    """,
    "three-card-poker": """
        3.1 3.1.1 3.1.2 3.1.3 3.1.3a 3.1.3b 3.1.3c 3.4 3.5 3.6 3.6.1 3.6.2 3.8 3.8.1 3.12 3.12.1
        3.12.2 3.13 3.15 3.15.1 3.15.2 3.15.3 3.16 3.17 5.1.1 5.2.1 5.3 5.3.1 5.3.2 5.4 5.21
    """,
    "baccarat": """
        3.1 3.2 3.2.1 3.2.2 3.2.3 3.6 3.8 3.9 3.10 3.11 3.12 3.13 5.9 5.11
    """,
}
ROWS = traces()


def finished(row: Row) -> bool:
    return row.clause.split(".")[0] in FINISHED_SECTIONS or row.clause in FINISHED[row.game].split()


def test_a_row_for_every_clause() -> None:
    assert len(ROWS) == 409
    assert [(row.game, row.clause) for row in ROWS] == [
        (game.name, number) for game in GAMES for number in game.document.clauses
    ]


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_finished_clause_keeps_code_and_tests(game: str) -> None:
    lost = [
        (row.clause, row.how, len(row.code), len(row.tests))
        for row in ROWS
        if row.game == game
        and finished(row)
        and (row.how == "pending" or not row.code or not row.tests)
    ]
    assert lost == []


def test_what_is_not_finished_is_pending() -> None:
    """A clause is never called carried out because something merely names it."""
    claimed = [(row.game, row.clause) for row in ROWS if row.how != "pending" and not finished(row)]
    assert claimed == []


def test_code_lines_exist() -> None:
    for place in {place for row in ROWS for place in row.code}:
        file, line = place.split(":")
        assert (ROOT / file).read_text(encoding="utf-8").splitlines()[int(line) - 1].strip()


def test_the_list_of_tests_is_the_suite() -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "tools.evidence", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (checked.returncode, checked.stderr) == (0, "")
