"""`croupier restore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.journal import journal, key_of
from croupier.cli.progress import counted
from croupier.cli.verb import AsJson, PublicKey, declared
from croupier.cli.writing import told
from croupier.server import streams
from croupier.server.journal import backup

app = declared()


@app.command()
def run(
    source: Annotated[str, typer.Argument(metavar="FROM")],
    to: Annotated[str, typer.Argument(metavar="DB")],
    *,
    key: PublicKey = None,
    as_json: AsJson = False,
) -> None:
    """Put a backup where there is no journal, once it is found whole."""
    public = key_of(key)
    with journal(source) as store:
        total = sum(store.versions().values())
    with counted(total, "checking", "entries") as progress:
        entries = backup.restore(
            Path(source), Path(to), lambda store: streams.faults(store, public, progress)
        )
    said = f"{to}: {entries:,} entries, found whole."
    told({"file": to, "entries": entries}, said, as_json=as_json)
