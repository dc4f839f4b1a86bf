"""Errors of the program: one line on standard error, silence on a closed pipe."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

from typer.exceptions import TyperException

from croupier.problems import BadInput, close_to

if TYPE_CHECKING:
    from typer._click import Context

BAD_INPUT = 2
NO_WHOLE_NUMBER = re.compile(r"(Input should be|Unable to parse)\b.*\binteger\b.*")
NO_SUCH_VERB = re.compile(r"No such command '(.*)'\.")

PASSWORD = re.compile(r"(?<=[?&]password=)[^&\s:]+|(?<=:/)(/?[^:@/\s]*):\S*(?=@)")
"""In an address that was given where a file was expected, also as a path."""


def what_is_wrong(problem: BaseException, verb: str = "croupier") -> str:
    if isinstance(problem, TyperException):
        context = getattr(problem, "ctx", None)
        close = close_to(*names_at(problem, context)) if context else []
        meant = f"; did you mean {' or '.join(close)}?" if close else "."
        asked = getattr(context, "command_path", verb)
        return f"{usage(problem).rstrip('.')}{meant} Try '{asked} --help'."
    return str(problem) if isinstance(problem, BadInput) else "interrupted"


def usage(problem: TyperException) -> str:
    if getattr(getattr(problem, "param", None), "metavar", None) == "GAME":
        from croupier.games import BY_NAME

        return f"Which game? One of {', '.join(BY_NAME)}"
    said = problem.message if hasattr(problem, "option_name") else problem.format_message()
    return NO_WHOLE_NUMBER.sub("a whole number is expected", said)


def names_at(problem: TyperException, context: Context) -> tuple[str, list[str]]:
    """The option or verb that is not known, and those that are."""
    if option := getattr(problem, "option_name", None):
        names = [name for one in context.command.params for name in (*one.opts, "--help")]
        return str(option), [name for name in dict.fromkeys(names) if name.startswith("-")]
    if unknown := NO_SUCH_VERB.fullmatch(problem.message):
        return unknown[1], list(getattr(context.command, "commands", ()))
    return "", []


def complain(what: str) -> int:
    """One line; on a terminal it is folded between words."""
    said = PASSWORD.sub(lambda found: found[1] or "", " ".join(what.split()))
    if sys.stderr.isatty():
        from shutil import get_terminal_size

        from croupier.cli.writing import folded

        said = "\n".join(folded(said, get_terminal_size().columns))
    print(said, file=sys.stderr)
    return BAD_INPUT


def stop_writing() -> None:
    """Nothing more reaches standard output, not even what is left at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
