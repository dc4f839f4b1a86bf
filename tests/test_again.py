"""A few files of tests that failed are run once more; many are not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tools.again import MOST_FILES, main, to_run_again

ROOT = Path(__file__).parents[1]
ONCE = """
from pathlib import Path

def test_fails_the_first_time() -> None:
    seen = Path("seen")
    if not seen.exists():
        seen.touch()
        raise AssertionError("late")
"""


def names(files: int) -> list[str]:
    return [f"tests/test_{number}.py::test_{part}" for number in range(files) for part in "ab"]


@pytest.mark.parametrize("files", [MOST_FILES - 1, MOST_FILES])
def test_few_files_are_run_again_each_once(files: int) -> None:
    assert to_run_again(names(files)) == [f"tests/test_{number}.py" for number in range(files)]


def test_many_are_not() -> None:
    assert to_run_again(names(MOST_FILES + 1)) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [(ONCE, 0), ("def test_no() -> None:\n    assert False\n", 1)],
)
def test_what_fails_twice_is_red(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, code: int
) -> None:
    (tmp_path / "test_it.py").write_text(text)
    (tmp_path / "build").mkdir()
    (tmp_path / "build" / "failed-tests").write_text("test_it.py::test_any")
    (tmp_path / "seen").touch()
    monkeypatch.chdir(tmp_path)
    assert main() == code


def test_nothing_known_to_have_failed_stays_red(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main() == 1


def test_the_suite_writes_what_failed(tmp_path: Path) -> None:
    """With the hook of this suite, run by several workers as `make test` does."""
    (tmp_path / "test_it.py").write_text(ONCE)
    (tmp_path / "conftest.py").write_text("from tests.conftest import pytest_terminal_summary\n")
    command = [sys.executable, "-m", "pytest", "-q", "-n", "1", "test_it.py"]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    assert subprocess.call(command, cwd=tmp_path, env=env, stdout=subprocess.DEVNULL) == 1
    assert (
        tmp_path / "build" / "failed-tests"
    ).read_text() == "test_it.py::test_fails_the_first_time"
