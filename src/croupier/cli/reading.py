"""Input from files or standard input, with one line of our own for what cannot be read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from croupier.money import parse_amount
from croupier.problems import BadInput, own_words
from croupier.wire.decoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterable

    import msgspec

T = TypeVar("T")
MOST_LETTERS = 200
"""Of a name or a reason that the journal keeps."""


def read(file: str) -> bytes:
    if file == "-":
        if sys.stdin is None:
            raise BadInput("standard input is closed")
        return sys.stdin.buffer.read()
    try:
        return path_of(file).read_bytes()
    except OSError as error:
        raise BadInput(f"cannot be read: {own_words(error)}", file) from None
    except ValueError:
        raise BadInput("is no name of a file", repr(file)[:60]) from None


def text_in(file: str, what: str) -> str:
    try:
        return read(file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadInput(f"is no {what}: it is no text in UTF-8", file) from None


def decoded(file: str, decoder: msgspec.json.Decoder[T], what: str) -> T:
    """A file of one kind; of another one it is said which."""
    return decoded_from(read(file), file, decoder, what)


def decoded_from(data: bytes, file: str, decoder: msgspec.json.Decoder[T], what: str) -> T:
    from croupier.cli.kinds import OTHER_JSON, kind_of

    try:
        return decode(decoder, data)
    except BadInput as wrong:
        kind = kind_of(data)
        why = f": {wrong}" if kind in {what, OTHER_JSON} else f", but {kind}"
        raise BadInput(f"is no {what.partition(' ')[2]}{why}", file) from None


def path_of(file: str) -> Path:
    if not file:
        raise BadInput("is no name of a file", repr(file))
    return Path(file)


def one_line(text: str, option: str) -> str:
    """A name or a reason as the journal keeps it."""
    said = text.strip()
    if not 1 <= len(said) <= MOST_LETTERS or not said.isprintable():
        raise BadInput(f"one line of 1 to {MOST_LETTERS} printable signs is needed", option)
    return said


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
