"""Hold the marks against the tests: a marked function has to run in a test of its clauses.

    python -m tools.marks

A part of a game cites clauses, and functions are marked with the part. The tests of these clauses
run under a profiler that notes which marked functions they enter. A part that no function is
entered for is an error: its mark may stand at the wrong function. Single functions that no test of
their clauses enters are listed.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import TYPE_CHECKING, Any

import pytest

from croupier.games import GAMES
from croupier.rulebook.marks import MARKED
from croupier.tracing.carriers import import_marked_modules, part_keys
from croupier.tracing.parts import parts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType, FrameType

CHOSEN = "clause and not soak and not documents and not libreoffice"
Clause = tuple[str, str]


class Profile:
    """A plugin of pytest: the marked functions that the tests of each clause enter."""

    def __init__(self) -> None:
        functions = [function for marked in MARKED.values() for function in marked]
        self.codes = {function.__code__ for function in functions}
        self.entered: dict[Clause, set[CodeType]] = defaultdict(set)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        found: set[CodeType] = set()

        def note(frame: FrameType, event: str, _argument: object) -> None:
            if event == "call" and frame.f_code in self.codes:
                found.add(frame.f_code)

        sys.setprofile(note)
        try:
            yield
        finally:
            sys.setprofile(None)
        for mark in item.iter_markers("clause"):
            game, *numbers = mark.args
            for number in numbers:
                self.entered[game, number] |= found


def clauses_by_key() -> dict[str, set[Clause]]:
    """Return the clauses that the parts of a key cite, where they are carried out."""
    clauses: dict[str, set[Clause]] = defaultdict(set)
    for game in GAMES:
        for part in parts(game):
            for key in part_keys(part) if part.how else ():
                clauses[key] |= {(game.name, number) for number in part.cite.numbers}
    return clauses


def unproven(entered: dict[Clause, set[CodeType]]) -> dict[str, list[str]]:
    """Return by key the marked functions that no test of the key's clauses enters."""
    found: dict[str, list[str]] = {}
    for key, clauses in sorted(clauses_by_key().items()):
        ran = {code for clause in clauses for code in entered.get(clause, ())}
        functions: list[Callable[..., Any]] = MARKED.get(key, [])
        if names := [one.__qualname__ for one in functions if one.__code__ not in ran]:
            found[key] = names
    return found


def main() -> None:
    import_marked_modules()
    profile = Profile()
    status = pytest.main(["-q", "-p", "no:xdist", "-m", CHOSEN, "tests"], [profile])
    if status != pytest.ExitCode.OK:
        sys.exit(status)
    missing = []
    for key, names in unproven(profile.entered).items():
        print(f"{key}: no test of its clauses enters {', '.join(names)}")
        if len(names) == len(MARKED[key]):
            missing.append(key)
    if missing:
        sys.exit(f"marked with functions that no test enters: {', '.join(missing)}")


if __name__ == "__main__":
    main()
