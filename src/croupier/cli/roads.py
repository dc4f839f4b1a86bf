"""`croupier roads`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.reading import read
from croupier.cli.verb import AsJson, declared
from croupier.cli.writing import put_json
from croupier.problems import BadInput
from croupier.table.roads import ROWS, drawn, parse, roads

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from croupier.table.roads import Cell, Cells, Drawn

SIDES = {"B": "red", "P": "blue", "T": "green", "": "green"}
COLOURS = {"R": "red", "B": "blue"}
LEAST_WIDTH = 40

app = declared()


@app.command()
def run(
    sequence: Annotated[
        str, typer.Argument(metavar="SEQUENCE", help="BBPTB, or - for a shoe a line")
    ] = "-",
    *,
    as_json: AsJson = False,
) -> None:
    """Draw the five roads of baccarat: B, P, T; b or p behind a letter marks a pair."""
    shoes = [parse(sequence)] if sequence != "-" else given()
    if as_json:
        for shoe in shoes:
            put_json(roads(shoe))
        return
    from croupier.cli.show import screen

    console = screen(LEAST_WIDTH)
    for shoe in shoes:
        show(drawn(shoe), console)


def given() -> list[tuple[str, ...]]:
    """A shoe a line, every line read before anything is printed."""
    try:
        text = read("-").decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput("this is no text in UTF-8") from None
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            found.append(parse(line))
        except BadInput as problem:
            raise problem.at(f"line {number}") from None
    shoes = [shoe for shoe in found if shoe]
    if not shoes:
        raise BadInput("the input is empty; it should hold results like BBPTB, a shoe a line")
    return shoes


def show(shoe: Drawn, console: Console) -> None:
    counts = shoe.counts
    console.print()
    console.print(
        f"Rounds {counts.rounds}: Banker {counts.banker}, Player {counts.player}, Tie {counts.tie};"
        f" Banker Pair {counts.banker_pair}, Player Pair {counts.player_pair}",
        style="bold",
    )
    show_road("Bead plate", shoe.bead, SIDES, console)
    show_road("Big road (/ a tie after it, b or p a pair)", shoe.big_road, SIDES, console)
    show_road("Big eye boy (R red, B blue)", shoe.big_eye_boy, COLOURS, console)
    show_road("Small road", shoe.small_road, COLOURS, console)
    show_road("Cockroach road", shoe.cockroach_road, COLOURS, console)


def show_road(title: str, cells: Cells, colours: dict[str, str], console: Console) -> None:
    """A grid of six rows; of a road that is too wide the newest columns, as on a scoreboard."""
    from rich.text import Text

    width = max((len(cell_text(cell)) for cell in cells), default=1) + 1
    columns = max((cell.column for cell in cells), default=-1) + 1
    first = max(0, columns - console.width // width)
    more = f", without the first {first} columns" if first else "" if cells else ": nothing yet"
    console.print(Text(title + more, "dim"))
    by_place = {(cell.row, cell.column): cell for cell in cells}
    for row in range(ROWS):
        line = Text()
        for column in range(first, columns):
            line.append_text(mark(by_place.get((row, column)), width, colours))
        if cells:
            line.rstrip()
            console.print(line)


def mark(cell: Cell | None, width: int, colours: dict[str, str]) -> Text:
    from rich.text import Text

    if cell is None:
        return Text("·".ljust(width), "dim")
    return Text(cell_text(cell).ljust(width), colours[cell.mark])


def cell_text(cell: Cell) -> str:
    ties = "/" if cell.ties == 1 else f"/{cell.ties}" if cell.ties else ""
    return cell.mark + ties + cell.pairs
