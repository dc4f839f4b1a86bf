"""A copy of the project with the game of examples/high-card added, as CONTRIBUTING says."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.each_game import NAMES

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PARTS = ("src", "tests", "tools")
SUITES = {"test_scenarios.py", "test_live.py", "test_rulings.py", "test_conformance.py"}
"""Those that read the scenarios and the example; the copy has no others."""
PROGRAM = ("-c", "from croupier.cli.start import main; main()")
OPEN = re.compile(r"is open at (http\S+)/\n")


def left_out(folder: str, names: list[str]) -> set[str]:
    """What Python has made of the files is good for their copies, once it is whole."""
    if Path(folder).name == "__pycache__":
        return {name for name in names if not name.endswith(".pyc")}
    return {name for name in names if name.startswith("test_")} - SUITES


class Copy:
    """The project in a folder of its own, whose commands are run as processes."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        for part in PARTS:
            shutil.copytree(ROOT / part, folder / part, ignore=left_out)
        shutil.copy(ROOT / "pyproject.toml", folder)

    @property
    def environment(self) -> dict[str, str]:
        path = os.pathsep.join([str(self.root / "src"), str(self.root)])
        return os.environ | {"PYTHONPATH": path, "COLUMNS": "160", "NO_COLOR": "1"}

    def run(self, *command: str, given: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            command,
            input=given,
            cwd=self.root,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def python(self, *arguments: str, given: str = "") -> str:
        """What a command says; it must succeed without a complaint."""
        done = self.run(sys.executable, *arguments, given=given)
        assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
        return done.stdout

    def croupier(self, *arguments: str, given: str = "") -> str:
        return self.python(*PROGRAM, *arguments, given=given)

    def refused(self, *arguments: str) -> str:
        """The one line by which a command is refused."""
        done = self.run(sys.executable, *PROGRAM, *arguments)
        assert (done.returncode, done.stdout) == (2, ""), done.stdout + done.stderr
        return done.stderr

    @contextmanager
    def served(self, folder: Path, *options: str) -> Iterator[str]:
        """The address of the house that `croupier serve` opens."""
        with subprocess.Popen(
            [sys.executable, *PROGRAM, "serve", "--port", "0", "--house", str(folder), *options],
            cwd=self.root,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            assert process.stdout is not None
            try:
                yield next(told[1] for line in process.stdout if (told := OPEN.search(line)))
            finally:
                process.terminate()


def with_the_sixth_game(folder: Path) -> Copy:
    """The steps of "Adding a game", one by one."""
    if "high-card" in NAMES:
        pytest.skip("the example is one of the games here")
    copy, example = Copy(folder), ROOT / "examples" / "high-card"
    package, scenarios = copy.root / "src" / "croupier", copy.root / "tests" / "scenarios"
    shutil.copy(example / "register.tsv", package / "rulebook" / "registers" / "high-card.tsv")
    assert copy.python("-m", "tools.register", str(example)) == "high-card.tsv\n"
    shutil.copy(example / "game.py", package / "games" / "high_card.py")
    list_among_the_games(package / "games" / "__init__.py", "high_card")
    with (package / "house.toml").open("a", encoding="utf-8") as house:
        house.write((example / "house.toml").read_text(encoding="utf-8"))
    shutil.copy(example / "scenarios.txt", scenarios / "high_card.txt")
    shutil.copy(example / "live.txt", scenarios / "live" / "high_card.txt")
    (copy.root / "examples").mkdir()
    shutil.copy(example / "round.json", copy.root / "examples" / "high-card.json")
    shutil.copy(example / "answer.json", copy.root / "tests" / "golden" / "high-card.json")
    return copy


def list_among_the_games(file: Path, module: str) -> None:
    text = file.read_text(encoding="utf-8")
    for line in ("    baccarat,\n", "    baccarat.GAME,\n"):
        assert line in text
        text = text.replace(line, line + line.replace("baccarat", module))
    file.write_text(text, encoding="utf-8")
