"""`croupier soak`: six tables under random and hostile play, checked after every event."""

from __future__ import annotations

from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

import msgspec

from croupier.cli.main import FOUND_SOMETHING
from croupier.problems import BadInput
from croupier.sim.soak import Broken, Tally, floor_of_six, soak

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FEW = 8
"""Refusals that are shown, the most frequent first."""


def run(seed: int, rounds: int, *, as_json: bool) -> int:
    if rounds < 1:
        raise BadInput("at least one round is played", "rounds")
    started = perf_counter()
    try:
        with progress_to(rounds) as progress:
            tally = soak(floor_of_six(), seed, rounds, progress)
    except Broken as broken:
        tell_failure(seed, rounds, str(broken), as_json=as_json)
        return FOUND_SOMETHING
    seconds = perf_counter() - started
    if as_json:
        told = {"seed": seed, **msgspec.to_builtins(tally), "seconds": round(seconds, 3)}
        print(msgspec.json.encode(told | {"broken": None}).decode())
    else:
        tell(seed, tally, seconds)
    return 0


@contextmanager
def progress_to(rounds: int) -> Iterator[Callable[[int], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    console = Console(stderr=True)
    columns = TextColumn("soaking"), BarColumn(), MofNCompleteColumn(), TextColumn("rounds")
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=rounds)
        yield lambda done: bar.update(task, completed=min(done, rounds))


def tell_failure(seed: int, rounds: int, what: str, *, as_json: bool) -> None:
    if as_json:
        print(msgspec.json.encode({"seed": seed, "rounds": rounds, "broken": what}).decode())
        return
    print(f"seed {seed}: {' '.join(what.split())}")


def tell(seed: int, tally: Tally, seconds: float) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, markup=False)
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, value in (
        ("rounds", tally.rounds),
        ("commands", tally.commands),
        ("refused, each with its clause", tally.refused),
        ("events", tally.events),
        ("rulings", tally.rulings),
        ("rounds voided", tally.voided),
        ("interruptions", tally.interruptions),
    ):
        table.add_row(name, f"{value:,}")
    for why, times in tally.refusals.most_common(FEW):
        table.add_row(f"  {why}", f"{times:,}", style="dim")
    console.print(table)
    minute = 60 * tally.rounds / seconds
    console.print(f"Seed {seed}: everything held after every event; {minute:,.0f} rounds a minute.")
