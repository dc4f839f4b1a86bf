"""Tables of all games under random and hostile play, checked after every event."""

from __future__ import annotations

from time import perf_counter

import msgspec
from rich.box import SIMPLE_HEAD
from rich.table import Table

from croupier.cli.progress import counted
from croupier.cli.show import ANY_WIDTH, screen
from croupier.cli.verb import FOUND_SOMETHING
from croupier.cli.writing import put_json
from tests.simulation.soak import Broken, Tally, floor_of_each_game, soak

FEW = 8
"""Refusals that are shown, the most frequent first."""


def run_soak(seed: int, rounds: int, *, as_json: bool) -> int:
    started = perf_counter()
    try:
        with counted(rounds, "soaking", "rounds") as progress:
            tally = soak(floor_of_each_game(), seed, rounds, progress)
    except Broken as broken:
        tell_failure(seed, rounds, str(broken), as_json=as_json)
        return FOUND_SOMETHING
    seconds = perf_counter() - started
    if as_json:
        told = {"seed": seed, **msgspec.to_builtins(tally), "seconds": round(seconds, 3)}
        put_json(told | {"broken": None})
    else:
        tell(seed, tally, seconds)
    return 0


def tell_failure(seed: int, rounds: int, what: str, *, as_json: bool) -> None:
    if as_json:
        put_json({"seed": seed, "rounds": rounds, "broken": what})
        return
    print(f"seed {seed}: {' '.join(what.split())}")


def tell(seed: int, tally: Tally, seconds: float) -> None:
    console = screen(ANY_WIDTH)
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
