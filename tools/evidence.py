"""Write the tests behind each clause into the package, or check what stands there.

    python -m tools.evidence [--check]

A test says what it shows with the mark `clause(game, *numbers)`; this only collects the suite. A
row has a game, the clauses shown, and the test or the line of a scenario file (`at`) that does it.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from io import StringIO
from typing import TYPE_CHECKING

import pytest

from croupier.games import GAMES, game
from croupier.tracing import EVIDENCE

if TYPE_CHECKING:
    from collections.abc import Iterable


class Collector:
    """The rows of the tests that are collected."""

    rows = ""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.rows = shown_by(items)


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


def collected() -> str:
    collector, said = Collector(), StringIO()
    with redirect_stdout(said):
        status = pytest.main(["--collect-only", "-q", "-p", "no:xdist", "tests"], [collector])
    if status != pytest.ExitCode.OK:
        sys.exit(said.getvalue())
    return collector.rows


def main(arguments: list[str]) -> None:
    text = collected()
    if "--check" not in arguments:
        EVIDENCE.write_text(text, encoding="utf-8")
    elif EVIDENCE.read_text(encoding="utf-8") != text:
        sys.exit("the list of tests behind the clauses is stale: run 'make generated'")


if __name__ == "__main__":
    main(sys.argv[1:])
