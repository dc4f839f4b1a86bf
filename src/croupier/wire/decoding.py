"""JSON read strictly, its problems told in one line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeVar

import msgspec

from croupier.problems import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterator

T = TypeVar("T")
AT = re.compile(r"(.*?)(?: - at `(?:key in )?\$\.?(.*)`)?", re.DOTALL)
TYPES = {
    "str": "a string",
    "int": "a whole number",
    "float": "a number",
    "array": "a list",
    "object": "an object",
    "bool": "true or false",
    "null": "null",
}
AMOUNT_FIELDS = re.compile(r"stake|meter|jackpot\.bet|limits")


class Strict(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What is not in the contract is not read past, but told."""


def problem(error: msgspec.MsgspecError) -> BadInput:
    said = AT.fullmatch(str(error))
    what, place = (said[1], said[2]) if said else (str(error), None)
    for name, words in TYPES.items():
        what = what.replace(f"`{name}`", words)
    what = what.replace("`", "'").replace("Object contains", "this has an").replace("missing", "lacks")
    what = what.replace("an unknown field", "an unknown field").replace("Object lacks", "this lacks")
    what = what[:1].lower() + what[1:] if not what.startswith("JSON") else what
    if place and AMOUNT_FIELDS.search(place):
        what += '; amounts are strings with two decimals, like "100.00"'
    return BadInput(what, *([place] if place else []))


def decode(decoder: msgspec.json.Decoder[T], data: bytes) -> T:
    try:
        return decoder.decode(data)
    except msgspec.MsgspecError as error:
        raise problem(error) from None
    except RecursionError:
        raise BadInput("JSON is nested too deeply") from None


def rounds(data: bytes) -> Iterator[tuple[str | None, bytes]]:
    """The rounds of an input, each with its line where the input is JSON Lines."""
    if is_one_object(data):
        yield None, data
        return
    found = False
    for number, line in enumerate(data.splitlines(), start=1):
        if line.strip():
            found = True
            yield f"line {number}", line
    if not found:
        raise BadInput("the input is empty; it should hold a round as JSON, or one a line")


def is_one_object(data: bytes) -> bool:
    try:
        return isinstance(msgspec.json.decode(data), dict)
    except (msgspec.MsgspecError, RecursionError):
        return False
