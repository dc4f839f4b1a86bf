"""`croupier settle`, as it is declared; asked plainly, `start` has it done without this."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.settling import FEW, settle_file
from croupier.cli.verb import AsJson, File, declared

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
    settle_file(file, every=every, as_json=as_json)
