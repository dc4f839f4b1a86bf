"""A simulation as people read it on a terminal, while it runs and when it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table

from croupier.cli.show import ANY_WIDTH, screen, title
from croupier.money import format_amount
from croupier.montecarlo.answer import LEVEL
from croupier.montecarlo.asking import CPU
from croupier.montecarlo.words import NAME

if TYPE_CHECKING:
    from croupier.montecarlo.simulation import Simulation

MILLION = 10**6


def show(found: Simulation) -> None:
    console = screen(ANY_WIDTH)
    asked = found.asked
    console.print(title(asked.game), style="bold")
    short = "" if found.rounds == asked.rounds else f" of {asked.rounds:,} asked for"
    console.print(f"{found.rounds:,} rounds{short}, seed {asked.seed}, {NAME}")
    workers = f", {asked.workers} workers" if asked.device == CPU and asked.workers > 1 else ""
    rate = f"{found.rounds_per_second / MILLION:,.1f} M rounds/s"
    console.print(f"{rate} on {found.device}{workers}")
    console.print(bets_table(found))
    console.print(verdict(found))
    if found.won is not None:
        console.print(won(found))


def bets_table(found: Simulation) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("bet", "mean", "standard error", "exact", "z"):
        table.add_column(heading, justify="left" if heading == "bet" else "right")
    for one in found.bets:
        table.add_row(
            found.asked.game.bet[one.bet].title,
            f"{float(one.mean):+.8f}",
            f"{one.standard_error:.8f}",
            f"{float(one.exact):+.8f}",
            f"{one.z:+.2f}",
        )
    return table


def verdict(found: Simulation) -> str:
    chi = found.chi_square
    says = "agree with" if chi.p >= 1 - LEVEL else "differ from"
    what = f"{len(found.outcomes)} classes"
    if found.asked.boxes > 1:
        what = "the first box of each round"
    elif found.asked.cut_card:
        what = "the first round of each shoe"
    return (
        f"Chi-square over {what}: {chi.statistic:.2f} with {chi.freedom} degrees of freedom,"
        f" p = {chi.p:.4f}: the counts {says} the exact odds at {LEVEL:.0%}."
    )


def won(found: Simulation) -> str:
    assert found.won is not None
    if (mean := found.won.mean_cents) is None:
        return "The meter was not won."
    cents = [one.cents for one in found.won.awards]
    return (
        f"The meter was won {len(cents):,} times, at {format_amount(round(mean))} on average,"
        f" from {format_amount(min(cents))} to {format_amount(max(cents))}."
    )
