"""Write the tests behind each clause into the package, or check what stands there.

    python -m tools.evidence [--check]

A test says what it shows with the mark `clause(game, *numbers)`; this only collects the suite.
"""

from __future__ import annotations

import sys
from contextlib import redirect_stdout
from io import StringIO

import pytest

from croupier.games import GAMES, game
from croupier.tracing import EVIDENCE


class Collector:
    """What the collected tests say they show."""

    def __init__(self) -> None:
        self.shown: set[tuple[str, str, str]] = set()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for mark in item.iter_markers("clause"):
                of, *numbers = mark.args
                cite = game(of).document.cite(*numbers)
                self.shown.update((of, number, item.nodeid) for number in cite.numbers)


def collected() -> str:
    """A line for each clause and test, in the order of the documents."""
    collector, said = Collector(), StringIO()
    with redirect_stdout(said):
        status = pytest.main(["--collect-only", "-q", "-p", "no:xdist", "tests"], [collector])
    if status != pytest.ExitCode.OK:
        sys.exit(said.getvalue())
    order = {
        (one.name, number): place
        for place, (one, number) in enumerate(
            (one, number) for one in GAMES for number in one.document.clauses
        )
    }
    lines = sorted(collector.shown, key=lambda line: (order[line[:2]], line[2]))
    return "".join(f"{of}\t{number}\t{test}\n" for of, number, test in lines)


def main(arguments: list[str]) -> None:
    text = collected()
    if "--check" not in arguments:
        EVIDENCE.write_text(text, encoding="utf-8")
    elif EVIDENCE.read_text(encoding="utf-8") != text:
        sys.exit("the list of tests behind the clauses is stale: run 'make generated'")


if __name__ == "__main__":
    main(sys.argv[1:])
