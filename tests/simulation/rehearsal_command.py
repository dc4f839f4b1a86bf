"""Rehearse a house on several nodes, with failures of every kind, one evening for each seed."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from croupier.cli.progress import counted
from croupier.cli.verb import FOUND_SOMETHING
from croupier.cli.writing import put_json
from croupier.digest import digest_of, own_files, software_digest
from croupier.problems import BadInput
from tests.simulation.rehearsal.evenings import Tally, evenings
from tests.simulation.rehearsal.record import Record
from tests.simulation.rehearsal.shrinking import shrunk

if TYPE_CHECKING:
    from tests.simulation.rehearsal.result import Result

MOST_NODES = 9


def run_nodes(
    seed: int, rounds: int, nodes: int, record: str | None = None, *, as_json: bool
) -> int:
    if not 1 < nodes <= MOST_NODES:
        raise BadInput(f"a house is rehearsed on 2 to {MOST_NODES} nodes", "nodes")
    kept = Record(Path(record), seed, nodes, program_digest()) if record else None
    tally, started = Tally(), perf_counter()
    for one in kept.read() if kept else ():
        tally.add(one)
    before = tally.rounds

    with counted(rounds, "rehearsing", "rounds") as progress:

        def done(one: Result) -> None:
            progress(tally.rounds)
            if kept:
                kept.add(one)

        last = evenings(seed, nodes, rounds, tally, done)
    seconds = perf_counter() - started
    shortest = shrunk(last) if last.found else None
    if as_json:
        put_json(told(tally, last, shortest) | {"seconds": round(seconds, 3)})
    else:
        for line in (*figures(tally), *(words(last, shortest) if shortest else ())):
            print(line)
        if shortest is None:
            minute = 60 * (tally.rounds - before) / seconds
            first = f"Seed {seed}" if tally.seeds == 1 else f"Seeds {seed} to {last.options.seed}"
            print(f"{first}: everything held; {minute:,.0f} rounds a minute.")
    return FOUND_SOMETHING if last.found else 0


@cache
def program_digest() -> str:
    """Return a digest of the program and of the simulation: both decide what a seed gives."""
    return digest_of((software_digest(), *own_files(Path(__file__).parent)))


def told(tally: Tally, last: Result, shortest: Result | None) -> dict[str, object]:
    return {
        "seed": last.options.seed,
        "program": program_digest(),
        **msgspec.to_builtins(tally),
        "trace": last.trace,
        "options": msgspec.to_builtins(last.options),
        "broken": last.found[0] if last.found else None,
        "shortest": [str(one) for one in shortest.options.troubles] if shortest else None,
    }


def figures(tally: Tally) -> list[str]:
    counts = (
        ("evenings", tally.seeds),
        ("rounds", tally.rounds),
        ("wagers asked for", tally.wagers),
        ("entries", tally.entries),
        ("steps", tally.steps),
        ("nodes killed", tally.kills),
        ("troubles", sum(tally.troubles.values())),
    )
    return [f"{name:<18}{value:>12,}" for name, value in counts]


def words(last: Result, shortest: Result) -> list[str]:
    """What was found, what the seed unfolds to, and the least of it that still fails."""
    options = last.options
    unfolded = f"nodes {options.nodes}, pace {options.pace:g}, losses {options.losses:g}"
    return [
        f"seed {options.seed}: {' '.join(last.found[0].split())}",
        f"program {program_digest()}, trace {last.trace}, step {last.steps:,}",
        f"it unfolds to: {unfolded}, {len(options.troubles)} troubles",
        f"the fewest that still fail, by {' '.join(shortest.found[0].split())}",
        *(f"  {one}" for one in shortest.options.troubles),
    ]
