"""Files and standard input, with one line for what cannot be read."""

from __future__ import annotations

import sys
from pathlib import Path

from croupier.problems import BadInput


def read(file: str) -> bytes:
    if file == "-":
        if sys.stdin is None:
            raise BadInput("standard input is closed")
        return sys.stdin.buffer.read()
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror or error}", file) from None
    except ValueError:
        raise BadInput("is no name of a file", repr(file)[:60]) from None
