"""Players' evenings on a terminal: figures, a fan of money over rounds, a histogram."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.box import SIMPLE_HEAD
from rich.table import Table

from croupier.cli.evening import BESIDE, COLUMNS, MARKS, MARKS_ASCII, drawn
from croupier.cli.show import ANY_WIDTH, screen, title
from croupier.montecarlo.players import words
from croupier.montecarlo.players.histogram import histogram
from croupier.montecarlo.players.playing import End
from croupier.montecarlo.words import NAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from croupier.montecarlo.players.histogram import Bin
    from croupier.montecarlo.players.results import Players

ROWS, BINS = 8, 16
BLOCKS, BLOCKS_ASCII = " ▏▎▍▌▋▊▉█", " #"
MILLION = 10**6


def show(found: Players) -> None:
    console = screen(ANY_WIDTH)
    asked = found.asked
    console.print(title(asked.table.game), style="bold")
    console.print(f"{words.heading(asked)}: {words.system_says(asked)}")
    short = "" if found.players == asked.players else f" of {asked.players:,} asked for"
    console.print(f"{words.setting(found)}{short}")
    console.print(f"{words.assumed(found)}; seed {asked.table.seed}, {NAME}")
    console.print()
    for line in figures(found):
        console.print(line)
    console.print(staked_table(found))
    ascii_only = console.options.ascii_only
    columns = max(1, min(COLUMNS, console.width - BESIDE))
    for line in fan(found, columns, MARKS_ASCII if ascii_only else MARKS):
        console.print(line)
    for line in bars(found, columns, BLOCKS_ASCII if ascii_only else BLOCKS):
        console.print(line)
    rate = f"{found.rounds_per_second / MILLION:,.1f} M a second"
    console.print(f"\n{found.player_rounds:,} rounds of players, {rate}")


def figures(found: Players) -> Iterator[str]:
    yield (
        f"mean {words.dollars(float(found.mean))} ± {words.dollars(found.standard_error)}"
        f"  SD {words.dollars(found.sd)}"
        f"  ahead {words.percent(found.ahead)}  even {words.percent(found.even)}"
        f"  behind {words.percent(found.behind)}"
    )
    yield (
        f"The edge on what was staked makes {words.dollars(float(found.exact))};"
        f" the mean is {found.z:+.2f} standard errors off it."
    )
    ends = ", ".join(
        f"{words.percent(int(found.played.ends[end]) / found.players)} {words.ENDS[end]}"
        for end in End
        if found.played.ends[end]
    )
    yield f"{ends}."
    rounds = found.played.rounds
    yield (
        f"At the table {float(rounds.mean):,.1f} rounds or {found.hours:.2f} hours on average,"
        f" the median {rounds.quantile(0.5):,} rounds."
    )


def staked_table(found: Players) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("bet", "staked in an evening", "exact edge", "brings"):
        table.add_column(heading, justify="left" if heading == "bet" else "right")
    for bet, cents in found.staked.items():
        edge = found.table.edges[bet]
        table.add_row(
            found.asked.table.game.bet[bet].title,
            words.dollars(float(cents)),
            f"{float(edge):+.8f}",
            words.dollars(float(edge * cents)),
        )
    return table


def fan(found: Players, columns: int, marks: Sequence[str]) -> Iterator[str]:
    rows = found.fan
    low = min(row[0] for row in rows.values())
    width = max(row[-1] for row in rows.values()) - low

    def place(cents: float) -> int:
        return round((cents - low) / width * (columns - 1)) if width else 0

    most, nine, half, even, median = marks
    yield f"money over rounds: {half} half of the players, {nine} 90 %, {most} 98 %"
    yield f"{'rounds':>10} {median} median, {even} brought along"
    began = place(found.asked.bankroll_cents)
    for mark in few(list(rows)):
        places = [place(cents) for cents in rows[mark]]
        yield f"{mark:>10,} {drawn(places, began, columns, marks)}"
    left, right = words.dollars(low), words.dollars(low + width)
    yield f"{'':>10} {left}{right:>{max(0, columns - len(left))}}\n"


def few(marks: list[int]) -> list[int]:
    """The last, and some on the way there."""
    return [marks[(len(marks) - 1) * row // ROWS] for row in range(1, ROWS + 1)]


def bars(found: Players, columns: int, blocks: str) -> Iterator[str]:
    bins = histogram(found.played.money, found.table.parts, BINS)
    most = max(one.players for one in bins)
    yield f"final money, from{'':>10}players"
    for one in bins:
        part = words.percent(one.players / found.players)
        yield f"{words.dollars(one.low_cents):>16} {part:>9} {bar(one, most, columns - 16, blocks)}"


def bar(one: Bin, most: int, columns: int, blocks: str) -> str:
    """As long as its part of the longest, to an eighth of a column."""
    steps = len(blocks) - 1
    length = round(one.players / most * max(1, columns) * steps)
    whole, rest = divmod(length, steps)
    return (blocks[-1] * whole + blocks[rest]).rstrip()
