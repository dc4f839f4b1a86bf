"""The program `croupier`: a table of its verbs, each imported when it is called."""

from __future__ import annotations

import os
import re
import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import Abort, Exit, TyperException

from croupier.cli.complaints import complain, stop_writing, what_is_wrong
from croupier.cli.completions import ASKED_BY_SHELL
from croupier.cli.tour import TOUR
from croupier.problems import BadInput, own_words
from croupier.version import __version__

if TYPE_CHECKING:
    from collections.abc import Sequence

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
    "serve": "Open a house, as its house.toml says.",
    "shoe-simulator": "An electronic shoe, to try a table with.",
    "backup": "Copy a house's journal while the house goes on.",
    "restore": "Put a backup in place, once it is found whole.",
    "report": "Drop, handle, win and hold, against the exact house edge.",
    "demo": "One round of each game, dealt and settled.",
    "audit": "A house's journal: verify, replay, recall, export, scenario.",
    "house": "A house: init, check, status, keys, people, backup, restore, erase.",
    "witness": "Follow a house's log from another machine, and countersign it.",
    "fairness": "Sealed shoes: were they dealt as sealed?",
    "rng": "Chance itself: tests of both generators, and their output.",
    "bench": "How fast all this is on this machine.",
    "completion": "A script for bash, zsh or fish: what the Tab key offers.",
}
"""Each verb with its line of help; `shoe-simulator` is declared in `shoe_simulator.py`."""

INTERRUPTED = 130
"""The exit status that typer makes of Ctrl-C."""


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
        called = listed and verb(args[0])
        return name, called, rest or (["--help"] if isinstance(called, TyperGroup) else [])


@cache
def verb(name: str) -> Command:
    try:
        module = import_module(f"croupier.cli.{name.replace('-', '_')}")
    except ImportError as missing:
        from croupier.cli.lacking import stand_in

        return stand_in(name, VERBS[name], missing)
    found = typer.main.get_command(module.app)
    for command in (found, *getattr(found, "commands", {}).values()):
        command.short_help = in_short(command.help or "")
        for argument in command.params:
            if argument.param_type_name == "argument":
                vars(argument)["display_type_rich"] = shows_no_type
    return found


def commands() -> dict[str, Command]:
    """Return every command by its full name, like `odds` and `audit verify`."""
    found: dict[str, Command] = {}
    for name in VERBS:
        group = getattr(verb(name), "commands", None)
        if group is None:
            found[name] = verb(name)
        else:
            found |= {f"{name} {below}": command for below, command in group.items()}
    return found


def in_short(text: str) -> str:
    """What a list of verbs says of one: typer would cut it in the middle of a word's meaning."""
    return " ".join(re.split(r"[.;:](?:\s|$)", text, maxsplit=1)[0].split()) + "."


def shows_no_type(ctx: Context) -> None:
    """In the help an argument is told by its name: FILE, and not FILE <str>."""


app = typer.Typer(
    cls=Verbs,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    suggest_commands=False,
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


def run(arguments: list[str]) -> int:
    """The exit status; what a verb answers is its own."""
    if ASKED_BY_SHELL in os.environ:
        return complete()
    try:
        if not arguments:
            print(TOUR, end="")
        status = app(arguments, prog_name="croupier", standalone_mode=False)
        sys.stdout.flush()
    except ImportError as missing:
        from croupier.cli.lacking import lacked

        return complain(lacked(arguments, missing))
    except (Exception, SystemExit, KeyboardInterrupt) as problem:  # noqa: BLE001 - or raised again
        return said(problem, arguments)
    if status == INTERRUPTED:
        complain("interrupted")
    return status or 0


def complete() -> int:
    """Answer the shell: what may follow the words that it has put into the environment."""
    from typer.completion import get_completion_inspect_parameters

    get_completion_inspect_parameters()  # registers the shells that typer knows
    try:
        app([], prog_name="croupier")
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def said(problem: BaseException, arguments: Sequence[str] = ()) -> int:
    """In one line, unless it is only an end; the exit status. A bug is raised again."""
    if isinstance(problem, Exit):
        return problem.exit_code
    if isinstance(problem, BrokenPipeError | SystemExit):
        stop_writing()  # typer leaves so when the reader has seen enough
        return 0
    if isinstance(problem, OSError):
        stop_writing()
        file = f"{problem.filename}: " if problem.filename else ""
        return complain(f"{file}cannot be written: {own_words(problem)}")
    if isinstance(problem, KeyboardInterrupt):
        complain("interrupted")
        return INTERRUPTED
    if isinstance(problem, BadInput | TyperException | Abort):
        asked = next((f"croupier {name}" for name in arguments[:1] if name in VERBS), "croupier")
        return complain(what_is_wrong(problem, asked))
    raise problem
