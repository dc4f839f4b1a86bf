"""`croupier bench`."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.benches.page import HEADINGS, NOTE, cells, facts, page
from croupier.benches.parts import BENCHES, SECONDS, report
from croupier.cli.reading import path_of
from croupier.cli.verb import AsJson, declared
from croupier.cli.writing import put_json, refuse_place, save
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.benches.figures import Report

MOST_SECONDS = 3600
app = declared()


@app.command()
def run(
    parts: Annotated[
        list[str] | None, typer.Argument(metavar="PART", help=", ".join(BENCHES))
    ] = None,
    *,
    seconds: Annotated[
        int, typer.Option(help="no further part is begun once they are over")
    ] = SECONDS,
    html: Annotated[str | None, typer.Option(metavar="FILE", help="write them as a page")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure this installation on this machine, all parts or some, beside references."""
    if not 1 <= seconds <= MOST_SECONDS:
        raise BadInput(f"1 to {MOST_SECONDS:,}", "seconds")
    if html is not None:
        refuse_place(path_of(html))
    with shown() as begun:
        found = report(parts or (), seconds, begun)
    if as_json:
        put_json(found)
    else:
        show(found)
    if html is not None:
        save(html, page(found), quiet=as_json)


@contextmanager
def shown() -> Iterator[Callable[[str], None]]:
    """What is measured just now, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console

    with Console(stderr=True).status("the machine") as status:
        yield status.update


def show(found: Report) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from croupier.cli.show import ANY_WIDTH, screen

    console = screen(ANY_WIDTH)
    told = Table.grid(padding=(0, 2, 0, 0))
    for fact in facts(found.machine).items():
        told.add_row(*fact)
    console.print(told)
    for part in found.parts:
        console.print(f"\n{part.title} ({part.name})", style="bold")
        if part.left_out:
            console.print(part.left_out)
            continue
        if part.reference:
            console.print(f"Beside it: {part.reference}.")
        table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0))
        for heading in HEADINGS:
            is_number = heading in {"figure", "reference", "ratio"}
            table.add_column(heading, justify="right" if is_number else "left")
        for figure in part.figures:
            table.add_row(*cells(figure))
        console.print(table)
    console.print(NOTE)
