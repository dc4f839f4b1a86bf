"""How long it takes to import the library and to start the program.

    python -m bench.start

The reference in the same run is a Python that does nothing.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from bench.ending import ended

TRIES = 15
PROGRAM = str(Path(sys.executable).with_name("croupier"))
MEASURED = {
    "python that does nothing": [sys.executable, "-c", "pass"],
    "import croupier": [sys.executable, "-c", "import croupier"],
    "croupier.game": [sys.executable, "-c", "import croupier; croupier.game('baccarat')"],
    "croupier --help": [PROGRAM, "--help"],
    "croupier settle": [PROGRAM, "settle", "--json", "examples/baccarat.json"],
}


def best(command: list[str]) -> float:
    seconds = []
    for _ in range(TRIES):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - start)
    return min(seconds) * 1000


def main() -> None:
    print(f"best of {TRIES}, milliseconds")
    for name, command in MEASURED.items():
        print(f"{name:26}{best(command):>8.0f}")


if __name__ == "__main__":
    ended(main)
