"""Write what the suite shows: the tests behind clauses, items of the standards and threats.

    python -m tools.evidence

A test states what it shows with the marks `clause(game, *numbers, title=...)`,
`standard(*numbers)` and `threat(*ids)`; this only collects the suite, once for all. The list of the
tests behind clauses has a row for each game and test written in Python; situations of the scenario
files cite their clauses themselves (`croupier.tracing.suite`). `tools.standards` words the page of
the items, `tools.threats` the last column of the page on threats.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from croupier.games import GAMES, game
from croupier.tracing import EVIDENCE
from tools import standards, threats

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class Collector:
    """The files that follow from the tests that are collected."""

    files: dict[Path, str]

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.files = {
            EVIDENCE: python_tests(items),
            standards.PAGE: standards.page_of(items),
            threats.PAGE: threats.page_of(items),
        }


def python_tests(items: Iterable[pytest.Item]) -> str:
    """Return a line for each game and test, clauses in the order of the documents."""
    shown: dict[tuple[str, str], set[str]] = {}
    for item in items:
        for mark in item.iter_markers("clause"):
            if "at" not in mark.kwargs:  # else a scenario file cites the clauses
                name, *numbers = mark.args
                cite = game(name).document.cite(*numbers)
                shown.setdefault((name, reference(item, mark)), set()).update(cite.numbers)
    return "".join(
        f"{of.name}\t{' '.join(sorted(numbers, key=list(of.document.clauses).index))}\t{test}\n"
        for of in GAMES
        for (name, test), numbers in sorted(shown.items())
        if name == of.name
    )


def reference(item: pytest.Item, mark: pytest.Mark) -> str:
    """Return the file and title of a test; a title stays when the function is renamed."""
    if "at" in mark.kwargs:
        return str(mark.kwargs["at"])
    if "title" not in mark.kwargs:
        raise pytest.UsageError(f"{item.nodeid}: the mark 'clause' has no title")
    return f"{item.nodeid.partition('::')[0]}: {mark.kwargs['title']}"


def collected() -> dict[Path, str]:
    collector, said = Collector(), StringIO()
    with redirect_stdout(said):
        status = pytest.main(["--collect-only", "-q", "-p", "no:xdist", "tests"], [collector])
    if status != pytest.ExitCode.OK:
        sys.exit(said.getvalue())
    return collector.files


def main() -> None:
    for file, text in collected().items():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
