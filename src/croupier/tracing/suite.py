"""The tests behind each clause: situations of the scenario files, and tests written in Python."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from croupier.rulebook.clauses import PACKAGE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

EVIDENCE = PACKAGE / "rulebook" / "evidence.tsv"
"""The tests written in Python: a line has a game, the clauses shown, and the file with a title."""
INSTALLED = PACKAGE / "rulebook" / "scenarios"
"""Where a wheel has the scenario files; a checkout has them among its tests."""
SCENARIOS = "tests/scenarios/"


class Shown(NamedTuple):
    """A test and the clauses of a game that it shows."""

    game: str
    clauses: tuple[str, ...]
    test: str
    """The file and the title of the test or the situation."""


@cache
def evidence() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Return the tests behind each clause of each game."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    for shown in sorted((*python_tests(), *scenarios()), key=lambda shown: shown.test):
        for clause in shown.clauses:
            found.setdefault((shown.game, clause), {})[shown.test] = None
    return {key: tuple(tests) for key, tests in found.items()}


def title_of(test: str) -> str:
    return test.partition(": ")[2]


def titled(game: str, clause: str, title: str) -> str:
    """Return the file and title of a clause's test; the title alone where no test has it."""
    tests = evidence().get((game, clause), ())
    return next((test for test in tests if title_of(test) == title), title)


def python_tests() -> Iterator[Shown]:
    for line in EVIDENCE.read_text(encoding="utf-8").splitlines() if EVIDENCE.exists() else ():
        game, clauses, test = line.split("\t")
        yield Shown(game, tuple(clauses.split()), test)


def scenarios() -> Iterator[Shown]:
    """Yield every situation and fact of the scenario files with the clauses behind its `|`."""
    folder = INSTALLED if INSTALLED.is_dir() else PACKAGE.parents[1] / SCENARIOS
    for file in sorted(folder.rglob("*.txt")):
        name = SCENARIOS + file.relative_to(folder).as_posix()
        yield from situations(name, file.read_text(encoding="utf-8"))


def situations(file: str, text: str) -> Iterator[Shown]:
    """Yield the situations of one file: a line `== TITLE`, or any line outside of a situation."""
    game, title = "", ""
    cited: dict[tuple[str, str], dict[str, None]] = {}
    for line in text.splitlines():
        words, _, clauses = line.partition("|")
        said = " ".join(words.split())
        if not said and not file.startswith(f"{SCENARIOS}live/"):
            title = ""
        if not said or said.startswith("#"):
            continue
        if said.startswith("game "):
            game = said.removeprefix("game ")
            continue
        if said.startswith("== "):
            said = title = said.removeprefix("== ")
        cited.setdefault((game, title or said), {}).update(dict.fromkeys(clauses.split()))
    for (of, situation), numbers in cited.items():
        if numbers:
            yield Shown(of, tuple(numbers), f"{file}: {situation}")
