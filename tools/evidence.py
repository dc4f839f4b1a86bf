"""Write what the suite shows: the tests behind each clause and behind each item of the standards.

    python -m tools.evidence [--check]

A test says what it shows with the marks `clause(game, *numbers)` and `standard(*numbers)`; this
only collects the suite, once for both. A row has a game, the clauses shown, and the test or the
line of a scenario file (`at`) that does it; `tools.standards` words the page of the items.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from croupier.games import GAMES, game
from croupier.tracing import EVIDENCE
from tools import standards

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class Collector:
    """The files that follow from the tests that are collected."""

    files: dict[Path, str]

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.files = written(items)


def written(tests: list[pytest.Item]) -> dict[Path, str]:
    return {EVIDENCE: shown_by(tests), standards.PAGE: standards.page_of(tests)}


def is_fresh(files: dict[Path, str]) -> bool:
    return all(
        file.exists() and file.read_text(encoding="utf-8") == text for file, text in files.items()
    )


def shown_by(tests: Iterable[pytest.Item]) -> str:
    """A line for each game and test, clauses in the order of the documents."""
    shown: dict[tuple[str, str], set[str]] = {}
    for item in tests:
        for mark in item.iter_markers("clause"):
            of, *numbers = mark.args
            test = mark.kwargs.get("at") or item.nodeid.partition("[")[0]
            cite = game(of).document.cite(*numbers)
            shown.setdefault((of, test), set()).update(cite.numbers)
    return "".join(
        f"{one.name}\t{' '.join(sorted(numbers, key=list(one.document.clauses).index))}\t{test}\n"
        for one in GAMES
        for (of, test), numbers in sorted(shown.items())
        if of == one.name
    )


def collected() -> dict[Path, str]:
    collector, said = Collector(), StringIO()
    with redirect_stdout(said):
        status = pytest.main(["--collect-only", "-q", "-p", "no:xdist", "tests"], [collector])
    if status != pytest.ExitCode.OK:
        sys.exit(said.getvalue())
    return collector.files


def main(arguments: list[str]) -> None:
    files = collected()
    if "--check" not in arguments:
        for file, text in files.items():
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
    elif not is_fresh(files):
        sys.exit("what the tests show is stale: run 'make generated'")


if __name__ == "__main__":
    main(sys.argv[1:])
