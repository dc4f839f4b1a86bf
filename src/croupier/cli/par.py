"""`croupier par`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from croupier.cli.odds import Asked, check_options, compute
from croupier.cli.pays import pays_of
from croupier.cli.reading import path_of, read
from croupier.cli.verb import (
    AnyGameName,
    AsJson,
    Decks,
    Hands,
    Interpretation,
    Meter,
    Pays,
    declared,
)
from croupier.cli.writing import put_json, refuse_place, save
from croupier.games import GAMES, game
from croupier.mathematics import odds
from croupier.par.files import KINDS, PDF, WHOLE, WORKBOOK, sheet_bytes
from croupier.par.sheet import ParSheet
from croupier.par.simulation import Simulation, read_simulation
from croupier.problems import BadInput

if TYPE_CHECKING:
    from croupier.lab.figures import GameOdds

app = declared()


@app.command()
def run(
    name: AnyGameName = None,
    *,
    out: Annotated[
        str | None,
        typer.Option(help="FILE.xlsx, .pdf, .html, .md, .csv or .json; else Markdown is shown"),
    ] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="one workbook or PDF of all games")
    ] = False,
    decks: Decks = None,
    interpretation: Interpretation = None,
    pays: Pays = None,
    meter: Meter = None,
    hands: Hands = None,
    simulation: Annotated[
        str | None, typer.Option(help="what simulate --out wrote, to stand beside")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Write a PAR sheet; in the workbook figures follow from the pays by formulas."""
    asked = Asked(decks, tuple(interpretation or ()), pays_of(pays), meter, hands)
    if as_json and (out is not None or everything):
        raise BadInput("--json shows one sheet; --out FILE.json writes it")
    suffix = kind_of(out, ".json" if as_json else ".md")
    if everything:
        if suffix not in WHOLE:
            raise BadInput(f"--all writes one file: --out FILE{WORKBOOK} or FILE{PDF}")
        sheets = all_games(name, asked, simulation)
    elif name is None:
        raise BadInput(f"which game? one of {', '.join(one.name for one in GAMES)}; or --all")
    else:
        sheets = [one_game(name, asked, simulation)]
    if as_json:
        put_json(msgspec.Raw(msgspec.json.format(sheet_bytes(suffix, sheets), indent=-1)))
    elif out is None:
        show(sheet_bytes(suffix, sheets).decode())
    else:
        save(out, [sheet_bytes(suffix, sheets)])


def show(sheet: str) -> None:
    """Laid out as wide as a terminal is; a pipe or a file takes it as it would be written."""
    if not sys.stdout.isatty():
        print(sheet, end="")
        return
    from croupier.cli import markdown as on_terminal

    on_terminal.show(sheet)


def kind_of(out: str | None, shown: str) -> str:
    """Of the file to be written, or of what is shown."""
    if out is None:
        return shown
    suffix = path_of(out).suffix.lower()
    if suffix not in KINDS:
        raise BadInput(f"write to one of {', '.join(KINDS)}", out)
    refuse_place(path_of(out))
    return suffix


def all_games(name: str | None, asked: Asked, simulation: str | None) -> list[ParSheet]:
    if name or asked != Asked() or simulation is not None:
        raise BadInput("--all takes no game and no other option but --out")
    return [ParSheet(odds(one.name)) for one in GAMES]


def one_game(name: str, asked: Asked, simulation: str | None) -> ParSheet:
    game(name)
    check_options(name, asked)
    found = compute(name, asked)
    run = Simulation() if simulation is None else beside(simulation, found)
    return ParSheet(found, tuple(map(str, asked.pays)), run)


def beside(file: str, found: GameOdds) -> Simulation:
    try:
        return read_simulation(read(file), found)
    except BadInput as wrong:
        raise (wrong.at(file) if wrong.place == ("simulation",) else wrong) from None
