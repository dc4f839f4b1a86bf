"""The approved wording of a document's text, cut into its clauses.

A line that begins with a clause number opens that clause, a lettered item opens one below the last
numbered clause, and what follows up to the next number belongs to it. A definition that lost its
number in the text takes the number that is missing between its neighbours. Appendices that list a
ranking are clauses under their letter; those that picture the layout belong to the clause that
names them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from croupier.rulebook.clauses import Document

NUMBERED = re.compile(r"-?\s*(\d+(?:\.\d+)+)\s+(.*)")
LETTERED = re.compile(r"-?\s*([a-z])\.\s+(.*)")
UNNUMBERED = re.compile(r"-\s+(\*\*.*)")
APPENDIX = re.compile(r"Appendix\s+[\"“”']?([A-Z])\b[\"“”']?\s*(.*)")
SECTION = re.compile(r"#*\s*-?\s*\d+\.\s+\S.*")
VERSION = re.compile(r"Version\s+(\d+)")
EFFECTIVE = re.compile(r"w\.e\.f\.\s+(\d+ \w+ \d{4}(?:,\s*\d{4}\s*(?:hours|hrs))?)")
DIGEST_LENGTH = 16


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


def order(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in number.split("."))


def follows(number: str, last: str | None) -> bool:
    return last is None or order(number) > order(last)


def skipped(last: str | None, number: str) -> str | None:
    """The one number left out between two neighbours, if it is one."""
    if last is None:
        return None
    *head, tail = order(last)
    if order(number) != (*head, tail + 2):
        return None
    return ".".join(str(part) for part in (*head, tail + 1))


def parse_wording(text: str, document: Document) -> Wording:
    clauses: dict[str, list[str]] = {}
    for number, line in _placed_lines(text, document):
        clauses.setdefault(number, []).append(line)
    version, effective = VERSION.search(text), EFFECTIVE.search(text)
    return Wording(
        version=int(version[1]) if version else None,
        effective=effective[1] if effective else None,
        clauses={number: fold(" ".join(lines)) for number, lines in clauses.items()},
    )


def _placed_lines(text: str, document: Document) -> Iterator[tuple[str, str]]:
    """Each line of wording with the clause to which it belongs."""
    number: str | None = None
    last: str | None = None
    lost: list[str] = []
    in_appendix = False
    for line in map(str.strip, text.splitlines()):
        if last and (appendix := APPENDIX.fullmatch(line)):
            in_appendix = True
            number = appendix[1] if appendix[1] in document.clauses else document.layout
            yield number, appendix[2]
        elif in_appendix and number:
            yield number, line
        elif (numbered := NUMBERED.fullmatch(line)) and follows(numbered[1], last):
            if lost:
                yield skipped(last, numbered[1]) or last or numbered[1], " ".join(lost)
                lost = []
            number = last = numbered[1]
            yield number, numbered[2]
        elif last and number and (lettered := LETTERED.fullmatch(line)):
            number = last + lettered[1]
            yield number, lettered[2]
        elif SECTION.fullmatch(line):
            number = None
        elif number and UNNUMBERED.fullmatch(line):
            lost.append(line.removeprefix("-"))
        elif number:
            yield number, line
