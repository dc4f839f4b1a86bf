"""`croupier backup`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.journal import journal
from croupier.cli.verb import Journal, declared

app = declared()


@app.command()
def run(file: Journal, to: Annotated[str, typer.Argument(metavar="TO")]) -> None:
    """Copy a journal whole, while the house goes on; nothing is overwritten."""
    with journal(file) as store:
        store.back_up(Path(to))
    print(f"{to}: {Path(to).stat().st_size:,} bytes")
