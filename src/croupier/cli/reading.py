"""Input from files or standard input, with one line for what cannot be read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.money import parse_amount
from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterable


def read(file: str) -> bytes:
    if file == "-":
        if sys.stdin is None:
            raise BadInput("standard input is closed")
        return sys.stdin.buffer.read()
    try:
        return path_of(file).read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {error.strerror or error}", file) from None
    except ValueError:
        raise BadInput("is no name of a file", repr(file)[:60]) from None


def path_of(file: str) -> Path:
    if not file:
        raise BadInput("is no name of a file", repr(file))
    return Path(file)


def amount(text: str, *place: str) -> int:
    """Cents of whole dollars, or of an amount with two decimals."""
    try:
        return parse_amount(text if "." in text else f"{text}.00")
    except BadInput:
        raise BadInput(f"{text[:30]!r} is not an amount like 25 or 25.00", *place) from None


def pairs(given: Iterable[str], option: str) -> dict[str, str]:
    """Options written `name=value`, none of them twice."""
    chosen: dict[str, str] = {}
    for one in given:
        name, separator, value = one.partition("=")
        if not separator:
            raise BadInput(f"{one[:40]!r} is not like name=value", option)
        if name in chosen:
            raise BadInput(f"{name[:40]!r} is given twice", option)
        chosen[name] = value
    return chosen
