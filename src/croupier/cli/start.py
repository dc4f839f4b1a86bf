"""Where the program starts.

To read a command line of many verbs takes longer than to settle a round: `croupier settle`, asked
plainly, does not wait for it. Whatever else is asked, and whatever is wrong, is `main`'s to say.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

JSON = "--json"


def main() -> None:
    made_readable()
    try:
        sys.exit(done(sys.argv[1:]))
    except (Exception, KeyboardInterrupt) as problem:  # noqa: BLE001 - it is told as any other is
        from croupier.cli.main import said

        sys.exit(said(problem))


def done(arguments: list[str]) -> int:
    """The exit status."""
    file = plain_settle(arguments)
    if file is None:
        from croupier.cli.main import run

        return run(arguments)
    from croupier.cli.settling import settle_file

    settle_file(file, as_json=JSON in arguments)
    sys.stdout.flush()
    return 0


def made_readable() -> None:
    """Every stream is there, and takes any text."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller: there is no one to print to
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a suit that a terminal cannot show is a ?


def plain_settle(arguments: list[str]) -> str | None:
    """The file of `settle [--json] [FILE]`; none of anything else."""
    verb, *rest = arguments or [""]
    files = [one for one in rest if one != JSON]
    if verb != "settle" or len(files) > 1 or rest.count(JSON) > 1:
        return None
    [file] = files or ["-"]
    return None if file.startswith("-") and file != "-" else file
