"""`croupier established`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from croupier.cli.each_round import each
from croupier.cli.reading import read
from croupier.cli.verb import AsJson, File, declared
from croupier.table.established import established
from croupier.wire.established import established_json, parse

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from croupier.table.established import Established

DOING = "looking at every way the cards can fall"

app = declared()


@app.command()
def run(file: File = "-", *, as_json: AsJson = False) -> None:
    """Say which bets of interrupted rounds have won or lost, however the unseen cards (??) fall."""
    data = read(file)
    if as_json:
        answers = each(data, established_json, DOING, file=file)
        sys.stdout.buffer.write(b"\n".join([*answers, b""]))
        return
    found = each(data, lambda line: established(parse(line)), DOING, file=file)
    from croupier.cli import show

    console = show.screen(show.PROSE_WIDTH)
    for one in found:
        tell(one, console)


def tell(found: Established, console: Console) -> None:
    from rich.text import Text

    from croupier.cli import show

    console.print()
    console.print(Text(show.title(found.game), "bold"))
    if found.bets:
        console.print(table_of(found))
    console.print(f"{found.ruling.says} ({', '.join(found.clauses)})", style="bold")


def table_of(found: Established) -> Table:
    from rich.table import Table
    from rich.text import Text

    from croupier.cli.show import COLOURS

    table = Table.grid(padding=(0, 2, 0, 0))
    for justify in ("right", "left", "left"):
        table.add_column(justify=justify, no_wrap=True)
    table.add_column()
    for bet in found.bets:
        box = "" if bet.box is None else f"box {bet.box}"
        table.add_row(box, bet.bet, Text(bet.outcome, COLOURS[bet.outcome]), bet.says)
    return table
