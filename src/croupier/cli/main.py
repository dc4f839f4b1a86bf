"""The program `croupier`: a table of its verbs, each imported when it is called."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from io import TextIOWrapper
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import Abort, Exit, TyperException

from croupier.cli.complaints import complain, stop_writing, what_is_wrong
from croupier.problems import BadInput, own_words
from croupier.version import __version__

if TYPE_CHECKING:
    from typer._click import Command, Context

VERBS = {
    "settle": "Settle rounds, each wager with the clause behind it.",
    "established": "Whether an interrupted round has an outcome, by proof.",
    "ruling": "What a document orders when something goes wrong.",
    "scenario": "Play situations written as text, and say whether they hold.",
    "roads": "The roads of a baccarat shoe, from its results.",
    "rules": "Documents, clauses, the trace, amendments.",
    "odds": "Exact odds of every bet.",
    "par": "A game's figures as a PAR sheet.",
    "shoe": "Exact odds of what is left in a baccarat shoe.",
    "strategy": "Best play, and what other play costs.",
    "simulate": "Deal many rounds, and compare them with the exact odds.",
    "session": "Where a player stands after many rounds.",
    "play": "Play a game on the terminal against the automatic dealer.",
    "drill": "Dealer school: pay this, who draws, what follows by which clause.",
    "soak": "Random and hostile play at tables of all games, checked after every event.",
    "serve": "Open a house, as its house.toml says.",
    "shoe-simulator": "An electronic shoe, to try a table with.",
    "backup": "Copy a house's journal while the house goes on.",
    "restore": "Put a backup in place, once it is found whole.",
    "report": "Drop, handle, win and hold, against the exact house edge.",
    "demo": "One round of each game, dealt and settled.",
    "audit": "A house's journal: verify, replay, recall, export, scenario.",
    "house": "A house: init, check, status, keys, people, backup, restore, archive, erase.",
    "witness": "Follow a house's log from another machine, and countersign it.",
    "fairness": "Sealed shoes: were they dealt as sealed?",
    "rng": "Chance itself: tests of both generators, and their output.",
}
"""Each verb with its line of help; `shoe-simulator` is declared in `shoe_simulator.py`."""


class Verbs(TyperGroup):
    """Help and completion read the table alone; only a verb that is called is imported."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 - as typer has them
        super().__init__(**settings)
        for name, says in VERBS.items():
            self.add_command(TyperCommand(name, short_help=says))

    def resolve_command(
        self, ctx: Context, args: list[str]
    ) -> tuple[str | None, Command | None, list[str]]:
        name, listed, rest = super().resolve_command(ctx, args)
        return name, listed and verb(args[0]), rest


def verb(name: str) -> Command:
    module = import_module(f"croupier.cli.{name.replace('-', '_')}")
    return typer.main.get_command(module.app)


app = typer.Typer(
    cls=Verbs,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
)


@app.callback()
def options(
    *,
    version: Annotated[bool, typer.Option("--version", help="Show the version and exit.")] = False,
) -> None:
    """Casino tables run exactly by their approved rules."""
    if version:
        print(f"croupier {__version__}")
        raise Exit


def main() -> None:
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller: there is no one to print to
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a suit that a terminal cannot show is a ?
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit status; what a verb answers is its own."""
    try:
        status = app(arguments or ["--help"], prog_name="croupier", standalone_mode=False)
        sys.stdout.flush()
    except Exit as leaving:
        return leaving.exit_code
    except (BrokenPipeError, SystemExit):  # typer leaves so when the reader has seen enough
        stop_writing()
        return 0
    except OSError as error:
        stop_writing()
        file = f"{error.filename}: " if error.filename else ""
        return complain(f"{file}cannot be written: {own_words(error)}")
    except (BadInput, TyperException, Abort, KeyboardInterrupt) as problem:
        return complain(what_is_wrong(problem))
    return status or 0
