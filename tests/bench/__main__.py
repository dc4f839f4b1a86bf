"""Run benches by name, or all of them: `make bench ARGS="floor memory"`.

`croupier bench` measures an installation. The benches here need more: a C compiler, PostgreSQL,
NATS, a browser or helpers of the tests. A name of either kind is run; without a name, all are.
"""

from __future__ import annotations

import runpy
import subprocess
import sys

from croupier.benches.parts import BENCHES
from croupier.cli.main import run

OF_CHECKOUT = (
    "simulate_in_c",
    "floor",
    "flood",
    "journal",
    "report",
    "watch",
    "pages",
    "postgres",
    "nodes",
    "messages",
)


def main(arguments: list[str]) -> int:
    if not arguments:
        return max([run(["bench", "--seconds", "600"]), *map(in_own_process, OF_CHECKOUT)])
    name, *options = arguments
    if name in BENCHES:
        return run(["bench", *arguments])
    if name not in OF_CHECKOUT:
        print(f"unknown bench {name!r}; known: {', '.join((*BENCHES, *OF_CHECKOUT))}")
        return 2
    sys.argv = [name, *options]
    runpy.run_module(f"tests.bench.{name}", run_name="__main__")
    return 0


def in_own_process(name: str) -> int:
    print(f"\n{name}", flush=True)
    return subprocess.run([sys.executable, "-m", f"tests.bench.{name}"], check=False).returncode


sys.exit(main(sys.argv[1:]))
