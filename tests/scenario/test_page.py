"""The page of the language: its examples hold, and it leaves nothing out and adds nothing."""

from __future__ import annotations

import re

import pytest

from croupier.scenario.claims import CLAIMS, OF_SOMEONE
from croupier.scenario.playing import play
from croupier.scenario.reading import scripts
from croupier.scenario.setups import SETUPS, STARTS
from croupier.scenario.verbs import VERBS
from tests.support.folders import ROOT

PAGE = (ROOT / "docs" / "scenarios.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```scenario\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_hold(example: str) -> None:
    assert [play(script).failed for script in scripts(example)] == [None]


def test_the_file_of_examples_is_of_the_page() -> None:
    training = (ROOT / "examples" / "training.txt").read_text(encoding="utf-8")
    assert [one.title for one in map(play, scripts(training))] == [
        line.removeprefix("== ").split(" |")[0]
        for example in EXAMPLES
        for line in example.splitlines()
        if line.startswith("== ") and line in training
    ]


def words(heading: str, *, at: int = 0) -> set[str]:
    """Of the code in the first column of a table, the word at a place."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line.split(" | ")[0] for line in section.splitlines() if line.startswith("| `")]
    return {code.split()[at] for row in rows for code in re.findall(r"`([^`]*)`", row)}


def test_every_line_of_set_up() -> None:
    assert words("Set-up") == SETUPS.keys() | STARTS.keys()


def test_every_verb() -> None:
    assert words("Play") == VERBS.keys()


def test_every_claim() -> None:
    said = words("Claims", at=1) - {"WHO"}
    assert said == CLAIMS.keys() | {"settled"}
    assert words("Claims", at=2) >= OF_SOMEONE.keys()
