"""Names that others rely on stay as they are, whatever the code calls them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parents[1] / "golden" / "contract-names.txt"


@pytest.mark.slow
def test_names_that_others_rely_on() -> None:
    """A name that goes or comes is a line changed here by hand, and a line in the changelog."""
    listed = GOLDEN.read_text(encoding="utf-8").splitlines()
    program = [sys.executable, "-m", "tests.record.names"]  # apart from what tests declare here
    now = subprocess.run(program, check=True, capture_output=True, text=True).stdout.splitlines()
    assert set(listed) - set(now) == set(), "gone, or called otherwise"
    assert set(now) - set(listed) == set(), "new: add it to tests/golden/contract-names.txt"
    assert listed == sorted(set(listed)), "keep the lines in order, each once"
