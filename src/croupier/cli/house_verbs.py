"""Verbs of `croupier house` for a house on several machines, and for one on its way there."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.verb import AsJson
from croupier.cli.writing import put_json

HouseOption = Annotated[str, typer.Option("--folder", "--house", help="where the house is kept")]
Database = Annotated[str | None, typer.Option(metavar="URL", help="that its machines share")]


def nodes(
    *, folder: HouseOption = "house", database: Database = None, as_json: AsJson = False
) -> None:
    """Show the machines of a house, the tables that each holds, and how far each has read."""
    from croupier.cli import house_nodes

    with house_nodes.shared(folder, database) as store:
        seen, size = store.seen(), store.tree_size()
    if as_json:
        put_json({"nodes": seen.nodes, "leases": seen.leases, "entries": size})
    else:
        print("\n".join(house_nodes.lines(seen, size)) or "no node was ever there")


def hand_over(
    table: Annotated[str, typer.Argument(metavar="TABLE")],
    node: Annotated[str, typer.Argument(metavar="NODE")],
    *,
    folder: HouseOption = "house",
    database: Database = None,
) -> None:
    """Ask the machine that holds a table to hand it over at the end of its round."""
    from croupier.cli import house_nodes

    with house_nodes.shared(folder, database) as store:
        print(house_nodes.handed_over(store, table, node))


def move(
    source: Annotated[str, typer.Argument(metavar="FROM", help="a folder, a journal or a URL")],
    target: Annotated[str, typer.Argument(metavar="TO", help="where there is none yet")],
) -> None:
    """Copy the journal of a closed house to PostgreSQL, or from there back into a file.

    Every entry is checked before and compared afterwards; keys and configuration stay where they
    are. A URL is like postgresql://USER@HOST/DATABASE?schema=NAME.
    """
    from croupier.cli import house_move

    print(house_move.moved(source, target))
