"""Every tutorial is followed from its first line to its last, in a folder of its own."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.folders import ROOT
from tests.support.sixth_game import Copy

if TYPE_CHECKING:
    from collections.abc import Iterator

TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
BLOCK = re.compile(r"```(console|python)\n(.*?)```", re.DOTALL)
DONE = "--- done ---"
AS_PRINTED = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL


class Shell:
    """A person's own, which stays open: what runs in the background goes on."""

    def __init__(self, folder: Path) -> None:
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        more = {"PATH": path, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONPATH": str(folder / "src")}
        self.process = subprocess.Popen(
            ["bash"],  # noqa: S607 - wherever it is
            cwd=folder,
            env=os.environ | more,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def says(self, command: str) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{command}\necho '{DONE}'\n")
        self.process.stdin.flush()
        return "".join(iter(self.process.stdout.readline, f"{DONE}\n"))

    def close(self) -> None:
        self.says("kill -9 $(jobs -p) 2> /dev/null")
        self.process.communicate()


@pytest.fixture
def shell(page: Path, tmp_path: Path) -> Iterator[Shell]:
    """In an empty folder, or in the project's own where a game is added to it."""
    if page.stem == "sixth-game":
        shutil.copytree(ROOT / "examples", Copy(tmp_path).root / "examples")
    elif page.stem == "first-driver":
        shutil.copy(ROOT / "examples" / "shoe_driver.py", tmp_path)
    opened = Shell(tmp_path)
    yield opened
    opened.close()


def commands(block: str) -> Iterator[tuple[str, str]]:
    """Each with what is printed after it."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected


@pytest.mark.slow
@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial(
    page: Path, shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    known: dict[str, object] = {}
    as_printed = doctest.OutputChecker()
    for number, (kind, block) in enumerate(BLOCK.findall(page.read_text(encoding="utf-8"))):
        if kind == "python":
            test = doctest.DocTestParser().get_doctest(block, known, page.stem, page.name, number)
            runner = doctest.DocTestRunner(optionflags=AS_PRINTED)
            assert runner.run(test, clear_globs=False).failed == 0
            known = test.globs
            continue
        for command, expected in commands(block):
            said = shell.says(command)
            # what a shell says of its own jobs is not told
            lines = [line.rstrip() for line in said.splitlines() if not line.startswith("[")]
            found = "".join(f"{line}\n" for line in lines)
            assert as_printed.check_output(expected, found, AS_PRINTED), (command, found)
