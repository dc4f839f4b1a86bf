"""The last column of the page on threats: which tests show each threat answered.

Threats and mechanisms are written by hand in `docs/threats.md`, each row with an id. A test names
the rows that it shows with the mark `threat(*ids)`, a scenario file with a line `# threat ID…`.
`tools.evidence` collects the suite and fills the column.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tools.markdown import DOCS
from tools.standards import NOTHING, link

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    import pytest

PAGE = DOCS / "threats.md"
TESTS = DOCS.with_name("tests")
ROW = re.compile(r"^\| (T\d+) \| (.+) \|([^|]*)\|$", re.MULTILINE)
IN_SCENARIOS = re.compile(r"^# threat (.+)$", re.MULTILINE)


def shown_by(tests: Iterable[pytest.Item]) -> dict[str, list[str]]:
    """Return the tests of each threat by their names, whatever their parameters."""
    shown: dict[str, set[str]] = {}
    for test in tests:
        for mark in test.iter_markers("threat"):
            for threat in mark.args:
                shown.setdefault(threat, set()).add(link(test.nodeid.partition("[")[0]))
    for file in sorted((TESTS / "scenarios").rglob("*.txt")):
        for threats in IN_SCENARIOS.findall(file.read_text(encoding="utf-8")):
            for threat in threats.split():
                shown.setdefault(threat, set()).add(situations_of(file))
    return {threat: sorted(cells) for threat, cells in shown.items()}


def situations_of(file: Path) -> str:
    place = file.relative_to(TESTS)
    return f"situations of [{place.with_suffix('').as_posix()}](../tests/{place.as_posix()})"


def filled(text: str, shown: dict[str, list[str]]) -> str:
    """Return the page with its last column; raise ValueError for a threat that it does not have."""
    rows = [row[1] for row in ROW.finditer(text)]
    if unknown := sorted(shown.keys() - set(rows)):
        raise ValueError(f"docs/threats.md has no row {', '.join(unknown)}")

    def with_tests(row: re.Match[str]) -> str:
        return f"| {row[1]} | {row[2]} | {'; '.join(shown.get(row[1], [NOTHING]))} |"

    return ROW.sub(with_tests, text)


def page_of(tests: Iterable[pytest.Item]) -> str:
    return filled(PAGE.read_text(encoding="utf-8"), shown_by(tests))
