"""All that is measured, each part by its name."""

from __future__ import annotations

import time
from importlib import import_module
from subprocess import SubprocessError
from typing import TYPE_CHECKING, NamedTuple

from croupier.benches.figures import Part, Report
from croupier.benches.machine import machine
from croupier.extras import lacking
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SECONDS = 60


class Bench(NamedTuple):
    module: str
    title: str


BENCHES = {
    "start": Bench("starting", "Starting, in processor time"),
    "settle": Bench("settling", "Rounds settled from JSON Lines, one core"),
    "columns": Bench("by_columns", "Rounds settled by columns, one core"),
    "simulate": Bench("simulating", "Rounds simulated, one core"),
    "table": Bench("tables", "A live table: decide and evolve, one core"),
    "established": Bench("interrupted", "Whether a round has an outcome, in processor time"),
    "wagers": Bench("wagers", "Wagers of a house, durable before they are acknowledged"),
    "verify": Bench("journals", "A house's journal verified, in processor time"),
    "shoe": Bench("shoes", "Exact odds of what is left in a baccarat shoe"),
    "gym": Bench("environments", "Decisions of learners, one core"),
    "players": Bench("evenings", "Rounds of players over time, one core"),
}
"""In the order in which they are measured; a module is loaded when it is asked."""


def report(
    names: Sequence[str] = (),
    seconds: float = SECONDS,
    begun: Callable[[str], None] = lambda _: None,
) -> Report:
    """Of these parts or of all; none is begun once so many seconds are over."""
    for name in names:
        if name not in BENCHES:
            raise BadInput(f"no bench is called {name[:40]!r}; there are {', '.join(BENCHES)}")
    until = time.monotonic() + seconds
    facts, parts = machine(), []
    for name in names or BENCHES:
        begun(BENCHES[name].title)
        is_over = time.monotonic() >= until
        parts.append(over(name, seconds) if is_over else part(name))
    return Report(machine=facts, parts=tuple(parts))


def over(name: str, seconds: float) -> Part:
    said = f"left out: the {seconds:g} seconds are over"
    return Part(name=name, title=BENCHES[name].title, left_out=said)


def part(name: str) -> Part:
    """What this installation lacks is said in place of the figures."""
    bench, begun = BENCHES[name], time.monotonic()
    try:
        module = import_module(f"croupier.benches.{bench.module}")
        figures = tuple(module.measured())
    except (ImportError, OSError, SubprocessError) as missing:
        needs = lacking(missing) if isinstance(missing, ImportError) else None
        said = f"left out: {needs or ' '.join(str(missing).split())}"
        return Part(name=name, title=bench.title, left_out=said)
    return Part(
        name=name,
        title=bench.title,
        reference=getattr(module, "REFERENCE", ""),
        figures=figures,
        seconds=time.monotonic() - begun,
    )
