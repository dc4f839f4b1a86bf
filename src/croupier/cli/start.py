"""Where the program starts."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper


def main() -> None:
    make_streams_writable()
    from croupier.cli.main import run

    sys.exit(run(sys.argv[1:]))


def make_streams_writable() -> None:
    """Open every closed stream, and let each take any text."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by the caller: there is no one to print to
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a suit that a terminal cannot show is a ?
