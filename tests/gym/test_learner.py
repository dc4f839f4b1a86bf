"""The worked example: a learner with a table finds Q-6-4, and its value is the exact one."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support.folders import ROOT


@pytest.mark.slow
def test_a_learner_that_knows_nothing_finds_best_play() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(ROOT / "docs" / "learner.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    decisions, found, worth, dealt = done.stdout.splitlines()
    assert 1_000_000 < int(decisions.split()[0].replace(",", "")) < 100_000_000
    assert found == "plays Qh 6d 4c and better, folds up to Qh 6d 3c"
    assert worth == ("exactly worth -686689/20358520 of an ante; best play -686689/20358520")
    assert dealt.startswith("dealt 6,553,600 rounds: -0.03")
