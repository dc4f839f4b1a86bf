"""What the documentation shows is run."""

from __future__ import annotations

import doctest
import io
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import croupier
from croupier.cli.main import run
from tests.support.folders import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
ALONE = [page for page in PAGES if page.parent.name != "tutorials"]
"""Those whose examples stand for themselves; tests/docs/test_tutorials.py follows the others."""
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
PIPED = re.compile(r"\$ printf '(.*)' \| croupier (.*)")
LINK = re.compile(r"\]\(([^)#:]+)\)")


@pytest.mark.slow
@pytest.mark.parametrize("page", ALONE, ids=lambda page: page.name)
def test_python_examples(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    failed, _ = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert failed == 0


def test_readme_s_example_is_short() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    tried = doctest.DocTestParser().get_examples(text)
    assert 0 < sum(example.source.count("\n") for example in tried) <= 10


CALLS = [
    pytest.param(call, id=f"{page.name} {index}")
    for page in ALONE
    for index, call in enumerate(CONSOLE.findall(page.read_text(encoding="utf-8")))
]


@pytest.mark.slow
@pytest.mark.parametrize("call", CALLS)
def test_console_examples(
    call: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`$ croupier …` (or `$ printf '…' | croupier …`) and what it prints; `...` is the rest."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("NO_COLOR", "1")
    command, *expected = call.splitlines()
    if piped := PIPED.fullmatch(command):
        given = io.BytesIO(piped[1].replace("\\n", "\n").encode())
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(given))
        command = piped[2]
    assert run(command.removeprefix("$ croupier ").split()) == 0
    said = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    if expected[-1] == "...":
        expected.pop()
        said = said[: len(expected)]
    assert said == expected


@pytest.mark.slow
def test_the_mathematician_s_cells_run() -> None:
    file = ROOT / "docs" / "mathematician.py"
    done = subprocess.run(
        [sys.executable, str(file)], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    lines = sum(len(croupier.odds(game.name).rows()) for game in croupier.GAMES)
    assert done.stdout.splitlines()[-1] == (
        f"{lines} lines of {len(croupier.GAMES)} games;"
        " the least edge is 241149546272/19524993263685 baccarat player"
    )
    cells = file.read_text(encoding="utf-8").split("# %%\n")[1:]
    ends = [cell.split("# %%")[0].strip().splitlines()[-1] for cell in cells]
    assert [end for end in ends if not end.startswith(("assert", "print"))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
