"""`croupier backup`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.journal import journal
from croupier.cli.progress import counted
from croupier.cli.verb import Journal, declared
from croupier.server import streams
from croupier.server.journal.backup import refuse_damaged

app = declared()
Damaged = Annotated[bool, typer.Option("--damaged", help="also a journal that is not whole")]


@app.command()
def run(
    file: Journal, to: Annotated[str, typer.Argument(metavar="TO")], *, damaged: Damaged = False
) -> None:
    """Copy a journal whole, while the house goes on; nothing is overwritten.

    It is the journal alone: `croupier house backup` takes the keys and the configuration as well.
    """
    with journal(file) as store:
        if not damaged:
            with counted(sum(store.versions().values()), "checking", "entries") as progress:
                wrong = list(streams.faults(store, None, progress))
            refuse_damaged(wrong, Path(file), "nothing is backed up (--damaged does it)")
        store.back_up(Path(to))
    print(f"{to}: {Path(to).stat().st_size:,} bytes")
