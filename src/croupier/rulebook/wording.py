"""The approved wording of a document's text, cut into its clauses.

A line that begins with a clause number opens that clause, a lettered item opens one below it, and
what follows up to the next number belongs to it; what stands under a section's heading before its
first number belongs to that first clause. Numbers that lines happen to begin with (a reference
wrapped to a new line) fall out of the order and are wording. A definition that lost its number
takes the one missing between its neighbours. Appendices come last: one that ranks hands is a clause
under its letter, those that picture the layout belong to the clause that names them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from croupier.rulebook.clauses import Document

NUMBERED = re.compile(r"-?\s*(\d+(?:\.\d+)+)\s+(.*)")
LETTERED = re.compile(r"-?\s*([a-z])\.\s+(.*)")
UNNUMBERED = re.compile(r"-\s+(\*\*.*)")
APPENDIX = re.compile(r"Appendix\s+[\"“”']?([A-Z])\b[\"“”']?(?!\.)\s*(.*)")
HEADING = re.compile(r"#*\s*-?\s*(\d+)\.\s+(\S.*[^.:;])")
HEADING_WORDS = 5
VERSION = re.compile(r"Version\s+(\d{1,4})\b")
EFFECTIVE = re.compile(r"w\.e\.f\.\s+(\d+ \w+ \d{4}(?:,\s*\d{4}\s*(?:hours|hrs))?)")
DIGEST_LENGTH = 16

Number = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """What a document's text says of itself, and the wording of each clause."""

    version: int | None
    effective: str | None
    clauses: Mapping[str, str]


def digest(wording: str) -> str:
    return sha256(wording.encode()).hexdigest()[:DIGEST_LENGTH]


def fold(text: str) -> str:
    """White space folded and the marks of a text conversion left out."""
    return " ".join(text.replace("*", "").replace("#", "").split())


def parse_wording(text: str, document: Document) -> Wording:
    clauses: dict[str, list[str]] = {}
    for number, line in _placed_lines([line.strip() for line in text.splitlines()], document):
        clauses.setdefault(number, []).append(line)
    version, effective = VERSION.search(text), EFFECTIVE.search(text)
    return Wording(
        version=int(version[1]) if version else None,
        effective=effective[1] if effective else None,
        clauses={number: fold(" ".join(lines)) for number, lines in clauses.items()},
    )


def _placed_lines(lines: Sequence[str], document: Document) -> Iterator[tuple[str, str]]:
    """Each line of wording with the clause to which it belongs."""
    openers = _in_order(lines)
    if not openers:
        return
    last_opener = max(openers)
    clause = last = ""  # the clause that a line belongs to, and the last numbered one
    waiting: list[str] = []  # for the next number: under a heading, or of a lost number
    for index, line in enumerate(lines):
        heading = _heading(line, last)
        appendix = APPENDIX.fullmatch(line) if index > last_opener else None
        if index in openers:
            number, said = openers[index]
            owner = _skipped(last, number) or clause if clause else number
            yield from ((owner, one) for one in waiting)
            clause, last, waiting = number, number, []
            yield clause, said
        elif appendix:
            clause = appendix[1] if appendix[1] in document.clauses else document.layout
            yield clause, appendix[2]
        elif heading:
            clause, waiting = "", [heading]
        elif waiting or not clause:
            waiting += [line] if waiting else []
        elif UNNUMBERED.fullmatch(line):
            waiting = [line.removeprefix("-")]
        elif clause.startswith(last) and (item := LETTERED.fullmatch(line)):
            clause = last + item[1]
            yield clause, item[2]
        else:
            yield clause, line


def _in_order(lines: Sequence[str]) -> dict[int, tuple[str, str]]:
    """The lines that open a numbered clause: the longest run of numbers that only rise."""
    found = [
        (index, numbered[1], numbered[2])
        for index, line in enumerate(lines)
        if (numbered := NUMBERED.fullmatch(line))
    ]
    tails: list[Number] = []
    ends: list[int] = []
    before: list[int | None] = []
    for place, (_, number, _) in enumerate(found):
        length = bisect_left(tails, _order(number))
        tails[length:] = [_order(number), *tails[length + 1 :]]
        ends[length:] = [place, *ends[length + 1 :]]
        before.append(ends[length - 1] if length else None)
    opening: dict[int, tuple[str, str]] = {}
    chosen = ends[-1] if ends else None
    while chosen is not None:
        index, number, said = found[chosen]
        opening[index] = (number, said)
        chosen = before[chosen]
    return opening


def _order(number: str) -> Number:
    return tuple(int(part) for part in number.split("."))


def _heading(line: str, last: str) -> str | None:
    """The heading of the next section, or the first one before any clause."""
    said = HEADING.fullmatch(line)
    section = _order(last)[0] if last else 0
    if not said or int(said[1]) != section + 1 or len(said[2].split()) > HEADING_WORDS:
        return None
    return said[2]


def _skipped(last: str, number: str) -> str | None:
    """The one number left out between two neighbours, if it is one."""
    *head, tail = _order(last)
    if _order(number) != (*head, tail + 2):
        return None
    return ".".join(str(part) for part in (*head, tail + 1))
