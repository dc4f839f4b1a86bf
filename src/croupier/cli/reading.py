"""Input from files or standard input, with one line of our own for what cannot be read."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from croupier.money import read_amount
from croupier.problems import BadInput, own_words
from croupier.wire.decoding import decode

if TYPE_CHECKING:
    from collections.abc import Iterable

    import msgspec

T = TypeVar("T")
MOST_TYPED = 2000
"""Of a line that is meant to be typed; what goes beyond it is passed over."""
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


def typed_line() -> str:
    """The next line of standard input; nothing where there is none, or one without an end."""
    if sys.stdin is None:
        return ""
    line = rest = sys.stdin.readline(MOST_TYPED)
    for _ in range(MOST_TYPED):
        if not rest or rest.endswith("\n"):
            return line
        rest = sys.stdin.readline(MOST_TYPED)
    return ""


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
    """Cents of what was typed."""
    try:
        return read_amount(text)
    except BadInput as wrong:
        raise wrong.at(*place) from None


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
