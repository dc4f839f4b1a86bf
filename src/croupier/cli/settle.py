"""`croupier settle`: rounds settled for people, as JSON, or as sums."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.each_round import each
from croupier.cli.reading import read
from croupier.cli.verb import AsJson, File, declared

if TYPE_CHECKING:
    from croupier.engine.settlement import Settlement

FEW = 20
"""Rounds that are shown one by one."""
app = declared()


@app.command()
def run(
    file: File = "-",
    *,
    every: Annotated[
        bool, typer.Option("--each", help=f"every round, also of more than {FEW}; else sums")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Settle a round, or many (JSON, or JSON Lines), each wager with the clause behind it."""
    data = read(file)
    if as_json:
        put_settled(data, file)
        return
    from croupier.engine.settlement import settle
    from croupier.wire.rounds import parse

    settlements = each(data, lambda line: settle(parse(line)), file=file)
    if len(settlements) > FEW and not every:
        show_sums(settlements)
    else:
        show_each(settlements)


def put_settled(data: bytes, file: str) -> None:
    """Write the answer to each round as one line of JSON."""
    from croupier.wire.slips import settle_line

    answers = each(data, settle_line, file=file)
    sys.stdout.buffer.write(b"\n".join([*answers, b""]))


def show_sums(settlements: list[Settlement]) -> None:
    from croupier.cli.show import screen
    from croupier.cli.summary import show

    show(settlements, screen())


def show_each(settlements: list[Settlement]) -> None:
    from rich.console import Console

    from croupier.cli.settled import lines
    from croupier.cli.show import page_of

    page = page_of(Console())
    for settlement in settlements:
        sys.stdout.write("\n".join([*lines(settlement, page), ""]))
