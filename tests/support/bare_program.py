"""What each verb does where only croupier itself is installed, and no extra."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, NamedTuple

from croupier.extras import EXTRAS
from tests.support.folders import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SCRIPT = ROOT / "tests" / "support" / "asked_program.py"
EXAMPLES = ROOT / "examples"
LEFT_OUT = sorted(module for those in EXTRAS.values() for module in those)


EVENINGS = ("--players", "2", "--rounds-each", "3", "--bet", "player=25", "--bankroll", "100")


class Answer(NamedTuple):
    status: int
    said: str
    complained: str


def answers(
    python: str | Path,
    calls: Sequence[Sequence[str]],
    *,
    modules: Sequence[str] = (),
    names: Sequence[str] = (),
) -> list[Answer]:
    """Of one process, which is isolated from the sources and from what the environment says."""
    asked = {"modules": list(modules), "names": list(names), "calls": [list(one) for one in calls]}
    done = subprocess.run(
        [str(python), "-I", str(SCRIPT)],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr[-2000:]
    return [Answer(**one) for one in json.loads(done.stdout)]


WORKS = [
    ["--version"],
    ["completion", "bash"],
    ["settle", str(EXAMPLES / "three-card-poker.json")],
    ["settle", "--json", str(EXAMPLES / "baccarat.json")],
    ["established", str(EXAMPLES / "interrupted" / "three-card-poker.json")],
    ["ruling", "royal-three-pictures", "misdealt"],
    ["scenario", str(EXAMPLES / "training.txt")],
    ["roads", "BPTB"],
    ["rules"],
    ["rules", "trace"],
    ["rules", "baccarat", "4.1"],
    ["odds", "--all"],
    ["odds", "three-card-poker"],
    ["par", "royal-three-pictures"],
    ["shoe", "--seen", "Kh 9s 8d"],
    ["shoe", "--moves"],
    ["shoe", "--spread", "2"],
    ["strategy", "--hand", "Qh 6d 4s"],
    ["simulate", "baccarat", "--rounds", "1000"],
    ["session", "baccarat", "--bet", "player=25", "--rounds", "20"],
    ["play", "baccarat", "--seed", "3"],
    ["drill", "baccarat", "--questions", "1", "--seed", "3"],
    ["demo", "--seed", "3"],
    ["rng", "dump", "--orders", "1"],
]
"""Without any extra."""

NEEDS = {
    "server": [
        ["serve"],
        ["backup", "house", "copy"],
        ["restore", "copy", "house"],
        ["report", "house"],
        ["audit", "verify", "house"],
        ["house", "init", "house"],
        ["witness", "serve", "folder"],
        ["fairness", "verify", "record"],
    ],
    "par": [
        ["par", "baccarat", "--out", "sheet.pdf"],
        ["par", "baccarat", "--out", "sheet.xlsx"],
    ],
    "sim": [["simulate", "baccarat", *EVENINGS, "--chart", "evenings.png"]],
    "gpu": [["simulate", "baccarat", "--rounds", "1000", "--device", "cuda"]],
    "cluster": [["simulate", "baccarat", "--rounds", "1000", "--cluster", "tcp://127.0.0.1:1"]],
}
"""Each call by the extra that it lacks."""

BEFORE = {
    "--device": "device:",
    "--cluster": "cluster:",
    "--chart": "croupier simulate baccarat --players 2 --rounds-each 3 --bet…",
}
"""Where a flag alone lacks it, its name stands before; of a long call its beginning."""


def lacks(extra: str, call: Sequence[str]) -> str:
    before = next((said for flag, said in BEFORE.items() if flag in call), None)
    asked = before or f"croupier {' '.join(call)}"
    return f"{asked} needs croupier[{extra}]: pip install 'croupier[{extra}]'\n"
