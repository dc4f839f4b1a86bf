"""What it takes to start: processes of their own, in processor time."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import TYPE_CHECKING

from croupier.benches.figures import Figure
from croupier.benches.settling import bets_of, one_round
from croupier.games import game

if TYPE_CHECKING:
    from collections.abc import Iterator

REFERENCE = "a Python that does nothing"
TRIES = 5
PYTHON = (sys.executable, "-P")
PROGRAM = (*PYTHON, "-m", "croupier")


def spent() -> float:
    """Seconds of processor time by processes that have ended, as finely as the system tells."""
    try:
        from resource import RUSAGE_CHILDREN, getrusage  # noqa: PLC0415 - where there is one
    except ImportError:
        times = os.times()
        return times.children_user + times.children_system
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def milliseconds(command: tuple[str, ...], given: bytes = b"") -> float:
    """Of processor time of the best try."""
    found, quiet = [], subprocess.DEVNULL
    for _ in range(TRIES):
        before = spent()
        subprocess.run(command, input=given, stdout=quiet, stderr=quiet, check=True)  # noqa: S603
        found.append(spent() - before)
    return 1000 * min(found)


def measured() -> Iterator[Figure]:
    baccarat = game("baccarat")
    asked = json.dumps(one_round(baccarat, random.Random(1), bets_of(baccarat))).encode()  # noqa: S311
    nothing = milliseconds((*PYTHON, "-c", "pass"))
    for measure, command, goal in (
        ("import croupier", (*PYTHON, "-c", "import croupier"), "12 ms"),
        ("croupier --help", (*PROGRAM, "--help"), "80 ms"),
        ("croupier settle of one round, as JSON", (*PROGRAM, "settle", "--json"), "200 ms"),
        ("croupier settle of one round, for people", (*PROGRAM, "settle"), "200 ms"),
        ("croupier odds of all games", (*PROGRAM, "odds", "--all"), "500 ms"),
    ):
        took = milliseconds(command, asked)
        yield Figure(measure=measure, value=took, unit="ms", reference=nothing, goal=goal)
