"""Errors of the program: one line on standard error, silence on a closed pipe."""

from __future__ import annotations

import os
import re
import sys

from typer.exceptions import TyperException

from croupier.problems import BadInput

BAD_INPUT = 2
NO_WHOLE_NUMBER = re.compile(r"(Input should be|Unable to parse)\b.*\binteger\b.*")

PASSWORD = re.compile(r"(?<=[?&]password=)[^&\s:]+|(?<=:/)(/?[^:@/\s]*):\S*(?=@)")
"""In an address that was given where a file was expected, also as a path."""


def what_is_wrong(problem: BaseException) -> str:
    if isinstance(problem, TyperException):
        said = NO_WHOLE_NUMBER.sub("a whole number is expected", problem.format_message())
        asked = getattr(getattr(problem, "ctx", None), "command_path", "croupier")
        return f"{said.rstrip('.')}. Try '{asked} --help'."
    return str(problem) if isinstance(problem, BadInput) else "interrupted"


def complain(what: str) -> int:
    said = PASSWORD.sub(lambda found: found[1] or "", " ".join(what.split()))
    print(said, file=sys.stderr)
    return BAD_INPUT


def stop_writing() -> None:
    """Nothing more reaches standard output, not even what is left at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
