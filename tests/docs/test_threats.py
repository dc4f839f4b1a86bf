"""The page on threats has a test for each, as the tests themselves state."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from tests.support.folders import ROOT
from tools.standards import NOTHING
from tools.threats import IN_SCENARIOS, PAGE, ROW, filled, shown_by

if TYPE_CHECKING:
    from collections.abc import Iterator

TEXT = PAGE.read_text(encoding="utf-8")
ROWS = [row[1] for row in ROW.finditer(TEXT)]
FILE = re.compile(r"\]\(\.\./(tests/[^)]+)\)")
SMALL = """# Title

| id | threat | mechanism | shown by |
|---|---|---|---|
| T1 | guesses | a limit | |
| T2 | listens | TLS | of before |
"""


class Marked(SimpleNamespace):
    """A collected test with the mark of some threats."""

    def iter_markers(self, name: str) -> Iterator[pytest.Mark]:
        assert name == "threat"
        yield pytest.mark.threat(*self.threats).mark


def test_rows_have_ids_of_their_own() -> None:
    assert len(ROWS) == len(set(ROWS)) > 100
    assert len(ROWS) == sum(
        line.startswith("| ") and not line.startswith("| id |") for line in TEXT.splitlines()
    )


@pytest.mark.parametrize("row", ROW.findall(TEXT), ids=ROWS)
def test_every_threat_has_tests_that_exist(row: tuple[str, str, str]) -> None:
    files = FILE.findall(row[2])
    assert files
    assert NOTHING not in row[2]
    for file in files:
        assert (ROOT / file).exists()


@pytest.mark.parametrize("row", ROW.findall(TEXT), ids=ROWS)
def test_a_file_that_the_page_names_marks_the_threat(row: tuple[str, str, str]) -> None:
    for file in set(FILE.findall(row[2])):
        text = (ROOT / file).read_text(encoding="utf-8")
        scenarios = [one for found in IN_SCENARIOS.findall(text) for one in found.split()]
        assert f'"{row[0]}"' in text or row[0] in scenarios


def test_a_test_is_named_in_the_rows_that_it_states() -> None:
    test = cast("pytest.Item", Marked(nodeid="tests/x/test_y.py::test_a_limit[1]", threats=("T1",)))
    shown = {threat: cells for threat, cells in shown_by([test]).items() if threat == "T1"}
    assert filled(SMALL, shown) == SMALL.replace(
        "| a limit | |", "| a limit | [`test_a_limit`](../tests/x/test_y.py) |"
    ).replace("of before", NOTHING)


def test_a_threat_that_the_page_does_not_have_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"^docs/threats.md has no row T3$"):
        filled(SMALL, {"T1": ["a"], "T3": ["b"]})


def test_scenario_files_name_threats() -> None:
    assert shown_by([])["T11"] == [
        "situations of [scenarios/live/authority](../tests/scenarios/live/authority.txt)"
    ]
