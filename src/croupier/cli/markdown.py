"""Markdown of ours on a terminal: as wide as that is, its figures whole."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

from croupier.cli.writing import folded

if TYPE_CHECKING:
    from rich.console import JustifyMethod

FIGURE = re.compile(r"-?[\d,.]+")


def show(markdown: str) -> None:
    console = Console(highlight=False, markup=False)
    for is_table, lines in groupby(markdown.splitlines(), lambda line: line.startswith("|")):
        if is_table:
            heads, _, *rows = [[cell.strip() for cell in one.split("|")[1:-1]] for one in lines]
            console.print(laid_out(heads, rows))
        else:
            for line in lines:
                said, style = bare(line.lstrip("# ")), "bold" if line.startswith("#") else None
                console.print("\n".join(folded(said, console.width)), style=style)


def laid_out(heads: list[str], rows: list[list[str]]) -> Table:
    """Words are folded, figures never."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False)
    for head, *cells in zip(heads, *rows, strict=True):
        filled = [bare(cell) for cell in cells if cell]
        is_figures = bool(filled) and all(FIGURE.fullmatch(one) for one in filled)
        justify: JustifyMethod = "right" if is_figures else "left"
        table.add_column(head, overflow="fold", no_wrap=is_figures, justify=justify)
    for row in rows:
        is_total = any(cell.startswith("**") for cell in row)
        table.add_row(*map(bare, row), style="bold" if is_total else None)
    return table


def bare(cell: str) -> str:
    return cell.replace("**", "")
