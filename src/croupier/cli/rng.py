"""`croupier rng test|dump`."""

from __future__ import annotations

import os
import secrets
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.progress import tracked
from croupier.cli.reading import path_of
from croupier.cli.verb import FOUND_SOMETHING, AsJson, declared
from croupier.cli.writing import put_json, refuse_place, save, tell
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.chance.sources import Play, Simulation
    from croupier.chance.verdict import Finding

MOST_BYTES = 1 << 52
MOST_ORDERS, MOST_DECKS = 10_000_000, 8
AT_A_TIME = 256
"""Orders."""

Seed = Annotated[
    int | None,
    typer.Option(help="0 to 2^64 - 1, else 1: what follows from it is always the same"),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="a seed from the operating system instead")]
SourceNames = Annotated[
    list[str] | None, typer.Option(help="play or simulation; both when left out")
]
app = declared()


@app.callback()
def rng() -> None:
    """Test chance itself, or write it out for other programs to test."""


def seed_of(given: int | None, *, fresh: bool) -> int:
    if not fresh:
        return 1 if given is None else given
    if given is not None:
        raise BadInput("either --seed or --fresh is meant")
    return secrets.randbits(64)


@app.command(name="test")
def examine(
    *,
    source: SourceNames = None,
    seed: Seed = None,
    fresh: Fresh = False,
    shuffles: Annotated[int, typer.Option(help="of a pack: 5,000 to 200,000")] = 20_000,
    as_json: AsJson = False,
) -> int:
    """Test the shuffle for play and the simulator's; exit status 1 when a test finds something.

    All tests together find nothing in 99 of 100 seeds, if chance is as it should be (Holm).
    """
    from croupier.chance.battery import examined
    from croupier.chance.sources import SOURCES, source_of

    chosen = seed_of(seed, fresh=fresh)
    sources = [source_of(name, chosen) for name in dict.fromkeys(source or SOURCES)]
    findings = examined(sources, shuffles, lambda many: tracked(many, "testing"))
    wrong = [one for one in findings if not one.passed]
    if as_json:
        put_json(told(sources, findings, chosen, shuffles))
    else:
        show(sources, findings)
        every = f"{len(findings)} tests, seed {chosen}, {shuffles:,} packs of each source"
        found = f"{len(wrong)} found something" if wrong else "nothing was found"
        tell(f"{every}: {found}, all tests together at 99 %.")
    return FOUND_SOMETHING if wrong else 0


def told(
    sources: Sequence[Play | Simulation], findings: Sequence[Finding], seed: int, shuffles: int
) -> dict[str, object]:
    from croupier.chance.verdict import LEVEL

    return {
        "seed": seed,
        "shuffles": shuffles,
        "level": LEVEL,
        "correction": "Holm",
        "sources": [
            {"source": one.name, "generator": one.generator, "serves": one.serves}
            for one in sources
        ],
        "tests": [
            {
                "source": one.source,
                "sample": one.sample,
                "test": one.test,
                "statistic": one.statistic,
                "p": one.p,
                "adjusted": one.adjusted,
                "passed": one.passed,
            }
            for one in findings
        ],
        "passed": all(one.passed for one in findings),
    }


def show(sources: Sequence[Play | Simulation], findings: Sequence[Finding]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from croupier.cli.show import ANY_WIDTH, screen

    console = screen(ANY_WIDTH)
    for source in sources:
        tell(f"{source.name}: {source.generator}; for {source.serves}")
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        table.add_column("sample")
        table.add_column("test")
        for name in ("statistic", "p", "adjusted", ""):
            table.add_column(name, justify="right")
        for one in findings:
            if one.source == source.name:
                p = (f"{one.p:.4g}", f"{one.adjusted:.4g}", "" if one.passed else "found")
                table.add_row(one.sample, one.test, f"{one.statistic:,.2f}", *p)
        console.print(table)


@app.command()
def dump(
    *,
    source: Annotated[str, typer.Option(help="play or simulation")] = "play",
    seed: Seed = None,
    fresh: Fresh = False,
    size: Annotated[
        str | None, typer.Option("--bytes", help="how many, like 1000000 or 1e9; else without end")
    ] = None,
    orders: Annotated[
        str | None, typer.Option(help="so many shuffled orders as text instead, a line each")
    ] = None,
    decks: Annotated[int, typer.Option(help="of each order: 1 to 8")] = 1,
    out: Annotated[str | None, typer.Option(metavar="FILE", help="a new file")] = None,
) -> None:
    """Write a generator's raw bytes for PractRand or dieharder, or the orders made of them."""
    from croupier.chance.battery import only
    from croupier.chance.sources import source_of

    chosen = source_of(source, seed_of(seed, fresh=fresh))
    if size is not None and orders is not None:
        raise BadInput("either --bytes or --orders is meant")
    parts: Iterator[bytes]
    if orders is not None:
        if not 1 <= decks <= MOST_DECKS:
            raise BadInput(f"an order has 1 to {MOST_DECKS}", "decks")
        parts = lines(chosen, decks, whole(orders, "orders", MOST_ORDERS))
    elif size is not None:
        parts = only(chosen.stream(), whole(size, "bytes", MOST_BYTES))
    else:
        parts = chosen.stream()
    write(parts, out, endless=size is None and orders is None, text=orders is not None)


def write(parts: Iterable[bytes], out: str | None, *, endless: bool, text: bool) -> None:
    if out is not None:
        if endless:
            raise BadInput("a file needs an end: --bytes says how many", "out")
        refuse_place(path_of(out))
        save(out, parts)
        return
    if sys.stdout.isatty() and not text:
        raise BadInput("bytes are not for a terminal: pipe them on, or write a file with --out")
    if endless and sys.stdout.name == os.devnull:
        raise BadInput("standard output is closed, and --bytes says no end")
    sys.stdout.buffer.writelines(parts)
    sys.stdout.buffer.flush()


def lines(source: Play | Simulation, decks: int, number: int) -> Iterator[bytes]:
    """Cards in the order in which they are dealt."""
    from croupier.chance.sources import hand_of

    for first in range(0, number, AT_A_TIME):
        some = min(AT_A_TIME, number - first)
        for order in source.orders(decks, some, first):
            yield f"{hand_of(order)}\n".encode()


def whole(given: str, place: str, most: int) -> int:
    from croupier.montecarlo.asking import whole_number

    number = whole_number(given, place)
    if not 1 <= number <= most:
        raise BadInput(f"from 1 to {most:,} are written", place)
    return number
