"""The record of the command line: what verbs answer, as text and as JSON, and what they refuse.

Each file has the commands of one verb with what they write on standard output and standard error,
and their exit status. They run in this process, in a folder with a copy of `examples/`.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

from openpyxl import load_workbook

from croupier.cli.main import run
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = Path(__file__).parents[2]
GAMES = (
    "three-pictures",
    "lucky-three-pictures",
    "royal-three-pictures",
    "three-card-poker",
    "baccarat",
)
ENVIRONMENT = {"COLUMNS": "100", "NO_COLOR": "1", "TZ": "UTC", "LANG": "C.UTF-8"}
COMMANDS: dict[str, tuple[str, ...]] = {
    "settle": (
        *(f"settle {form}examples/{game}.json" for game in GAMES for form in ("", "--json ")),
        "settle examples/nowhere.json",
        "settle <<< ''",
        "settle <<< nonsense",
        'settle --json <<< \'{"game": "snap"}\'',
        "settle --each --no-such-option",
        'settle <<< \'{"game": "baccarat", "wagers": []}\'',
    ),
    "established": (
        *(
            f"established {form}examples/interrupted/three-card-poker.json"
            for form in ("", "--json ")
        ),
        "established <<< nonsense",
    ),
    "ruling": (
        *(f"ruling {game}{form}" for game in GAMES for form in ("", " --json")),
        *(f"ruling {game} misdealt handled=true seen=false" for game in GAMES),
        "ruling three-card-poker misdealt handled=true movable=true --json",
        "ruling baccarat foreign-card --json",
        "ruling baccarat no-such-thing",
        "ruling baccarat misdealt no-such-fact=1",
        "ruling snap",
    ),
    "scenario": (
        "scenario examples/training.txt",
        "scenario --json examples/training.txt",
        "scenario examples/high-card/scenarios.txt",
        "scenario examples/nowhere.txt",
        "scenario <<< 'nonsense'",
    ),
    "roads": (
        "roads BPTBBbPPTpBBBPPPB",
        "roads BPTBBbPPTpBBBPPPB --json",
        "roads X",
    ),
    "rules": (
        "rules",
        "rules --json",
        "rules baccarat",
        "rules baccarat 99.9",
        "rules snap",
    ),
    "odds": (
        *(f"odds {game}{form}" for game in GAMES for form in ("", " --json")),
        "odds --all",
        "odds baccarat --decks 6 --json",
        "odds baccarat --decks 3",
        "odds three-card-poker --meter 50000 --hands 3 --json",
        "odds royal-three-pictures --pays royal-pictures:three-kings=200:1",
        "odds royal-three-pictures --pays nonsense",
        "odds snap",
    ),
    "par": (
        *(f"par {game} --json" for game in GAMES),
        "par baccarat",
        "par three-card-poker --out par.csv",
        "par baccarat --out par.xlsx",
        "par baccarat --out par.xyz",
    ),
    "shoe": (
        "shoe --seen 'Kh 9s 2c 5d'",
        "shoe --seen 'Kh 9s 2c 5d' --json",
        "shoe --left A=1,2=2,3=3,9=4,K=5 --json",
        "shoe --seen 'Xx'",
    ),
    "strategy": (
        "strategy three-card-poker",
        "strategy three-card-poker --json",
        "strategy three-card-poker --hand 'Qh 6d 4s' --json",
        "strategy baccarat",
    ),
    "simulate": (
        *(f"simulate {game} --rounds 1e4 --seed 7 --workers 1 --json" for game in GAMES),
        "simulate baccarat --rounds 1e4 --seed 7 --workers 1 --cut-card --json",
        "simulate three-pictures --rounds -1",
        "simulate snap",
    ),
    "session": (
        "session baccarat --bet banker=25 --hours 1",
        "session baccarat --bet banker=25 --rounds 100 --bankroll 500 --json",
        "session three-card-poker --bet ante=25 --rounds 50 --json",
        "session baccarat --bet banana=25",
    ),
    "play": (
        "play baccarat --seed 5 --transcript evening.jsonl <<< 'banker 25\n\n'",
        "play three-card-poker --seed 9 --others 2 <<< 'ante 25\n\nplay\n\n'",
        "play royal-three-pictures --seed 3 <<< 'main 50\n\n\n\n'",
        "play --replay evening.jsonl",
        "play --replay evening.jsonl --json",
        "play --replay examples/nowhere.jsonl",
        "play snap",
    ),
    "drill": (
        "drill three-card-poker --questions 2 --seed 4 <<< '\n\n\n\n'",
        "drill baccarat --questions 3 --seed 4 --json <<< '\n\n\n\n\n\n'",
        "drill baccarat --kind nonsense",
    ),
    "demo": ("demo", "demo --json", "demo --seed 11 --json"),
    "rng": (
        "rng test --no-such-option",
        "rng dump --no-such-option",
    ),
    "house": (
        "house init new --demonstration",
        "house init new --demonstration",
        "house check new/house.toml",
        "house check new/house.toml --json",
        "house check examples/high-card/house.toml",
        "house check nowhere.toml",
        "house status nowhere",
        "house keys nowhere",
        "house people nowhere",
    ),
    "journal": (
        "report nowhere.db",
        "audit verify nowhere.db",
        "audit replay nowhere.db t1 1",
        "fairness verify nowhere.json",
        "backup nowhere.db copy.db",
        "restore nowhere.db copy.db",
        "no-such-verb",
        "--no-such-option",
    ),
    "help": tuple(
        f"{verb} --help"
        for verb in (
            *("settle", "established", "ruling", "scenario", "roads", "rules", "odds", "par"),
            *("shoe", "strategy", "simulate", "session", "play", "drill", "demo", "serve"),
            *("report", "backup", "restore", "witness", "shoe-simulator"),
            *("audit verify", "audit replay", "audit recall", "audit export", "audit receipt"),
            *("audit accept", "audit scenario", "fairness verify", "fairness record"),
            *("rng test", "rng dump", "house init", "house check", "house status", "house keys"),
            *("house people", "house password", "house unlock", "house reconcile"),
            *("house backup", "house restore", "house erase", "house verify-program"),
            *("house manifest", "house accept-program", "house move"),
        )
    ),
}
"""By file, the commands; what follows `<<<` is standard input."""
MASKS = (
    (re.compile(rf"\b{re.escape(__version__)}\b"), "VERSION"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "DIGEST"),
    (re.compile(r"(?<=VERSION, digest )[0-9a-f]{16}\b"), "DIGEST"),
    (re.compile(r"(?<![A-Za-z0-9_+/-])[A-Za-z0-9_+/-]{42,}={1,2}"), "KEY"),
    (re.compile(r"(seconds|rounds_per_second)\":[\d.]+"), r'\1":TIME'),
    (re.compile(r"([\d,]+ bytes|\"bytes\":\d+)"), "SIZE"),
)
"""What two runs or two versions of the program never have in common."""


def outputs(name: str, _make: Callable[[str], object]) -> dict[str, str]:
    """Run the commands of a file, and return the transcript."""
    with TemporaryDirectory() as folder, working_in(Path(folder)):
        furnish(Path(folder))
        text = "\n".join(transcript(one) for one in COMMANDS[name])
    return {f"cli/{name}.txt": masked(text)}


def furnish(folder: Path) -> None:
    shutil.copytree(ROOT / "examples", folder / "examples")


@contextlib.contextmanager
def working_in(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        with patch.dict(os.environ, ENVIRONMENT):
            yield
    finally:
        os.chdir(before)


def transcript(line: str) -> str:
    """Run one command, and return it with what came of it, as on a terminal."""
    command, _, given = line.partition(" <<< ")
    status, out, err = ask(shlex.split(command), given.strip("'"))
    shown = line.replace("\n", "\\n")
    for written in re.findall(r"--out (\S+)", command) if status == 0 else ():
        out += contents(Path(written))
    said = "".join(f"stderr: {one}\n" for one in err.splitlines())
    return f"$ croupier {shown}\n{out}{said}exit status {status}\n"


def ask(arguments: list[str], given: str = "") -> tuple[int, str, str]:
    """Return the exit status, standard output and standard error of the program."""
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="") for _ in range(2))
    stdin = io.TextIOWrapper(io.BytesIO(given.encode()), "utf-8")
    with (
        patch.object(sys, "stdin", stdin),
        patch.object(sys, "stdout", out),
        patch.object(sys, "stderr", err),
    ):
        status = run(arguments)
    texts = []
    for stream in (out, err):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode())
    return status, texts[0], texts[1]


def contents(file: Path) -> str:
    """Return what a file shows that a command has written: text, or a workbook row by row."""
    if file.suffix != ".xlsx":
        return "".join(f"{file}: {line}\n" for line in file.read_text("utf-8").splitlines())
    rows = []
    for sheet in load_workbook(file):
        for number, row in enumerate(sheet.iter_rows(values_only=True), 1):
            cells = [str(cell) for cell in row if cell is not None]
            rows += [f"{file}: {sheet.title} {number}: {' | '.join(cells)}\n"] if cells else []
    return "".join(rows)


def masked(text: str) -> str:
    for pattern, instead in MASKS:
        text = pattern.sub(instead, text)
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())
