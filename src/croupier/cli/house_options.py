"""What verbs of `croupier house` are given for a house on several machines."""

from __future__ import annotations

from typing import Annotated

import typer

House = Annotated[str, typer.Option("--folder", "--house", help="where the house is kept")]
Database = Annotated[str | None, typer.Option(metavar="URL", help="that its machines share")]
Table = Annotated[str, typer.Argument(metavar="TABLE")]
Machine = Annotated[str, typer.Argument(metavar="NODE")]
From = Annotated[str, typer.Argument(metavar="FROM", help="a folder, a journal or a URL")]
To = Annotated[str, typer.Argument(metavar="TO", help="where there is none yet")]
