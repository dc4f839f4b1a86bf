"""The approved wording of a document's text, cut into its clauses.

What a document is typed in (quotes, dashes, ligatures, spacing, line breaks) is no wording: its
digest is the same. A line that begins with a clause number opens that clause, a lettered item opens
one below it, and what follows up to the next number belongs to it; what stands under a section's
heading before its first number belongs to that first clause. Numbers that lines happen to begin
with (a reference wrapped to a new line) fall out of the order and are wording. A definition that
lost its number takes the one missing between its neighbours. Appendices come last: one that ranks
hands is a clause under its letter, those that picture the layout belong to the clause that names
them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING
from unicodedata import normalize

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from croupier.rulebook.clauses import Document

BULLET = r"[-\u2022\u2013\u2014\u25cf]?\s*"
NUMBERED = re.compile(BULLET + r"(\d+(?:\.\d+)+)\.?(?:\s+(.*))?")
LETTERED = re.compile(BULLET + r"([a-z])\.\s+(.*)")
UNNUMBERED = re.compile(r"[-\u2022\u2013\u2014\u25cf]\s+(\S.*)")
APPENDIX = re.compile(r"Appendix\s+[\"\u201c\u201d']?([A-Z])\b[\"\u201c\u201d']?(?!\.)\s*(.*)")
HEADING = re.compile(r"#*\s*-?\s*(\d+)\.\s+(\S.*[^.:;])")
REFERS = re.compile(r"(?:\b(?:paragraph|clause|rule)s?|\d\.\d+(?:,| and| or| to))$", re.IGNORECASE)
"""How a line ends whose next one begins with the number of a clause that it refers to."""
HEADING_WORDS = 5
VERSION = re.compile(r"Version\s+(\d{1,4})\b")
EFFECTIVE = re.compile(
    r"(?:w\.e\.f\.|[Ww]ith effect from)\s+(\d+ \w+ \d{4}(?:,\s*\d{4}\s*(?:hours|hrs))?)"
)
DATE = re.compile(r"(\d{1,2}) (\w+) (\d{4})(?:,\s*(\d{2})(\d{2}))?")
MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
DIGEST_LENGTH = 16
QUOTES = str.maketrans(dict.fromkeys("\u2018\u2019\u201a\u201b\u2032`\u00b4", "'"))
DOUBLE_QUOTES = re.compile("''|[\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb]")
DASHES = re.compile("[-\u2010-\u2015\u2212]+")
BETWEEN_DIGITS = re.compile(r"(?<=\d)-(?=\d)")
NO_WORDING = re.compile(r"[\s*#_|\\\u00ad\u200b-\u200d\u2060\ufe0e\ufe0f\ufeff\u2022\u25cf-]+")

Number = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """What a document's text says of itself, and the wording of each clause."""

    version: int | None
    effective: str | None
    clauses: Mapping[str, str]
    twice: tuple[str, ...]
    """Numbers that open more than one line: the text is in doubt there."""
    misplaced: tuple[str, ...]
    """Clauses whose number opens a line out of their order alone: read as part of another."""


def digest(wording: str) -> str:
    return sha256(bare(wording).encode()).hexdigest()[:DIGEST_LENGTH]


def bare(wording: str) -> str:
    """What is left however the same words are typed: of dashes those between numbers."""
    text = DOUBLE_QUOTES.sub('"', normalize("NFKC", wording).translate(QUOTES))
    text = re.sub(r"\s*-\s*", "-", DASHES.sub("-", text.replace("\u00ad", "")))
    ranges = BETWEEN_DIGITS.sub("\0", text)
    return NO_WORDING.sub("", ranges).replace("\0", "-")


def dated(effective: str) -> str | None:
    """When a text says that it comes into force, as a register writes it."""
    said = DATE.match(effective)
    if not said or said[2].lower() not in MONTHS:
        return None
    day = f"{said[3]}-{MONTHS.index(said[2].lower()) + 1:02}-{int(said[1]):02}"
    return f"{day} {said[4]}:{said[5]}" if said[4] else day


def fold(text: str) -> str:
    """White space folded and the marks of a text conversion left out."""
    return " ".join(text.replace("*", "").replace("#", "").split())


def parse_wording(text: str, document: Document, opening: str = "") -> Wording:
    """`opening`: where it says of itself which version it is, if not in the text."""
    clauses: dict[str, list[str]] = {}
    lines = [line.strip() for line in text.splitlines()]
    for number, line in _placed_lines(lines, document):
        clauses.setdefault(number, []).append(line)
    head = fold(opening or text)
    version, effective = VERSION.search(head), EFFECTIVE.search(head)
    return Wording(
        version=int(version[1]) if version else None,
        effective=effective[1] if effective else None,
        clauses={number: fold(" ".join(said)) for number, said in clauses.items()},
        twice=_twice(lines),
        misplaced=tuple(
            dict.fromkeys(
                number
                for _, number, _ in _numbered(lines)
                if number in document.clauses and number not in clauses
            )
        ),
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
            yield from ((clause, one) for one in waiting if clause)
            clause, waiting = appendix[1], []
            if clause not in document.clauses:
                clause = document.layout
            yield clause, appendix[2]
        elif heading:
            yield from ((clause, one) for one in waiting if clause)
            clause, waiting = "", [heading]
        elif waiting or not clause:
            waiting += [line] if waiting else []
        elif clause.startswith(last) and (item := LETTERED.fullmatch(line)):
            clause = last + item[1]
            yield clause, item[2]
        elif item := UNNUMBERED.fullmatch(line):
            waiting = [item[1]]
        else:
            yield clause, line
    yield from ((clause, one) for one in waiting if clause)


def _in_order(lines: Sequence[str]) -> dict[int, tuple[str, str]]:
    """The lines that open a numbered clause: the longest run of numbers that only rise."""
    found = list(_numbered(lines))
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


def _numbered(lines: Sequence[str]) -> Iterator[tuple[int, str, str]]:
    """The lines that begin with a number, but for the end of a reference."""
    for index, line in enumerate(lines):
        numbered = NUMBERED.fullmatch(line)
        if numbered and not REFERS.search(_before(lines, index)):
            yield index, numbered[1], numbered[2] or ""


def _twice(lines: Sequence[str]) -> tuple[str, ...]:
    times = Counter(number for _, number, _ in _numbered(lines))
    return tuple(number for number, count in times.items() if count > 1)


def _before(lines: Sequence[str], index: int) -> str:
    """The line of wording before one."""
    return next((line for line in reversed(lines[:index]) if line), "")


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
