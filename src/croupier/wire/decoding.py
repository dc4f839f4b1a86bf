"""Strict JSON decoding; what is wrong is said in one line, with its place."""

from __future__ import annotations

import json
import re
from typing import TypeVar

import msgspec

from croupier.problems import BadInput
from croupier.said import Said, Sentence, phrase

T = TypeVar("T")
ENCODER = msgspec.json.Encoder()
FEW = 5
"""Lines that are looked at to tell JSON Lines from one object over several lines."""
BYTE = re.compile(r" \(byte (\d+)\)")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
AT = re.compile(r"(.*?)(?: - at (`key` in )?`(?:key in )?\$\.?(.*)`)?", re.DOTALL)
OUT_OF_RANGE = Sentence("number-out-of-range", "the number is too large or too small")
CANNOT_BE_READ = Sentence("cannot-be-read", "it cannot be read")
NEEDED = Sentence(
    "other-value-is-needed", "{needed:types}[ {bound:said}] is needed[, not {given:types}]"
)
AMOUNT_NEEDED = Sentence(
    "amount-is-needed", '{problem:said}; amounts are strings with two decimals, like "100.00"'
)
SAID = (
    (
        re.compile(r"Object contains unknown field `(?P<field>.*)`", re.DOTALL),
        Sentence("no-such-field", "there is no field '{field}' here"),
    ),
    (
        re.compile(r"Object missing required field `(?P<field>.*)`", re.DOTALL),
        Sentence("field-is-missing", "the field '{field}' is missing"),
    ),
    (
        re.compile(r"Invalid (?:enum )?value (?P<value>.*)", re.DOTALL),
        Sentence("no-word-allowed-here", "{value} is none of the words allowed here"),
    ),
    (re.compile(r"(?:Integer value|Number) out of range"), OUT_OF_RANGE),
    (
        re.compile(r"Expected `int`, got `float`"),
        Sentence("whole-number-is-needed", "a whole number is needed, not a fraction"),
    ),
    (
        re.compile(r"Input data was truncated"),
        Sentence("json-ends-too-early", "JSON is malformed: it ends too early"),
    ),
)
"""The first that fits the whole complaint; what fits none is not passed on."""
EXPECTED = re.compile(r"Expected `(?P<needed>[^`]*)`(?P<bound>.*?)(?:, got `?(?P<given>[^`]*)`?)?")
BOUNDS = (
    (
        re.compile(r" of length <= (?P<number>\d+)"),
        Sentence("of-at-most-letters", "of at most {number} letters"),
    ),
    (re.compile(r" of length >= 1"), Sentence("of-one-letter-or-more", "of at least one letter")),
    (
        re.compile(r" of length >= (?P<number>\d+)"),
        Sentence("of-at-least-letters", "of at least {number} letters"),
    ),
    (re.compile(r" matching regex '.*'"), Sentence("of-another-form", "of another form")),
    (re.compile(r" <= (?P<number>-?[\d.]+)"), Sentence("of-at-most", "of at most {number}")),
    (re.compile(r" >= (?P<number>-?[\d.]+)"), Sentence("of-at-least", "of at least {number}")),
)
MOST_SAID = 300
"""Letters of an answer: what was sent may be part of it."""
MALFORMED = re.compile(r"JSON is malformed: (.*?)(?: \(byte (\d+)\))?")
JSON_IS_MALFORMED = Sentence("json-is-malformed", "JSON is malformed: {why:said}[ (byte {byte})]")
WHY_MALFORMED = {
    "expected ',' or '}'": phrase("a comma or a closing brace is missing"),
    "expected ',' or ']'": phrase("a comma or a closing bracket is missing"),
    "expected ':'": phrase("a colon is missing"),
    "trailing comma in object": phrase("a comma stands before a closing brace"),
    "trailing comma in array": phrase("a comma stands before a closing bracket"),
    "trailing characters": phrase("something follows its end"),
    "object keys must be strings": phrase("the name of a field stands in quotes"),
    "invalid character": phrase("a character stands where none like it can"),
}
NO_UTF_8 = Sentence("no-text-in-utf-8", "this is no text in UTF-8")
NESTED_TOO_DEEPLY = Sentence("nested-too-deeply", "JSON is nested too deeply")
GIVEN_TWICE = Sentence("field-is-given-twice", "the field {field:quoted} is given twice")
AMOUNT_FIELDS = re.compile(r"(?!command\b).*(?:stake|meter|jackpot\.bet|limits)")
"""Of the files and contracts that write amounts as text; a command has whole cents."""


class Strict(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """A field that is not in the contract is an error, and not ignored."""


def problem(error: msgspec.MsgspecError) -> BadInput:
    """What the decoder found wrong, in our words."""
    told = AT.fullmatch(str(error))
    what, place = (told[1], told[3]) if told else (str(error), None)
    said = sentence(what)
    about_text = said.code == OUT_OF_RANGE.code or said.facts.get("needed", [""])[0] == "str"
    if place and AMOUNT_FIELDS.match(place) and about_text:
        said = AMOUNT_NEEDED(problem=said)
    return BadInput(said, *([place[:MOST_SAID]] if place else []))


def sentence(complaint: str) -> Said:
    if malformed := MALFORMED.fullmatch(complaint):
        why = WHY_MALFORMED.get(malformed[1], CANNOT_BE_READ)
        return JSON_IS_MALFORMED(why=why(), byte=malformed[2])
    for pattern, words in SAID:
        if found := pattern.fullmatch(complaint):
            return words(**{name: one[:MOST_SAID] for name, one in found.groupdict().items()})
    return expected(complaint) or CANNOT_BE_READ()


def expected(complaint: str) -> Said | None:
    """Types and bounds."""
    found = EXPECTED.fullmatch(complaint)
    bound = bound_of(found["bound"]) if found else None
    if found is None or (found["bound"] and bound is None):
        return None
    given = found["given"].split(" | ") if found["given"] else []
    return NEEDED(needed=found["needed"].split(" | "), bound=bound, given=given)


def bound_of(text: str) -> Said | None:
    for pattern, words in BOUNDS:
        if found := pattern.fullmatch(text):
            return words(**found.groupdict())
    return None


def decode(decoder: msgspec.json.Decoder[T], data: bytes) -> T:
    try:
        value = decoder.decode(data)
    except msgspec.MsgspecError as error:
        raise problem(error) from None
    except UnicodeDecodeError:
        raise BadInput(NO_UTF_8()) from None
    except RecursionError:
        raise BadInput(NESTED_TOO_DEEPLY()) from None
    if b"\\u" in data or data.count(b'"') != ENCODER.encode(value).count(b'"'):
        json.loads(data, object_pairs_hook=refuse_repeated)
    return value


def refuse_repeated(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The decoder takes the last of two fields of one name; which was meant, nobody knows."""
    fields: dict[str, object] = {}
    for name, value in pairs:
        if name in fields:
            raise BadInput(GIVEN_TWICE(field=name[:40]))
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
