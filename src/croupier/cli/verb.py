"""What the verbs of the program share: how one is declared, its options, its exit status."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.completions import games, interpretations

FOUND_SOMETHING = 1
"""The exit status of a verb that looked for faults or changes, and found some."""

File = Annotated[str, typer.Argument(metavar="FILE", help="a file, or - for standard input")]
Files = Annotated[
    list[str] | None, typer.Argument(metavar="FILE", help="files, or - for standard input")
]
Journal = Annotated[str, typer.Argument(metavar="DB", help="a house's journal")]
TableName = Annotated[str, typer.Argument(metavar="TABLE")]
GAMES_SAID = "by its name, as 'croupier rules' lists them"
GameName = Annotated[str, typer.Argument(metavar="GAME", help=GAMES_SAID, autocompletion=games)]
AnyGameName = Annotated[
    str | None, typer.Argument(metavar="GAME", help=GAMES_SAID, autocompletion=games)
]
AsJson = Annotated[bool, typer.Option("--json", help="answer as JSON")]
PublicKey = Annotated[
    str | None, typer.Option(help="the house's public key, or the file that holds it")
]
House = Annotated[
    str | None,
    typer.Option(metavar="URL", help="of the house: its keys, and whether it goes on from this"),
]
Interpretation = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE",
        help="a reading other than the default",
        autocompletion=interpretations,
    ),
]
Decks = Annotated[int | None, typer.Option(help="baccarat: 4 to 8, else 8")]
Pays = Annotated[
    list[str] | None,
    typer.Option(
        metavar="BET:LINE=PAYS",
        help="another pay: royal-pictures:three-kings=200:1; or FILE.toml with a variant",
    ),
]
Meter = Annotated[str | None, typer.Option(help="the jackpot's amount, else its seed")]
Hands = Annotated[
    int | None, typer.Option(help="hands with an ante at the table, for the Envy Bonus")
]


def declared() -> typer.Typer:
    """A verb to be: one command below it is the verb itself, several make a group."""
    return typer.Typer(add_completion=False, rich_markup_mode=None, suggest_commands=False)
