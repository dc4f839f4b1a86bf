"""`croupier backup`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.journal import journal
from croupier.cli.progress import counted
from croupier.cli.reading import path_of
from croupier.cli.verb import AsJson, Journal, declared
from croupier.cli.writing import told
from croupier.problems import BadInput
from croupier.server import streams
from croupier.server.journal.backup import refuse_damaged

app = declared()
Damaged = Annotated[bool, typer.Option("--damaged", help="also a journal that is not whole")]


Every = Annotated[
    str | None, typer.Option(metavar="TIME", help="again and again: 30m, 1h, 1d; DB is a folder")
]
Keep = Annotated[int | None, typer.Option(help="of a schedule's backups, else 48")]


@app.command()
def run(
    file: Journal,
    to: Annotated[str, typer.Argument(metavar="TO")],
    *,
    damaged: Damaged = False,
    every: Every = None,
    keep: Keep = None,
    as_json: AsJson = False,
) -> None:
    """Copy a journal whole, while the house goes on; nothing is overwritten.

    It is the journal alone: `croupier house backup` takes the keys and the configuration as well.
    With --every, or --keep alone for once, the whole house of a folder is backed up into the folder
    TO, each backup is restored on trial, and older ones go only after that. It ends when one fails.
    """
    if every is not None or keep is not None:
        from croupier.cli import backup_schedule

        if damaged:
            raise BadInput("a schedule keeps whole houses only", "damaged")
        if as_json:
            raise BadInput("a schedule tells of each backup as it is made", "json")
        backup_schedule.run(path_of(file), path_of(to), every=every, keep=keep)
        return
    with journal(file) as store:
        if not damaged:
            with counted(sum(store.versions().values()), "checking", "entries") as progress:
                wrong = list(streams.faults(store, None, progress))
            refuse_damaged(wrong, Path(file), "nothing is backed up (--damaged does it)")
        store.back_up(Path(to))
    size = Path(to).stat().st_size
    told({"file": to, "bytes": size}, f"{to}: {size:,} bytes", as_json=as_json)
