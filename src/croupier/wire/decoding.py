"""Strict JSON decoding; what is wrong is said in one line, with its place."""

from __future__ import annotations

import json
import re
from typing import TypeVar

import msgspec

from croupier.problems import BadInput

T = TypeVar("T")
ENCODER = msgspec.json.Encoder()
FEW = 5
"""Lines that are looked at to tell JSON Lines from one object over several lines."""
BYTE = re.compile(r" \(byte (\d+)\)")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
AT = re.compile(r"(.*?)(?: - at (`key` in )?`(?:key in )?\$\.?(.*)`)?", re.DOTALL)
TYPES = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "array": "a list",
    "object": "an object",
    "bool": "true or false",
}
OUT_OF_RANGE = "the number is too large or too small"
SAID = tuple(
    (re.compile(pattern, re.DOTALL), words)
    for pattern, words in (
        (r"Object contains unknown field `(.*)`", r"there is no field '\1' here"),
        (r"Object missing required field `(.*)`", r"the field '\1' is missing"),
        (r"Invalid (?:enum )?value (.*)", r"\1 is none of the words allowed here"),
        (r"(?:Integer value|Number) out of range", OUT_OF_RANGE),
        (r"Expected `int`, got `float`", "a whole number is needed, not a fraction"),
        (r"Expected (.*), got (.*)", r"\1 is needed, not \2"),
        (r"Expected (.*)", r"\1 is needed"),
        (r"Input data was truncated", "JSON is malformed: it ends too early"),
    )
)
"""The first that fits the whole complaint; what fits none is not passed on."""
BOUNDS = (
    (re.compile(r"of length <= (\d+)"), r"of at most \1 letters"),
    (re.compile(r"of length >= 1\b"), "of at least one letter"),
    (re.compile(r"of length >= (\d+)"), r"of at least \1 letters"),
    (re.compile(r" matching regex '.*'"), " of another form"),
    (re.compile(r" <= (-?[\d.]+)"), r" of at most \1"),
    (re.compile(r" >= (-?[\d.]+)"), r" of at least \1"),
)
MOST_SAID = 300
"""Letters of an answer: what was sent may be part of it."""
MALFORMED = re.compile(r"JSON is malformed: (.*?)( \(byte \d+\))?")
WHY_MALFORMED = {
    "expected ',' or '}'": "a comma or a closing brace is missing",
    "expected ',' or ']'": "a comma or a closing bracket is missing",
    "expected ':'": "a colon is missing",
    "trailing comma in object": "a comma stands before a closing brace",
    "trailing comma in array": "a comma stands before a closing bracket",
    "trailing characters": "something follows its end",
    "object keys must be strings": "the name of a field stands in quotes",
    "invalid character": "a character stands where none like it can",
}
AMOUNT_FIELDS = re.compile(r"(?!command\b).*(?:stake|meter|jackpot\.bet|limits)")
"""Of the files and contracts that write amounts as text; a command has whole cents."""


class Strict(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """A field that is not in the contract is an error, and not ignored."""


def problem(error: msgspec.MsgspecError) -> BadInput:
    """What the decoder found wrong, in our words."""
    said = AT.fullmatch(str(error))
    what, place = (said[1], said[3]) if said else (str(error), None)
    what = sentence(what)[:MOST_SAID]
    if place and AMOUNT_FIELDS.match(place) and what.startswith((TYPES["str"], OUT_OF_RANGE)):
        what += '; amounts are strings with two decimals, like "100.00"'
    return BadInput(what, *([place[:MOST_SAID]] if place else []))


def sentence(complaint: str) -> str:
    if malformed := MALFORMED.fullmatch(complaint):
        why = WHY_MALFORMED.get(malformed[1], "it cannot be read")
        return f"JSON is malformed: {why}{malformed[2] or ''}"
    for pattern, words in SAID:
        if found := pattern.fullmatch(complaint):
            said = found.expand(words)
            return expected(said) if complaint.startswith("Expected") else said
    return "it cannot be read"


def expected(said: str) -> str:
    """Types and bounds in words."""
    for pattern, words in BOUNDS:
        said = pattern.sub(words, said)
    return re.sub(r"`([^`]*)`", lambda quoted: in_words(quoted[1]), said)


def in_words(types: str) -> str:
    return " or ".join(TYPES.get(name, name) for name in types.split(" | "))


def decode(decoder: msgspec.json.Decoder[T], data: bytes) -> T:
    try:
        value = decoder.decode(data)
    except msgspec.MsgspecError as error:
        raise problem(error) from None
    except UnicodeDecodeError:
        raise BadInput("this is no text in UTF-8") from None
    except RecursionError:
        raise BadInput("JSON is nested too deeply") from None
    if b"\\u" in data or data.count(b'"') != ENCODER.encode(value).count(b'"'):
        json.loads(data, object_pairs_hook=refuse_repeated)
    return value


def refuse_repeated(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The decoder takes the last of two fields of one name; which was meant, nobody knows."""
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            raise BadInput(f"the field {name[:40]!r} is given twice")
        fields[name] = value
    return fields


def rounds(data: bytes) -> list[tuple[str | None, bytes]]:
    """The rounds of an input, each with its line where the input is JSON Lines."""
    data = data.removeprefix(BYTE_ORDER_MARK)
    if is_object(data):
        return [(None, data)]
    lines: list[tuple[str | None, bytes]] = [
        (f"line {number}", line)
        for number, line in enumerate(data.splitlines(), start=1)
        if line.strip()
    ]
    if not lines:
        raise BadInput("the input is empty; it should hold a round as JSON, or one a line")
    if len(lines) > 1 and not any(is_object(line) for _, line in lines[:FEW]):
        raise broken(data)
    return lines


def broken(data: bytes) -> BadInput:
    """One object over several lines, with the line on which it stops being JSON."""
    try:
        msgspec.json.decode(data)
    except msgspec.MsgspecError as error:
        at = BYTE.search(str(error))
        line = data[: int(at[1]) if at else len(data)].count(b"\n") + 1
        return BadInput(BYTE.sub("", problem(error).what), f"line {line}")
    except (UnicodeDecodeError, RecursionError):
        pass
    return BadInput("neither one JSON object nor one a line")


def is_object(data: bytes) -> bool:
    try:
        return isinstance(msgspec.json.decode(data), dict)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False
